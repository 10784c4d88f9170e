//! Where pushes lead: for each square, the directions in which one is of use at all.
//!
//! In Classic they are the same for every box, so they are noted once, in the bits that a
//! square's cell leaves free.

use super::terrain::{NONE, Terrain};
use crate::puzzle::{Cell, Direction, Mode};

/// Where a square's lanes begin, above the bits of its cell.
const LANES_SHIFT: u32 = Cell::COUNT.ilog2();

/// What a push runs along.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    /// Where the box comes to.
    pub(super) target: u8,
    /// Where the keeper stands before.
    pub(super) stand: u8,
}

impl Terrain<'_> {
    /// Notes the lanes of each square, which are the same for every box.
    pub(super) fn note_lanes(&mut self) {
        for square in 0..self.size as u8 {
            let lanes = u16::from(self.find_lanes(square, NONE));
            self.cells[usize::from(square)] |= lanes << LANES_SHIFT;
        }
    }

    fn find_lanes(&self, square: u8, which: u8) -> u8 {
        Direction::ALL.into_iter().fold(0, |lanes, direction| {
            let lane = self.lane(square, direction, which);
            lanes | u8::from(lane.is_some()) << direction.index()
        })
    }

    /// Where a push of a box on a square would take it, or `None` where a wall is in the
    /// way or the box would be of no more use there.
    #[inline(always)]
    pub(super) fn lane(&self, square: u8, direction: Direction, which: u8) -> Option<Lane> {
        let back = direction.opposite();
        let (target, stand) = (self.next(square, direction), self.next(square, back));
        if target == NONE || stand == NONE {
            return None;
        }
        let state = self.state(target, back);
        (!self.is_dead(state, which)).then_some(Lane { target, stand })
    }

    /// The directions, one bit each, in which a square has a lane for a box.
    #[inline]
    pub(super) fn lanes(&self, square: u8, which: u8) -> u8 {
        match self.mode {
            Mode::Classic => (self.cells[usize::from(square)] >> LANES_SHIFT) as u8,
            Mode::Pairs => self.find_lanes(square, which),
        }
    }
}
