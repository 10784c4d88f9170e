//! Draws a level in play.

use super::Show;
use super::hud::{Hud, best_and_par};
use crate::view::surface::Surface;

impl Show<'_, '_> {
    pub(super) fn play(&self, surface: &mut impl Surface) {
        let hud = Hud::new(self.area.size, self.game.play().level());
        self.draw_hud(surface, &hud, best_and_par(self.game));
        surface.board(&self.play_scene(hud.pane(), hud.orientation()));
    }
}
