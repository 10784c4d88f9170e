//! Freeze deadlocks: boxes that block each other for good.
//!
//! The test that `puzzle` makes for a whole board, made for the box that was just pushed:
//! most pushes are cleared by a look at its four neighbours, and the others by letting go
//! of movable boxes until only frozen ones are left.
//!
//! Worth: without it, 114, 137 and 146.

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
    let Some(frozen) = frozen_boxes(terrain, open, cell) else {
        return false;
    };
    match terrain.mode {
        Mode::Classic => {
            let goals = terrain.goals.rows();
            let mut rows = terrain.rows.clone();
            rows.any(|row| frozen[row] & !goals[row] != 0)
        }
        // A box that rests is not in its hole.
        Mode::Pairs => true,
    }
}

/// The largest set of boxes none of which can be the first to move, by rows; `None` where the
/// box on a square is not one of them. Only rows with floor are looked at, and none of them
/// is the grid's first or last.
fn frozen_boxes(terrain: &Terrain<'_>, open: &CellSet, cell: Cell) -> Option<[u32; MAX_SIDE]> {
    let (floor, open) = (terrain.floor.rows(), open.rows());
    let (dead_across, dead_along) = (terrain.dead_across.rows(), terrain.dead_along.rows());
    let mut frozen = [0; MAX_SIDE];
    for row in terrain.rows.clone() {
        frozen[row] = floor[row] & !open[row];
    }
    loop {
        let mut changed = 0;
        let mut above = u32::MAX;
        let mut here = !floor[terrain.rows.start] | frozen[terrain.rows.start];
        for row in terrain.rows.clone() {
            // Solid is what is wall or frozen.
            let below = !floor[row + 1] | frozen[row + 1];
            let boxes = frozen[row];
            if boxes != 0 {
                let across = here << 1 | here >> 1 | dead_across[row];
                let along = above | below | dead_along[row];
                let movable = boxes & !(across & along);
                changed |= movable;
                frozen[row] = boxes & !movable;
                here &= !movable;
            }
            (above, here) = (here, below);
        }
        if frozen[cell.row()] >> cell.column() & 1 == 0 {
            return None;
        }
        if changed == 0 {
            return Some(frozen);
        }
    }
}
