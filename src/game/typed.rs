//! A code that is being typed with a d-pad.

use crate::make::{CODE_LENGTH, Code, CodeError, DIGITS};

/// Ten characters, one of which is being changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typed {
    symbols: [u8; CODE_LENGTH],
    cursor: u8,
    /// Whether a player has begun to type.
    changed: bool,
}

impl Typed {
    pub(super) const fn new() -> Self {
        Self {
            symbols: [DIGITS[0]; CODE_LENGTH],
            cursor: 0,
            changed: false,
        }
    }

    /// Begins with a code, at its first character.
    pub(super) fn begin(&mut self, code: Code) {
        self.symbols = code.symbols();
        self.cursor = 0;
    }

    /// Whether a player has begun to type, so that nothing else may take its place.
    pub(super) fn is_changed(&self) -> bool {
        self.changed
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
    pub(super) fn turn(&mut self, forward: bool) {
        let symbol = &mut self.symbols[usize::from(self.cursor)];
        let place = DIGITS.iter().position(|digit| digit == symbol).unwrap_or(0);
        let step = if forward { 1 } else { DIGITS.len() - 1 };
        *symbol = DIGITS[(place + step) % DIGITS.len()];
        self.changed = true;
    }

    /// On to the next character or back to the one before, round the ends.
    pub(super) fn walk(&mut self, right: bool) {
        let step = if right { 1 } else { CODE_LENGTH - 1 };
        self.cursor = ((self.cursor() + step) % CODE_LENGTH) as u8;
    }
}
