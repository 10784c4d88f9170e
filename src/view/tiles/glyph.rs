//! The letter of a pair and its glyph, a simple shape.
//!
//! Seven consecutive letters share a shape and have seven colours, so colour and shape
//! identify a pair even where there is no room for its letter.

use embedded_graphics::image::GetPixel;
use embedded_graphics::mono_font::{MonoFont, ascii};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::Tiles;
use crate::puzzle::Letter;
use crate::view::palette::PairColour;

/// The shape of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// For A to G.
    Disc,
    /// For H to N.
    Bars,
    /// For O to U.
    Triangle,
    /// For V to Z.
    Cross,
}

impl Glyph {
    /// The shape of a letter.
    pub const fn of(letter: Letter) -> Self {
        match letter.index() / PairColour::COUNT {
            0 => Self::Disc,
            1 => Self::Bars,
            2 => Self::Triangle,
            _ => Self::Cross,
        }
    }

    /// Whether a pixel of a square box of this size belongs to the shape.
    fn covers(self, size: i32, x: i32, y: i32) -> bool {
        if size == 2 {
            return match self {
                Self::Disc => true,
                Self::Bars => y == 1,
                Self::Triangle => x <= y,
                Self::Cross => x == y,
            };
        }
        let last = size - 1;
        let (right, low) = ((2 * x - last).abs(), (2 * y - last).abs());
        match self {
            Self::Disc => right + low <= last + last / 2,
            Self::Bars => y % 2 == 0 && size < 6 || y / 2 % 2 == 0 && size >= 6,
            Self::Triangle => right <= y,
            Self::Cross => (right - low).abs() <= size / 4,
        }
    }
}

/// What a pixel of a label belongs to.
pub(super) enum LabelPart {
    /// The letter.
    Letter,
    /// The shape.
    Shape,
}

/// Letter and shape side by side; at six pixels there is only room for the letter, at four
/// only for the shape.
pub(super) fn label(tiles: Tiles, letter: Letter, x: i32, y: i32) -> Option<LabelPart> {
    let glyph = Glyph::of(letter);
    if tiles.side == 4 {
        return smallest(glyph, x, y).then_some(LabelPart::Shape);
    }
    let font = tiles.pick([
        &ascii::FONT_9X15_BOLD,
        &ascii::FONT_6X12,
        &ascii::FONT_5X8,
        &ascii::FONT_4X6,
        &ascii::FONT_4X6,
        &ascii::FONT_4X6,
    ]);
    let (letter_x, letter_y) = tiles.pick([(4, 4), (3, 3), (2, 2), (1, 1), (1, 0), (0, 0)]);
    if bit(font, letter.box_symbol(), x - letter_x, y - letter_y) {
        return Some(LabelPart::Letter);
    }
    let (shape_x, shape_y, size) = tiles.pick([
        (14, 13, 6),
        (9, 8, 4),
        (7, 7, 3),
        (5, 4, 2),
        (0, 0, 0),
        (0, 0, 0),
    ]);
    let (x, y) = (x - shape_x, y - shape_y);
    let inside = (0..size).contains(&x) && (0..size).contains(&y);
    (inside && glyph.covers(size, x, y)).then_some(LabelPart::Shape)
}

/// The glyph in three by three pixels.
fn smallest(glyph: Glyph, x: i32, y: i32) -> bool {
    match glyph {
        Glyph::Disc => false,
        Glyph::Bars => y == 1 && x < 3,
        Glyph::Triangle => x == y && x < 3,
        Glyph::Cross => x == 1 && y == 1,
    }
}

/// Whether a pixel of a character is set.
fn bit(font: &MonoFont, character: u8, x: i32, y: i32) -> bool {
    let size = font.character_size;
    if !(0..size.width as i32).contains(&x) || !(0..size.height as i32).contains(&y) {
        return false;
    }
    let columns = font.image.size().width / size.width;
    let index = u32::from(character.saturating_sub(b' '));
    let corner = Point::new(
        (index % columns * size.width) as i32,
        (index / columns * size.height) as i32,
    );
    font.image.pixel(corner + Point::new(x, y)) == Some(BinaryColor::On)
}
