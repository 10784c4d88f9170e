//! Reads the levels of a text, one at a time and in place.

use core::fmt;

use super::dialect::{self, Dialect};
use super::fields::{Field, Key, Par, Text, parse_hole};
use super::lines::{Line, LineKind, Lines};
use super::rows::{self, NotARow, Run, Runs};
use crate::puzzle::cell::Cell;
use crate::puzzle::level::Level;
use crate::puzzle::limits::MAX_SIDE;
use crate::puzzle::problem::Problem;
use crate::puzzle::sketch::Sketch;

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

    /// Passes over some boards, which is much faster than reading them. Returns how many there
    /// were.
    pub fn skip_boards(&mut self, boards: usize) -> usize {
        for skipped in 0..boards {
            if self.done || Block::find(&mut self.lines).is_none() {
                self.done = true;
                return skipped;
            }
            self.any = true;
        }
        boards
    }
}

impl<'t> Iterator for Reader<'t> {
    type Item = Result<Entry<'t>, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        match Block::find(&mut self.lines) {
            Some(block) => {
                self.any = true;
                Some(block.read())
            }
            None => {
                self.done = true;
                let nothing = TextError {
                    line: 1,
                    column: 1,
                    problem: Problem::NoLevel,
                };
                (!self.any).then_some(Err(nothing))
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

/// The lines of one level: name, board and fields.
struct Block<'t> {
    /// The last quote before the board, or else the last comment.
    name: &'t [u8],
    wall: u8,
    /// Starts at the board's first row.
    board: Lines<'t>,
    rows: usize,
    first_line: u32,
    /// The first line that is meant as a row but is not a valid one.
    broken: Option<Line<'t>>,
    /// Starts after the board.
    fields: Lines<'t>,
}

impl<'t> Block<'t> {
    /// Finds the next block. Leaves `lines` just after its board.
    fn find(lines: &mut Lines<'t>) -> Option<Self> {
        let (mut comment, mut quote): (&[u8], &[u8]) = (&[], &[]);
        let (board, first_line, wall) = loop {
            let here = lines.clone();
            let line = lines.next()?;
            match line.kind() {
                LineKind::Row { wall } | LineKind::BrokenRow { wall } => {
                    break (here, line.number, wall);
                }
                LineKind::Comment(text) if !text.is_empty() => comment = text,
                LineKind::Quote(text) if !text.is_empty() => quote = text,
                _ => {}
            }
        };
        *lines = board.clone();
        let (mut rows, mut broken, mut closed) = (0, None, false);
        while let Some(line) = lines.peek() {
            match line.kind() {
                LineKind::Row { wall: next } if next != wall => break,
                LineKind::Row { .. } => {
                    rows += 1;
                    closed = rows > 2 && rows::is_all_wall(line.bytes, wall);
                }
                LineKind::BrokenRow { .. } => broken = broken.or(Some(line)),
                // The board is rejected anyway, so skip any other line in it.
                LineKind::Other if broken.is_some() => {}
                LineKind::Other if stands_in_board(lines, wall, closed) => broken = Some(line),
                _ => break,
            }
            lines.next();
        }
        Some(Self {
            name: if quote.is_empty() { comment } else { quote },
            wall,
            board,
            rows,
            first_line,
            broken,
            fields: lines.clone(),
        })
    }

    fn read(&self) -> Result<Entry<'t>, TextError> {
        if let Some(line) = self.broken {
            return Err(broken_row(&line, self.wall));
        }
        let runs = Runs::new(self.board.clone(), self.rows);
        let start = TextError {
            line: self.first_line,
            column: 1,
            problem: Problem::NoLevel,
        };
        let dialect =
            dialect::detect(&runs, self.wall).map_err(|problem| TextError { problem, ..start })?;

        let indent = runs
            .clone()
            .filter(|run| run.symbol == self.wall)
            .map(|run| run.column)
            .min()
            .unwrap_or(0);
        let mut sketch = draw(runs.clone(), dialect, indent)?;
        let mut entry_fields = Fields::default();
        for line in self.fields.clone() {
            match line.kind() {
                LineKind::Row { .. } | LineKind::BrokenRow { .. } => break,
                LineKind::Field(field) => entry_fields.take(field, &mut sketch)?,
                _ => {}
            }
        }
        let level = sketch.validate().map_err(|fault| {
            let problem = fault.problem;
            match entry_fields
                .hole_line(&sketch, fault.cell)
                .filter(|_| problem.is_about_holes())
            {
                Some((line, column)) => TextError {
                    line,
                    column,
                    problem,
                },
                None if problem == Problem::NoPlayer => TextError { problem, ..start },
                None => locate(runs.clone(), fault.cell, indent, problem),
            }
        })?;
        let title = if entry_fields.title.is_empty() {
            Text::new(self.name)
        } else {
            entry_fields.title
        };
        Ok(Entry {
            level,
            title,
            author: entry_fields.author,
            par: entry_fields.par,
            dialect,
            line: self.first_line,
        })
    }
}

/// Whether the next line, which follows a row but is not one, is meant as a row: it starts
/// with a wall, or the board continues right after it. Between a row that closes a board
/// and a row that opens the next, it is text.
fn stands_in_board(lines: &Lines<'_>, wall: u8, closed: bool) -> bool {
    let mut lines = lines.clone();
    let first_wall = lines.next().and_then(|line| rows::first_wall(line.bytes));
    let continues = lines.next().is_some_and(|next| {
        rows::wall_of_row(next.bytes) == Some(wall)
            && !(closed && rows::is_all_wall(next.bytes, wall))
    });
    // A `W` may also start a word, so it does not prove that the line is a row.
    continues || (first_wall == Some(b'#') && wall == b'#')
}

fn broken_row(line: &Line<'_>, wall: u8) -> TextError {
    let (place, problem) = match rows::check_row(line.bytes, wall) {
        Err(NotARow::Symbol(symbol, place)) => (place, Problem::NotASymbol(symbol)),
        Err(NotARow::Tab(place)) => (place, Problem::Tab),
        Err(NotARow::NotClosed(place)) => (place, Problem::RowNotClosed),
        Ok(()) => (0, Problem::RowNotClosed),
    };
    TextError {
        line: line.number,
        column: u32::try_from(place + 1).unwrap_or(u32::MAX),
        problem,
    }
}

/// Draws everything but floor, moved left by the indentation.
fn draw(runs: Runs<'_>, dialect: Dialect, indent: usize) -> Result<Sketch, TextError> {
    let mut sketch = Sketch::new();
    for run in runs {
        let symbol = dialect.to_xsb(run.symbol);
        if symbol == b' ' {
            continue;
        }
        let problem = |problem| TextError {
            line: run.line,
            column: run.text_column,
            problem,
        };
        if run.row >= MAX_SIDE {
            return Err(problem(Problem::TooTall));
        }
        // A row starts with a wall, so nothing is left of the indentation.
        let column = run.column.saturating_sub(indent);
        if column.saturating_add(run.length) > MAX_SIDE {
            return Err(problem(Problem::TooWide));
        }
        for offset in 0..run.length {
            sketch.draw(Cell::at(run.row, column + offset), symbol);
        }
    }
    Ok(sketch)
}

/// The position of a square in the text. A square past the end of its row is placed just
/// after it.
fn locate(runs: Runs<'_>, cell: Cell, indent: usize, problem: Problem) -> TextError {
    let column = cell.column() + indent;
    let mut found = TextError {
        line: 1,
        column: 1,
        problem,
    };
    let plain = !runs.is_run_length();
    for Run {
        row,
        column: first,
        length,
        line,
        text_column,
        ..
    } in runs
    {
        if row == cell.row() {
            found.line = line;
            found.column = if column < first.saturating_add(length) {
                text_column
            } else if plain {
                text_column + u32::try_from(column - first).unwrap_or(0)
            } else {
                text_column + 1
            };
            if column < first.saturating_add(length) {
                break;
            }
        }
    }
    found
}

/// The fields of one level read so far.
#[derive(Default)]
struct Fields<'t> {
    title: Text<'t>,
    author: Text<'t>,
    par: Option<Par>,
    /// Line and column of each of the sketch's holes, in the same order.
    holes: heapless::Vec<(u32, u32), { crate::puzzle::limits::MAX_PAIRS }>,
}

impl<'t> Fields<'t> {
    fn take(&mut self, field: Field<'t>, sketch: &mut Sketch) -> Result<(), TextError> {
        let problem = |problem| TextError {
            line: field.line,
            column: field.column,
            problem,
        };
        match field.key {
            Key::Title => self.title = Text::new(field.value),
            Key::Author => self.author = Text::new(field.value),
            Key::Par => self.par = Some(Par::parse(field.value).ok_or(problem(Problem::BadPar))?),
            Key::Hole => {
                let (row, column, letter) =
                    parse_hole(field.value).ok_or(problem(Problem::BadHole))?;
                let (width, height) = sketch.size();
                let cell = Cell::new(row, column)
                    .filter(|_| row < height && column < width)
                    .ok_or(problem(Problem::HoleOffBoard))?;
                // More holes than letters: at least one letter has two.
                sketch
                    .dig(cell, letter)
                    .map_err(|_| problem(Problem::SecondHole(letter)))?;
                let _ = self.holes.push((field.line, field.column));
            }
        }
        Ok(())
    }

    /// Line and column of the last `Hole:` line for a square.
    fn hole_line(&self, sketch: &Sketch, cell: Cell) -> Option<(u32, u32)> {
        let index = sketch.holes().iter().rposition(|&(hole, _)| hole == cell)?;
        self.holes.get(index).copied()
    }
}
