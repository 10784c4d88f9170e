//! The question whether to erase all progress.

use super::settings::{SettingsChoice, SettingsMenu};
use super::{Next, Origin, Screen};
use crate::game::banner::Banner;
use crate::game::library::Census;
use crate::game::screens::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;

/// The question, with the harmless answer first.
#[derive(Clone, Debug)]
pub struct Erase {
    cursor: u8,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum EraseChoice {
    No,
    Yes,
}

impl Erase {
    pub(super) const fn new(origin: Origin) -> Self {
        Self { cursor: 0, origin }
    }
}

impl<'p> Menu<'p> for Erase {
    type Choice = EraseChoice;

    fn choices(&self, _: &Shared<'p>) -> Choices<EraseChoice> {
        choices(&[&[EraseChoice::No, EraseChoice::Yes]])
    }

    fn row(&self, choice: EraseChoice, _: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            EraseChoice::No => "Keep everything",
            EraseChoice::Yes => "Erase",
        })
    }

    fn choose(&mut self, choice: EraseChoice, shared: &mut Shared<'p>) -> Next<'p> {
        match choice {
            EraseChoice::No => {}
            EraseChoice::Yes => {
                shared.bests.erase();
                shared.games_erased = true;
                shared.census = Census::new(shared.packs);
                shared.play.end();
                shared.tell(Banner::Erased);
                // There is no level in play to go back to.
                self.origin = Origin::Title;
            }
        }
        self.back(shared)
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        let menu = SettingsMenu::new(self.origin);
        Some(Screen::Settings(menu.at(SettingsChoice::Erase, shared)))
    }

    has_cursor!();
}
