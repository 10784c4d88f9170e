//! The player enters a level's code with the direction keys.

use super::generate::{Generate, GenerateChoice};
use super::generating::Generating;
use super::{Next, Screen, ScreenState};
use crate::game::input::Action;
use crate::game::screens::menu::Menu;
use crate::game::shared::Shared;
use crate::make::{CODE_LENGTH, Code, CodeError, DIGITS};
use crate::puzzle::Direction;

/// The characters of a code, with a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeEntry {
    symbols: [u8; CODE_LENGTH],
    cursor: u8,
    /// Whether the player has changed a character.
    changed: bool,
}

impl CodeEntry {
    /// Begins with what was typed before, or else with a new code, so that fewer characters
    /// have to be changed.
    pub(super) fn begin(shared: &mut Shared<'_>) -> Self {
        let typed = shared.workshop.typed.take();
        Self {
            changed: typed.is_some(),
            symbols: typed.unwrap_or_else(|| shared.workshop.order().symbols()),
            cursor: 0,
        }
    }

    /// The characters typed so far.
    pub fn text(&self) -> &str {
        // They are all ASCII.
        core::str::from_utf8(&self.symbols).unwrap_or_default()
    }

    /// The index of the character that is being changed.
    pub fn cursor(&self) -> usize {
        self.cursor.into()
    }

    /// The code, or what is wrong with it.
    pub fn code(&self) -> Result<Code, CodeError> {
        self.text().parse()
    }

    /// Changes the character at the cursor to the next or previous one, wrapping around.
    fn turn(&mut self, forward: bool) {
        let symbol = &mut self.symbols[usize::from(self.cursor)];
        let place = DIGITS.iter().position(|digit| digit == symbol).unwrap_or(0);
        let step = if forward { 1 } else { DIGITS.len() - 1 };
        *symbol = DIGITS[(place + step) % DIGITS.len()];
        self.changed = true;
    }

    /// Moves the cursor by one, wrapping around.
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
                // If it is wrong, the screen already says why.
                let code = self.code().ok()?;
                return Some(Generating::begin(code, shared));
            }
            Action::Back => {
                shared.workshop.typed = self.changed.then_some(self.symbols);
                let choice = GenerateChoice::TypeCode;
                return Some(Screen::Generate(Generate::default().at(choice, shared)));
            }
            _ => {}
        }
        None
    }
}
