//! Tunnels: a push between two walls goes on until it is through.
//!
//! Behind a box in a tunnel the keeper can do nothing that it could not do later, and the
//! first square of the tunnel remains a place to park a box. So the positions in between
//! need not be looked at.
//!
//! Worth: without it, 123, 142 and 149: none on these levels since dead groups are known.

use super::moves::{Move, unpack};
use crate::solve::base::ideas::OptimalIdea;
use crate::solve::base::position::{Position, Push};
use crate::solve::base::terrain::{NONE, Terrain};

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
    let start = position.square(usize::from(which));
    let first = terrain.next(start, direction);
    let mut push = Push::single(terrain, position, which, direction, first);
    if tunnels
        && terrain.square(start).is_tunnel(direction)
        && terrain.ideas.has(OptimalIdea::Tunnels)
    {
        (push.length, push.end) = go_on(terrain, position, code, first)?;
        push.to = terrain.pushed(push.end, direction);
    }
    Some(push)
}

/// How far a push goes that has come to a square in a tunnel, and where it ends.
#[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
fn go_on(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    code: Move,
    mut square: u8,
) -> Option<(u8, u8)> {
    let (which, direction) = unpack(code);
    let mut length = 1;
    while terrain.square(square).is_tunnel(direction)
        && !terrain.is_home(square, which)
        && length < u8::MAX
    {
        let next = terrain.next(square, direction);
        if next == NONE {
            return None;
        }
        if position.occupant(next) != NONE {
            break;
        }
        square = next;
        length += 1;
        if terrain.is_dead(terrain.pushed(square, direction), which) {
            return None;
        }
    }
    Some((length, square))
}
