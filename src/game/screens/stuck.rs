//! The menu of a lost position.

use super::play::{Playing, undo};
use super::solving::Solving;
use super::{Next, Screen};
use crate::game::screens::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;

/// The cursor; which boxes are stuck is part of the play.
#[derive(Clone, Debug, Default)]
pub struct Stuck {
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum StuckChoice {
    Rewind,
    Undo,
    Restart,
    KeepPlaying,
}

impl<'p> Menu<'p> for Stuck {
    type Choice = StuckChoice;

    fn choices(&self, _: &Shared<'p>) -> Choices<StuckChoice> {
        choices(&[&[
            StuckChoice::Rewind,
            StuckChoice::Undo,
            StuckChoice::Restart,
            StuckChoice::KeepPlaying,
        ]])
    }

    fn row(&self, choice: StuckChoice, _: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            StuckChoice::Rewind => "Rewind to safety",
            StuckChoice::Undo => "Undo",
            StuckChoice::Restart => "Restart",
            StuckChoice::KeepPlaying => "Keep playing",
        })
    }

    fn choose(&mut self, choice: StuckChoice, shared: &mut Shared<'p>) -> Next<'p> {
        match choice {
            StuckChoice::Rewind => return Some(Solving::begin_rewind(shared)),
            StuckChoice::Undo => undo(shared),
            StuckChoice::Restart => shared.restart(),
            StuckChoice::KeepPlaying => {}
        }
        Some(Screen::Play(Playing::default()))
    }

    fn back(&mut self, _: &mut Shared<'p>) -> Next<'p> {
        Some(Screen::Play(Playing::default()))
    }

    has_cursor!();
}
