//! A code is typed with a d-pad.

use super::generate::{Generate, GenerateChoice};
use super::generating::Generating;
use super::{Next, Screen, ScreenState};
use crate::game::input::Action;
use crate::game::menu::Menu;
use crate::game::shared::Shared;
use crate::make::{CODE_LENGTH, Code, CodeError, DIGITS};
use crate::puzzle::Direction;

/// Ten characters, one of which is being changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeEntry {
    symbols: [u8; CODE_LENGTH],
    cursor: u8,
    /// Whether the player has changed a character.
    changed: bool,
}

impl CodeEntry {
    /// Begins with what was typed before. Where that is nothing, with a new code: much of
    /// it may stay as it is.
    pub(super) fn begin(shared: &mut Shared<'_>) -> Self {
        shared.workshop.typed.take().unwrap_or_else(|| Self {
            symbols: shared.workshop.order().symbols(),
            cursor: 0,
            changed: false,
        })
    }

    /// The characters.
    pub fn text(&self) -> &str {
        // They are all ASCII.
        core::str::from_utf8(&self.symbols).unwrap_or_default()
    }

    /// Which of them is being changed.
    pub fn cursor(&self) -> usize {
        self.cursor.into()
    }

    /// The code, or what is wrong with it.
    pub fn code(&self) -> Result<Code, CodeError> {
        self.text().parse()
    }

    /// The next character at the cursor or the one before, round the ends.
    fn turn(&mut self, forward: bool) {
        let symbol = &mut self.symbols[usize::from(self.cursor)];
        let place = DIGITS.iter().position(|digit| digit == symbol).unwrap_or(0);
        let step = if forward { 1 } else { DIGITS.len() - 1 };
        *symbol = DIGITS[(place + step) % DIGITS.len()];
        self.changed = true;
    }

    /// On to the next character or back to the one before, round the ends.
    fn walk(&mut self, right: bool) {
        let step = if right { 1 } else { CODE_LENGTH - 1 };
        self.cursor = ((self.cursor() + step) % CODE_LENGTH) as u8;
    }
}

impl<'p> ScreenState<'p> for CodeEntry {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        match action {
            Action::Walk { direction, .. } => match direction {
                Direction::Up => self.turn(true),
                Direction::Down => self.turn(false),
                Direction::Left => self.walk(false),
                Direction::Right => self.walk(true),
            },
            Action::Ok => {
                // What is wrong with it is shown below it.
                let code = self.code().ok()?;
                return Some(Generating::begin(code, shared));
            }
            Action::Back => {
                shared.workshop.typed = self.changed.then_some(*self);
                let choice = GenerateChoice::TypeCode;
                return Some(Screen::Generate(Generate::default().at(choice, shared)));
            }
            _ => {}
        }
        None
    }
}
