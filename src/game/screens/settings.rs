//! The player's choices.

use super::about::About;
use super::erase::Erase;
use super::{Next, Origin, Screen, pause, title};
use crate::game::menu::{Choices, Menu, Row, Value, choices, has_cursor, turned};
use crate::game::progress::{Settings, Speed, Theme, TileStyle};
use crate::game::shared::Shared;

/// The menu of settings.
#[derive(Clone, Debug)]
pub struct SettingsMenu {
    cursor: u8,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Choice {
    Theme,
    Tiles,
    Brightness,
    Sound,
    Speed,
    Hints,
    Erase,
    About,
}

impl SettingsMenu {
    pub(super) const fn new(origin: Origin) -> Self {
        Self { cursor: 0, origin }
    }
}

impl<'p> Menu<'p> for SettingsMenu {
    type Choice = Choice;

    fn choices(&self, _: &Shared<'p>) -> Choices<Choice> {
        choices(&[&[
            Choice::Theme,
            Choice::Tiles,
            Choice::Brightness,
            Choice::Sound,
            Choice::Speed,
            Choice::Hints,
            Choice::Erase,
            Choice::About,
        ]])
    }

    fn row(&self, choice: Choice, shared: &Shared<'p>) -> Row<'p> {
        let settings = &shared.settings;
        match choice {
            Choice::Theme => Row::new("Theme", Value::Word(settings.theme.label())),
            Choice::Tiles => Row::new("Tiles", Value::Word(settings.tiles.label())),
            Choice::Brightness => Row::new(
                "Brightness",
                Value::Bar(settings.brightness, Settings::BRIGHTEST),
            ),
            Choice::Sound => Row::new("Sound", Value::switch(settings.sound)),
            Choice::Speed => Row::new("Playback", Value::Word(settings.speed.label())),
            Choice::Hints => Row::new("Hints", Value::switch(settings.hints)),
            Choice::Erase => Row::plain("Erase progress"),
            Choice::About => Row::plain("About"),
        }
    }

    fn choose(&mut self, choice: Choice, shared: &mut Shared<'p>) -> Next<'p> {
        match choice {
            Choice::Erase => Some(Screen::Erase(Erase::new(self.origin))),
            Choice::About => Some(Screen::About(About::new(self.origin))),
            Choice::Theme
            | Choice::Tiles
            | Choice::Brightness
            | Choice::Sound
            | Choice::Speed
            | Choice::Hints => {
                self.change(choice, true, shared);
                None
            }
        }
    }

    fn change(&mut self, choice: Choice, forward: bool, shared: &mut Shared<'p>) {
        let settings = &mut shared.settings;
        match choice {
            Choice::Theme => settings.theme = turned(Theme::ALL, settings.theme, forward),
            Choice::Tiles => settings.tiles = turned(TileStyle::ALL, settings.tiles, forward),
            Choice::Speed => settings.speed = turned(Speed::ALL, settings.speed, forward),
            Choice::Brightness => {
                let levels: [u8; Settings::BRIGHTEST as usize] =
                    core::array::from_fn(|index| index as u8 + 1);
                settings.brightness = turned(&levels, settings.brightness, forward);
            }
            Choice::Sound => settings.sound = !settings.sound,
            Choice::Hints => {
                settings.hints = !settings.hints;
                // Nobody waits for a hint that will not be given.
                shared.advice.leave_ladder();
            }
            Choice::Erase | Choice::About => return,
        }
        shared.settings_unsaved = true;
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        let (title, pause) = (title::Choice::Settings, pause::Choice::Settings);
        Some(self.origin.back(title, pause, shared))
    }

    has_cursor!();
}
