//! Places for goals: all together, in a few groups, or scattered.

use super::draft::Squares;
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, CellSet, Direction};

/// Up to `count` goals on a floor, each with room to pull a box away from it.
pub(super) fn goals(random: &mut Random, floor: &CellSet, count: usize) -> Squares {
    let mut free = pullable(floor);
    let mut chosen = Squares::new();
    // One in this number of goals starts a new group instead of joining one.
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
        // Callers ask for no more than fit.
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
