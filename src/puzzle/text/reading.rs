//! Reads one board of a text, in pieces.

use core::task::Poll;

use super::dialect::{self, Survey};
use super::fields::{Field, Key, Par, Text, parse_hole};
use super::lines::{Line, LineKind, Lines};
use super::reader::{Entry, Reader, TextError};
use super::rows::{self, NotARow, Runs};
use crate::puzzle::cell::Cell;
use crate::puzzle::limits::MAX_SIDE;
use crate::puzzle::problem::Problem;
use crate::puzzle::sketch::Sketch;

/// The lines of one level: name, board and fields.
#[derive(Clone, Debug)]
pub(super) struct Block<'t> {
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
    pub(super) fn find(lines: &mut Lines<'t>) -> Option<Self> {
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

    fn runs(&self) -> Runs<'t> {
        Runs::new(self.board.clone(), self.rows)
    }

    /// Where the board begins.
    fn start(&self, problem: Problem) -> TextError {
        TextError {
            line: self.first_line,
            column: 1,
            problem,
        }
    }

    fn survey(&self) -> Result<Survey, TextError> {
        if let Some(line) = self.broken {
            return Err(broken_row(&line, self.wall));
        }
        dialect::survey(&self.runs(), self.wall).map_err(|problem| self.start(problem))
    }
}

/// A board that is drawn, but not checked yet.
#[derive(Clone, Debug)]
struct Drawn<'t> {
    block: Block<'t>,
    survey: Survey,
    sketch: Sketch,
    fields: Fields<'t>,
}

impl<'t> Drawn<'t> {
    fn new(block: Block<'t>, survey: Survey) -> Result<Self, TextError> {
        let mut sketch = draw(block.runs(), survey)?;
        let mut fields = Fields::default();
        for line in block.fields.clone() {
            match line.kind() {
                LineKind::Row { .. } | LineKind::BrokenRow { .. } => break,
                LineKind::Field(field) => fields.take(field, &mut sketch)?,
                _ => {}
            }
        }
        Ok(Self {
            block,
            survey,
            sketch,
            fields,
        })
    }

    fn check(&self) -> Result<Entry<'t>, TextError> {
        let Self {
            block,
            survey,
            sketch,
            fields,
        } = self;
        let level = sketch.validate().map_err(|fault| {
            let problem = fault.problem;
            match fields
                .hole_line(sketch, fault.cell)
                .filter(|_| problem.is_about_holes())
            {
                Some((line, column)) => TextError {
                    line,
                    column,
                    problem,
                },
                None if problem == Problem::NoPlayer => block.start(problem),
                None => locate(block.runs(), fault.cell, survey.indent, problem),
            }
        })?;
        let title = if fields.title.is_empty() {
            Text::new(block.name)
        } else {
            fields.title
        };
        Ok(Entry {
            level,
            title,
            author: fields.author,
            par: fields.par,
            dialect: survey.dialect,
            line: block.first_line,
        })
    }
}

/// One board that is read in pieces: a large one takes a small machine far longer than it may
/// let a player wait.
#[derive(Clone, Debug)]
pub struct Reading<'t>(Stage<'t>);

/// What comes next.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
enum Stage<'t> {
    Find,
    Survey(Block<'t>),
    Draw(Block<'t>, Survey),
    Check(Drawn<'t>),
}

impl<'t> Reading<'t> {
    /// A board that is still to be found.
    pub const fn new() -> Self {
        Self(Stage::Find)
    }

    /// Reads the next piece of the reader's next board; every call is to have the same reader.
    /// Ready with what [`Reader::next`](Iterator::next) returns; then it begins with the board
    /// after that.
    pub fn advance(
        &mut self,
        reader: &mut Reader<'t>,
    ) -> Poll<Option<Result<Entry<'t>, TextError>>> {
        let stage = match &self.0 {
            Stage::Find if reader.is_done() => return Poll::Ready(None),
            Stage::Find => match reader.find() {
                Some(block) => Ok(Stage::Survey(block)),
                None => return Poll::Ready(reader.complaint().map(Err)),
            },
            Stage::Survey(block) => block
                .survey()
                .map(|survey| Stage::Draw(block.clone(), survey)),
            Stage::Draw(block, survey) => Drawn::new(block.clone(), *survey).map(Stage::Check),
            Stage::Check(drawn) => {
                let item = drawn.check();
                self.0 = Stage::Find;
                return Poll::Ready(Some(item));
            }
        };
        match stage {
            Ok(stage) => {
                self.0 = stage;
                Poll::Pending
            }
            Err(error) => {
                self.0 = Stage::Find;
                Poll::Ready(Some(Err(error)))
            }
        }
    }
}

impl Default for Reading<'_> {
    fn default() -> Self {
        Self::new()
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
fn draw(runs: Runs<'_>, survey: Survey) -> Result<Sketch, TextError> {
    let mut sketch = Sketch::new();
    for run in runs {
        let symbol = survey.dialect.to_xsb(run.symbol);
        if symbol == b' ' {
            continue;
        }
        let problem = |problem, distance| TextError {
            line: run.line,
            column: run.text_column_of(distance),
            problem,
        };
        if run.row >= MAX_SIDE {
            return Err(problem(Problem::TooTall, 0));
        }
        // A row starts with a wall, so nothing is left of the indentation.
        let column = run.column.saturating_sub(survey.indent);
        if column.saturating_add(run.length) > MAX_SIDE {
            return Err(problem(Problem::TooWide, MAX_SIDE.saturating_sub(column)));
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
    for run in runs {
        if run.row != cell.row() {
            continue;
        }
        let distance = column.saturating_sub(run.column);
        found.line = run.line;
        if distance < run.length {
            found.column = run.text_column_of(distance);
            break;
        }
        found.column = match plain {
            true => run.text_column_of(distance),
            false => run.text_column + 1,
        };
    }
    found
}

/// The fields of one level read so far.
#[derive(Clone, Debug, Default)]
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
