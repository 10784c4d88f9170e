//! The menu of modes.

use super::packs::PackMenu;
use super::title::{Title, TitleChoice};
use super::{Next, Screen};
use crate::game::library::packs::Filter;
use crate::game::screens::menu::{Choices, Menu, Row, Value, choices, has_cursor};
use crate::game::shared::Shared;
use crate::puzzle::Mode;

/// Classic, Pairs or both: what the lists of levels show.
#[derive(Clone, Debug, Default)]
pub struct ModeMenu {
    cursor: u8,
}

impl<'p> Menu<'p> for ModeMenu {
    type Choice = Filter;

    fn choices(&self, _: &Shared<'p>) -> Choices<Filter> {
        choices(&[&Filter::ALL])
    }

    fn row(&self, filter: Filter, shared: &Shared<'p>) -> Row<'p> {
        let label = match filter {
            Filter::Only(Mode::Classic) => "Classic",
            Filter::Only(Mode::Pairs) => "Pairs",
            Filter::All => "Both",
        };
        Row::new(label, Value::Count(shared.census.of_all(filter)))
    }

    fn choose(&mut self, filter: Filter, shared: &mut Shared<'p>) -> Next<'p> {
        shared.filter = filter;
        Some(Screen::Packs(PackMenu::default()))
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        Some(Screen::Title(
            Title::default().at(TitleChoice::Play, shared),
        ))
    }

    has_cursor!();
}
