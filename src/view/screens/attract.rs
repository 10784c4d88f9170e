//! Draws attract mode.

use super::Show;
use crate::game::display::Orientation;
use crate::game::screens::Attract;
use crate::view::board::{Moving, Scene};
use crate::view::layout::split_bottom;
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::widgets::{bar_font, centred_text};

impl Show<'_, '_> {
    pub(super) fn attract(&self, surface: &mut impl Surface, attract: &Attract<'_>) {
        let font = bar_font(self.area.size);
        let (bar, pane) = split_bottom(self.area, font.character_size.height + 2);
        if surface.part(bar, Ink::Bar) {
            centred_text(surface, bar, "Press any key", font, Ink::BarText);
        }
        if !attract.has_level() {
            surface.part(pane, Ink::Paper);
            return;
        }
        let (level, board) = (attract.level(), attract.board());
        let still = self.scene(pane, Orientation::BestFit, level, board, attract.facing());
        surface.board(&Scene {
            motion: Moving::at(attract.motion(), self.now),
            ..still
        });
    }
}
