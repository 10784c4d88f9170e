//! Moves and pushes as one number: the tag of a state.
//!
//! A tag says how far a state's bound is above that of the start: the moves of the best
//! solution through it at least, then the pushes of that solution at least. The searches go by
//! it. Which of two ways to a state is better is another question if the fewest pushes come
//! first: then the way with fewer pushes is, because no solution with the fewest pushes takes
//! the other one.

use super::dominance::Ranking;
use crate::solve::answer::Aim;

/// Bits of a tag for pushes, if moves come first.
const PUSH_BITS: u32 = 5;

/// At least so many moves and pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) moves: i32,
    pub(crate) pushes: i32,
}

/// How bounds become tags.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    first: Bound,
    /// What numbers of pushes differ by.
    step: i32,
    push_bits: u32,
    pushes_first: bool,
    most: u32,
}

impl Scale {
    /// A scale from the bound of the start to the largest tag, for solutions with at most so
    /// many pushes.
    pub(super) fn new(aim: Aim, first: Bound, parity: bool, most: u32, pushes: i32) -> Self {
        let step = if parity { 2 } else { 1 };
        let pushes_first = aim != Aim::MovesThenPushes;
        Self {
            first,
            step,
            push_bits: match pushes_first {
                true => u32::BITS - (((pushes - first.pushes) / step) as u32).leading_zeros(),
                false => PUSH_BITS,
            },
            pushes_first,
            most,
        }
    }

    /// The tag of a bound, or `None` if there is none that large. More pushes than a tag can
    /// tell count as the most that it can.
    pub(super) fn tag(&self, bound: Bound) -> Option<u32> {
        let pushes = (bound.pushes - self.first.pushes) / self.step;
        let pushes = (pushes as u32).min(self.push_mask());
        let moves = (bound.moves - self.first.moves) as u32;
        let tag = (moves << self.push_bits | pushes) + 1;
        (tag <= self.most).then_some(tag)
    }

    /// The bound of a tag.
    pub(super) fn bound(&self, tag: u32) -> Bound {
        Bound {
            moves: self.first.moves + ((tag - 1) >> self.push_bits) as i32,
            pushes: self.first.pushes + self.step * ((tag - 1) & self.push_mask()) as i32,
        }
    }

    /// Whether the tag tells the pushes, and not only that they are many.
    pub(super) fn tells_pushes(&self, tag: u32) -> bool {
        self.pushes_first || (tag - 1) & self.push_mask() < self.push_mask()
    }

    fn push_mask(&self) -> u32 {
        (1 << self.push_bits) - 1
    }
}

impl Ranking for Scale {
    fn rank(&self, tag: u32) -> u32 {
        match self.pushes_first {
            true => (tag - 1).rotate_right(self.push_bits),
            false => tag - 1,
        }
    }

    fn of_walk(&self, steps: u32) -> u32 {
        match self.pushes_first {
            true => steps,
            false => steps << self.push_bits,
        }
    }
}
