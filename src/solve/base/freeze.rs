//! Freeze deadlocks: boxes that block each other for good.
//!
//! The same test as in `puzzle`, but only for the box that was just pushed. Most pushes pass
//! after a look at the box's four neighbours; for the others, movable boxes are removed until
//! only frozen ones are left.
//!
//! Worth: without it, 123, 142 and 149: only where there are no tables of dead groups, on easy
//! levels and large ones.

use super::ideas::OptimalIdea;
use super::position::around;
use super::terrain::Terrain;
use crate::puzzle::{Cell, CellSet, MAX_SIDE, Mode};

/// Whether the box on a square is frozen together with a box that is not home; `open` is the
/// floor without boxes. A box that has dropped in cannot freeze.
#[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
pub(crate) fn is_deadlock(terrain: &Terrain<'_>, open: &CellSet, square: u8) -> bool {
    let cell = terrain.cell(square);
    if open.contains(cell) {
        return false;
    }
    // Left and right, up and down.
    let free = around(open, cell);
    let across = free & 0b1010 != 0b1010 || terrain.dead_across.contains(cell);
    let along = free & 0b0101 != 0b0101 || terrain.dead_along.contains(cell);
    if !across || !along || !terrain.ideas.has(OptimalIdea::Freeze) {
        return false;
    }
    let mut frozen = boxes_around(terrain, open, cell.row());
    if !is_held(terrain, &mut frozen, cell) {
        return false;
    }
    match terrain.mode {
        Mode::Classic => {
            let goals = terrain.goals.rows();
            let mut row = first_row(&frozen, cell.row());
            while frozen[row] != 0 {
                if frozen[row] & !goals[row] != 0 {
                    return true;
                }
                row += 1;
            }
            false
        }
        // In Pairs a box on the board is never home.
        Mode::Pairs => true,
    }
}

/// The boxes in a row and in those next to it: those that freeze each other are in rows
/// without a gap. The rows are few, so the loops test for their end instead of counting them
/// first.
#[inline(always)]
fn boxes_around(terrain: &Terrain<'_>, open: &CellSet, row: usize) -> [u32; MAX_SIDE] {
    let (floor, open) = (terrain.floor.rows(), open.rows());
    let mut boxes = [0; MAX_SIDE];
    let mut below = row;
    while floor[below] & !open[below] != 0 {
        boxes[below] = floor[below] & !open[below];
        below += 1;
    }
    let mut above = row - 1;
    while floor[above] & !open[above] != 0 {
        boxes[above] = floor[above] & !open[above];
        above -= 1;
    }
    boxes
}

/// The first of the rows without a gap.
#[inline(always)]
fn first_row(boxes: &[u32; MAX_SIDE], mut row: usize) -> usize {
    while boxes[row - 1] != 0 {
        row -= 1;
    }
    row
}

/// Removes boxes that can move until there are none left that can. Whether the one on a
/// square is still there; if so, so are those that block it. What is beyond a row that has
/// become empty was judged when it froze.
#[inline(always)]
fn is_held(terrain: &Terrain<'_>, frozen: &mut [u32; MAX_SIDE], cell: Cell) -> bool {
    let floor = terrain.floor.rows();
    let (dead_across, dead_along) = (terrain.dead_across.rows(), terrain.dead_along.rows());
    loop {
        let mut row = first_row(frozen, cell.row());
        let mut changed = 0;
        // A square is solid if it is wall or has a frozen box.
        let mut boxes = frozen[row];
        let (mut above, mut here) = (!floor[row - 1], !floor[row] | boxes);
        while boxes != 0 {
            let next = frozen[row + 1];
            let below = !floor[row + 1] | next;
            let across = here << 1 | here >> 1 | dead_across[row];
            let along = above | below | dead_along[row];
            let movable = boxes & !(across & along);
            changed |= movable;
            frozen[row] = boxes & !movable;
            (above, here, boxes) = (here & !movable, below, next);
            row += 1;
        }
        if frozen[cell.row()] >> cell.column() & 1 == 0 {
            return false;
        }
        if changed == 0 {
            return true;
        }
    }
}
