//! The title and main menu.
//!
//! After power-on it may be shown while the level of the game in play is searched for, because
//! packs have changed. Then the game goes on as soon as the level is found, unless the player
//! uses the menu.

use core::task::Poll;

use super::generate::Generate;
use super::instructions::Instructions;
use super::mode::ModeMenu;
use super::opening::Opening;
use super::play::Playing;
use super::settings::SettingsMenu;
use super::{Attract, Next, Origin, Screen};
use crate::game::library::FindLevel;
use crate::game::screens::menu::{Choices, Menu, Row, choices};
use crate::game::shared::Shared;

/// Attract mode starts after this time without a key, in milliseconds.
pub const ATTRACT_MS: u32 = 10_000;

/// The cursor of the main menu.
#[derive(Clone, Debug, Default)]
pub struct Title<'p> {
    cursor: u8,
    /// The slot of the game in play, and the search for its level.
    search: Option<(u32, FindLevel<'p>)>,
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

impl<'p> Title<'p> {
    /// The cursor on the first row, as a constant.
    pub(in crate::game) const FIRST: Self = Self {
        cursor: 0,
        search: None,
    };

    /// Searches for the level of the game in a slot.
    pub(in crate::game) fn searching(slot: u32, search: FindLevel<'p>) -> Self {
        Self {
            search: Some((slot, search)),
            ..Self::FIRST
        }
    }

    /// Whether the level of the game in play is searched for.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }
}

impl<'p> Menu<'p> for Title<'p> {
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
        if let Some((slot, search)) = &mut self.search {
            let slot = *slot;
            if !shared.takes_reading() {
                return None;
            }
            return match search.advance(&mut shared.reading) {
                Poll::Pending => None,
                Poll::Ready(Some(found)) => Some(Opening::found(found)),
                Poll::Ready(None) => {
                    self.search = None;
                    shared.level_is_gone(slot);
                    None
                }
            };
        }
        (shared.idle() >= ATTRACT_MS).then(|| Screen::Attract(Attract::new()))
    }

    fn is_reading(&self) -> bool {
        self.is_searching()
    }

    fn place(&self) -> u8 {
        self.cursor
    }

    /// Whoever moves the cursor wants something else than the game in play.
    fn set_place(&mut self, place: u8) {
        self.cursor = place;
        self.search = None;
    }
}
