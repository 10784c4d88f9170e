//! The screens of the game.

mod board;
mod hud;
mod levels;
mod making;
mod menus;
mod pages;
mod result;
mod thinking;

use core::hash::Hash;

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::palette::Ink;
use super::surface::Surface;
use super::text::{LINE, fit};
use super::tiles::Tiles;
use super::widgets;
use crate::game::input::Layout;
use crate::game::{Banner, Game, Screen};

/// For so long after the last push the board is seen once more, in milliseconds. The keys
/// are those of the next screen already.
const SEEN_SOLVED_MS: u32 = 700;

/// A game at a time on a display.
pub(super) struct Show<'g, 'p> {
    game: &'g Game<'p>,
    now: u32,
    area: Rectangle,
}

impl<'g, 'p> Show<'g, 'p> {
    pub(super) fn new(game: &'g Game<'p>, now: u32, size: Size) -> Self {
        Self {
            game,
            now,
            area: Rectangle::new(Point::zero(), size),
        }
    }

    /// While this stays the same, what is on the display is compared part by part.
    pub(super) fn key(&self) -> impl Hash + use<> {
        let settings = self.game.settings();
        (
            core::mem::discriminant(&self.game.screen()),
            self.is_just_solved(),
            settings.theme,
            self.area.size,
        )
    }

    pub(super) fn draw(&self, surface: &mut impl Surface) {
        match self.game.screen() {
            Screen::Title => self.title(surface),
            Screen::Attract => self.attract(surface),
            Screen::Mode => self.menu(surface, "What to play", ""),
            Screen::Packs => self.menu(surface, "Packs", ""),
            Screen::Levels => self.levels(surface),
            Screen::Instructions { page } => self.instructions(surface, page),
            Screen::Settings => self.menu(surface, "Settings", ""),
            Screen::Erase => self.erase(surface),
            Screen::About => self.about(surface),
            Screen::Generate => self.menu(surface, "New levels", ""),
            Screen::Generating => self.generating(surface),
            Screen::Code => self.code(surface),
            Screen::Play | Screen::Playback => self.play(surface),
            Screen::Pause => self.pause(surface),
            Screen::Solving(task) => self.solving(surface, task),
            Screen::Solved if self.is_just_solved() => self.play(surface),
            Screen::Solved => self.solved(surface),
            Screen::Stuck => self.stuck(surface),
        }
        if let Some(banner) = self.game.banner() {
            self.banner(surface, banner);
        }
    }

    fn is_just_solved(&self) -> bool {
        let solved = self.game.solved();
        self.game.screen() == Screen::Solved
            && solved.is_some_and(|solved| self.now.wrapping_sub(solved.at) < SEEN_SOLVED_MS)
    }

    fn banner(&self, surface: &mut impl Surface, banner: Banner) {
        let inks = match banner {
            Banner::Stuck { .. }
            | Banner::NoWayBack
            | Banner::NotSaved(_)
            | Banner::NotLoaded(_)
            | Banner::LevelGone => (Ink::WarnText, Ink::Warn),
            _ => (Ink::PickText, Ink::Pick),
        };
        let message = fit(banner, LINE);
        widgets::banner(surface, self.area, &message, inks, &self.to_be_seen());
    }

    fn tiles(&self, side: i32) -> Tiles {
        Tiles::new(side, self.game.settings().tiles)
    }

    /// How to choose and how to go back.
    fn keys_of_menus(&self) -> &'static str {
        match self.game.device().layout {
            Layout::Eight | Layout::Six => "A: OK   B: back",
            Layout::Four => "hold A: OK   hold B: back",
        }
    }
}
