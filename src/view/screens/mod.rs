//! Draws the screens of the game: one file each, with the same name as in `game::screens`.
//!
//! Other files hold what several screens share: `menu` (rows of choices), `page` (text to
//! read), `question` (yes or no), `scene` (a board), `hud` (moves, pushes, best and par) and `waiting` (progress of
//! long work).

mod about;
mod added;
mod attract;
mod check;
mod chosen;
mod code;
mod erase;
mod generate;
mod generating;
mod hud;
mod instructions;
mod levels;
mod menu;
mod mode;
mod packs;
mod page;
mod pause;
mod play;
mod playback;
mod question;
mod remove;
mod scene;
mod settings;
mod solved;
mod solving;
mod stuck;
mod title;
mod waiting;

pub(super) use hud::display;

use core::cell::OnceCell;
use core::hash::Hash;

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::palette::Ink;
use super::stage::Stage;
use super::surface::Surface;
use super::text::{LINE, fit};
use super::tiles::Tiles;
use super::widgets;
use crate::game::input::Layout;
use crate::game::{Banner, Game, Screen};
use hud::{Field, Hud};

/// A game at a moment, on a display of a size.
pub(super) struct Show<'g, 'p> {
    game: &'g Game<'p>,
    now: u32,
    area: Rectangle,
    // Computed when first needed, and then the same for every area that is painted.
    /// Where the board in play and its HUD are.
    hud: OnceCell<Hud>,
    /// The two fields of the HUD that differ from screen to screen.
    fields: OnceCell<[Field; 2]>,
    /// Where the squares of the level in play are, with the pane that they are in.
    stage: OnceCell<Stage>,
}

impl<'g, 'p> Show<'g, 'p> {
    pub(super) fn new(game: &'g Game<'p>, now: u32, size: Size) -> Self {
        Self {
            game,
            now,
            area: Rectangle::new(Point::zero(), size),
            hud: OnceCell::new(),
            fields: OnceCell::new(),
            stage: OnceCell::new(),
        }
    }

    /// Whether this is the screen on which a level is read and nothing is drawn.
    pub(super) fn is_opening(&self) -> bool {
        matches!(self.game.screen(), Screen::Opening(_))
    }

    /// Identifies the layout of the screen: as long as it is equal, only changed parts are
    /// painted; when it changes, everything is.
    pub(super) fn key(&self) -> impl Hash + use<> {
        let settings = self.game.settings();
        let page = match self.game.screen() {
            Screen::Check(check) => Some(check.page()),
            _ => None,
        };
        (
            self.game.screen().name(),
            page,
            self.is_just_solved(),
            settings.theme,
            self.area.size,
        )
    }

    pub(super) fn draw(&self, surface: &mut impl Surface) {
        match self.game.screen() {
            Screen::Title(_) => self.title(surface),
            Screen::Attract(attract) => self.attract(surface, attract),
            Screen::Mode(_) => self.mode_menu(surface),
            Screen::Packs(_) => self.packs(surface),
            Screen::Levels(levels) => self.levels(surface, levels),
            Screen::Chosen(chosen) => self.chosen(surface, chosen),
            // The old picture stays.
            Screen::Opening(_) => return,
            Screen::Instructions(instructions) => self.instructions(surface, instructions),
            Screen::Settings(_) => self.settings(surface),
            Screen::Added(_) => self.added(surface),
            Screen::Remove(remove) => self.remove(surface, remove),
            Screen::Erase(_) => self.erase(surface),
            Screen::About(_) => self.about(surface),
            Screen::Check(check) => self.check(surface, check),
            Screen::Generate(_) => self.generate(surface),
            Screen::Generating(generating) => self.generating(surface, generating),
            Screen::Code(code) => self.code(surface, code),
            Screen::Play(_) => self.play(surface),
            Screen::Pause(_) => self.pause(surface),
            Screen::Playback(playback) => self.playback(surface, playback),
            Screen::Solving(solving) => self.solving(surface, solving),
            Screen::Solved(solved) => self.solved(surface, solved),
            Screen::Stuck(_) => self.stuck(surface),
        }
        if let Some(banner) = self.game.banner() {
            self.banner(surface, banner);
        }
    }

    fn banner(&self, surface: &mut impl Surface, banner: Banner<'_>) {
        let inks = match banner {
            Banner::Stuck { .. }
            | Banner::NoWayBack
            | Banner::NotSaved(_)
            | Banner::NotLoaded(_)
            | Banner::LevelGone
            | Banner::GameDropped(_)
            | Banner::SolutionDropped
            | Banner::ResultDropped
            | Banner::MoreDropped { .. }
            | Banner::BatteryLow => (Ink::WarnText, Ink::Warn),
            _ => (Ink::PickText, Ink::Pick),
        };
        let message = fit(banner, LINE);
        widgets::banner(surface, self.area, &message, inks, &self.to_be_seen());
    }

    fn tiles(&self, side: i32) -> Tiles {
        Tiles::new(side, self.game.settings().tiles)
    }

    /// A line that says how to choose and how to go back.
    fn keys_of_menus(&self) -> &'static str {
        match self.game.device().layout {
            Layout::Eight | Layout::Six => "A: OK   B: back",
            Layout::Four => "hold A: OK   hold B: back",
        }
    }
}
