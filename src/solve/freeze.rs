//! Freeze deadlocks: boxes that block each other for good.
//!
//! The test that `puzzle` makes for a whole board, made for the box that was just pushed:
//! most pushes are cleared by a look at its four neighbours, and the others by letting go
//! of movable boxes until only frozen ones are left.
//!
//! Worth: without it, 114, 137 and 146.

use super::position::Position;
use super::terrain::{NONE, Terrain};
use crate::puzzle::{CellSet, Direction, Mode};

/// Whether the box on a square is frozen together with a box that is not home. A box that
/// has dropped in is not there to be frozen.
pub(super) fn is_deadlock(terrain: &Terrain<'_>, position: &Position<'_>, square: u8) -> bool {
    if position.occupant(square) == NONE {
        return false;
    }
    let blocked = |direction| {
        let next = terrain.next(square, direction);
        next == NONE || position.occupant(next) != NONE
    };
    let cell = terrain.cell(square);
    let across =
        blocked(Direction::Left) || blocked(Direction::Right) || terrain.dead_across.contains(cell);
    let along =
        blocked(Direction::Up) || blocked(Direction::Down) || terrain.dead_along.contains(cell);
    if !across || !along {
        return false;
    }
    let frozen = frozen_boxes(terrain, position);
    if !frozen.contains(cell) {
        return false;
    }
    match terrain.mode {
        Mode::Classic => !(frozen - terrain.goals).is_empty(),
        // A box that rests is not in its hole.
        Mode::Pairs => true,
    }
}

/// The largest set of boxes none of which can be the first to move.
fn frozen_boxes(terrain: &Terrain<'_>, position: &Position<'_>) -> CellSet {
    let solid_floor = !terrain.floor;
    let mut frozen = terrain.floor - position.open;
    loop {
        let solid = solid_floor | frozen;
        let across =
            solid.shifted(Direction::Left) | solid.shifted(Direction::Right) | terrain.dead_across;
        let along =
            solid.shifted(Direction::Up) | solid.shifted(Direction::Down) | terrain.dead_along;
        let still = frozen & across & along;
        if still == frozen {
            return frozen;
        }
        frozen = still;
    }
}
