//! The list of added packs, to remove some.

use super::remove::Remove;
use super::settings::{SettingsChoice, SettingsMenu};
use super::{Next, Origin, Screen};
use crate::game::library::{AddedPack, AddedState};
use crate::game::screens::menu::{Choices, Menu, Row, Value, has_cursor};
use crate::game::shared::Shared;

/// What a pack is called if its name cannot be read.
const NAMELESS: &str = "(no name)";

/// The cursor, and where Settings lead back to.
#[derive(Clone, Debug)]
pub struct Added {
    cursor: u8,
    origin: Origin,
}

impl Added {
    pub(super) const fn new(origin: Origin) -> Self {
        Self { cursor: 0, origin }
    }
}

/// The added packs of the machine; none if it cannot have any.
pub(super) fn packs(shared: &Shared<'_>) -> &'static [AddedPack] {
    shared.device.added.map_or(&[], |added| &added.list)
}

impl AddedPack {
    /// What the player calls it.
    pub fn label(&self) -> &'static str {
        self.name.unwrap_or(NAMELESS)
    }
}

impl<'p> Menu<'p> for Added {
    /// The pack's index.
    type Choice = u8;

    fn choices(&self, shared: &Shared<'p>) -> Choices<u8> {
        (0..packs(shared).len() as u8).collect()
    }

    fn row(&self, pack: u8, shared: &Shared<'p>) -> Row<'p> {
        let Some(pack) = packs(shared).get(usize::from(pack)) else {
            return Row::plain("");
        };
        let value = match pack.state {
            AddedState::Good(levels) => Value::Pack {
                levels,
                kb: pack.kb,
            },
            AddedState::Waiting(_) => Value::Word("waiting"),
            AddedState::Damaged => Value::Word("damaged"),
            AddedState::OtherVersion => Value::Word("unreadable"),
        };
        Row::new(pack.label(), value)
    }

    fn choose(&mut self, pack: u8, shared: &mut Shared<'p>) -> Next<'p> {
        let pack = *packs(shared).get(usize::from(pack))?;
        Some(Screen::Remove(Remove::new(pack, self.origin)))
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        let menu = SettingsMenu::new(self.origin);
        Some(Screen::Settings(menu.at(SettingsChoice::Added, shared)))
    }

    has_cursor!();
}
