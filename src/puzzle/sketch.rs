//! A drawing of a level that has not been checked yet.

use heapless::Vec;

use super::cell::Cell;
use super::letter::Letter;
use super::limits::{MAX_PAIRS, MAX_SIDE};

/// A board as drawn: one XSB symbol per square, plus the holes under the player or a box.
/// [`Sketch::validate`] turns it into a [`Level`](super::Level).
#[derive(Clone, Debug)]
pub struct Sketch {
    symbols: [[u8; MAX_SIDE]; MAX_SIDE],
    holes: Vec<(Cell, Letter), MAX_PAIRS>,
    width: u8,
    height: u8,
}

impl Sketch {
    /// An empty drawing.
    pub const fn new() -> Self {
        Self {
            symbols: [[b' '; MAX_SIDE]; MAX_SIDE],
            holes: Vec::new(),
            width: 0,
            height: 0,
        }
    }

    /// Draws one of `# @ + $ * .`, a space or a letter. The sketch grows to hold it.
    pub fn draw(&mut self, cell: Cell, symbol: u8) {
        self.symbols[cell.row()][cell.column()] = symbol;
        self.width = self.width.max(cell.column() as u8 + 1);
        self.height = self.height.max(cell.row() as u8 + 1);
    }

    /// Puts a hole under whatever stands on a square. When the list is full, the hole is
    /// returned as the error.
    pub fn dig(&mut self, cell: Cell, letter: Letter) -> Result<(), (Cell, Letter)> {
        self.holes.push((cell, letter))
    }

    /// The symbol on a square.
    pub fn symbol(&self, cell: Cell) -> u8 {
        self.symbols[cell.row()][cell.column()]
    }

    /// The holes added with [`Sketch::dig`], in the order they were added.
    pub fn holes(&self) -> &[(Cell, Letter)] {
        &self.holes
    }

    /// Columns and rows drawn so far.
    pub fn size(&self) -> (usize, usize) {
        (usize::from(self.width), usize::from(self.height))
    }

    /// Every drawn square with its symbol, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        let (width, height) = self.size();
        (0..height).flat_map(move |row| {
            (0..width).map(move |column| (Cell::at(row, column), self.symbols[row][column]))
        })
    }
}

impl Default for Sketch {
    fn default() -> Self {
        Self::new()
    }
}
