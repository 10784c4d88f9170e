//! Stars for solved levels.

use embedded_graphics::prelude::*;

use crate::view::palette::Ink;
use crate::view::surface::{Figure, Surface};

const STAR_5: &[&str] = &["..#..", ".###.", "#####", ".###.", ".#.#."];
const STAR_7: &[&str] = &[
    "...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", ".#...#.",
];
const STAR_11: &[&str] = &[
    ".....#.....",
    ".....#.....",
    "....###....",
    "....###....",
    "###########",
    ".#########.",
    "..#######..",
    "...#####...",
    "..#######..",
    "..###.###..",
    ".##.....##.",
];

/// The size of a star: the side of its drawing in pixels, and how much it is enlarged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::view) struct Star {
    drawn: u8,
    scale: u8,
}

impl Star {
    /// The largest star of at most this height, but at least 5 pixels.
    pub(in crate::view) fn fitting(height: u32) -> Self {
        let (drawn, scale) = match height {
            0..7 => (5, 1),
            7..11 => (7, 1),
            _ => (11, (height / 11).min(4) as u8),
        };
        Self { drawn, scale }
    }

    /// Its width and height in pixels.
    pub(in crate::view) fn side(self) -> u32 {
        u32::from(self.drawn) * u32::from(self.scale)
    }

    /// The width of a row of three stars.
    pub(in crate::view) fn row_width(self) -> u32 {
        3 * self.side() + 2 * self.gap()
    }

    fn gap(self) -> u32 {
        u32::from(self.drawn / 7) * u32::from(self.scale)
            + u32::from(self.scale == 1 && self.drawn < 7)
    }
}

#[derive(Hash)]
struct Inked {
    star: Star,
    ink: Ink,
}

impl Figure for Inked {
    fn size(&self) -> Size {
        Size::new_equal(self.star.side())
    }

    fn ink(&self, x: i32, y: i32) -> Option<Ink> {
        let rows = match self.star.drawn {
            5 => STAR_5,
            7 => STAR_7,
            _ => STAR_11,
        };
        let scale = i32::from(self.star.scale);
        is_set(rows, x / scale, y / scale).then_some(self.ink)
    }
}

/// Three stars, `earned` of them full.
pub(in crate::view) fn stars(
    surface: &mut impl Surface,
    at: Point,
    star: Star,
    earned: u8,
    full: Ink,
    empty: Ink,
) {
    for place in 0..3 {
        let x = (u32::from(place) * (star.side() + star.gap())) as i32;
        if place < earned {
            surface.figure(at + Point::new(x, 0), &Inked { star, ink: full });
        } else if empty != full {
            surface.figure(at + Point::new(x, 0), &Inked { star, ink: empty });
        }
    }
}

fn is_set(rows: &[&str], x: i32, y: i32) -> bool {
    let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
    let pixel = row.and_then(|row| row.as_bytes().get(usize::try_from(x).ok()?));
    pixel == Some(&b'#')
}
