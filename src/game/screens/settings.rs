//! The menu of preferences.

use super::about::About;
use super::added::Added;
use super::check::Check;
use super::erase::Erase;
use super::pause::PauseChoice;
use super::title::TitleChoice;
use super::{Next, Origin, Screen};
use crate::game::progress::{Settings, Speed, Theme, TileStyle};
use crate::game::screens::menu::{Choices, Menu, Row, Value, choices, has_cursor, turned};
use crate::game::shared::Shared;

/// The cursor, and where Back leads.
#[derive(Clone, Debug)]
pub struct SettingsMenu {
    cursor: u8,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum SettingsChoice {
    Theme,
    Tiles,
    Brightness,
    Sound,
    Speed,
    Hints,
    Added,
    Erase,
    Check,
    About,
}

impl SettingsMenu {
    pub(super) const fn new(origin: Origin) -> Self {
        Self { cursor: 0, origin }
    }
}

impl<'p> Menu<'p> for SettingsMenu {
    type Choice = SettingsChoice;

    fn choices(&self, shared: &Shared<'p>) -> Choices<SettingsChoice> {
        let added = shared.device.added.map(|_| SettingsChoice::Added);
        let check = shared.device.hardware.map(|_| SettingsChoice::Check);
        choices(&[
            &[
                SettingsChoice::Theme,
                SettingsChoice::Tiles,
                SettingsChoice::Brightness,
                SettingsChoice::Sound,
                SettingsChoice::Speed,
                SettingsChoice::Hints,
            ],
            added.as_slice(),
            &[SettingsChoice::Erase],
            check.as_slice(),
            &[SettingsChoice::About],
        ])
    }

    fn row(&self, choice: SettingsChoice, shared: &Shared<'p>) -> Row<'p> {
        let settings = &shared.settings;
        match choice {
            SettingsChoice::Theme => Row::new("Theme", Value::Word(settings.theme.label())),
            SettingsChoice::Tiles => Row::new("Tiles", Value::Word(settings.tiles.label())),
            SettingsChoice::Brightness => Row::new(
                "Brightness",
                Value::Bar(settings.brightness, Settings::BRIGHTEST),
            ),
            SettingsChoice::Sound => Row::new("Sound", Value::switch(settings.sound)),
            SettingsChoice::Speed => Row::new("Playback", Value::Word(settings.speed.label())),
            SettingsChoice::Hints => Row::new("Hints", Value::switch(settings.hints)),
            SettingsChoice::Added => Row::plain("Remove packs"),
            SettingsChoice::Erase => Row::plain("Erase progress"),
            SettingsChoice::Check => Row::plain("Check this board"),
            SettingsChoice::About => Row::plain("About"),
        }
    }

    fn choose(&mut self, choice: SettingsChoice, shared: &mut Shared<'p>) -> Next<'p> {
        match choice {
            SettingsChoice::Added => Some(Screen::Added(Added::new(self.origin))),
            SettingsChoice::Erase => Some(Screen::Erase(Erase::new(self.origin))),
            SettingsChoice::Check => Some(Check::from_settings(self.origin, shared)),
            SettingsChoice::About => Some(Screen::About(About::new(self.origin))),
            SettingsChoice::Theme
            | SettingsChoice::Tiles
            | SettingsChoice::Brightness
            | SettingsChoice::Sound
            | SettingsChoice::Speed
            | SettingsChoice::Hints => {
                self.change(choice, true, shared);
                None
            }
        }
    }

    fn change(&mut self, choice: SettingsChoice, forward: bool, shared: &mut Shared<'p>) {
        let settings = &mut shared.settings;
        match choice {
            SettingsChoice::Theme => settings.theme = turned(Theme::ALL, settings.theme, forward),
            SettingsChoice::Tiles => {
                settings.tiles = turned(TileStyle::ALL, settings.tiles, forward)
            }
            SettingsChoice::Speed => settings.speed = turned(Speed::ALL, settings.speed, forward),
            SettingsChoice::Brightness => {
                let levels: [u8; Settings::BRIGHTEST as usize] =
                    core::array::from_fn(|index| index as u8 + 1);
                settings.brightness = turned(&levels, settings.brightness, forward);
            }
            SettingsChoice::Sound => settings.sound = !settings.sound,
            SettingsChoice::Hints => {
                settings.hints = !settings.hints;
                // Nobody waits for a hint that will not be given.
                shared.advice.leave_ladder();
            }
            SettingsChoice::Added
            | SettingsChoice::Erase
            | SettingsChoice::Check
            | SettingsChoice::About => return,
        }
        shared.settings_unsaved = true;
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        let (title, pause) = (TitleChoice::Settings, PauseChoice::Settings);
        Some(self.origin.back(title, pause, shared))
    }

    has_cursor!();
}
