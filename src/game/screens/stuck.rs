//! The menu of a lost position.

use super::play::{Playing, undo};
use super::solving::Solving;
use super::{Next, Screen};
use crate::game::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;

/// The cursor; which boxes are stuck is part of the play.
#[derive(Clone, Debug, Default)]
pub struct Stuck {
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Choice {
    Rewind,
    Undo,
    Restart,
    KeepPlaying,
}

impl<'p> Menu<'p> for Stuck {
    type Choice = Choice;

    fn choices(&self, _: &Shared<'p>) -> Choices<Choice> {
        choices(&[&[
            Choice::Rewind,
            Choice::Undo,
            Choice::Restart,
            Choice::KeepPlaying,
        ]])
    }

    fn row(&self, choice: Choice, _: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            Choice::Rewind => "Rewind to safety",
            Choice::Undo => "Undo",
            Choice::Restart => "Restart",
            Choice::KeepPlaying => "Keep playing",
        })
    }

    fn choose(&mut self, choice: Choice, shared: &mut Shared<'p>) -> Next<'p> {
        match choice {
            Choice::Rewind => return Some(Solving::begin_rewind(shared)),
            Choice::Undo => undo(shared),
            Choice::Restart => shared.restart(),
            Choice::KeepPlaying => {}
        }
        Some(Screen::Play(Playing::default()))
    }

    fn back(&mut self, _: &mut Shared<'p>) -> Next<'p> {
        Some(Screen::Play(Playing::default()))
    }

    has_cursor!();
}
