//! The building blocks of screens.

mod banner;
mod battery;
mod digits;
mod gauge;
mod header;
mod list;
mod logo;
mod marks;
mod preview;
mod stars;

pub(super) use banner::banner;
pub(super) use battery::Battery;
pub(super) use digits::digits;
pub(super) use gauge::{busy, gauge, steps};
pub(super) use header::{bar_font, footer, header};
pub(super) use list::{List, ListLine, Side};
pub(super) use logo::{Logo, Parade};
pub(super) use marks::{Arrow, MarkFigure};
pub(super) use preview::Preview;
pub(super) use stars::{Star, stars};

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::palette::Ink;
use super::surface::{Font, Surface};
use super::text;

/// A line of text in the middle of an area.
pub(super) fn centred_text(
    surface: &mut impl Surface,
    area: Rectangle,
    text: &str,
    font: Font,
    ink: Ink,
) {
    let size = Size::new(text::width(font, text.len()), font.character_size.height);
    let at = super::layout::centred(area, size).top_left;
    surface.text(text, at, font, ink);
}

/// Wrapped text from the top of an area. Returns its height in pixels.
pub(super) fn paragraph(
    surface: &mut impl Surface,
    area: Rectangle,
    text: &str,
    font: Font,
    ink: Ink,
) -> u32 {
    let pitch = text::pitch(font);
    let columns = text::columns(font, area.size.width);
    let mut height = 0;
    for line in text::wrap(text, columns) {
        let at = area.top_left + Point::new(0, height as i32);
        surface.text(line, at, font, ink);
        height += pitch;
    }
    height
}
