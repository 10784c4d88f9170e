//! Iterative-deepening A*: depth first within a bound that rises until a solution fits.
//!
//! All state is in explicit stacks inside the pool, so the search can stop after any push
//! and go on later. A node is a position that was entered: its push kept the bound, froze
//! nothing, and the transposition table had not seen it fail.

use super::assignment::IMPOSSIBLE;
use super::freeze;
use super::key::Keys;
use super::moves::{self, Move, Moves};
use super::position::Push;
use super::table::Table;
use super::terrain::NONE;
use super::tunnel;
use super::workplace::Workplace;
use crate::puzzle::Direction;

/// Flood fills, and other steps, after which a piece of work ends.
const FLOODS: u32 = 4;
const STEPS: u32 = 16;
/// Words of a frame on the stack.
const FRAME: usize = 3;

/// A node on the stack.
#[derive(Clone, Copy, Debug)]
struct Frame {
    push: Push,
    /// Where the keeper stood before the push.
    keeper: u8,
    /// Where this node's moves begin.
    first_move: u16,
}

impl Frame {
    fn pack(self) -> [u32; FRAME] {
        let Push {
            which,
            direction,
            length,
            from,
            to,
        } = self.push;
        [
            u32::from(which)
                | u32::from(direction.index()) << 8
                | u32::from(length) << 16
                | u32::from(self.keeper) << 24,
            u32::from(from) | u32::from(to) << 16,
            u32::from(self.first_move),
        ]
    }

    fn unpack(words: &[u32]) -> Self {
        let push = Push {
            which: words[0] as u8,
            direction: Direction::from_index((words[0] >> 8) as u8),
            length: (words[0] >> 16) as u8,
            from: words[1] as u16,
            to: (words[1] >> 16) as u16,
        };
        Self {
            push,
            keeper: (words[0] >> 24) as u8,
            first_move: words[2] as u16,
        }
    }
}

/// What a piece of work came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Nothing yet.
    Going,
    /// The position is solved; the frames tell how.
    Solved,
    /// All within the bound was seen; something was beyond it.
    Exhausted,
    /// All was seen and there was nothing beyond.
    Dead,
}

/// The search's own numbers; its stacks and table are in the pool.
#[derive(Debug)]
pub(super) struct Ida {
    /// Solutions of up to this many pushes are looked for.
    pub(super) bound: i32,
    pushes: i32,
    depth: usize,
    move_count: usize,
    table_words: usize,
    bucket_bits: u32,
    started: bool,
    /// Something was cut off because of the bound or on the table's word.
    cut: bool,
    /// Something was cut off because the stack was full.
    pub(super) overflowed: bool,
    pub(super) nodes: u32,
}

impl Ida {
    /// A search that begins with this bound; `None` where the pool is too small for the
    /// moves of a single position.
    pub(super) fn new(work: &Workplace<'_>, bound: i32) -> Option<Self> {
        let pool = work.pool.len();
        // A quarter of the moves' bytes is one word a box.
        let least = FRAME + work.terrain.boxes;
        if pool < least {
            return None;
        }
        // The stacks get a sixteenth and what a power of two leaves.
        let table_words = Table::words_for(pool - least.max(pool / 16));
        Some(Self {
            bound,
            pushes: 0,
            depth: 0,
            move_count: 0,
            table_words,
            bucket_bits: Table::bucket_bits(table_words),
            started: false,
            cut: false,
            overflowed: false,
            nodes: 0,
        })
    }

    /// Whether matches in the table are certain.
    pub(super) fn is_exact(&self, keys: &Keys<'_>) -> bool {
        keys.exact() && keys.bits() <= Table::exact_bits(self.table_words)
    }

    /// Goes on to the next node, or so far as a few flood fills reach.
    pub(super) fn advance(&mut self, work: &mut Workplace<'_>) -> Event {
        let (nodes, floods) = (self.nodes, work.position.floods);
        for _ in 0..STEPS {
            let event = self.go_on(work);
            let floods = work.position.floods.wrapping_sub(floods);
            if event != Event::Going || self.nodes != nodes || floods >= FLOODS {
                return event;
            }
        }
        Event::Going
    }

    /// Tries pushes of one node until one is made, or leaves the node.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn go_on(&mut self, work: &mut Workplace<'_>) -> Event {
        if !self.started {
            self.started = true;
            self.cut = false;
            return self.enter_root(work);
        }
        let first = match self.depth.checked_sub(1) {
            Some(top) => first_move(&work.pool[self.table_words..], top),
            None => 0,
        };
        while self.move_count > first {
            self.move_count -= 1;
            let code = move_at(&work.pool[self.table_words..], self.move_count);
            if let Some((push, bound)) = self.choose(work, code) {
                return self.try_push(work, push, bound);
            }
        }
        if self.depth > 0 {
            self.depth -= 1;
            let Frame { push, keeper, .. } = frame(&work.pool[self.table_words..], self.depth);
            self.take_back(work, push, keeper);
            return Event::Going;
        }
        self.started = false;
        if self.cut || self.overflowed {
            Event::Exhausted
        } else {
            Event::Dead
        }
    }

    #[inline(never)]
    fn enter_root(&mut self, work: &mut Workplace<'_>) -> Event {
        if work.position.is_solved() {
            return Event::Solved;
        }
        if work.position.assignment.total() >= IMPOSSIBLE {
            return Event::Dead;
        }
        self.has_failed(work);
        self.nodes += 1;
        self.move_count = 0;
        self.add_moves(work, NONE);
        Event::Going
    }

    /// Whether the position has failed with as much slack before. If not, it is noted.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn has_failed(&self, work: &mut Workplace<'_>) -> bool {
        let surplus = self.bound - self.pushes - work.position.assignment.total();
        // In steps that a solution's length can change by.
        let slack = surplus.max(0) as u32 >> u32::from(work.terrain.parity);
        let key = work.expander().key();
        let words = &mut work.pool[..self.table_words];
        Table::new(words, self.bucket_bits).failed(key, slack)
    }

    /// The push that a move stands for, and a bound on what is needed after it; `None` where
    /// that is too much.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn choose(&mut self, work: &Workplace<'_>, code: Move) -> Option<(Push, i32)> {
        let push = tunnel::push(&work.terrain, &work.position, code, true)?;
        let bound = work.position.bound_after(&work.terrain, push);
        if bound > self.bound - self.pushes - i32::from(push.length) {
            self.cut |= bound < IMPOSSIBLE;
            return None;
        }
        Some((push, bound))
    }

    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn try_push(&mut self, work: &mut Workplace<'_>, push: Push, bound: i32) -> Event {
        let (keeper, total) = (work.position.keeper, work.position.assignment.total());
        self.pushes += i32::from(push.length);
        let simple = work.position.carry_out(&work.terrain, push, bound);
        let square = work.terrain.place(push.to);
        let least = work.position.assignment.total();
        if least > self.bound - self.pushes {
            self.cut |= least < IMPOSSIBLE;
        } else if !freeze::is_deadlock(&work.terrain, &work.position.open, square) {
            if !self.has_failed(work) {
                return self.enter(work, push, keeper);
            }
            self.cut = true;
        }
        if simple {
            self.pushes -= i32::from(push.length);
            work.position.forget(&work.terrain, push, total);
            work.position.keeper = keeper;
        } else {
            self.take_back(work, push, keeper);
        }
        Event::Going
    }

    fn enter(&mut self, work: &mut Workplace<'_>, push: Push, keeper: u8) -> Event {
        let place = self.depth * FRAME;
        // Room for the frame and for all moves that a node can have.
        let moves = self.move_count + 4 * work.terrain.boxes;
        let stack = &mut work.pool[self.table_words..];
        if place + FRAME + moves.div_ceil(4) > stack.len() || moves > usize::from(u16::MAX) {
            self.overflowed = true;
            self.take_back(work, push, keeper);
            return Event::Going;
        }
        let frame = Frame {
            push,
            keeper,
            first_move: self.move_count as u16,
        };
        stack[place..place + FRAME].copy_from_slice(&frame.pack());
        self.depth += 1;
        self.nodes += 1;
        if work.position.is_solved() {
            return Event::Solved;
        }
        self.add_moves(work, push.which);
        Event::Going
    }

    fn add_moves(&mut self, work: &mut Workplace<'_>, last: u8) {
        let mut found = Moves::new();
        moves::generate(&work.terrain, &mut work.position, last, &mut found);
        let stack: &mut [u8] = bytemuck::cast_slice_mut(&mut work.pool[self.table_words..]);
        let end = stack.len() - self.move_count;
        // The first one at the end.
        let places = stack[..end].iter_mut().rev();
        places.zip(&found).for_each(|(place, &code)| *place = code);
        self.move_count += found.len();
    }

    fn take_back(&mut self, work: &mut Workplace<'_>, push: Push, keeper: u8) {
        self.pushes -= i32::from(push.length);
        work.position.take_back(&work.terrain, push);
        work.position.keeper = keeper;
    }

    /// The pushes of the line that is being looked at, first push first.
    pub(super) fn line<'p>(&self, pool: &'p [u32]) -> impl Iterator<Item = Push> + 'p {
        let stack = &pool[self.table_words..];
        (0..self.depth).map(|depth| frame(stack, depth).push)
    }
}

fn first_move(stack: &[u32], depth: usize) -> usize {
    usize::from(stack[depth * FRAME + FRAME - 1] as u16)
}

fn frame(stack: &[u32], depth: usize) -> Frame {
    Frame::unpack(&stack[depth * FRAME..depth * FRAME + FRAME])
}

/// The moves' bytes grow down from the stack's end as the frames grow up.
fn move_at(stack: &[u32], index: usize) -> Move {
    let bytes: &[u8] = bytemuck::cast_slice(stack);
    bytes[bytes.len() - 1 - index]
}
