//! Draws the board in play as a part of a screen.

use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::Show;
use super::hud::Hud;
use crate::game::Screen;
use crate::game::display::Orientation;
use crate::puzzle::{Board, CellSet, Direction, Level};
use crate::view::board::{Moving, Scene};
use crate::view::stage::Stage;

impl Show<'_, '_> {
    /// The orientation of the level in play, the same on every screen that shows it.
    pub(super) fn orientation(&self) -> Orientation {
        self.hud().orientation()
    }

    /// Where the level in play and its HUD are.
    pub(super) fn hud(&self) -> &Hud {
        self.hud
            .get_or_init(|| Hud::new(self.area.size, self.game.play().level()))
    }

    pub(super) fn play_scene(&self, pane: Rectangle, orientation: Orientation) -> Scene<'_> {
        let play = self.game.play();
        let (level, board) = (play.level(), play.board());
        let stage = *self
            .stage
            .get_or_init(|| Stage::new(level, pane, board.keeper(), orientation));
        debug_assert_eq!(stage.pane(), pane, "a screen shows the level in play once");
        Scene {
            level,
            board,
            stage,
            tiles: self.tiles(stage.side()),
            facing: play.facing(),
            motion: Moving::at(play.motion(), self.now),
            stuck: *play.stuck(),
            arrow: self.game.arrow(),
        }
    }

    pub(super) fn scene<'s>(
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

    /// Areas that a message must not cover: the keeper and the boxes that it is about.
    pub(super) fn to_be_seen(&self) -> Vec<Rectangle, 8> {
        let mut areas = Vec::new();
        if !matches!(self.game.screen(), Screen::Play(_) | Screen::Playback(_)) {
            return areas;
        }
        let play = self.game.play();
        let hud = self.hud();
        let stage = self.play_scene(hud.pane(), hud.orientation()).stage;
        let arrow = self.game.arrow().map(|(cell, _)| cell);
        let cells = [play.board().keeper()].into_iter().chain(arrow);
        for cell in cells.chain(play.stuck().iter()) {
            // The first eight are enough.
            if areas.push(stage.area(cell)).is_err() {
                break;
            }
        }
        areas
    }
}
