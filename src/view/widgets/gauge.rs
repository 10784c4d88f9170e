//! Bars that show progress.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::view::palette::Ink;
use crate::view::surface::Surface;

/// A bar with a block that moves back and forth, for work of unknown length. `phase` is its
/// progress through one round trip, in 256ths.
pub(in crate::view) fn busy(surface: &mut impl Surface, area: Rectangle, phase: u32) {
    surface.fill(area, Ink::Groove);
    let block = area.size.width / 4;
    let way = area.size.width - block;
    let phase = phase % 256;
    let there = if phase < 128 { phase } else { 256 - phase };
    let at = area.top_left + Point::new((way * there / 128) as i32, 0);
    surface.fill(
        Rectangle::new(at, Size::new(block, area.size.height)),
        Ink::Gauge,
    );
}

/// A row of blocks, one per step; steps not done yet are low.
pub(in crate::view) fn steps(
    surface: &mut impl Surface,
    area: Rectangle,
    done: u8,
    all: u8,
    ink: Ink,
) {
    let step = area.size.width / u32::from(all.max(1));
    for place in 0..all {
        let height = if place < done {
            area.size.height.saturating_sub(2).max(1)
        } else {
            area.size.height / 6 + 1
        };
        let x = (u32::from(place) * step) as i32;
        let y = area.size.height.saturating_sub(1 + height) as i32;
        let size = Size::new(step.saturating_sub(1).max(1), height);
        surface.fill(Rectangle::new(area.top_left + Point::new(x, y), size), ink);
    }
}

/// A bar filled to `percent`.
pub(in crate::view) fn gauge(surface: &mut impl Surface, area: Rectangle, percent: u8) {
    surface.fill(area, Ink::Groove);
    let done = area.size.width * u32::from(percent.min(100)) / 100;
    let size = Size::new(done, area.size.height);
    surface.fill(Rectangle::new(area.top_left, size), Ink::Gauge);
}
