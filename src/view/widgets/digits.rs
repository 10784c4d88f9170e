//! A number that changes: each digit is a part, so that only changed digits are painted.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::view::palette::Ink;
use crate::view::surface::{Font, Surface};

/// A number in a field of `room` digits.
pub(in crate::view) fn digits(
    surface: &mut impl Surface,
    at: Point,
    room: usize,
    number: &str,
    font: Font,
    (ink, paper): (Ink, Ink),
) {
    let letter = font.character_size;
    for place in 0..room {
        let at = at + Point::new((place as u32 * letter.width) as i32, 0);
        if surface.part(Rectangle::new(at, letter), paper)
            && let Some(digit) = number.get(place..=place)
        {
            surface.text(digit, at, font, ink);
        }
    }
}
