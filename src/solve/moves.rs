//! The pushes that a position offers, best first.
//!
//! Worth of the order: without it 120, 137 and 146, so it does not matter on small levels;
//! on some larger ones going on with the same box finds the solution hundreds of times
//! sooner.

use super::corral;
use super::position::Position;
use super::terrain::{NO_STATE, Terrain};
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
#[cfg_attr(
    all(feature = "pico", target_os = "none"),
    allow(unsafe_code),
    unsafe(link_section = ".data.hot")
)]
#[inline(never)]
pub(super) fn generate(
    terrain: &Terrain<'_>,
    position: &mut Position<'_>,
    last: u8,
    moves: &mut Moves,
) {
    let fence = corral::fence(terrain, position);
    let mut found: heapless::Vec<(Move, u8), { MAX_BOXES * 4 }> = heapless::Vec::new();
    for (which, &state) in (0..).zip(&position.states[..terrain.boxes]) {
        if state == NO_STATE {
            continue;
        }
        let square = terrain.place(state);
        let cell = terrain.cell(square);
        let ways = position.ways(cell) & terrain.lanes(square, which);
        if ways == 0 || fence.as_ref().is_some_and(|fence| !fence.contains(cell)) {
            continue;
        }
        let goal = position.assignment.goal_of(usize::from(which));
        let distance = terrain.distance(state, goal);
        for direction in Direction::ALL {
            if ways >> direction.index() & 1 == 0 {
                continue;
            }
            let target = terrain.next(square, direction);
            let after = terrain.state(target, direction.opposite());
            let nearer = terrain.distance(after, goal) < distance;
            let rank = 2 * u8::from(nearer) + u8::from(which == last);
            // As many places as pushes.
            let _ = found.push((pack(which, direction), rank));
        }
    }
    moves.clear();
    for rank in 0..4 {
        for &(code, its) in &found {
            if its == rank {
                let _ = moves.push(code);
            }
        }
    }
}
