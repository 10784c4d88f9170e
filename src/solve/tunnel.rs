//! Tunnels: a push between two walls goes on until it is through.
//!
//! Behind a box in a tunnel the keeper can do nothing that it could not do later, and the
//! first square of the tunnel remains a place to park a box. So the positions in between
//! need not be looked at.
//!
//! Worth: without it, 119, 136 and 146.

use super::moves::{Move, unpack};
use super::position::{Position, Push};
use super::terrain::{NONE, Terrain};
use crate::puzzle::Direction;

/// The push that a move stands for, through a tunnel where `tunnels` are taken in one go.
/// `None` where it ends on a dead square.
pub(super) fn push(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    code: Move,
    tunnels: bool,
) -> Option<Push> {
    let (which, direction) = unpack(code);
    let back = direction.opposite();
    let from = position.states[usize::from(which)];
    let mut square = terrain.place(from);
    let mut length = 0;
    loop {
        let previous = square;
        square = terrain.next(square, direction);
        length += 1;
        let to = terrain.state(square, back);
        // The first square is no dead one, or there would be no such move.
        if length > 1 && terrain.is_dead(to, which) {
            return None;
        }
        let ends = !tunnels
            || !is_tunnel(terrain, previous, direction)
            || !is_tunnel(terrain, square, direction)
            || terrain.is_home(square, which)
            || length == u8::MAX;
        if !ends {
            match terrain.next(square, direction) {
                NONE => return None,
                next if position.occupant(next) == NONE => continue,
                _ => {}
            }
        }
        return Some(Push {
            which,
            direction,
            length,
            from,
            to,
        });
    }
}

/// Whether a square has walls on both sides of a way through it.
fn is_tunnel(terrain: &Terrain<'_>, square: u8, direction: Direction) -> bool {
    let side = direction.clockwise();
    terrain.next(square, side) == NONE && terrain.next(square, side.opposite()) == NONE
}
