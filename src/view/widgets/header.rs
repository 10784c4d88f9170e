//! The bars at the top and bottom of a screen.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::view::layout::{middle, split_bottom, split_top};
use crate::view::palette::Ink;
use crate::view::surface::{Font, Surface};
use crate::view::text::{self, fit};

/// A bar with text on its left and right. Returns the rest of the area.
pub(in crate::view) fn header(
    surface: &mut impl Surface,
    area: Rectangle,
    left: &str,
    right: &str,
) -> Rectangle {
    let font = bar_font(area.size);
    let (bar, rest) = split_top(area, bar_height(font));
    if surface.part(bar, Ink::Bar) {
        let margin = margin(area.size);
        let y = middle(bar, font.character_size.height);
        let right_width = text::width(font, right.len());
        let x = bar.top_left.x + bar.size.width as i32 - margin - right_width as i32;
        surface.text(right, Point::new(x, y), font, Ink::BarDim);
        let room = (x - bar.top_left.x - 2 * margin).max(0) as u32;
        let left = fit(left, text::columns(font, room));
        let x = bar.top_left.x + margin;
        surface.text(&left, Point::new(x, y), font, Ink::BarText);
    }
    rest
}

/// Small text at the bottom, if there is room. Returns the rest of the area.
pub(in crate::view) fn footer(
    surface: &mut impl Surface,
    area: Rectangle,
    text: &str,
) -> Rectangle {
    if area.size.height < 110 {
        return area;
    }
    let font = text::fitting(area.size, 38, 8, 0);
    let (bar, rest) = split_bottom(area, font.character_size.height + 4);
    if surface.part(bar, Ink::Paper) {
        super::centred_text(surface, bar, text, font, Ink::Dim);
    }
    rest
}

/// The font of bars on a display of this size.
pub(in crate::view) fn bar_font(size: Size) -> Font {
    text::fitting(size, 19, 8, 0)
}

fn bar_height(font: Font) -> u32 {
    let height = font.character_size.height;
    height + if height > 9 { 4 } else { 1 }
}

/// Pixels between a bar's ends and its text.
pub(in crate::view) fn margin(size: Size) -> i32 {
    (size.width as i32 / 60).max(1)
}
