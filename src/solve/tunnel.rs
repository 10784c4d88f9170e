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

/// The push that a move stands for, through a tunnel where `tunnels` are taken in one go.
/// `None` where it ends on a dead square.
#[inline(always)]
pub(super) fn push(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    code: Move,
    tunnels: bool,
) -> Option<Push> {
    let (which, direction) = unpack(code);
    let from = position.states[usize::from(which)];
    let start = terrain.place(from);
    let first = terrain.next(start, direction);
    let push = Push {
        which,
        direction,
        length: 1,
        from,
        to: terrain.state(first, direction.opposite()),
    };
    if tunnels && terrain.square(start).is_tunnel(direction) {
        return go_on(terrain, position, push, first);
    }
    Some(push)
}

/// A push that has come to a square, through the rest of the tunnel that it began in.
#[cfg_attr(
    all(feature = "pico", target_os = "none"),
    allow(unsafe_code),
    unsafe(link_section = ".data.hot")
)]
#[inline(never)]
fn go_on(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    mut push: Push,
    mut square: u8,
) -> Option<Push> {
    let Push {
        which, direction, ..
    } = push;
    while terrain.square(square).is_tunnel(direction)
        && !terrain.is_home(square, which)
        && push.length < u8::MAX
    {
        let next = terrain.next(square, direction);
        if next == NONE {
            return None;
        }
        if position.occupant(next) != NONE {
            break;
        }
        square = next;
        push.length += 1;
        push.to = terrain.state(square, direction.opposite());
        if terrain.is_dead(push.to, which) {
            return None;
        }
    }
    Some(push)
}
