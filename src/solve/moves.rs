//! The pushes that a position offers, best first.
//!
//! Worth of the order: without it 120, 137 and 146, so it does not matter on small levels;
//! on some larger ones going on with the same box finds the solution hundreds of times
//! sooner.

use super::corral;
use super::position::Position;
use super::terrain::{Lane, NONE, Terrain};
use crate::puzzle::{Direction, MAX_BOXES};

/// A push by one square: box and direction in a byte.
pub(super) type Move = u8;
/// Four ways for each box.
pub(super) type Moves = heapless::Vec<Move, { MAX_BOXES * 4 }>;

pub(super) fn pack(which: u8, direction: Direction) -> Move {
    which << 2 | direction.index()
}

pub(super) fn unpack(code: Move) -> (u8, Direction) {
    (code >> 2, Direction::from_index(code))
}

/// The pushes worth trying, in the order in which to try them from the end: those that
/// bring a box nearer to its goal come first, and among them the box that was pushed last
/// goes on. The keeper's region must be known.
pub(super) fn generate(
    terrain: &Terrain<'_>,
    position: &mut Position<'_>,
    last: u8,
    moves: &mut Moves,
) {
    moves.clear();
    let fence = corral::fence(terrain, position);
    let mut rank_starts = [0usize; 4];
    for which in 0..terrain.boxes as u8 {
        let square = position.square(terrain, usize::from(which));
        if square == NONE || fence.is_some_and(|fence| !fence.contains(terrain.cell(square))) {
            continue;
        }
        for direction in Direction::ALL {
            let Some(Lane {
                target,
                stand,
                state,
            }) = terrain.lane(square, direction, which)
            else {
                continue;
            };
            if position.occupant(target) != NONE || !position.reaches(terrain, stand) {
                continue;
            }
            let goal = position.assignment.goal_of(usize::from(which));
            let nearer = terrain.distance(state, goal)
                < terrain.distance(position.states[usize::from(which)], goal);
            let rank = 2 * usize::from(nearer) + usize::from(which == last);
            // An insertion sort: each rank's moves stand together, later ranks after them.
            let place = rank_starts.get(rank + 1).copied().unwrap_or(moves.len());
            if moves.insert(place, pack(which, direction)).is_ok() {
                rank_starts[rank + 1..]
                    .iter_mut()
                    .for_each(|start| *start += 1);
            }
        }
    }
}
