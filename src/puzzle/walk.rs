//! The shortest walk between two squares.

use super::cell::{Cell, Direction};
use super::cell_set::CellSet;
use super::limits::MAX_SIDE;

/// The steps of a shortest walk, first step first.
///
/// Distances to the target are stored modulo three, one set of squares per remainder:
/// neighbours differ by exactly one, so the remainder alone shows which one is nearer.
#[derive(Clone, Debug)]
pub struct Walk {
    rings: [CellSet; 3],
    at: Cell,
    left: u16,
}

impl Walk {
    /// Finds a shortest walk over open squares; only `from` need not be open. `None` if
    /// there is no walk. Among equally short walks, earlier directions of
    /// [`Direction::ALL`] win.
    pub fn new(open: &CellSet, from: Cell, to: Cell) -> Option<Self> {
        if from != to && !open.contains(to) {
            return None;
        }
        let mut walk = Self {
            rings: [CellSet::EMPTY; 3],
            at: from,
            left: 0,
        };
        walk.rings[0].insert(to);
        let mut frontier = walk.rings[0];
        let mut unseen = *open;
        // The starting square counts as open.
        unseen.insert(from);
        unseen.remove(to);
        // The rows of the frontier, which grow by one on both sides.
        let (mut first, mut last) = (to.row(), to.row());
        let mut ring = 0;
        while !frontier.contains(from) {
            (first, last) = (first.saturating_sub(1), (last + 1).min(MAX_SIDE - 1));
            ring = if ring == 2 { 0 } else { ring + 1 };
            if !grow(
                &mut frontier,
                &mut unseen,
                &mut walk.rings[ring],
                first,
                last,
            ) {
                return None;
            }
            walk.left += 1;
        }
        Some(walk)
    }
}

/// Replaces the frontier by the unseen squares next to it and adds those to the ring, in rows
/// `first` to `last`. `false` if there are none.
#[inline]
fn grow(
    frontier: &mut CellSet,
    unseen: &mut CellSet,
    ring: &mut CellSet,
    first: usize,
    last: usize,
) -> bool {
    let (frontier, unseen) = (frontier.rows_mut(), unseen.rows_mut());
    let ring = ring.rows_mut();
    let (mut above, mut here) = (0, frontier[first]);
    let mut all = 0;
    for row in first..=last {
        let below = frontier.get(row + 1).copied().unwrap_or(0);
        let next = (here << 1 | here >> 1 | above | below) & unseen[row];
        (above, here) = (here, below);
        frontier[row] = next;
        unseen[row] &= !next;
        ring[row] |= next;
        all |= next;
    }
    all != 0
}

impl Iterator for Walk {
    type Item = Direction;

    fn next(&mut self) -> Option<Direction> {
        let nearer = usize::from(self.left.checked_sub(1)? % 3);
        let direction = Direction::ALL
            .into_iter()
            .find(|&direction| self.rings[nearer].contains(self.at.step(direction)))?;
        self.at = self.at.step(direction);
        self.left -= 1;
        Some(direction)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.left), Some(usize::from(self.left)))
    }
}

impl ExactSizeIterator for Walk {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::flood;
    use proptest::prelude::*;

    /// Random floor squares, none on the grid's edge.
    fn random_floor(rows: [u32; 32]) -> CellSet {
        let mut rows = rows.map(|row| row & 0x7fff_fffe);
        rows[0] = 0;
        rows[31] = 0;
        CellSet::from_rows(rows)
    }

    #[test]
    fn a_walk_to_the_same_square_is_empty() {
        let here = Cell::at(3, 3);
        assert_eq!(Walk::new(&CellSet::EMPTY, here, here).unwrap().len(), 0);
    }

    #[test]
    fn no_walk_ends_on_a_wall_or_a_box() {
        let (here, next) = (Cell::at(3, 3), Cell::at(3, 4));
        let open: CellSet = [here].into_iter().collect();
        assert!(Walk::new(&open, here, next).is_none());
    }

    #[test]
    fn a_walk_goes_round_a_wall() {
        let open: CellSet = [(1, 1), (2, 1), (2, 2), (2, 3), (1, 3)]
            .map(|(r, c)| Cell::at(r, c))
            .into_iter()
            .collect();
        let steps: heapless::Vec<_, 8> = Walk::new(&open, Cell::at(1, 1), Cell::at(1, 3))
            .unwrap()
            .collect();
        use Direction::*;
        assert_eq!(steps, [Down, Right, Right, Up]);
    }

    proptest! {
        #[test]
        fn a_walk_exists_exactly_within_the_region_and_uses_open_squares(
            rows in proptest::array::uniform32(any::<(u32, u32)>()),
            from in 0u16..1024, to in 0u16..1024,
        ) {
            let open = random_floor(rows.map(|(a, b)| a | b));
            let inner = |index: u16| Cell::at(usize::from(index) / 32 % 30 + 1, usize::from(index) % 30 + 1);
            let (from, to) = (inner(from), inner(to));
            match Walk::new(&open, from, to) {
                None => prop_assert!(!flood(&open, from).contains(to)),
                Some(walk) => {
                    let length = walk.len();
                    let mut at = from;
                    let mut steps = 0;
                    for direction in walk {
                        at = at.step(direction);
                        steps += 1;
                        prop_assert!(open.contains(at));
                    }
                    prop_assert_eq!(at, to);
                    prop_assert_eq!(steps, length);
                    // It is shortest if the target cannot be reached with one step fewer.
                    let mut ball: CellSet = [from].into_iter().collect();
                    for _ in 1..length {
                        let sides = Direction::ALL.map(|direction| ball.shifted(direction));
                        ball |= sides.into_iter().fold(CellSet::EMPTY, |all, side| all | side) & open;
                    }
                    prop_assert!(length == 0 || !ball.contains(to));
                }
            }
        }
    }
}
