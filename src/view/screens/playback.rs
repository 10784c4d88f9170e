//! Draws the playback of a solution.

use super::Show;
use super::hud::left_and_speed;
use crate::game::screens::Playback;
use crate::view::surface::Surface;

impl Show<'_, '_> {
    pub(super) fn playback(&self, surface: &mut impl Surface, playback: &Playback) {
        let hud = self.hud();
        self.draw_hud(surface, hud, || left_and_speed(self.game, playback));
        surface.board(&self.play_scene(hud.pane(), hud.orientation()));
    }
}
