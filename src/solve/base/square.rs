//! All that is known about a floor square, in one record: searches need many facts about few
//! squares at a time.

use bytemuck::{Pod, Zeroable};

use super::terrain::{NO_STATE, NONE, Terrain};
use crate::puzzle::{Cell, Direction, Mode};

/// A floor square.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Square {
    /// The state of a box here while the keeper is on each side of it.
    pub(crate) sides: [u16; 4],
    /// The cell's index; in the bits above, the lanes that bring a box nearer to some goal.
    place: u16,
    /// Its place among the squares that are not dead, or [`NONE`].
    pub(crate) live_rank: u8,
    /// Lanes, home and tunnels.
    flags: u8,
    /// The floor squares next to it, or [`NONE`].
    pub(crate) next: [u8; 4],
}

/// Words of a record.
pub(crate) const SQUARE_WORDS: usize = size_of::<Square>() / size_of::<u32>();

/// The directions, one bit each, in which a push off the square is of use to some box.
const LANES: u8 = 0b1111;
/// Where lanes stand above a cell's bits.
const FORWARD: u32 = 12;
/// It is a goal; of no meaning in Pairs.
const HOME: u8 = 1 << 4;
/// It has walls on both sides of a way up and down; the next bit is for a way across.
const TUNNEL: u8 = 1 << 5;

/// What a push runs along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    /// Where the box comes to.
    pub(crate) target: u8,
    /// Where the keeper stands before.
    pub(crate) stand: u8,
}

impl Square {
    /// A square with these neighbours.
    pub(crate) fn new(cell: Cell, next: [u8; 4], is_goal: bool) -> Self {
        let [up, right, down, left] = next;
        let mut flags = if is_goal { HOME } else { 0 };
        if left == NONE && right == NONE {
            flags |= TUNNEL;
        }
        if up == NONE && down == NONE {
            flags |= TUNNEL << 1;
        }
        Self {
            sides: [NO_STATE; 4],
            place: cell.index(),
            live_rank: NONE,
            flags,
            next,
        }
    }

    /// Where it is.
    #[inline]
    pub(crate) fn cell(&self) -> Cell {
        Cell::from_index(self.place)
    }

    /// Whether it is a goal.
    #[inline]
    pub(crate) fn is_goal(&self) -> bool {
        self.flags & HOME != 0
    }

    /// Whether it has walls on both sides of a way through it.
    #[inline]
    pub(crate) fn is_tunnel(&self, direction: Direction) -> bool {
        self.flags & TUNNEL << (direction.index() & 1) != 0
    }
}

impl Terrain<'_> {
    /// Notes the lanes of each square, which in Classic are the same for every box.
    pub(crate) fn note_lanes(&mut self) {
        for square in 0..self.size as u8 {
            let lanes = self.find_lanes(square, NONE);
            let forward = self.lanes_that(square, NONE, |lane, back| {
                let (before, after) = (self.state(square, back), self.state(lane.target, back));
                let mut goals = self.distances(before).iter().zip(self.distances(after));
                goals.any(|(before, after)| after < before)
            });
            let record = &mut self.squares[usize::from(square)];
            record.flags |= lanes;
            record.place |= u16::from(forward) << FORWARD;
        }
    }

    fn find_lanes(&self, square: u8, which: u8) -> u8 {
        self.lanes_that(square, which, |_, _| true)
    }

    /// The lanes off a square for which `good` holds; it gets the lane and the side that the
    /// keeper is on.
    #[inline(always)]
    fn lanes_that(&self, square: u8, which: u8, good: impl Fn(Lane, Direction) -> bool) -> u8 {
        Direction::ALL.into_iter().fold(0, |lanes, direction| {
            let lane = self.lane(square, direction, which);
            let is_good = lane.is_some_and(|lane| good(lane, direction.opposite()));
            lanes | u8::from(is_good) << direction.index()
        })
    }

    /// Where a push of a box on a square would take it, or `None` where a wall is in the way
    /// or the box could not reach a goal from there.
    #[inline(always)]
    pub(crate) fn lane(&self, square: u8, direction: Direction, which: u8) -> Option<Lane> {
        let (target, stand) = (
            self.next(square, direction),
            self.next_behind(square, direction),
        );
        if target == NONE || stand == NONE {
            return None;
        }
        let state = self.pushed(target, direction);
        (!self.is_dead(state, which)).then_some(Lane { target, stand })
    }

    /// The directions, one bit each, in which a square has a lane for a box.
    #[inline]
    pub(crate) fn lanes(&self, square: u8, which: u8) -> u8 {
        match self.mode {
            Mode::Classic => self.square(square).flags & LANES,
            Mode::Pairs => self.find_lanes(square, which),
        }
    }

    /// Those of them that bring the box nearer to a goal, as far as that is known.
    #[inline]
    pub(crate) fn lanes_forward(&self, square: u8, which: u8) -> u8 {
        match self.mode {
            Mode::Classic => (self.square(square).place >> FORWARD) as u8,
            Mode::Pairs => self.find_lanes(square, which),
        }
    }
}
