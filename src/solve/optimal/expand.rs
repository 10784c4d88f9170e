//! One position's children, for the searches that keep positions in a table.

use super::moves::{self, MAX_MOVES, Move};
use super::tunnel;
use crate::solve::base::assignment::IMPOSSIBLE;
use crate::solve::base::corral::Corrals;
use crate::solve::base::follow::Footprint;
use crate::solve::base::freeze;
use crate::solve::base::groups::Groups;
use crate::solve::base::key::{Keys, Order};
use crate::solve::base::position::{Position, Push};
use crate::solve::base::terrain::{NONE, Terrain};
use crate::solve::base::workplace::Workplace;

/// What is needed to load positions by their keys and to expand them.
#[derive(Debug)]
pub(super) struct Expander<'w, 'a> {
    pub(super) terrain: &'w Terrain<'a>,
    pub(super) keys: &'w Keys<'a>,
    pub(super) position: &'w mut Position<'a>,
    pub(super) corrals: &'w mut Corrals<'a>,
    pub(super) groups: &'w Groups<'a>,
}

impl Expander<'_, '_> {
    /// Sets a position up from its key and finds the keeper's region.
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    pub(super) fn load(&mut self, key: u64) {
        let (squares, keeper) = self.keys.open(self.terrain, key);
        self.position.load(self.terrain, &squares, keeper);
        self.position.walk(self.terrain);
    }

    /// The key of the position, whose region is found on the way.
    pub(super) fn key(&mut self) -> u64 {
        let normal = self.position.walk(self.terrain);
        let number = self.keys.number(self.terrain, self.position);
        self.keys.key(number, normal)
    }
}

impl<'a> Workplace<'a> {
    /// The tables and the position.
    pub(super) fn expander(&mut self) -> Expander<'_, 'a> {
        self.expander_and_pool().0
    }

    /// The same, and the memory that positions are looked up in.
    pub(super) fn expander_and_pool(&mut self) -> (Expander<'_, 'a>, &[u32]) {
        let expander = Expander {
            terrain: &self.terrain,
            keys: &self.keys,
            position: &mut self.position,
            corrals: &mut self.corrals,
            groups: &self.groups,
        };
        (expander, self.pool)
    }
}

/// A position that is being expanded, child by child.
#[derive(Debug)]
pub(super) struct Expansion {
    /// The position's key.
    pub(super) key: u64,
    /// Its boxes as a number.
    number: u64,
    order: Order,
    moves: [Move; MAX_MOVES],
    count: usize,
    tried: usize,
    tunnels: bool,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Child {
    /// Nowhere: a deadlock.
    Dead,
    /// To a position from which more pushes are needed than allowed.
    Beyond,
    /// To a position.
    Position {
        key: u64,
        push: Push,
        least: i32,
        solved: bool,
    },
}

impl Expansion {
    /// Nothing to expand yet; with `tunnels`, a push goes on to a tunnel's end.
    pub(super) fn new(tunnels: bool) -> Self {
        Self {
            key: 0,
            number: 0,
            order: Order::NONE,
            moves: [0; MAX_MOVES],
            count: 0,
            tried: 0,
            tunnels,
        }
    }

    /// Begins with a position; `last` is the square of the box that was pushed last, where
    /// that is known.
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    pub(super) fn begin(&mut self, mut at: Expander<'_, '_>, key: u64, last: u8) {
        self.key = key;
        self.tried = 0;
        self.number = at.keys.number_of(key);
        at.load(key);
        self.order = at.position.order(at.terrain);
        let last = match last {
            NONE => NONE,
            square => at.position.occupant(square),
        };
        let fence = at.corrals.fence(at.terrain, at.position);
        let (terrain, position) = (at.terrain, &*at.position);
        (self.count, _) =
            moves::generate(terrain, position, fence, last, moves::ALL, &mut self.moves);
    }

    /// The next child, which may need at most `room` pushes, those that lead to it included.
    /// Unless `exact`, a dead child may be reported as beyond. The best moves come last: the
    /// position found last is expanded first.
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    pub(super) fn next(&mut self, at: Expander<'_, '_>, room: i32, exact: bool) -> Option<Child> {
        let code = *self.moves[..self.count].get(self.tried)?;
        self.tried += 1;
        let terrain = at.terrain;
        let Some(push) = tunnel::push(terrain, at.position, code, self.tunnels) else {
            return Some(Child::Dead);
        };
        let room = room - i32::from(push.length);
        let limit = if exact { IMPOSSIBLE } else { room };
        let least = at.position.total_after(terrain, push, limit);
        if least >= IMPOSSIBLE {
            return Some(Child::Dead);
        }
        if least > room {
            return Some(Child::Beyond);
        }
        let footprint = Footprint::new(terrain, push);
        at.position.lift(&footprint);
        let dead = freeze::is_deadlock(terrain, &at.position.open, footprint.to);
        at.position.set_down(&footprint);
        let squares = at.position.squares(terrain);
        if dead || (at.groups).is_dead(terrain, squares, push.which, push.end, push.direction) {
            return Some(Child::Dead);
        }
        let ahead = at.position.look_ahead(terrain, push, &footprint);
        let number = (at.keys).number_after(
            terrain,
            &self.order,
            self.number,
            push.which,
            footprint.ranks,
        );
        Some(Child::Position {
            key: at.keys.key(number, ahead.normal),
            push,
            least,
            solved: least == 0,
        })
    }
}
