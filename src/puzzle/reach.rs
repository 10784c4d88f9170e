//! Where the keeper can go: a flood fill that works on a whole row at a time.
//!
//! Nearly every question about a position starts with this fill. A seed spreads through
//! its run of open squares in about twenty instructions, and rows are swept down and up
//! until nothing changes. A typical level takes two or three sweeps, where a queue would
//! visit every square four times. `sokopico figures` shows the cost on given levels.

#![cfg_attr(hot, allow(unsafe_code))]

use core::ops::Range;

use super::board::Board;
use super::cell::Cell;
use super::cell_set::CellSet;
use super::level::Level;
use super::limits::MAX_SIDE;

/// The open squares connected to `from`, which is part of the region even if not open.
pub fn flood(open: &CellSet, from: Cell) -> CellSet {
    fill(open, from).0
}

/// The filled region and the number of rows visited, which measures the cost.
pub(crate) fn fill(open: &CellSet, from: Cell) -> (CellSet, u32) {
    let mut region = CellSet::EMPTY;
    let visits = fill_into(open, from, &mut region, 0..MAX_SIDE);
    (region, visits)
}

/// As [`fill`], into an existing set. Its contents in `rows` are overwritten; all other
/// rows must be empty.
#[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
pub(crate) fn fill_into(
    open: &CellSet,
    from: Cell,
    region: &mut CellSet,
    rows: Range<usize>,
) -> u32 {
    let (open, region) = (open.rows(), region.rows_mut());
    for row in rows {
        region[row] = 0;
    }
    let mut visits = 1;

    let start = from.row();
    let bit = 1 << from.column();
    region[start] = spread(bit, open[start] | bit);

    // Rows `first..=last` have grown since they last spread in the direction of the next
    // sweep. A sweep already spreads growth in its own direction, so only the rows that it
    // grew matter to the next sweep, which goes the other way.
    let (mut first, mut last) = (start, start);
    let mut seed_waits = true;
    loop {
        let (mut top, mut bottom) = (MAX_SIDE, 0);
        let mut above = region[first];
        for row in first + 1..MAX_SIDE {
            visits += 1;
            let grown = grow(region[row], open[row], above);
            if grown != region[row] {
                region[row] = grown;
                top = top.min(row);
                bottom = row;
            } else if row > last {
                break;
            }
            above = grown;
        }
        if seed_waits {
            (top, bottom) = (start, bottom.max(start));
            seed_waits = false;
        }
        if top > bottom {
            break;
        }

        (first, last) = (MAX_SIDE, 0);
        let mut below = region[bottom];
        for row in (0..bottom).rev() {
            visits += 1;
            let grown = grow(region[row], open[row], below);
            if grown != region[row] {
                region[row] = grown;
                last = last.max(row);
                first = row;
            } else if row < top {
                break;
            }
            below = grown;
        }
        if first > last {
            break;
        }
    }
    visits
}

/// Extends a region to all open squares connected with it within `rows`, which must not
/// include the grid's last row.
pub(crate) fn spread_over(open: &CellSet, region: &mut CellSet, rows: Range<usize>) {
    let (open, region) = (open.rows(), region.rows_mut());
    loop {
        let mut changed = 0;
        let mut above = 0;
        for row in rows.clone() {
            let old = region[row];
            let seeds = (old | above | region[row + 1] | old << 1 | old >> 1) & open[row];
            // Closed squares of the region stay in it but do not spread.
            above = old | spread(seeds, open[row]);
            changed |= above ^ old;
            region[row] = above;
        }
        if changed == 0 {
            return;
        }
        let mut below = 0;
        for row in rows.clone().rev() {
            let old = region[row];
            below = grow(old, open[row], below);
            region[row] = below;
        }
    }
}

/// A row of the region after its neighbour has spread into it.
#[inline(always)]
fn grow(row: u32, open: u32, neighbour: u32) -> u32 {
    let seeds = neighbour & open & !row;
    if seeds == 0 {
        return row;
    }
    row | spread(seeds, open)
}

/// The runs of `open` that contain a seed. Seeds must be open.
///
/// Towards higher columns a carry does the work: adding a seed to its run flips every
/// square from the seed to the run's end. Carries only go one way, so the other direction
/// uses doubling strides (Kogge and Stone's parallel prefix) while runs are that long.
#[inline(always)]
fn spread(seeds: u32, open: u32) -> u32 {
    let right = (open.wrapping_add(seeds) ^ open) & open;
    let mut left = seeds;
    let mut pass = open;
    left |= pass & (left >> 1);
    pass &= pass >> 1;
    left |= pass & (left >> 2);
    pass &= pass >> 2;
    if pass != 0 {
        left |= pass & (left >> 4);
        pass &= pass >> 4;
        left |= pass & (left >> 8);
        pass &= pass >> 8;
        left |= pass & (left >> 16);
    }
    left | right
}

impl Level {
    /// The squares where the keeper could stand: floor without boxes.
    pub fn open(&self, board: &Board) -> CellSet {
        *self.floor() - *board.boxes()
    }

    /// The keeper's region: every square that can be walked to without a push.
    pub fn reach(&self, board: &Board) -> CellSet {
        flood(&self.open(board), board.keeper())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Direction;
    use proptest::prelude::*;

    fn plain_bfs(open: &CellSet, from: Cell) -> CellSet {
        let mut seen = CellSet::EMPTY;
        seen.insert(from);
        let mut queue = vec![from];
        while let Some(cell) = queue.pop() {
            let inside = [
                (cell.row() > 0, Direction::Up),
                (cell.column() < 31, Direction::Right),
                (cell.row() < 31, Direction::Down),
                (cell.column() > 0, Direction::Left),
            ];
            for (inside, direction) in inside {
                let next = cell.step(direction);
                if inside && open.contains(next) && !seen.contains(next) {
                    seen.insert(next);
                    queue.push(next);
                }
            }
        }
        seen
    }

    #[test]
    fn a_seed_fills_its_run_both_ways() {
        assert_eq!(spread(0b0000_1000, 0b0111_1100), 0b0111_1100);
        assert_eq!(spread(0b0010_1000, 0b1011_1101), 0b0011_1100);
        assert_eq!(spread(1 << 31, u32::MAX), u32::MAX);
        assert_eq!(spread(1, u32::MAX), u32::MAX);
    }

    proptest! {
        #[test]
        fn the_region_equals_a_plain_search(
            rows in proptest::array::uniform32(any::<(u32, u32)>()),
            from in 0u16..1024,
            dense in any::<bool>(),
        ) {
            let rows = rows.map(|(a, b)| if dense { a | b } else { a });
            let open = CellSet::from_rows(rows);
            let from = Cell::from_index(from);
            prop_assert_eq!(flood(&open, from), plain_bfs(&open, from));
        }
    }
}
