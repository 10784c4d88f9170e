//! The letters of a Pairs level, and a square for each of them.

use core::fmt;

use super::cell::Cell;
use super::limits::MAX_PAIRS;

/// A pair of a Pairs level: box `A` and hole `a` share a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The letter at this position in the alphabet, from 0; `None` from 26 on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_PAIRS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The letter for an ASCII letter of either case.
    pub const fn from_symbol(symbol: u8) -> Option<Self> {
        match symbol {
            b'A'..=b'Z' => Some(Self(symbol - b'A')),
            b'a'..=b'z' => Some(Self(symbol - b'a')),
            _ => None,
        }
    }

    /// Position in the alphabet, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The box's symbol: a capital letter.
    pub const fn box_symbol(self) -> u8 {
        b'A' + self.0
    }

    /// The hole's symbol: a small letter.
    pub const fn hole_symbol(self) -> u8 {
        b'a' + self.0
    }

    /// All letters from A to Z.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..MAX_PAIRS as u8).map(Self)
    }
}

/// A square, or none, for each letter.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ByLetter([u16; MAX_PAIRS]);

impl ByLetter {
    /// Not a valid cell index: the grid has 1024 cells.
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

impl fmt::Debug for ByLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = Letter::all()
            .filter_map(|letter| Some((letter.box_symbol() as char, self.get(letter)?)));
        f.debug_map().entries(set).finish()
    }
}
