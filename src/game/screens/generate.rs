//! The menu of new levels.

use super::code::CodeEntry;
use super::generating::Generating;
use super::opening::{How, Opening, Wanted};
use super::title::{Title, TitleChoice};
use super::{Next, Screen};
use crate::game::screens::menu::{Choices, Menu, Row, Value, choices, has_cursor, turned};
use crate::game::shared::Shared;
use crate::game::workshop::{Extent, Length};
use crate::make::Grade;
use crate::puzzle::Mode;

/// The cursor; the order itself is in the workshop.
#[derive(Clone, Debug, Default)]
pub struct Generate {
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum GenerateChoice {
    /// A level from the stock, or made now if there is none.
    Fresh(Length),
    Mode,
    Extent,
    Grade,
    Make,
    TypeCode,
}

impl<'p> Menu<'p> for Generate {
    type Choice = GenerateChoice;

    fn choices(&self, _: &Shared<'p>) -> Choices<GenerateChoice> {
        choices(&[
            &Length::ALL.map(GenerateChoice::Fresh),
            &[
                GenerateChoice::Mode,
                GenerateChoice::Extent,
                GenerateChoice::Grade,
                GenerateChoice::Make,
                GenerateChoice::TypeCode,
            ],
        ])
    }

    fn row(&self, choice: GenerateChoice, shared: &Shared<'p>) -> Row<'p> {
        let workshop = &shared.workshop;
        let word = Value::Word;
        match choice {
            GenerateChoice::Fresh(length) => {
                let grade = workshop.at_hand(length).and_then(|level| level.grade());
                let value = grade.map_or("to be made", Grade::name);
                Row::new(length.label(), word(value))
            }
            GenerateChoice::Mode => Row::new("Mode", word(workshop.mode.name())),
            GenerateChoice::Extent => Row::new("Size", word(workshop.extent.label())),
            GenerateChoice::Grade => Row::new("Grade", word(workshop.grade.name())),
            GenerateChoice::Make => Row::plain("Make one"),
            GenerateChoice::TypeCode => Row::plain("Type a code"),
        }
    }

    fn choose(&mut self, choice: GenerateChoice, shared: &mut Shared<'p>) -> Next<'p> {
        Some(match choice {
            GenerateChoice::Fresh(length) => match shared.workshop.take(length) {
                Some(kept) => Opening::begin(Wanted::Made(kept), How::Continue, shared),
                None => Generating::begin(shared.workshop.order_fresh(length), shared),
            },
            GenerateChoice::Make => Generating::begin(shared.workshop.order(), shared),
            GenerateChoice::TypeCode => Screen::Code(CodeEntry::begin(shared)),
            GenerateChoice::Mode | GenerateChoice::Extent | GenerateChoice::Grade => {
                self.change(choice, true, shared);
                return None;
            }
        })
    }

    fn change(&mut self, choice: GenerateChoice, forward: bool, shared: &mut Shared<'p>) {
        let workshop = &mut shared.workshop;
        match choice {
            GenerateChoice::Mode => {
                workshop.mode = turned(&[Mode::Classic, Mode::Pairs], workshop.mode, forward);
            }
            GenerateChoice::Extent => {
                workshop.extent = turned(&Extent::ALL, workshop.extent, forward);
            }
            GenerateChoice::Grade => {
                let count = Grade::HARDEST.number();
                let step = if forward { 1 } else { count - 1 };
                let number = (workshop.grade.number() - 1 + step) % count + 1;
                workshop.grade = Grade::new(number).unwrap_or(workshop.grade);
            }
            GenerateChoice::Fresh(_) | GenerateChoice::Make | GenerateChoice::TypeCode => return,
        }
        workshop.order_changed();
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        Some(Screen::Title(
            Title::default().at(TitleChoice::NewLevels, shared),
        ))
    }

    has_cursor!();
}
