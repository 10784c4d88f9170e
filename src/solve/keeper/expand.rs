//! One state's children.

use crate::puzzle::Direction;
use crate::solve::MAX_BOXES;
use crate::solve::base::assignment::IMPOSSIBLE;
use crate::solve::base::follow::Footprint;
use crate::solve::base::freeze;
use crate::solve::base::key::Order;
use crate::solve::base::position::Push;
use crate::solve::base::terrain::NONE;
use crate::solve::base::walks::{self, Walks};
use crate::solve::base::workplace::Workplace;

/// A state that is being expanded, child by child.
#[derive(Debug)]
pub(super) struct Expansion {
    number: u64,
    order: Order,
    walks: Walks,
    /// Boxes and directions that have been tried.
    tried: u8,
}

/// What a push leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The boxes as a number; the keeper stands where the box was.
    pub(super) number: u64,
    pub(super) push: Push,
    /// The keeper's steps to where it pushes.
    pub(super) walk: u8,
    /// Pushes that are needed after that one.
    pub(super) least: i32,
}

/// The next child.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    Child(Child),
    /// That push cannot be made, or leads nowhere.
    Nothing,
    /// All pushes have been tried.
    End,
}

impl Expansion {
    pub(super) const fn new() -> Self {
        Self {
            number: 0,
            order: Order::NONE,
            walks: Walks::new(),
            tried: 0,
        }
    }

    /// Loads a state and begins with it.
    #[inline(never)]
    pub(super) fn begin(&mut self, work: &mut Workplace<'_>, (number, keeper): (u64, u8)) {
        let (terrain, position) = (&work.terrain, &mut work.position);
        let squares = work.keys.squares(terrain, number);
        position.load(terrain, &squares, keeper);
        position.floods += walks::COST;
        self.walks.find(terrain, &position.open, keeper);
        self.number = number;
        self.order = position.order(terrain);
        self.tried = 0;
    }

    /// Tries the next push.
    #[inline(never)]
    pub(super) fn next(&mut self, work: &mut Workplace<'_>) -> Next {
        let (terrain, position) = (&work.terrain, &mut work.position);
        while usize::from(self.tried) < 4 * terrain.boxes {
            let (which, direction) = (self.tried >> 2, Direction::from_index(self.tried));
            self.tried += 1;
            let square = position.square(usize::from(which));
            if square == NONE || terrain.lanes(square, which) >> direction.index() & 1 == 0 {
                continue;
            }
            let (target, stand) = (
                terrain.next(square, direction),
                terrain.next_behind(square, direction),
            );
            if !position.open.contains(terrain.cell(target)) {
                continue;
            }
            let Some(walk) = self.walks.to(stand) else {
                continue;
            };
            let push = Push::single(terrain, position, which, direction, target);
            let least = position.total_after(terrain, push, IMPOSSIBLE);
            if least >= IMPOSSIBLE {
                return Next::Nothing;
            }
            let footprint = Footprint::new(terrain, push);
            position.lift(&footprint);
            let dead = freeze::is_deadlock(terrain, &position.open, footprint.to);
            position.set_down(&footprint);
            let squares = position.squares(terrain);
            if dead || (work.groups).is_dead(terrain, squares, which, target, direction) {
                return Next::Nothing;
            }
            let (number, ranks) = (self.number, footprint.ranks);
            let number = (work.keys).number_after(terrain, &self.order, number, which, ranks);
            return Next::Child(Child {
                number,
                push,
                walk,
                least,
            });
        }
        Next::End
    }
}

const _: () = assert!(4 * MAX_BOXES <= u8::MAX as usize);
