//! Freeze deadlocks: boxes that block each other for good.
//!
//! The test that `puzzle` makes for a whole board, made for the box that was just pushed:
//! most pushes are cleared by a look at its four neighbours, and the others by letting go
//! of movable boxes until only frozen ones are left.
//!
//! Worth: without it, 114, 137 and 146.

use core::ops::Range;

use super::position::around;
use super::terrain::Terrain;
use crate::puzzle::{Cell, CellSet, MAX_SIDE, Mode};

/// Whether the box on a square is frozen together with a box that is not home; `open` is the
/// floor without boxes. A box that has dropped in is not there to be frozen.
#[cfg_attr(
    all(feature = "pico", target_os = "none"),
    allow(unsafe_code),
    unsafe(link_section = ".data.hot")
)]
#[inline(never)]
pub(super) fn is_deadlock(terrain: &Terrain<'_>, open: &CellSet, square: u8) -> bool {
    let cell = terrain.cell(square);
    if open.contains(cell) {
        return false;
    }
    // Left and right, up and down.
    let free = around(open, cell);
    let across = free & 0b1010 != 0b1010 || terrain.dead_across.contains(cell);
    let along = free & 0b0101 != 0b0101 || terrain.dead_along.contains(cell);
    if !across || !along {
        return false;
    }
    // Those that freeze each other are in rows without a gap.
    let boxes = |row: usize| terrain.floor.rows()[row] & !open.rows()[row];
    let (mut top, mut bottom) = (cell.row(), cell.row() + 1);
    while boxes(top - 1) != 0 {
        top -= 1;
    }
    while boxes(bottom) != 0 {
        bottom += 1;
    }
    let mut frozen = [0; MAX_SIDE];
    for (row, frozen) in (top..bottom).zip(&mut frozen[top..bottom]) {
        *frozen = boxes(row);
    }
    freeze(terrain, &mut frozen, top..bottom, cell)
        && match terrain.mode {
            Mode::Classic => {
                let goals = terrain.goals.rows();
                (top..bottom).any(|row| frozen[row] & !goals[row] != 0)
            }
            // A box that rests is not in its hole.
            Mode::Pairs => true,
        }
}

/// Lets go of boxes that can be the first to move, until there are none. Whether the one on a
/// square is still there. Only these rows are looked at, and none is the grid's first or last.
fn freeze(
    terrain: &Terrain<'_>,
    frozen: &mut [u32; MAX_SIDE],
    rows: Range<usize>,
    cell: Cell,
) -> bool {
    let floor = terrain.floor.rows();
    let (dead_across, dead_along) = (terrain.dead_across.rows(), terrain.dead_along.rows());
    loop {
        let mut changed = 0;
        let mut above = !floor[rows.start - 1];
        let mut here = !floor[rows.start] | frozen[rows.start];
        for row in rows.clone() {
            // Solid is what is wall or frozen.
            let below = !floor[row + 1] | frozen[row + 1];
            let boxes = frozen[row];
            let across = here << 1 | here >> 1 | dead_across[row];
            let along = above | below | dead_along[row];
            let movable = boxes & !(across & along);
            changed |= movable;
            frozen[row] = boxes & !movable;
            (above, here) = (here & !movable, below);
        }
        if frozen[cell.row()] >> cell.column() & 1 == 0 {
            return false;
        }
        if changed == 0 {
            return true;
        }
    }
}
