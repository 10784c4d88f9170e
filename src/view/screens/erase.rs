//! Draws the question whether to erase all progress.

use super::Show;
use crate::view::layout::{inset, split_top};
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text;
use crate::view::widgets::{footer, header, paragraph};

impl Show<'_, '_> {
    pub(super) fn erase(&self, surface: &mut impl Surface) {
        let area = header(surface, self.area, "Erase progress?", "");
        let area = footer(surface, area, self.keys_of_menus());
        let (above, below) = split_top(area, area.size.height / 2);
        let says = ["All results and the game in play will be gone."];
        let inner = inset(above, 2);
        let font = text::fitting_paragraphs(inner.size, &says);
        if surface.part(above, Ink::Paper) {
            paragraph(surface, inner, says[0], font, Ink::Text);
        }
        self.list(surface, below, 2);
    }
}
