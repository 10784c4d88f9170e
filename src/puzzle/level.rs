//! A puzzle as its author drew it.

use super::board::Board;
use super::cell::Cell;
use super::cell_set::CellSet;
use super::limits::MAX_PAIRS;

/// Which box may go where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Any box on any goal.
    Classic,
    /// Box A belongs to hole a: there it drops in and is gone, and the hole is floor. On
    /// another's hole it stays a box.
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

/// A pair of a Pairs level: box `A` and hole `a` share a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The letter with this place in the alphabet, from 0.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_PAIRS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The letter that an ASCII letter of either case names.
    pub const fn from_symbol(symbol: u8) -> Option<Self> {
        match symbol {
            b'A'..=b'Z' => Some(Self(symbol - b'A')),
            b'a'..=b'z' => Some(Self(symbol - b'a')),
            _ => None,
        }
    }

    /// Place in the alphabet, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// How the box is written.
    pub const fn box_symbol(self) -> u8 {
        b'A' + self.0
    }

    /// How the hole is written.
    pub const fn hole_symbol(self) -> u8 {
        b'a' + self.0
    }

    /// All letters from A to Z.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..MAX_PAIRS as u8).map(Self)
    }
}

/// One square for each letter, or none.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ByLetter([u16; MAX_PAIRS]);

impl ByLetter {
    /// No index of a cell: the grid has 1024.
    const NONE: u16 = u16::MAX;
    pub(crate) const EMPTY: Self = Self([Self::NONE; MAX_PAIRS]);

    pub(crate) fn get(&self, letter: Letter) -> Option<Cell> {
        let index = self.0[letter.index()];
        (index != Self::NONE).then(|| Cell::from_index(index))
    }

    pub(crate) fn set(&mut self, letter: Letter, cell: Option<Cell>) {
        self.0[letter.index()] = cell.map_or(Self::NONE, Cell::index);
    }

    pub(crate) fn find(&self, cell: Cell) -> Option<Letter> {
        self.0
            .iter()
            .position(|&index| index == cell.index())
            .and_then(Letter::new)
    }
}

impl core::fmt::Debug for ByLetter {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let set = Letter::all()
            .filter_map(|letter| Some((letter.box_symbol() as char, self.get(letter)?)));
        f.debug_map().entries(set).finish()
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

    /// The squares that the keeper could ever stand on. It never touches the grid's
    /// edge, and whatever is not floor is as solid as a wall.
    pub fn floor(&self) -> &CellSet {
        &self.floor
    }

    /// Every goal, or in Pairs every hole as the level begins.
    pub fn goals(&self) -> &CellSet {
        &self.goals
    }

    /// The hole of a letter, whether filled or not.
    pub fn hole(&self, letter: Letter) -> Option<Cell> {
        self.holes.get(letter)
    }

    /// The letter whose hole this square is, whether filled or not.
    pub fn hole_at(&self, cell: Cell) -> Option<Letter> {
        self.holes.find(cell)
    }

    /// The position in which the level begins.
    pub fn start(&self) -> &Board {
        &self.start
    }
}
