//! Draws the menu of modes.

use super::Show;
use crate::view::surface::Surface;

impl Show<'_, '_> {
    pub(super) fn mode_menu(&self, surface: &mut impl Surface) {
        self.menu(surface, "What to play", "");
    }
}
