//! Draws the question whether to erase all progress.

use super::Show;
use crate::view::surface::Surface;

impl Show<'_, '_> {
    pub(super) fn erase(&self, surface: &mut impl Surface) {
        let says = ["All results and the game in play will be gone."];
        self.question(surface, "Erase progress?", &says);
    }
}
