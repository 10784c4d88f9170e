//! Sets of squares as bitboards: one `u32` per row, one bit per column.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::cell::{Cell, Direction};
use super::limits::MAX_SIDE;

/// A set of squares of the grid, with the set operators `&`, `|`, `^`, `-` and `!`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct CellSet([u32; MAX_SIDE]);

const _: () = assert!(
    MAX_SIDE == u32::BITS as usize,
    "a row must be exactly one u32, so that shifts drop bits that leave the grid"
);

impl CellSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; MAX_SIDE]);

    /// A set from its rows, top row first; bit `n` is column `n`.
    pub const fn from_rows(rows: [u32; MAX_SIDE]) -> Self {
        Self(rows)
    }

    /// The rows, top row first; bit `n` is column `n`.
    pub const fn rows(&self) -> &[u32; MAX_SIDE] {
        &self.0
    }

    /// The rows, mutable.
    #[inline]
    pub(crate) const fn rows_mut(&mut self) -> &mut [u32; MAX_SIDE] {
        &mut self.0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.0[cell.row()] >> cell.column() & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.row()] |= 1 << cell.column();
    }

    /// Removes a square.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.row()] &= !(1 << cell.column());
    }

    /// Number of squares in the set.
    pub fn len(&self) -> usize {
        // Most rows are empty, and the Cortex-M0+ has no instruction that counts bits.
        let rows = self.0.iter().filter(|&&row| row != 0);
        rows.map(|row| row.count_ones() as usize).sum()
    }

    /// Whether no square is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// The first square in reading order: the normal form of a keeper's region.
    pub fn first(&self) -> Option<Cell> {
        let row = self.0.iter().position(|&row| row != 0)?;
        Some(Cell::at(row, self.0[row].trailing_zeros() as usize))
    }

    /// The squares in reading order.
    pub fn iter(&self) -> Iter {
        Iter {
            rows: self.0,
            row: 0,
        }
    }

    /// Every square moved one step; squares that would leave the grid are dropped.
    #[must_use]
    pub fn shifted(&self, direction: Direction) -> Self {
        let mut rows = self.0;
        match direction {
            Direction::Up => {
                rows.copy_within(1.., 0);
                rows[MAX_SIDE - 1] = 0;
            }
            Direction::Down => {
                rows.copy_within(..MAX_SIDE - 1, 1);
                rows[0] = 0;
            }
            Direction::Right => rows.iter_mut().for_each(|row| *row <<= 1),
            Direction::Left => rows.iter_mut().for_each(|row| *row >>= 1),
        }
        Self(rows)
    }

    /// The set and the squares next to it.
    #[must_use]
    pub fn widened(&self) -> Self {
        Direction::ALL
            .into_iter()
            .fold(*self, |wide, direction| wide | self.shifted(direction))
    }

    fn zip(mut self, other: Self, op: impl Fn(u32, u32) -> u32) -> Self {
        for (row, other) in self.0.iter_mut().zip(other.0) {
            *row = op(*row, other);
        }
        self
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for CellSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for CellSet {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Sub for CellSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl Not for CellSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0.map(|row| !row))
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for CellSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Default for CellSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The squares of a [`CellSet`] in reading order.
#[derive(Clone, Debug)]
pub struct Iter {
    rows: [u32; MAX_SIDE],
    row: usize,
}

impl Iterator for Iter {
    type Item = Cell;
    fn next(&mut self) -> Option<Cell> {
        loop {
            let bits = self.rows.get_mut(self.row)?;
            if *bits != 0 {
                let column = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Cell::at(self.row, column));
            }
            self.row += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set_of(indices: &BTreeSet<u16>) -> CellSet {
        indices
            .iter()
            .map(|&index| Cell::from_index(index))
            .collect()
    }

    proptest! {
        #[test]
        fn operators_agree_with_a_plain_set(
            a in btree_set(0u16..1024, 0..60),
            b in btree_set(0u16..1024, 0..60),
        ) {
            let (x, y) = (set_of(&a), set_of(&b));
            prop_assert_eq!(x & y, set_of(&(&a & &b)));
            prop_assert_eq!(x | y, set_of(&(&a | &b)));
            prop_assert_eq!(x - y, set_of(&(&a - &b)));
            prop_assert_eq!(!x, set_of(&(&(0..1024).collect() - &a)));
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            let order: Vec<u16> = x.iter().map(Cell::index).collect();
            prop_assert_eq!(order, a.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(x.first().map(Cell::index), a.first().copied());
        }

        #[test]
        fn shifting_moves_each_square_and_drops_it_at_the_edge(
            a in btree_set(0u16..1024, 0..60),
        ) {
            let inside = |cell: Cell, direction| match direction {
                Direction::Up => cell.row() > 0,
                Direction::Right => cell.column() < 31,
                Direction::Down => cell.row() < 31,
                Direction::Left => cell.column() > 0,
            };
            for direction in Direction::ALL {
                let moved = set_of(&a)
                    .iter()
                    .filter(|&cell| inside(cell, direction))
                    .map(|cell| cell.step(direction))
                    .collect();
                prop_assert_eq!(set_of(&a).shifted(direction), moved);
            }
        }
    }
}
