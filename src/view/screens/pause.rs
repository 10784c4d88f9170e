//! Draws the pause menu.

use super::Show;
use crate::game::Source;
use crate::view::surface::Surface;
use crate::view::text::{LINE, fit};

impl Show<'_, '_> {
    pub(super) fn pause(&self, surface: &mut impl Surface) {
        let source = self.game.play().source();
        let level = match source {
            Source::Pack(place, _) => fit(format_args!("Level {}", place.number), LINE),
            Source::Made(..) => fit(source, LINE),
        };
        let rows = self.game.rows().len();
        self.long_menu(surface, "Paused", &level, rows);
    }
}
