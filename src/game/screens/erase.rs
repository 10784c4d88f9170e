//! The question whether to erase all progress.

use super::settings::{self, SettingsMenu};
use super::{Next, Origin, Screen};
use crate::game::banner::Banner;
use crate::game::library::Census;
use crate::game::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;

/// The question, with the harmless answer first.
#[derive(Clone, Debug)]
pub struct Erase {
    cursor: u8,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Choice {
    No,
    Yes,
}

impl Erase {
    pub(super) const fn new(origin: Origin) -> Self {
        Self { cursor: 0, origin }
    }
}

impl<'p> Menu<'p> for Erase {
    type Choice = Choice;

    fn choices(&self, _: &Shared<'p>) -> Choices<Choice> {
        choices(&[&[Choice::No, Choice::Yes]])
    }

    fn row(&self, choice: Choice, _: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            Choice::No => "Keep everything",
            Choice::Yes => "Erase",
        })
    }

    fn choose(&mut self, choice: Choice, shared: &mut Shared<'p>) -> Next<'p> {
        match choice {
            Choice::No => {}
            Choice::Yes => {
                shared.bests.erase();
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
        Some(Screen::Settings(menu.at(settings::Choice::Erase, shared)))
    }

    has_cursor!();
}
