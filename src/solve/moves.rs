//! The pushes that a position offers, best first.
//!
//! Worth of the order: without it 120, 137 and 146, so it does not matter on small levels;
//! on some larger ones going on with the same box finds the solution hundreds of times
//! sooner.

use super::assignment::IMPOSSIBLE;
use super::corral::Corrals;
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
/// goes on. The keeper's region must be known. Those that need more than `room` pushes with
/// what is left after them are left out, if that can be seen; whether there were some. With
/// [`IMPOSSIBLE`] there is room for all.
#[cfg_attr(
    all(feature = "pico", target_os = "none"),
    allow(unsafe_code),
    unsafe(link_section = ".data.hot")
)]
#[inline(never)]
pub(super) fn generate(
    terrain: &Terrain<'_>,
    position: &mut Position<'_>,
    corrals: &mut Corrals<'_>,
    last: u8,
    room: i32,
    moves: &mut Moves,
) -> bool {
    let fence = corrals.fence(terrain, position);
    let mut cut = false;
    let mut nearer = Moves::new();
    // Those of the box that was pushed last; the others go to the ends right away.
    let mut own: heapless::Vec<Move, 4> = heapless::Vec::new();
    let mut own_nearer = own.clone();
    moves.clear();
    for (which, &state) in (0..).zip(&position.states[..terrain.boxes]) {
        if state == NO_STATE {
            continue;
        }
        let number = terrain.place(state);
        let square = terrain.square(number);
        let ways = position.ways(square.cell()) & terrain.lanes(number, which);
        if ways == 0 || fence.is_some_and(|fence| !fence.contains(square.cell())) {
            continue;
        }
        let goal = position.assignment.goal_of(usize::from(which));
        let distance = terrain.distance(state, goal);
        for direction in Direction::each() {
            if ways >> direction.index() & 1 == 0 {
                continue;
            }
            let target = square.next[usize::from(direction.index())];
            let after = terrain.state(target, direction.opposite());
            let is_nearer = terrain.distance(after, goal) < distance;
            // Where a tunnel ends, is not known yet.
            if !is_nearer && room < IMPOSSIBLE && !square.is_tunnel(direction) {
                let bound = (position.assignment).bound_after(terrain, usize::from(which), after);
                if bound + 1 > room {
                    cut |= bound < IMPOSSIBLE;
                    continue;
                }
            }
            let code = pack(which, direction);
            // As many places as pushes.
            let _ = match (is_nearer, which == last) {
                (false, false) => moves.push(code),
                (false, true) => own.push(code),
                (true, false) => nearer.push(code),
                (true, true) => own_nearer.push(code),
            };
        }
    }
    for rest in [&own[..], &nearer[..], &own_nearer[..]] {
        let _ = moves.extend_from_slice(rest);
    }
    cut
}
