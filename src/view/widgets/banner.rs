//! A message in front of everything else.

use embedded_graphics::primitives::Rectangle;

use super::centred_text;
use crate::view::layout::{inset, split_bottom, split_top};
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text;

/// A message at the top or bottom of an area, wherever it covers fewer of `to_spare`.
pub(in crate::view) fn banner(
    surface: &mut impl Surface,
    area: Rectangle,
    message: &str,
    (ink, paper): (Ink, Ink),
    to_spare: &[Rectangle],
) {
    let font = text::fitting(area.size, 21, 6, 2);
    let columns = text::columns(font, area.size.width.saturating_sub(6));
    let lines = text::wrap(message, columns).count() as u32;
    let height = lines * text::pitch(font) + 4;
    let (top, _) = split_top(area, height);
    let (bottom, _) = split_bottom(area, height);
    let hidden = |place: Rectangle| {
        let hides = |square: &&Rectangle| !square.intersection(&place).is_zero_sized();
        to_spare.iter().filter(hides).count()
    };
    let place = if hidden(bottom) <= hidden(top) {
        bottom
    } else {
        top
    };
    if !surface.part(place, ink) {
        return;
    }
    surface.fill(inset(place, 1), paper);
    let (_, inner) = split_top(place, 2);
    for (number, line) in text::wrap(message, columns).enumerate() {
        let (_, rest) = split_top(inner, number as u32 * text::pitch(font));
        let (row, _) = split_top(rest, font.character_size.height);
        centred_text(surface, row, line, font, ink);
    }
}
