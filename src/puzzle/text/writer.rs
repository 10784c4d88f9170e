//! Writes levels as text.

use core::fmt::{self, Write};

use super::dialect::Dialect;
use super::reader::Entry;
use crate::puzzle::board::Board;
use crate::puzzle::cell::Cell;
use crate::puzzle::letter::Letter;
use crate::puzzle::level::{Level, Mode};

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One symbol per square.
    Xsb,
    /// Run lengths, all rows on one line.
    RunLength,
    /// The symbols of pysokoban, or its letters if the symbols would be ambiguous.
    Pysokoban,
}

/// A Pairs level cannot be written in a dialect of pysokoban.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPairs;

impl fmt::Display for NoPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a pairs level cannot be written for pysokoban: use xsb or rle"
        )
    }
}

impl core::error::Error for NoPairs {}

impl Entry<'_> {
    /// The board and its fields as text that reads back as the same level.
    pub fn to_text(&self, format: Format) -> Result<impl fmt::Display + '_, NoPairs> {
        let dialect = self.level.dialect_for(format)?;
        Ok(Written {
            entry: self,
            dialect,
        })
    }
}

struct Written<'e> {
    entry: &'e Entry<'e>,
    dialect: Dialect,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry {
            level,
            title,
            author,
            par,
            ..
        } = self.entry;
        level.draw(f, level.start(), self.dialect)?;
        if !title.is_empty() {
            writeln!(f, "Title: {title}")?;
        }
        if !author.is_empty() {
            writeln!(f, "Author: {author}")?;
        }
        if let Some(par) = par {
            writeln!(f, "Par: {par}")?;
        }
        Ok(())
    }
}

impl Level {
    /// A position of this level as XSB, which can be read back.
    pub fn picture<'a>(&'a self, board: &'a Board) -> impl fmt::Display + 'a {
        Picture { level: self, board }
    }

    fn dialect_for(&self, format: Format) -> Result<Dialect, NoPairs> {
        match format {
            Format::Xsb => Ok(Dialect::Xsb),
            Format::RunLength => Ok(Dialect::RunLength),
            Format::Pysokoban if self.mode() == Mode::Pairs => Err(NoPairs),
            // One `-` and one `+` would be just as valid as XSB.
            Format::Pysokoban => {
                let on_goals = (*self.start().boxes() & *self.goals()).len();
                let ambiguous = self.goals().contains(self.start().keeper()) && on_goals == 1;
                Ok(if ambiguous {
                    Dialect::PysokobanLetters
                } else {
                    Dialect::PysokobanSymbols
                })
            }
        }
    }

    fn draw(&self, out: &mut impl Write, board: &Board, dialect: Dialect) -> fmt::Result {
        for row in 0..self.height() {
            // Every row of a level has a wall, and nothing comes after the last one.
            let walls = self.walls().rows()[row];
            let width = (u32::BITS - walls.leading_zeros()) as usize;
            let symbols = (0..width)
                .map(|column| dialect.symbol_for(self.symbol(board, Cell::at(row, column))));
            if dialect == Dialect::RunLength {
                write_runs(out, symbols)?;
                out.write_char(if row + 1 < self.height() { '|' } else { '\n' })?;
            } else {
                symbols
                    .map(char::from)
                    .try_for_each(|symbol| out.write_char(symbol))?;
                out.write_char('\n')?;
            }
        }
        self.hidden_holes(board).try_for_each(|(cell, letter)| {
            writeln!(
                out,
                "Hole: {} {} {}",
                cell.row() + 1,
                cell.column() + 1,
                letter.hole_symbol() as char
            )
        })
    }

    /// The XSB symbol of a square.
    fn symbol(&self, board: &Board, cell: Cell) -> u8 {
        if self.walls().contains(cell) {
            return b'#';
        }
        let is_goal = self.goals().contains(cell);
        let goal = is_goal && self.mode() == Mode::Classic;
        if board.keeper() == cell {
            if goal { b'+' } else { b'@' }
        } else if board.boxes().contains(cell) {
            match self.mode() {
                Mode::Pairs => board.letter_at(cell).map_or(b'$', Letter::box_symbol),
                Mode::Classic if goal => b'*',
                Mode::Classic => b'$',
            }
        } else if goal {
            b'.'
        } else if !is_goal {
            b' '
        } else {
            match self
                .hole_at(cell)
                .filter(|&letter| board.box_of(letter).is_some())
            {
                Some(letter) => letter.hole_symbol(),
                None => b' ',
            }
        }
    }

    /// Unfilled holes under the keeper or a box, in alphabetical order.
    fn hidden_holes<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = (Cell, Letter)> + 'a {
        Letter::all()
            .filter(|&letter| board.box_of(letter).is_some())
            .filter_map(|letter| Some((self.hole(letter)?, letter)))
            .filter(|&(cell, _)| board.keeper() == cell || board.boxes().contains(cell))
    }
}

struct Picture<'a> {
    level: &'a Level,
    board: &'a Board,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.level.draw(f, self.board, Dialect::Xsb)
    }
}

fn write_runs(out: &mut impl Write, symbols: impl Iterator<Item = u8>) -> fmt::Result {
    let mut symbols = symbols.peekable();
    while let Some(symbol) = symbols.next() {
        let mut length = 1;
        while symbols.next_if_eq(&symbol).is_some() {
            length += 1;
        }
        if length > 1 {
            write!(out, "{length}")?;
        }
        out.write_char(char::from(symbol))?;
    }
    Ok(())
}
