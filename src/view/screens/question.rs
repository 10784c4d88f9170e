//! Draws questions: what would happen, and the answers below.

use super::Show;
use crate::view::layout::{inset, split_bottom, split_top};
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text;
use crate::view::widgets::{footer, header, paragraph};

impl Show<'_, '_> {
    /// Draws a heading, paragraphs in the largest font that fits, and the rows of the menu.
    pub(super) fn question(&self, surface: &mut impl Surface, heading: &str, says: &[&str]) {
        let area = header(surface, self.area, heading, "");
        let area = footer(surface, area, self.keys_of_menus());
        // On the smallest displays, two answers need less than half of the room.
        let (answers, margin) = match area.size.height {
            0..50 => (18, 1),
            height => (height.div_ceil(2), 2),
        };
        let (below, above) = split_bottom(area, answers);
        let mut inner = inset(above, margin);
        let font = text::fitting_paragraphs(inner.size, says);
        if surface.part(above, Ink::Paper) {
            for text in says {
                let height = paragraph(surface, inner, text, font, Ink::Text);
                (_, inner) = split_top(inner, height);
            }
        }
        self.list(surface, below, 2);
    }
}
