//! The title and main menu.

use super::generate::Generate;
use super::instructions::Instructions;
use super::mode::ModeMenu;
use super::play::Playing;
use super::settings::SettingsMenu;
use super::{Attract, Next, Origin, Screen};
use crate::game::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;

/// Attract mode starts after this time without a key, in milliseconds.
pub const ATTRACT_MS: u32 = 10_000;

/// The cursor of the main menu.
#[derive(Clone, Debug, Default)]
pub struct Title {
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Choice {
    Continue,
    Play,
    NewLevels,
    HowToPlay,
    Settings,
    UsbDrive,
    Quit,
}

impl Title {
    /// The cursor on the first row, as a constant.
    pub(in crate::game) const FIRST: Self = Self { cursor: 0 };
}

impl<'p> Menu<'p> for Title {
    type Choice = Choice;

    fn choices(&self, shared: &Shared<'p>) -> Choices<Choice> {
        let is_there = |is: bool, choice: Choice| if is { Some(choice) } else { None };
        choices(&[
            is_there(shared.play.is_on(), Choice::Continue).as_slice(),
            &[
                Choice::Play,
                Choice::NewLevels,
                Choice::HowToPlay,
                Choice::Settings,
            ],
            is_there(shared.device.usb_drive, Choice::UsbDrive).as_slice(),
            is_there(shared.device.quit, Choice::Quit).as_slice(),
        ])
    }

    fn row(&self, choice: Choice, _: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            Choice::Continue => "Continue",
            Choice::Play => "Play",
            Choice::NewLevels => "New levels",
            Choice::HowToPlay => "How to play",
            Choice::Settings => "Settings",
            Choice::UsbDrive => "USB drive",
            Choice::Quit => "Quit",
        })
    }

    fn choose(&mut self, choice: Choice, shared: &mut Shared<'p>) -> Next<'p> {
        match choice {
            Choice::Continue => Some(Screen::Play(Playing::default())),
            Choice::Play => Some(Screen::Mode(ModeMenu::default().at(shared.filter, shared))),
            Choice::NewLevels => Some(Screen::Generate(Generate::default())),
            Choice::HowToPlay => Some(Screen::Instructions(Instructions::new(Origin::Title))),
            Choice::Settings => Some(Screen::Settings(SettingsMenu::new(Origin::Title))),
            Choice::UsbDrive => {
                shared.requests.usb_drive = true;
                None
            }
            Choice::Quit => {
                shared.requests.quit = true;
                None
            }
        }
    }

    fn back(&mut self, _: &mut Shared<'p>) -> Next<'p> {
        None
    }

    fn pass(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        (shared.idle() >= ATTRACT_MS).then(|| Screen::Attract(Attract::new()))
    }

    has_cursor!();
}
