//! Levels out of a text, one at a time and in place.

use core::fmt;

use super::dialect::{self, Dialect};
use super::fields::{Field, Key, Par, Text, parse_hole};
use super::lines::{Kind, Line, Lines};
use super::rows::{self, NotARow, Run, Runs};
use crate::puzzle::cell::Cell;
use crate::puzzle::level::Level;
use crate::puzzle::limits::MAX_SIDE;
use crate::puzzle::problem::Problem;
use crate::puzzle::sketch::Sketch;

/// A level with what its text says about it.
#[derive(Clone, Debug)]
pub struct Entry<'t> {
    /// The level.
    pub level: Level,
    /// From `Title:`, or the last comment or quoted line before the board.
    pub title: Text<'t>,
    /// From `Author:`.
    pub author: Text<'t>,
    /// From `Par:`.
    pub par: Option<Par>,
    /// How the board was written.
    pub dialect: Dialect,
    /// The line of the board's first row, from 1.
    pub line: u32,
}

/// Why a level could not be read, and where; both counted from 1.
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

/// Reads the levels of a text in their order. Each board gives one item, a level or an
/// error, so the numbers of good levels do not depend on bad ones. A text without any
/// board gives one error.
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
}

/// The lines of one level: a comment, a board, fields.
struct Block<'t> {
    comment: &'t [u8],
    wall: u8,
    /// Begins at the board's first row.
    board: Lines<'t>,
    rows: usize,
    first_line: u32,
    /// A line that follows the board at once, begins like a row, but is none.
    broken: Option<Line<'t>>,
    /// Begins after the board.
    fields: Lines<'t>,
}

impl<'t> Block<'t> {
    /// Finds the next block and leaves `lines` where the one after it can be found.
    fn find(lines: &mut Lines<'t>) -> Option<Self> {
        let mut comment: &[u8] = &[];
        let (board, first_line, wall) = loop {
            let here = lines.clone();
            let line = lines.next()?;
            match line.kind() {
                Kind::Row { wall } => break (here, line.number, wall),
                Kind::Comment(text) if !text.is_empty() => comment = text,
                _ => {}
            }
        };
        let mut rows = 1;
        let same =
            |line: &Line<'t>| matches!(line.kind(), Kind::Row { wall: next } if next == wall);
        while lines.peek().is_some_and(|line| same(&line)) {
            lines.next();
            rows += 1;
        }
        let broken = lines.peek().filter(|line| {
            !matches!(line.kind(), Kind::Row { .. })
                && rows::first_wall(line.bytes) == Some(wall)
                && wall == b'#'
        });
        if broken.is_some() {
            // Whatever else stands in this drawing is lost with it.
            while lines
                .peek()
                .is_some_and(|line| matches!(line.kind(), Kind::Row { .. } | Kind::Other))
            {
                lines.next();
            }
        }
        Some(Self {
            comment,
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
                Kind::Row { .. } => break,
                Kind::Field(field) => entry_fields.take(field, &mut sketch, indent)?,
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
            Text::new(self.comment)
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

fn broken_row(line: &Line<'_>, wall: u8) -> TextError {
    let (place, problem) = match rows::check_row(line.bytes, wall) {
        Err(NotARow::Symbol(symbol, place)) => (place, Problem::NotASymbol(symbol)),
        Err(NotARow::NotClosed(place)) => (place, Problem::RowNotClosed),
        Ok(()) => (0, Problem::RowNotClosed),
    };
    TextError {
        line: line.number,
        column: u32::try_from(place + 1).unwrap_or(u32::MAX),
        problem,
    }
}

/// Draws what is not floor, moved left by the indentation.
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
        // A row begins with a wall, so nothing stands left of the indentation.
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

/// Where a square stands in the text; a square past the end of its row, just after it.
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

/// The fields of one level, as far as they have been read.
#[derive(Default)]
struct Fields<'t> {
    title: Text<'t>,
    author: Text<'t>,
    par: Option<Par>,
    /// Text places of the sketch's holes, in their order.
    holes: heapless::Vec<(u32, u32), { crate::puzzle::limits::MAX_PAIRS }>,
}

impl<'t> Fields<'t> {
    fn take(
        &mut self,
        field: Field<'t>,
        sketch: &mut Sketch,
        indent: usize,
    ) -> Result<(), TextError> {
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
                let cell = column
                    .checked_sub(indent)
                    .filter(|&column| row < height && column < width)
                    .and_then(|column| Cell::new(row, column))
                    .ok_or(problem(Problem::HoleOffBoard))?;
                // More holes than letters: one of them must be a second one.
                sketch
                    .dig(cell, letter)
                    .map_err(|_| problem(Problem::SecondHole(letter)))?;
                let _ = self.holes.push((field.line, field.column));
            }
        }
        Ok(())
    }

    /// The text place of the last `Hole:` line for a square.
    fn hole_line(&self, sketch: &Sketch, cell: Cell) -> Option<(u32, u32)> {
        let index = sketch.holes().iter().rposition(|&(hole, _)| hole == cell)?;
        self.holes.get(index).copied()
    }
}
