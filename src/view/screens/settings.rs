//! Draws the menu of preferences.

use super::Show;
use crate::view::surface::Surface;

impl Show<'_, '_> {
    pub(super) fn settings(&self, surface: &mut impl Surface) {
        self.menu(surface, "Settings", "");
    }
}
