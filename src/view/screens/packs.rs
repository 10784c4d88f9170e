//! Draws the menu of packs.

use super::Show;
use crate::view::surface::Surface;

impl Show<'_, '_> {
    pub(super) fn packs(&self, surface: &mut impl Surface) {
        self.menu(surface, "Packs", "");
    }
}
