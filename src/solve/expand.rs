//! One position's children and parents, for the searches that keep positions in a table.

use super::freeze;
use super::key::Keys;
use super::moves::{self, Moves};
use super::position::{Position, Push};
use super::terrain::{NONE, Terrain};
use super::tunnel;
use crate::puzzle::{CellSet, Direction, MAX_BOXES, Mode, Walk};

/// What it takes to look at positions by their keys.
#[derive(Debug)]
pub(super) struct Expander<'w, 'a> {
    pub(super) terrain: &'w Terrain<'a>,
    pub(super) keys: &'w Keys<'a>,
    pub(super) position: &'w mut Position<'a>,
}

impl Expander<'_, '_> {
    /// Sets a position up from its key and finds the keeper's region.
    pub(super) fn load(&mut self, key: u64) {
        let (squares, keeper) = self.keys.open(self.terrain, key);
        self.position.load(self.terrain, &squares, keeper);
        self.position.walk(self.terrain);
    }

    /// The key of the position, whose region is found on the way.
    pub(super) fn key(&mut self) -> u64 {
        let normal = self.position.walk(self.terrain);
        self.keys.key(self.terrain, self.position, normal)
    }

    /// Goes back from a position: pulls boxes, and of the positions before it that are
    /// `wanted` takes the one after whose push the keeper has the shortest walk to where it
    /// pushes next. The position is that one then; returned are its key and the push.
    /// `wanted` sees positions without their assignment.
    pub(super) fn pull(
        &mut self,
        next_stand: u8,
        longest: u8,
        mut wanted: impl FnMut(&mut Position<'_>, u64, Push) -> bool,
    ) -> Option<(u64, Push)> {
        let terrain = self.terrain;
        let mut squares = [NONE; MAX_BOXES];
        for (which, square) in squares.iter_mut().enumerate().take(terrain.boxes) {
            *square = self.position.square(terrain, which);
        }
        let (open, region) = (self.position.open, self.position.region);
        let target = terrain.cell(next_stand);
        let mut best: Option<(usize, u64, Push)> = None;
        for which in 0..terrain.boxes as u8 {
            let Some(square) = came_to(terrain, &open, &squares, which) else {
                continue;
            };
            for direction in Direction::ALL {
                let back = direction.opposite();
                // The keeper stands behind the box after the push.
                let keeper = terrain.next(square, back);
                if keeper == NONE || !region.contains(terrain.cell(keeper)) {
                    continue;
                }
                let mut from = square;
                for length in 1..=longest {
                    from = terrain.next(from, back);
                    if from == NONE
                        || terrain.live_rank(from) == NONE
                        || !open.contains(terrain.cell(from))
                    {
                        break;
                    }
                    let stand = terrain.next(from, back);
                    if stand == NONE || !open.contains(terrain.cell(stand)) {
                        break;
                    }
                    let mut before = squares;
                    before[usize::from(which)] = from;
                    self.position.place(terrain, &before, stand);
                    let key = self.key();
                    let state = self.position.states[usize::from(which)];
                    let push = Push {
                        which,
                        direction,
                        length,
                        from: state,
                        to: state,
                    };
                    if wanted(self.position, key, push) {
                        let walk = Walk::new(&open, terrain.cell(keeper), target);
                        let steps = walk.map_or(usize::MAX, |walk| walk.len());
                        if best.is_none_or(|(least, ..)| steps < least) {
                            best = Some((steps, key, push));
                        }
                    }
                }
            }
        }
        let (_, key, push) = best?;
        self.load(key);
        Some((key, push))
    }
}

/// Where the last push of a box may have ended: where it stands, or in Pairs, where it is
/// gone, its hole.
fn came_to(
    terrain: &Terrain<'_>,
    open: &CellSet,
    squares: &[u8; MAX_BOXES],
    which: u8,
) -> Option<u8> {
    match squares[usize::from(which)] {
        NONE if terrain.mode == Mode::Classic => None,
        NONE => {
            let hole = terrain.goal_square(which);
            open.contains(terrain.cell(hole)).then_some(hole)
        }
        square => Some(square),
    }
}

/// Where the keeper stands to make a push.
pub(super) fn stand(terrain: &Terrain<'_>, push: Push) -> u8 {
    terrain.next(terrain.place(push.from), push.direction.opposite())
}

/// A position that is being expanded, child by child.
#[derive(Debug)]
pub(super) struct Expansion {
    /// The position's key.
    pub(super) key: u64,
    moves: Moves,
    tried: usize,
    tunnels: bool,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Child {
    /// Nowhere: a deadlock.
    Dead,
    /// To a position that needs more pushes than allowed.
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
    /// Nothing to expand yet; `tunnels` says whether a move goes all the way through.
    pub(super) fn new(tunnels: bool) -> Self {
        Self {
            key: 0,
            moves: Moves::new(),
            tried: 0,
            tunnels,
        }
    }

    /// Begins with a position; `last` is the square of the box that was pushed last, where
    /// that is known.
    pub(super) fn begin(&mut self, mut at: Expander<'_, '_>, key: u64, last: u8) {
        self.key = key;
        self.tried = 0;
        at.load(key);
        let last = match last {
            NONE => NONE,
            square => at.position.occupant(square),
        };
        moves::generate(at.terrain, at.position, last, &mut self.moves);
    }

    /// The next child, which may need at most `room` pushes, those that lead to it
    /// included. The best moves come last, so that they are the first to go on with.
    pub(super) fn next(&mut self, mut at: Expander<'_, '_>, room: i32) -> Option<Child> {
        let code = *self.moves.get(self.tried)?;
        self.tried += 1;
        let terrain = at.terrain;
        let Some(push) = tunnel::push(terrain, at.position, code, self.tunnels) else {
            return Some(Child::Dead);
        };
        let room = room - i32::from(push.length);
        if at.position.bound_after(terrain, push) > room {
            return Some(Child::Beyond);
        }
        let (keeper, region) = (at.position.keeper, at.position.region);
        at.position.carry_out(terrain, push);
        let least = at.position.assignment.total();
        let child = if least > room {
            Child::Beyond
        } else if freeze::is_deadlock(terrain, at.position, terrain.place(push.to)) {
            Child::Dead
        } else {
            Child::Position {
                key: at.key(),
                push,
                least,
                solved: at.position.is_solved(),
            }
        };
        at.position.take_back(terrain, push);
        (at.position.keeper, at.position.region) = (keeper, region);
        Some(child)
    }
}
