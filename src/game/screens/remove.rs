//! The question whether to remove an added pack.

use super::added::{Added, packs};
use super::{Next, Origin, Screen};
use crate::game::library::AddedPack;
use crate::game::screens::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;

/// The question, with the harmless answer first.
#[derive(Clone, Debug)]
pub struct Remove {
    cursor: u8,
    pack: AddedPack,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum RemoveChoice {
    No,
    Yes,
}

impl Remove {
    pub(super) const fn new(pack: AddedPack, origin: Origin) -> Self {
        Self {
            cursor: 0,
            pack,
            origin,
        }
    }

    /// The pack in question.
    pub fn pack(&self) -> &AddedPack {
        &self.pack
    }
}

impl<'p> Menu<'p> for Remove {
    type Choice = RemoveChoice;

    fn choices(&self, _: &Shared<'p>) -> Choices<RemoveChoice> {
        choices(&[&[RemoveChoice::No, RemoveChoice::Yes]])
    }

    fn row(&self, choice: RemoveChoice, _: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            RemoveChoice::No => "Keep it",
            RemoveChoice::Yes => "Remove",
        })
    }

    fn choose(&mut self, choice: RemoveChoice, shared: &mut Shared<'p>) -> Next<'p> {
        if choice == RemoveChoice::Yes {
            shared.requests.remove = Some(self.pack.place);
        }
        self.back(shared)
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        let place = packs(shared).iter().position(|pack| *pack == self.pack);
        let menu = Added::new(self.origin);
        let place = place.unwrap_or(0) as u8;
        Some(Screen::Added(menu.at(place, shared)))
    }

    has_cursor!();
}
