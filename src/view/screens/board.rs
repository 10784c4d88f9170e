//! Screens that are a board.

use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::Show;
use super::hud::Hud;
use crate::game::Screen;
use crate::puzzle::{Board, CellSet, Direction, Level};
use crate::view::board::{Moving, Scene};
use crate::view::layout::split_bottom;
use crate::view::palette::Ink;
use crate::view::stage::{Orientation, Stage};
use crate::view::surface::Surface;
use crate::view::widgets::{bar_font, centred_text};

impl Show<'_, '_> {
    pub(super) fn play(&self, surface: &mut impl Surface) {
        let hud = Hud::new(self.area, self.game.play().level());
        self.draw_hud(surface, &hud);
        surface.board(&self.play_scene(hud.pane, Orientation::BestFit));
    }

    /// How the level in play lies on the screen where it is played.
    pub(super) fn orientation(&self) -> Orientation {
        let hud = Hud::new(self.area, self.game.play().level());
        if self
            .play_scene(hud.pane, Orientation::BestFit)
            .stage
            .is_turned()
        {
            Orientation::Turned
        } else {
            Orientation::Upright
        }
    }

    pub(super) fn play_scene(&self, pane: Rectangle, orientation: Orientation) -> Scene<'_> {
        let play = self.game.play();
        Scene {
            motion: Moving::at(play.motion(), self.now),
            stuck: *play.stuck(),
            arrow: self.game.arrow(),
            ..self.scene(pane, orientation, play.level(), play.board(), play.facing())
        }
    }

    pub(super) fn attract(&self, surface: &mut impl Surface) {
        let font = bar_font(self.area.size);
        let (bar, pane) = split_bottom(self.area, font.character_size.height + 2);
        if surface.part(bar, Ink::Bar) {
            centred_text(surface, bar, "Press any key", font, Ink::BarText);
        }
        let demo = self.game.demo();
        surface.board(&Scene {
            motion: Moving::at(demo.motion(), self.now),
            ..self.scene(
                pane,
                Orientation::BestFit,
                demo.level(),
                demo.board(),
                demo.facing(),
            )
        });
    }

    fn scene<'s>(
        &self,
        pane: Rectangle,
        orientation: Orientation,
        level: &'s Level,
        board: &'s Board,
        facing: Direction,
    ) -> Scene<'s> {
        let stage = Stage::new(level, pane, board.keeper(), orientation);
        Scene {
            level,
            board,
            stage,
            tiles: self.tiles(stage.side()),
            facing,
            motion: None,
            stuck: CellSet::EMPTY,
            arrow: None,
        }
    }

    pub(crate) fn is_turned(&self) -> bool {
        let on_board = matches!(self.game.screen(), Screen::Play | Screen::Playback);
        on_board && self.orientation() == Orientation::Turned
    }

    /// What no message should hide: the keeper and the boxes that it speaks of.
    pub(super) fn to_be_seen(&self) -> Vec<Rectangle, 8> {
        let mut areas = Vec::new();
        if !matches!(self.game.screen(), Screen::Play | Screen::Playback) {
            return areas;
        }
        let play = self.game.play();
        let hud = Hud::new(self.area, play.level());
        let stage = self.play_scene(hud.pane, Orientation::BestFit).stage;
        let arrow = self.game.arrow().map(|(cell, _)| cell);
        let cells = [play.board().keeper()].into_iter().chain(arrow);
        for cell in cells.chain(play.stuck().iter()) {
            // The first few will do.
            if areas.push(stage.area(cell)).is_err() {
                break;
            }
        }
        areas
    }
}
