//! The menu of new levels.

use super::code::CodeEntry;
use super::generating::Generating;
use super::play::Playing;
use super::title::{self, Title};
use super::{Next, Screen};
use crate::game::menu::{Choices, Menu, Row, Value, choices, has_cursor, turned};
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
pub(in crate::game) enum Choice {
    /// A level from the stock, or made now if there is none.
    Fresh(Length),
    Mode,
    Extent,
    Grade,
    Make,
    TypeCode,
}

impl<'p> Menu<'p> for Generate {
    type Choice = Choice;

    fn choices(&self, _: &Shared<'p>) -> Choices<Choice> {
        choices(&[
            &Length::ALL.map(Choice::Fresh),
            &[
                Choice::Mode,
                Choice::Extent,
                Choice::Grade,
                Choice::Make,
                Choice::TypeCode,
            ],
        ])
    }

    fn row(&self, choice: Choice, shared: &Shared<'p>) -> Row<'p> {
        let workshop = &shared.workshop;
        let word = Value::Word;
        match choice {
            Choice::Fresh(length) => {
                let grade = workshop.at_hand(length).and_then(|level| level.grade());
                let value = grade.map_or("to be made", Grade::name);
                Row::new(length.label(), word(value))
            }
            Choice::Mode => Row::new("Mode", word(workshop.mode.name())),
            Choice::Extent => Row::new("Size", word(workshop.extent.label())),
            Choice::Grade => Row::new("Grade", word(workshop.grade.name())),
            Choice::Make => Row::plain("Make one"),
            Choice::TypeCode => Row::plain("Type a code"),
        }
    }

    fn choose(&mut self, choice: Choice, shared: &mut Shared<'p>) -> Next<'p> {
        Some(match choice {
            Choice::Fresh(length) => match shared.workshop.take(length) {
                Some(kept) => Playing::begin_made(&kept, shared),
                None => Generating::begin(shared.workshop.order_fresh(length), shared),
            },
            Choice::Make => Generating::begin(shared.workshop.order(), shared),
            Choice::TypeCode => Screen::Code(CodeEntry::begin(shared)),
            Choice::Mode | Choice::Extent | Choice::Grade => {
                self.change(choice, true, shared);
                return None;
            }
        })
    }

    fn change(&mut self, choice: Choice, forward: bool, shared: &mut Shared<'p>) {
        let workshop = &mut shared.workshop;
        match choice {
            Choice::Mode => {
                workshop.mode = turned(&[Mode::Classic, Mode::Pairs], workshop.mode, forward);
            }
            Choice::Extent => {
                workshop.extent = turned(&Extent::ALL, workshop.extent, forward);
            }
            Choice::Grade => {
                let count = Grade::HARDEST.number();
                let step = if forward { 1 } else { count - 1 };
                let number = (workshop.grade.number() - 1 + step) % count + 1;
                workshop.grade = Grade::new(number).unwrap_or(workshop.grade);
            }
            Choice::Fresh(_) | Choice::Make | Choice::TypeCode => return,
        }
        workshop.order_changed();
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        Some(Screen::Title(
            Title::default().at(title::Choice::NewLevels, shared),
        ))
    }

    has_cursor!();
}
