//! Draws the list of added packs.

use core::fmt::Write;

use super::Show;
use crate::view::surface::Surface;
use crate::view::text;

impl Show<'_, '_> {
    pub(super) fn added(&self, surface: &mut impl Surface) {
        let mut free = text::Line::new();
        if let Some(added) = self.game.device().added {
            // A number always fits.
            let _ = write!(free, "{} KB free", added.free_kb);
        }
        if self.game.rows().is_empty() {
            let says = ["No packs have been added."];
            self.page(surface, "Remove", &free, &says, self.keys_of_menus());
        } else {
            self.menu(surface, "Remove", &free);
        }
    }
}
