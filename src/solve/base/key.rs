//! A position as a number.
//!
//! Where the numbers are small enough they are exact: every position has its own and can be
//! built from it again. In Classic that number is the rank of the boxes' squares among all
//! choices of live squares (the combinatorial number system), in Pairs the squares of the
//! boxes as digits; the keeper's normal place is one more digit. Because exact numbers have
//! few bits, 160 KB hold tens of thousands of positions; because they are exact, "optimal" is
//! certain and not only likely. Larger positions get a hash.
//!
//! Each number is a sum over the boxes, so that a push changes it by a difference. This is
//! the one place with 64-bit arithmetic: two multiplications for each position and no
//! division.

use super::arena::Arena;
use super::mix::Mixer;
use super::position::Position;
use super::terrain::{NONE, Terrain};
use crate::puzzle::Mode;
use crate::solve::MAX_BOXES;

const SCRAMBLE: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9];

/// Numbers with more bits than this are hashes.
const MAX_EXACT_BITS: u32 = 62;

/// The live ranks of a position's boxes in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    ranks: [u8; MAX_BOXES],
    /// Where the rank of each box was last seen; usually it still is, which lookups check.
    seen: [u8; MAX_BOXES],
}

impl Order {
    /// The order of no boxes.
    pub(crate) const NONE: Self = Self {
        ranks: [NONE; MAX_BOXES],
        seen: [0; MAX_BOXES],
    };

    /// The order of the first `boxes` ranks; the others are [`NONE`], which no rank exceeds.
    pub(crate) fn new(mut ranks: [u8; MAX_BOXES], boxes: usize) -> Self {
        ranks[..boxes].sort_unstable();
        let seen = [0; MAX_BOXES];
        Self { ranks, seen }
    }

    /// The place of a box's rank.
    #[inline(always)]
    fn place(&self, which: u8, rank: u8) -> usize {
        let seen = usize::from(self.seen[usize::from(which)]);
        if self.ranks.get(seen) == Some(&rank) {
            return seen;
        }
        self.search(rank)
    }

    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn search(&self, rank: u8) -> usize {
        (self.ranks.iter().position(|&other| other == rank)).unwrap_or(0)
    }

    /// Changes the rank of a box.
    #[inline]
    pub(crate) fn change(&mut self, which: u8, (was, is): (u8, u8)) {
        let mut place = self.place(which, was);
        let ranks = &mut self.ranks;
        while let Some(&rank) = ranks.get(place + 1).filter(|&&rank| rank < is) {
            ranks[place] = rank;
            place += 1;
        }
        while let Some(&rank) = ranks[..place].last().filter(|&&rank| rank > is) {
            ranks[place] = rank;
            place -= 1;
        }
        ranks[place] = is;
        self.seen[usize::from(which)] = place as u8;
    }
}

/// How the positions of a terrain are numbered.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Keys<'a> {
    /// `choose[square * boxes + i]`: ways to choose `i + 1` of the first `square` squares,
    /// low word first, with the keeper's bits below.
    choose: &'a mut [[u32; 2]],
    /// Bits of an exact number, or 64 where it is a hash.
    bits: u32,
    exact: bool,
    /// Whether a box counts by its place among the others.
    ordered: bool,
    /// Number of boxes.
    boxes: usize,
    keeper_bits: u32,
    /// In Pairs, bits for the square of one box.
    digit_bits: u32,
    mixer: Mixer,
}

impl<'a> Keys<'a> {
    /// Prepares the numbering. `None` where the arena is too small.
    pub(crate) fn new(terrain: &Terrain<'_>, arena: &mut Arena<'a>) -> Option<Self> {
        let mut keys = Self {
            choose: &mut [],
            bits: 64,
            exact: false,
            ordered: false,
            boxes: terrain.boxes,
            keeper_bits: 8,
            digit_bits: 8,
            mixer: Mixer::new(u64::BITS),
        };
        // One digit more for a box that is gone.
        keys.digit_bits = bits_for(terrain.live);
        keys.keeper_bits = bits_for(terrain.size - 1);
        let box_bits = match terrain.mode {
            Mode::Classic => match choose(terrain.live as u64, terrain.boxes as u64) {
                Some(ways) => u64::BITS - ways.leading_zeros(),
                None => return Some(keys),
            },
            Mode::Pairs => keys.digit_bits * terrain.boxes as u32,
        };
        if box_bits + keys.keeper_bits > MAX_EXACT_BITS {
            return Some(keys);
        }
        keys.bits = (box_bits + keys.keeper_bits).max(2);
        keys.mixer = Mixer::new(keys.bits);
        keys.exact = true;
        if terrain.mode == Mode::Classic {
            keys.choose =
                bytemuck::cast_slice_mut(arena.words((terrain.live + 1) * terrain.boxes * 2)?);
            keys.fill(terrain.live, terrain.boxes);
            keys.ordered = true;
        }
        Some(keys)
    }

    /// Pascal's triangle.
    fn fill(&mut self, live: usize, boxes: usize) {
        for row in 1..=live {
            let mut left = 1 << self.keeper_bits;
            for index in 0..boxes {
                let above = value(self.choose[(row - 1) * boxes + index]);
                let sum = above.wrapping_add(left);
                self.choose[row * boxes + index] = [sum as u32, (sum >> 32) as u32];
                left = above;
            }
        }
    }

    /// Whether every position has a number of its own.
    pub(crate) fn exact(&self) -> bool {
        self.exact
    }

    /// Bits of a number.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// The key of a position: its number and the keeper's normal place, their bits well mixed.
    #[inline]
    pub(crate) fn key(&self, number: u64, keeper: u8) -> u64 {
        self.mixer.mix(number.wrapping_add(u64::from(keeper)))
    }

    /// The number of a position whose key this is; it must be exact.
    pub(crate) fn number_of(&self, key: u64) -> u64 {
        self.mixer.unmix(key) & !((1 << self.keeper_bits) - 1)
    }

    /// The boxes of a position as a number, with room for the keeper's place below.
    pub(crate) fn number(&self, terrain: &Terrain<'_>, position: &Position<'_>) -> u64 {
        if self.ordered {
            let order = position.order(terrain);
            let places = order.ranks[..terrain.boxes].iter().enumerate();
            return places.map(|(place, &rank)| self.ways(rank, place)).sum();
        }
        (0..terrain.boxes).fold(0, |number: u64, which| {
            let rank = position.rank(terrain, which);
            number.wrapping_add(self.part(terrain, which as u8, rank))
        })
    }

    /// The number after a box has gone from one live rank to another, where `number` and
    /// `order` are those before.
    #[inline(always)]
    pub(crate) fn number_after(
        &self,
        terrain: &Terrain<'_>,
        order: &Order,
        number: u64,
        which: u8,
        (was, is): (u8, u8),
    ) -> u64 {
        if !self.ordered {
            let part = |rank| self.part(terrain, which, rank);
            return number.wrapping_add(part(is)).wrapping_sub(part(was));
        }
        number.wrapping_add(self.change(order, order.place(which, was), is))
    }

    /// By how much the number changes when the box with a place in the order goes to another
    /// rank.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn change(&self, order: &Order, mut place: usize, is: u8) -> u64 {
        let order = &order.ranks[..self.boxes];
        let was = order[place];
        let mut change = 0u64.wrapping_sub(self.ways(was, place));
        // Those that it passes change places with it.
        if is > was {
            while let Some(&rank) = order.get(place + 1).filter(|&&rank| rank < is) {
                change = change
                    .wrapping_sub(self.ways(rank, place + 1))
                    .wrapping_add(self.ways(rank, place));
                place += 1;
            }
        } else {
            while let Some(&rank) = order[..place].last().filter(|&&rank| rank > is) {
                change = change
                    .wrapping_sub(self.ways(rank, place - 1))
                    .wrapping_add(self.ways(rank, place));
                place -= 1;
            }
        }
        change.wrapping_add(self.ways(is, place))
    }

    /// What a box on a live square adds to the number with `below` boxes on lower squares.
    #[inline]
    fn ways(&self, rank: u8, below: usize) -> u64 {
        value(self.choose[usize::from(rank) * self.boxes + below])
    }

    /// What a box on a live square adds to the number, wherever the others are.
    #[inline(never)]
    fn part(&self, terrain: &Terrain<'_>, which: u8, rank: u8) -> u64 {
        if self.exact {
            let digit = u64::from(rank);
            return digit << (u32::from(which) * self.digit_bits + self.keeper_bits);
        }
        // In Classic the order of boxes must not matter.
        let whose = match terrain.mode {
            Mode::Classic => 0,
            Mode::Pairs => u64::from(which) + 1,
        };
        let square = u64::from(terrain.live_square(rank));
        let mut x = (whose << 8 | square)
            .wrapping_add(1)
            .wrapping_mul(SCRAMBLE[0]);
        x = (x ^ x >> 29).wrapping_mul(SCRAMBLE[1]);
        (x ^ x >> 32) << self.keeper_bits
    }

    /// Bits of a number for the keeper's place, which are the lowest.
    pub(crate) fn keeper_bits(&self) -> u32 {
        self.keeper_bits
    }

    /// Reads the key of an exact number: the squares of the boxes and the keeper's place.
    pub(crate) fn open(&self, terrain: &Terrain<'_>, key: u64) -> ([u8; MAX_BOXES], u8) {
        let number = self.mixer.unmix(key);
        let keeper = (number & ((1 << self.keeper_bits) - 1)) as u8;
        (self.squares(terrain, number), keeper)
    }

    /// The squares of the boxes in an exact number.
    pub(crate) fn squares(&self, terrain: &Terrain<'_>, number: u64) -> [u8; MAX_BOXES] {
        let mut squares = [NONE; MAX_BOXES];
        match terrain.mode {
            Mode::Classic => {
                // The keeper's bits are less than any difference of ways.
                let mut rest = number;
                let mut live = terrain.live;
                for index in (0..terrain.boxes).rev() {
                    // The largest square whose ways fit into what is left.
                    while live > 0 {
                        live -= 1;
                        let ways = value(self.choose[live * terrain.boxes + index]);
                        if ways <= rest {
                            rest -= ways;
                            break;
                        }
                    }
                    squares[index] = terrain.live_square(live as u8);
                }
            }
            Mode::Pairs => {
                let mut rest = number >> self.keeper_bits;
                for square in &mut squares[..terrain.boxes] {
                    let digit = rest & ((1 << self.digit_bits) - 1);
                    rest >>= self.digit_bits;
                    *square = if digit == terrain.live as u64 {
                        NONE
                    } else {
                        terrain.live_square(digit as u8)
                    };
                }
            }
        }
        squares
    }
}

/// Bits that hold every number up to this one.
fn bits_for(largest: usize) -> u32 {
    u32::BITS - (largest as u32).leading_zeros()
}

fn value([low, high]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// Ways to choose `k` of `n`, or `None` where they do not fit.
fn choose(n: u64, k: u64) -> Option<u64> {
    let mut ways = 1u64;
    for i in 0..k {
        ways = ways.checked_mul(n.checked_sub(i)?)? / (i + 1);
    }
    Some(ways)
}
