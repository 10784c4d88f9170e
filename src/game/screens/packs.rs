//! The menu of packs.

use super::levels::Levels;
use super::mode::ModeMenu;
use super::{Next, Screen};
use crate::game::library::MAX_PACKS;
use crate::game::screens::menu::{Choices, Menu, Row, Value, has_cursor};
use crate::game::shared::Shared;

/// The packs, with how many levels of each are solved.
#[derive(Clone, Debug, Default)]
pub struct PackMenu {
    cursor: u8,
}

impl<'p> Menu<'p> for PackMenu {
    /// The pack's index.
    type Choice = u8;

    fn choices(&self, shared: &Shared<'p>) -> Choices<u8> {
        (0..shared.packs.len().min(MAX_PACKS) as u8).collect()
    }

    fn row(&self, pack: u8, shared: &Shared<'p>) -> Row<'p> {
        let index = usize::from(pack);
        let name = shared.packs.get(index).map_or("", |pack| pack.name);
        let count = shared.census.of_pack(index, shared.filter);
        Row::new(name, Value::Count(count))
    }

    fn choose(&mut self, pack: u8, shared: &mut Shared<'p>) -> Next<'p> {
        Some(Screen::Levels(Levels::new(pack, shared)))
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        Some(Screen::Mode(ModeMenu::default().at(shared.filter, shared)))
    }

    has_cursor!();
}
