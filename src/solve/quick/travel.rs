//! Macro moves: everywhere one box can go while all others stand still.
//!
//! One node of the search pushes one box to any square that it can reach, so a solution is
//! some twenty to sixty decisions deep instead of hundreds. A box on a square with the keeper
//! on some of its sides is one place of the tour; places come in the order of their pushes.
//! With pulls instead of pushes, the same tour finds where a box can have come from.

use crate::puzzle::{CellSet, Direction, flood};
use crate::solve::base::follow::is_walked_around;
use crate::solve::base::position::around;
use crate::solve::base::square::Lane;
use crate::solve::base::terrain::{NONE, Terrain};

/// Four sides of at most 255 squares.
pub(super) const MAX_PLACES: usize = 1024;

/// How the keeper moves the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grip {
    Push,
    Pull,
}

/// The memory of a tour.
#[derive(Debug)]
pub(super) struct Notes<'t> {
    /// The sides seen of a box on each square, one bit for each direction.
    pub(super) seen: &'t mut [u8],
    /// The places to go on from: square and sides.
    pub(super) queue: &'t mut [u16],
    /// The caller's note on each place.
    pub(super) tags: &'t mut [u16],
}

/// A tour of one box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Travel {
    grip: Grip,
    which: u8,
    /// The place that is being left, and the next direction to try.
    head: u16,
    direction: u8,
    tail: u16,
}

/// One push or pull of a tour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) to: u8,
    /// Where the keeper stands afterwards.
    pub(super) keeper: u8,
    pub(super) direction: Direction,
}

impl Travel {
    /// A tour of a box by pushes or pulls; it has no place yet.
    pub(super) fn new(grip: Grip, which: u8, notes: &mut Notes<'_>) -> Self {
        notes.seen.fill(0);
        Self {
            grip,
            which,
            head: 0,
            direction: 0,
            tail: 0,
        }
    }

    /// The next push or pull to a place that has not been seen. `open` is the floor
    /// without the other boxes.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(super) fn next(
        &mut self,
        terrain: &Terrain<'_>,
        notes: &Notes<'_>,
        open: &CellSet,
    ) -> Option<Leg> {
        while self.head < self.tail {
            let place = notes.queue[usize::from(self.head)];
            let (from, sides) = ((place >> 4) as u8, place & 15);
            while self.direction < 4 {
                let direction = Direction::from_index(self.direction);
                self.direction += 1;
                let leg = match self.grip {
                    Grip::Push => self.push(terrain, from, sides, direction),
                    Grip::Pull => pull(terrain, open, from, sides, direction),
                };
                if let Some(leg) = leg
                    && open.contains(terrain.cell(leg.to))
                    && notes.seen[usize::from(leg.to)] & self.side(leg) == 0
                {
                    return Some(leg);
                }
            }
            self.head += 1;
            self.direction = 0;
        }
        None
    }

    fn push(
        &self,
        terrain: &Terrain<'_>,
        from: u8,
        sides: u16,
        direction: Direction,
    ) -> Option<Leg> {
        if sides >> direction.opposite().index() & 1 == 0 {
            return None;
        }
        let Lane { target, .. } = terrain.lane(from, direction, self.which)?;
        Some(Leg {
            to: target,
            keeper: from,
            direction,
        })
    }

    /// The side of the box on which a leg leaves the keeper.
    fn side(&self, leg: Leg) -> u8 {
        1 << match self.grip {
            Grip::Push => leg.direction.opposite().index(),
            Grip::Pull => leg.direction.index(),
        }
    }

    /// Goes on from a square with the keeper in a region; whether that was new.
    pub(super) fn arrive(
        &mut self,
        terrain: &Terrain<'_>,
        notes: &mut Notes<'_>,
        square: u8,
        region: &CellSet,
        tag: u16,
    ) -> bool {
        self.add(notes, square, around(region, terrain.cell(square)), tag)
    }

    /// Goes on from where a leg has left box and keeper. `open` is the floor without
    /// the boxes, this one included.
    /// Most legs need no flood fill: the squares around the box show where the keeper gets to.
    pub(super) fn land(
        &mut self,
        terrain: &Terrain<'_>,
        notes: &mut Notes<'_>,
        leg: Leg,
        open: &CellSet,
        tag: u16,
        floods: &mut u32,
    ) {
        let cell = terrain.cell(leg.to);
        let mut sides = around(open, cell);
        if sides & !notes.seen[usize::from(leg.to)] == 0 {
            return;
        }
        let reached = || around(&flood(open, terrain.cell(leg.keeper)), cell);
        if !is_walked_around(open, cell) {
            *floods += 1;
            sides = reached();
        }
        debug_assert_eq!(sides, reached());
        self.add(notes, leg.to, sides, tag);
    }

    /// Adds a place with the keeper on some sides of a square; whether that was new.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn add(&mut self, notes: &mut Notes<'_>, square: u8, sides: u8, tag: u16) -> bool {
        let seen = &mut notes.seen[usize::from(square)];
        if sides & !*seen == 0 || usize::from(self.tail) >= notes.queue.len() {
            return false;
        }
        *seen |= sides;
        notes.queue[usize::from(self.tail)] = u16::from(square) << 4 | u16::from(sides);
        notes.tags[usize::from(self.tail)] = tag;
        self.tail += 1;
        true
    }

    /// The caller's note on the place that is being left.
    pub(super) fn tag(&self, notes: &Notes<'_>) -> u16 {
        notes.tags[usize::from(self.head)]
    }

    /// The number of the place that is being left.
    pub(super) fn place(&self) -> u16 {
        self.head
    }
}

fn pull(
    terrain: &Terrain<'_>,
    open: &CellSet,
    from: u8,
    sides: u16,
    direction: Direction,
) -> Option<Leg> {
    if sides >> direction.index() & 1 == 0 {
        return None;
    }
    let to = terrain.next(from, direction);
    if to == NONE {
        return None;
    }
    let keeper = terrain.next(to, direction);
    (keeper != NONE && open.contains(terrain.cell(keeper))).then_some(Leg {
        to,
        keeper,
        direction,
    })
}
