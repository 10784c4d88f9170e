//! Draws a level in play.

use super::Show;
use super::hud::best_and_par;
use crate::view::surface::Surface;

impl Show<'_, '_> {
    pub(super) fn play(&self, surface: &mut impl Surface) {
        let hud = self.hud();
        self.draw_hud(surface, hud, || best_and_par(self.game));
        surface.board(&self.play_scene(hud.pane(), hud.orientation()));
    }
}
