//! Where goals go: together in a corner of the room, in a row, or scattered.

use super::draft::Squares;
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, CellSet, Direction};

/// So many goals on a floor, each with room to pull a box away from it; fewer where there
/// is none.
pub(super) fn goals(random: &mut Random, floor: &CellSet, count: usize) -> Squares {
    let mut free = pullable(floor);
    let mut chosen = Squares::new();
    // How many begin a new place instead of joining the one before.
    let apart = [8, 8, 3, 1][random.below(4) as usize];
    while chosen.len() < count {
        let goals: CellSet = chosen.iter().copied().collect();
        let beside = Direction::ALL
            .iter()
            .fold(CellSet::EMPTY, |all, &way| all | goals.shifted(way));
        let near = beside & free;
        let pool = if near.is_empty() || random.one_in(apart) {
            free
        } else {
            near
        };
        let Some(cell) = random.pick(pool.iter()) else {
            break;
        };
        free.remove(cell);
        // As many were asked for as fit.
        let _ = chosen.push(cell);
    }
    chosen
}

/// The squares that a box can be pulled away from.
fn pullable(floor: &CellSet) -> CellSet {
    let can = |cell: Cell| {
        Direction::ALL
            .iter()
            .any(|&way| floor.contains(cell.step(way)) && floor.contains(cell.step(way).step(way)))
    };
    floor.iter().filter(|&cell| can(cell)).collect()
}
