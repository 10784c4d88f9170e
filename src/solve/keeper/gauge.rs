//! Moves and pushes in a state's tag.
//!
//! The depth of a state is what the aim counts first: the pushes, or the moves, that led to
//! it. Depths in the table are near each other, so a tag needs only the last bits of one. The
//! rest of the tag is what comes second, as the bound of a solution through the state, above
//! that of the start.

use crate::solve::answer::Aim;

/// Bits of a depth in pushes, and in moves. Moves have to tell a long walk ahead from one that
/// is long past.
const PUSH_DEPTH_BITS: u32 = 5;
const MOVE_DEPTH_BITS: u32 = 9;
/// Bits for what comes second at least, after a depth in pushes, and in moves.
const MOVE_BITS: u32 = 10;
const PUSH_BITS: u32 = 5;

/// So many moves and pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) moves: i32,
    pub(crate) pushes: i32,
}

impl Count {
    /// The count with this many more of both.
    pub(crate) fn plus(self, both: i32) -> Self {
        Self {
            moves: self.moves + both,
            pushes: self.pushes + both,
        }
    }

    /// Moves first, or pushes first.
    pub(crate) fn ordered(self, aim: Aim) -> (i32, i32) {
        match aim {
            Aim::MovesThenPushes => (self.moves, self.pushes),
            Aim::Pushes | Aim::PushesThenMoves => (self.pushes, self.moves),
        }
    }
}

/// How counts become tags and back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gauge {
    aim: Aim,
    /// What both bounds are at the start.
    least: i32,
    /// What numbers of pushes differ by.
    step: i32,
    depth_bits: u32,
    /// The largest value of what comes second that a tag can hold.
    most: u32,
}

impl Gauge {
    /// Bits of a tag at least.
    pub(super) fn bits(aim: Aim) -> u32 {
        match aim {
            Aim::MovesThenPushes => MOVE_DEPTH_BITS + PUSH_BITS,
            Aim::Pushes | Aim::PushesThenMoves => PUSH_DEPTH_BITS + MOVE_BITS,
        }
    }

    /// A gauge for tags of `bits` bits, and a start that needs at least `least` pushes.
    pub(super) fn new(aim: Aim, least: i32, parity: bool, bits: u32) -> Self {
        let moves_first = aim == Aim::MovesThenPushes;
        let depth_bits = match moves_first {
            true => MOVE_DEPTH_BITS,
            false => PUSH_DEPTH_BITS,
        };
        Self {
            aim,
            least,
            step: if parity && moves_first { 2 } else { 1 },
            depth_bits,
            // The largest tag is one less: no tag is 0.
            most: (1 << (bits - depth_bits)) - 2,
        }
    }

    /// The most moves of a solution whose states all have tags.
    pub(super) fn most_moves(&self) -> i32 {
        match self.aim {
            Aim::MovesThenPushes => i32::MAX,
            Aim::Pushes | Aim::PushesThenMoves => self.least + self.most as i32,
        }
    }

    /// The tag of a state that these counts led to, from where `least` pushes are needed at
    /// least. Too many pushes that come second count as the most that a tag can tell.
    pub(super) fn tag(&self, count: Count, least: i32) -> u32 {
        let (depth, second) = count.ordered(self.aim);
        let second = ((second + least - self.least) / self.step) as u32;
        1 + (second.min(self.most) << self.depth_bits | depth as u32 & self.mask())
    }

    /// The depth of a tag, seen from another depth that is less than half the range away, or
    /// in moves at least half the range away if it lies ahead.
    pub(super) fn depth(&self, tag: u32, from: i32) -> i32 {
        from + self.ahead(tag, from) as i32 - self.past() as i32
    }

    /// By how much a tag's depth lies ahead of the furthest past that is kept.
    fn ahead(&self, tag: u32, from: i32) -> u32 {
        (tag - 1)
            .wrapping_sub(from as u32)
            .wrapping_add(self.past())
            & self.mask()
    }

    /// How far back depths can be told.
    pub(super) fn past(&self) -> u32 {
        // No walk is longer than 254 steps; a push leads to the next layer.
        match self.aim {
            Aim::MovesThenPushes => self.mask() - 255,
            Aim::Pushes | Aim::PushesThenMoves => self.mask() - 1,
        }
    }

    /// The counts of a state with this tag, whose depth is known.
    pub(super) fn count(&self, tag: u32, depth: i32, least: i32) -> Count {
        let second = ((tag - 1) >> self.depth_bits) as i32 * self.step + self.least - least;
        match self.aim {
            Aim::MovesThenPushes => Count {
                moves: depth,
                pushes: second,
            },
            Aim::Pushes | Aim::PushesThenMoves => Count {
                moves: second,
                pushes: depth,
            },
        }
    }

    /// Whether a tag tells what comes second, and not only that it is much.
    pub(super) fn tells_second(&self, tag: u32) -> bool {
        (tag - 1) >> self.depth_bits < self.most
    }

    /// The rank of a tag, seen from a depth: of two ways to the same boxes, the one with the
    /// lesser rank is better.
    pub(super) fn rank(&self, tag: u32, from: i32) -> u32 {
        self.ahead(tag, from) << 20 | (tag - 1) >> self.depth_bits
    }

    /// How much the rank grows with a walk of `steps` steps.
    pub(super) fn rank_of_walk(&self, steps: u32) -> u32 {
        match self.aim {
            Aim::MovesThenPushes => steps << 20,
            Aim::Pushes | Aim::PushesThenMoves => steps,
        }
    }

    fn mask(&self) -> u32 {
        (1 << self.depth_bits) - 1
    }
}
