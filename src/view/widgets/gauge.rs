//! Bars that show how much.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::view::palette::Ink;
use crate::view::surface::Surface;

/// A bar in which a block goes to and fro: something is done, and nobody knows for how
/// long. So many of 256 parts of the way are behind it.
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

/// A row of blocks, each a step; those that are not done are low.
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
        let y = (area.size.height - 1 - height.min(area.size.height - 1)) as i32;
        let size = Size::new(step.saturating_sub(1).max(1), height);
        surface.fill(Rectangle::new(area.top_left + Point::new(x, y), size), ink);
    }
}

/// A bar of which so many per cent are done.
pub(in crate::view) fn gauge(surface: &mut impl Surface, area: Rectangle, percent: u8) {
    surface.fill(area, Ink::Groove);
    let done = area.size.width * u32::from(percent.min(100)) / 100;
    let size = Size::new(done, area.size.height);
    surface.fill(Rectangle::new(area.top_left, size), Ink::Gauge);
}
