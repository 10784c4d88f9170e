//! Draws the page about the game.

use super::Show;
use crate::view::surface::Surface;

impl Show<'_, '_> {
    pub(super) fn about(&self, surface: &mut impl Surface) {
        let says = [
            concat!("sokopico ", env!("CARGO_PKG_VERSION")),
            "A pocket Sokoban that can solve every puzzle it shows.",
            "MIT or Apache 2.0",
        ];
        self.page(surface, "About", "", &says, self.keys_of_menus());
    }
}
