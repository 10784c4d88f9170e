//! A puzzle as its author drew it.

use super::board::Board;
use super::cell::Cell;
use super::cell_set::CellSet;
use super::letter::{ByLetter, Letter};

/// The two kinds of puzzle, which differ in which box may go where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Any box on any goal.
    Classic,
    /// Box A belongs in hole a. There it drops in and disappears, and the hole becomes
    /// floor. On another letter's hole it stays a box.
    Pairs,
}

impl Mode {
    /// The mode's name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Pairs => "pairs",
        }
    }
}

/// A valid level: one keeper in a closed room, boxes that match goals or holes, all
/// within the limits. It comes from a [`Sketch`](super::Sketch) and never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub(super) mode: Mode,
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) walls: CellSet,
    pub(super) floor: CellSet,
    pub(super) goals: CellSet,
    pub(super) holes: ByLetter,
    pub(super) start: Board,
}

impl Level {
    /// One square of floor with the keeper on it: what a place for a level holds before
    /// there is one. It can be built when the program is.
    pub const BLANK: Self = Self {
        mode: Mode::Classic,
        width: 3,
        height: 3,
        walls: CellSet::EMPTY,
        floor: {
            let mut floor = CellSet::EMPTY;
            floor.insert(Board::BLANK.keeper);
            floor
        },
        goals: CellSet::EMPTY,
        holes: ByLetter::EMPTY,
        start: Board::BLANK,
    };

    /// Classic or Pairs.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Columns of the drawing.
    pub fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// Rows of the drawing.
    pub fn height(&self) -> usize {
        usize::from(self.height)
    }

    /// The walls as drawn.
    pub fn walls(&self) -> &CellSet {
        &self.walls
    }

    /// The squares that the keeper could ever stand on. They never touch the grid's edge,
    /// and every other square is as solid as a wall.
    pub fn floor(&self) -> &CellSet {
        &self.floor
    }

    /// Every goal; in Pairs every hole, filled or not.
    pub fn goals(&self) -> &CellSet {
        &self.goals
    }

    /// The hole of a letter, filled or not.
    pub fn hole(&self, letter: Letter) -> Option<Cell> {
        self.holes.get(letter)
    }

    /// The letter of the hole on this square, filled or not.
    pub fn hole_at(&self, cell: Cell) -> Option<Letter> {
        self.holes.find(cell)
    }

    /// The starting position.
    pub fn start(&self) -> &Board {
        &self.start
    }
}
