//! Reads the levels of a text, one at a time and in place.

use core::fmt;
use core::task::Poll;

use super::dialect::Dialect;
use super::fields::{Par, Text};
use super::lines::Lines;
use super::reading::{Block, Reading};
use crate::puzzle::level::Level;
use crate::puzzle::problem::Problem;

/// A level with its fields.
#[derive(Clone, Debug)]
pub struct Entry<'t> {
    /// The level.
    pub level: Level,
    /// From `Title:`, else the last quoted line before the board, else the last comment.
    pub title: Text<'t>,
    /// From `Author:`.
    pub author: Text<'t>,
    /// From `Par:`.
    pub par: Option<Par>,
    /// The dialect of the board.
    pub dialect: Dialect,
    /// The line of the board's first row, from 1.
    pub line: u32,
}

/// Why a level could not be read, and where. Line and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line of the text.
    pub line: u32,
    /// Byte of the line.
    pub column: u32,
    /// What to change.
    pub problem: Problem,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.problem)
    }
}

impl core::error::Error for TextError {}

/// Reads the levels of a text in order. Each board yields one item, a level or an error,
/// so bad levels do not change the numbers of good ones. A text without any board yields
/// one error.
#[derive(Clone, Debug)]
pub struct Reader<'t> {
    lines: Lines<'t>,
    any: bool,
    done: bool,
}

impl<'t> Reader<'t> {
    /// A reader over a whole text.
    pub fn new(text: &'t [u8]) -> Self {
        Self {
            lines: Lines::new(text),
            any: false,
            done: false,
        }
    }

    /// The text not read yet. A reader over it yields the same levels as this one, but its
    /// line numbers start from 1.
    pub fn rest(&self) -> &'t [u8] {
        self.lines.rest()
    }

    /// Whether both are at the same place of the same text.
    pub fn is_at(&self, other: &Self) -> bool {
        self.lines.is_at(&other.lines)
    }

    /// The next board, of which nothing but its lines is known yet; `None` after the last one.
    pub(super) fn find(&mut self) -> Option<Block<'t>> {
        if self.done {
            return None;
        }
        let block = Block::find(&mut self.lines);
        self.any |= block.is_some();
        self.done = block.is_none();
        block
    }

    /// Whether all boards were found.
    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// What is wrong with a text without any board.
    pub(super) fn complaint(&self) -> Option<TextError> {
        (!self.any).then_some(TextError {
            line: 1,
            column: 1,
            problem: Problem::NoLevel,
        })
    }

    /// Passes over some boards, which is much faster than reading them. Returns how many there
    /// were.
    pub fn skip_boards(&mut self, boards: usize) -> usize {
        (0..boards).take_while(|_| self.find().is_some()).count()
    }
}

impl<'t> Iterator for Reader<'t> {
    type Item = Result<Entry<'t>, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut reading = Reading::new();
        loop {
            if let Poll::Ready(item) = reading.advance(self) {
                return item;
            }
        }
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        match self.skip_boards(n) == n {
            true => self.next(),
            false => None,
        }
    }
}
