//! What changes in play.

use super::cell::Cell;
use super::cell_set::CellSet;
use super::letter::{ByLetter, Letter};

/// A position of a level: where the boxes and the keeper are.
///
/// Only the rules change it, so it always belongs to its level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) boxes: CellSet,
    pub(super) keeper: Cell,
    /// In Pairs, the square of each box that is still on the board.
    pub(super) lettered: ByLetter,
}

impl Board {
    /// The boxes on the board; in Pairs those that have not dropped in.
    pub fn boxes(&self) -> &CellSet {
        &self.boxes
    }

    /// Where the keeper stands.
    pub fn keeper(&self) -> Cell {
        self.keeper
    }

    /// In Pairs, where a box is; `None` once it has dropped in.
    pub fn box_of(&self, letter: Letter) -> Option<Cell> {
        self.lettered.get(letter)
    }

    /// In Pairs, which box stands on a square.
    pub fn letter_at(&self, cell: Cell) -> Option<Letter> {
        self.lettered.find(cell)
    }
}
