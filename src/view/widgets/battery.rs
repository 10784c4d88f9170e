//! The battery's charge.

use embedded_graphics::prelude::*;

use crate::view::palette::Ink;
use crate::view::surface::Figure;

/// Below this charge in per cent, the battery is shown as a warning.
const LOW: u8 = 15;

/// A battery with its charge in per cent.
#[derive(Hash)]
pub(in crate::view) struct Battery(pub(in crate::view) u8);

impl Battery {
    const WIDTH: i32 = 14;
    const HEIGHT: i32 = 7;
    /// Pixels between its ends.
    const INNER: i32 = 8;
}

impl Figure for Battery {
    fn size(&self) -> Size {
        Size::new(Self::WIDTH as u32, Self::HEIGHT as u32)
    }

    fn ink(&self, x: i32, y: i32) -> Option<Ink> {
        let is_low = self.0 < LOW;
        let line = if is_low { Ink::Warn } else { Ink::BarDim };
        let pole = x >= Self::WIDTH - 2;
        if pole {
            return (2..Self::HEIGHT - 2).contains(&y).then_some(line);
        }
        if x == 0 || x == Self::WIDTH - 3 || y == 0 || y == Self::HEIGHT - 1 {
            return Some(line);
        }
        // Show at least one pixel of charge.
        let charged = (Self::INNER * i32::from(self.0) / 100).max(1);
        let inside = (2..2 + charged).contains(&x) && (2..Self::HEIGHT - 2).contains(&y);
        inside.then_some(if is_low { Ink::Warn } else { Ink::Gauge })
    }
}
