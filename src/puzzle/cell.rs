//! Squares of the grid and the four directions.

use core::fmt;

use super::limits::MAX_SIDE;

/// One of the four directions of a move, clockwise from up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards higher columns.
    Right,
    /// Towards higher rows.
    Down,
    /// Towards column 0.
    Left,
}

impl Direction {
    /// All four, in the order in which searches try them and ties are broken.
    pub const ALL: [Direction; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The direction with this index in [`Direction::ALL`]; only the low two bits count.
    pub const fn from_index(index: u8) -> Self {
        // Compiles to the `& 3` alone: the discriminant is the index.
        match index & 3 {
            0 => Self::Up,
            1 => Self::Right,
            2 => Self::Down,
            _ => Self::Left,
        }
    }

    /// Iterates in the order of [`Direction::ALL`]. Faster than an array's iterator on the
    /// Pico, which matters in inner loops.
    pub(crate) fn each() -> impl Iterator<Item = Self> {
        (0..4).map(Self::from_index)
    }

    /// Index in [`Direction::ALL`].
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// A quarter turn to the right.
    pub const fn clockwise(self) -> Self {
        Self::from_index(self.index() + 1)
    }

    /// A quarter turn to the left.
    pub const fn anticlockwise(self) -> Self {
        Self::from_index(self.index() + 3)
    }

    /// The index of [`Direction::opposite`], which itself compiles to a table lookup on the
    /// Pico: too slow for inner loops.
    pub(crate) const fn opposite_index(self) -> usize {
        self as usize ^ 2
    }

    /// The reverse direction.
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 2)
    }
}

/// A square of the 32 x 32 grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    const SIDE: u16 = MAX_SIDE as u16;
    const MASK: u16 = Self::SIDE * Self::SIDE - 1;

    /// Number of squares of the grid.
    pub const COUNT: usize = MAX_SIDE * MAX_SIDE;

    /// The square at a row and column; `None` outside the grid.
    pub const fn new(row: usize, column: usize) -> Option<Self> {
        if row < MAX_SIDE && column < MAX_SIDE {
            Some(Self::at(row, column))
        } else {
            None
        }
    }

    /// The square at a row and column, both taken modulo the grid's side.
    pub(crate) const fn at(row: usize, column: usize) -> Self {
        Self::from_index((row * MAX_SIDE + column % MAX_SIDE) as u16)
    }

    /// The square with this index, taken modulo [`Cell::COUNT`].
    pub const fn from_index(index: u16) -> Self {
        Self(index & Self::MASK)
    }

    /// Index, counted row by row from the top left, so cells sort in reading order.
    pub const fn index(self) -> u16 {
        self.0
    }

    /// Row, counted from 0 at the top.
    pub const fn row(self) -> usize {
        (self.0 / Self::SIDE) as usize
    }

    /// Column, counted from 0 at the left.
    pub const fn column(self) -> usize {
        (self.0 % Self::SIDE) as usize
    }

    /// The next square in a direction. Wraps around at the grid's edge. No floor square of
    /// a valid level touches the edge, so callers that start on floor need no check.
    pub const fn step(self, direction: Direction) -> Self {
        let next = match direction {
            Direction::Up => self.0.wrapping_sub(Self::SIDE),
            Direction::Right => self.0 + 1,
            Direction::Down => self.0 + Self::SIDE,
            Direction::Left => self.0.wrapping_sub(1),
        };
        Self::from_index(next)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row(), self.column())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_and_its_opposite_cancel() {
        for index in 0..Cell::COUNT as u16 {
            let cell = Cell::from_index(index);
            for direction in Direction::ALL {
                assert_eq!(cell.step(direction).step(direction.opposite()), cell);
            }
        }
    }

    #[test]
    fn cells_beyond_the_grid_are_refused() {
        assert_eq!(Cell::new(31, 31).map(Cell::index), Some(1023));
        assert_eq!(Cell::new(32, 0), None);
        assert_eq!(Cell::new(0, 32), None);
    }
}
