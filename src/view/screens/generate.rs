//! Draws the menu of new levels.

use super::Show;
use crate::view::surface::Surface;

impl Show<'_, '_> {
    pub(super) fn generate(&self, surface: &mut impl Surface) {
        self.menu(surface, "New levels", "");
    }
}
