//! The title and main menu.

use super::generate::Generate;
use super::instructions::Instructions;
use super::mode::ModeMenu;
use super::play::Playing;
use super::settings::SettingsMenu;
use super::{Attract, Next, Origin, Screen};
use crate::game::screens::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;

/// Attract mode starts after this time without a key, in milliseconds.
pub const ATTRACT_MS: u32 = 10_000;

/// The cursor of the main menu.
#[derive(Clone, Debug, Default)]
pub struct Title {
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum TitleChoice {
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
    type Choice = TitleChoice;

    fn choices(&self, shared: &Shared<'p>) -> Choices<TitleChoice> {
        let is_there = |is: bool, choice: TitleChoice| if is { Some(choice) } else { None };
        choices(&[
            is_there(shared.can_continue(), TitleChoice::Continue).as_slice(),
            &[
                TitleChoice::Play,
                TitleChoice::NewLevels,
                TitleChoice::HowToPlay,
                TitleChoice::Settings,
            ],
            is_there(shared.device.usb_drive, TitleChoice::UsbDrive).as_slice(),
            is_there(shared.device.quit, TitleChoice::Quit).as_slice(),
        ])
    }

    fn row(&self, choice: TitleChoice, _: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            TitleChoice::Continue => "Continue",
            TitleChoice::Play => "Play",
            TitleChoice::NewLevels => "New levels",
            TitleChoice::HowToPlay => "How to play",
            TitleChoice::Settings => "Settings",
            TitleChoice::UsbDrive => "USB drive",
            TitleChoice::Quit => "Quit",
        })
    }

    fn choose(&mut self, choice: TitleChoice, shared: &mut Shared<'p>) -> Next<'p> {
        match choice {
            TitleChoice::Continue => match shared.play.is_on() {
                true => Some(Screen::Play(Playing::default())),
                false => {
                    shared.requests.resume = true;
                    None
                }
            },
            TitleChoice::Play => Some(Screen::Mode(ModeMenu::default().at(shared.filter, shared))),
            TitleChoice::NewLevels => Some(Screen::Generate(Generate::default())),
            TitleChoice::HowToPlay => Some(Screen::Instructions(Instructions::new(Origin::Title))),
            TitleChoice::Settings => Some(Screen::Settings(SettingsMenu::new(Origin::Title))),
            TitleChoice::UsbDrive => {
                shared.requests.usb_drive = true;
                None
            }
            TitleChoice::Quit => {
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
