//! Iterative-deepening A*: depth first within a bound that rises until a solution fits.
//!
//! All state is in explicit stacks inside the pool, so the search can stop after any push
//! and go on later. A node is a position that was entered: its push kept the bound, froze
//! nothing, and the transposition table had not seen it fail.

use super::assignment::IMPOSSIBLE;
use super::follow::{Ahead, Step};
use super::freeze;
use super::key::{Keys, Order, reorder};
use super::moves::{self, Move, Moves};
use super::position::Push;
use super::table::Table;
use super::terrain::NONE;
use super::tunnel;
use super::workplace::Workplace;
use crate::puzzle::{Direction, MAX_BOXES};

/// Nodes gone into or left after which a piece of work ends.
const STEPS: u32 = 16;
/// Words of a frame on the stack.
const FRAME: usize = 5;

/// A node on the stack.
#[derive(Clone, Copy, Debug)]
struct Frame {
    push: Push,
    /// Where the keeper stood before the push.
    keeper: u8,
    /// Where this node's moves begin.
    first_move: u16,
    /// Whether the assignment had changed before the push.
    changed: bool,
    /// The boxes as a number before the push.
    number: u64,
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
            u32::from(self.first_move) | u32::from(self.changed) << 16,
            self.number as u32,
            (self.number >> 32) as u32,
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
            changed: words[2] >> 16 != 0,
            number: u64::from(words[3]) | u64::from(words[4]) << 32,
        }
    }
}

/// What is known of a node before it is entered.
#[derive(Clone, Copy, Debug)]
struct Node {
    step: Step,
    ahead: Ahead,
    /// Its boxes as a number.
    number: u64,
}

/// How far a piece of work may go.
struct Piece {
    last_node: u32,
    /// Flood fills and matched rows before it, and how many more it may take.
    began: u32,
    toil: u32,
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
#[repr(C)]
pub(super) struct Ida {
    /// Solutions of up to this many pushes are looked for.
    pub(super) bound: i32,
    pushes: i32,
    depth: usize,
    move_count: usize,
    table_words: usize,
    bucket_bits: u32,
    pub(super) nodes: u32,
    /// The boxes of the position as a number.
    number: u64,
    started: bool,
    /// Something was cut off because of the bound or on the table's word.
    cut: bool,
    /// Something was cut off because the stack was full.
    pub(super) overflowed: bool,
    order: Order,
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
            number: 0,
            order: [0; MAX_BOXES],
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

    /// Goes on for so many nodes, or flood fills and matched rows, or a few steps.
    pub(super) fn advance(&mut self, work: &mut Workplace<'_>, nodes: u32, toil: u32) -> Event {
        let piece = Piece {
            last_node: self.nodes.saturating_add(nodes),
            began: work.position.toil(),
            toil,
        };
        for _ in 0..STEPS {
            let event = self.go_on(work, &piece);
            if event != Event::Going || self.is_enough(work, &piece) {
                return event;
            }
        }
        Event::Going
    }

    #[inline(always)]
    fn is_enough(&self, work: &Workplace<'_>, piece: &Piece) -> bool {
        self.nodes >= piece.last_node
            || work.position.toil().wrapping_sub(piece.began) >= piece.toil
    }

    /// Tries pushes of one node until one is made or it is enough, or leaves the node.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn go_on(&mut self, work: &mut Workplace<'_>, piece: &Piece) -> Event {
        if !self.started {
            self.started = true;
            self.cut = false;
            return self.enter_root(work);
        }
        let first = match self.depth.checked_sub(1) {
            Some(top) => first_move(&work.pool[self.table_words..], top),
            None => 0,
        };
        let nodes = self.nodes;
        while self.move_count > first {
            self.move_count -= 1;
            let code = move_at(&work.pool[self.table_words..], self.move_count);
            let event = self.try_move(work, code);
            if event != Event::Going || self.nodes != nodes || self.is_enough(work, piece) {
                return event;
            }
        }
        if self.depth > 0 {
            self.depth -= 1;
            let frame = frame(&work.pool[self.table_words..], self.depth);
            self.leave(work, frame);
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
        work.position.keeper = work.position.walk(&work.terrain);
        self.number = work.keys.number(&work.terrain, &work.position);
        self.order = work.position.order(&work.terrain);
        let key = work.keys.key(self.number, work.position.keeper);
        let surplus = self.bound - work.position.assignment.total();
        let slack = surplus.max(0) as u32 >> u32::from(work.terrain.parity);
        let mut table = Table::new(&mut work.pool[..self.table_words], self.bucket_bits);
        table.note(table.entry(key), slack);
        self.nodes += 1;
        self.move_count = 0;
        self.add_moves(work, NONE);
        Event::Going
    }

    /// Makes the push that a move stands for, if that leads to a new node.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn try_move(&mut self, work: &mut Workplace<'_>, code: Move) -> Event {
        let Some(push) = tunnel::push(&work.terrain, &work.position, code, true) else {
            return Event::Going;
        };
        let room = self.bound - self.pushes - i32::from(push.length);
        let least = work.position.total_after(&work.terrain, push, room);
        if least > room {
            self.cut |= least < IMPOSSIBLE;
            return Event::Going;
        }
        match self.judge(work, push, (room - least) as u32) {
            Some(node) => self.enter(work, push, least, &node),
            None => Event::Going,
        }
    }

    /// Looks at the node that a push would lead to, whose box is lifted then. `None`, and
    /// nothing has changed, where it has failed before or is a deadlock.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn judge(&mut self, work: &mut Workplace<'_>, push: Push, surplus: u32) -> Option<Node> {
        let (terrain, position) = (&work.terrain, &mut work.position);
        let step = position.lift(terrain, push);
        let ahead = position.look_ahead(terrain, push, &step);
        let number =
            (work.keys).number_after(terrain, &self.order, self.number, push.which, step.ranks);
        let key = work.keys.key(number, ahead.normal);
        let slack = surplus >> u32::from(terrain.parity);
        let mut table = Table::new(&mut work.pool[..self.table_words], self.bucket_bits);
        let entry = table.entry(key);
        // What has frozen never gets into the table, and looking there is cheaper.
        let failed = table.has_failed(entry, slack);
        self.cut |= failed;
        if failed || freeze::is_deadlock(terrain, &position.open, step.to) {
            position.set_down(&step);
            return None;
        }
        table.note(entry, slack);
        Some(Node {
            step,
            ahead,
            number,
        })
    }

    /// Makes the push that leads to a node, and finds its moves.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn enter(&mut self, work: &mut Workplace<'_>, push: Push, least: i32, node: &Node) -> Event {
        let (terrain, position) = (&work.terrain, &mut work.position);
        let frame = Frame {
            push,
            keeper: position.keeper,
            first_move: self.move_count as u16,
            changed: position.assignment.changed,
            number: self.number,
        };
        position.carry_out(terrain, push, &node.step, least);
        position.go_ahead(terrain, &node.step, node.ahead);
        self.pushes += i32::from(push.length);
        self.number = node.number;
        reorder(&mut self.order[..terrain.boxes], node.step.ranks);
        let place = self.depth * FRAME;
        // Room for the frame and for all moves that a node can have.
        let moves = self.move_count + 4 * work.terrain.boxes;
        let stack = &mut work.pool[self.table_words..];
        if place + FRAME + moves.div_ceil(4) > stack.len() || moves > usize::from(u16::MAX) {
            self.overflowed = true;
            self.leave(work, frame);
            return Event::Going;
        }
        stack[place..place + FRAME].copy_from_slice(&frame.pack());
        self.depth += 1;
        self.nodes += 1;
        if work.position.is_solved() {
            return Event::Solved;
        }
        work.position.look_around(&work.terrain);
        debug_assert!(work.position.boxes_are_right(&work.terrain));
        debug_assert!(work.position.region_is_right(&work.terrain));
        debug_assert_eq!(self.number, work.keys.number(&work.terrain, &work.position));
        self.add_moves(work, frame.push.which);
        Event::Going
    }

    fn add_moves(&mut self, work: &mut Workplace<'_>, last: u8) {
        let mut found = Moves::new();
        let room = self.bound - self.pushes;
        self.cut |= moves::generate(
            &work.terrain,
            &mut work.position,
            &mut work.corrals,
            last,
            room,
            &mut found,
        );
        let stack: &mut [u8] = bytemuck::cast_slice_mut(&mut work.pool[self.table_words..]);
        let end = stack.len() - self.move_count;
        // The first one at the end.
        let places = stack[..end].iter_mut().rev();
        places.zip(&found).for_each(|(place, &code)| *place = code);
        self.move_count += found.len();
    }

    /// Goes back to the position before a push.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn leave(&mut self, work: &mut Workplace<'_>, frame: Frame) {
        let push = frame.push;
        let (terrain, position) = (&work.terrain, &mut work.position);
        let step = Step::new(terrain, push);
        position.lead_back(push, &step);
        self.pushes -= i32::from(push.length);
        position.take_back(terrain, push, &step);
        position.assignment.changed |= frame.changed;
        position.keeper = frame.keeper;
        self.number = frame.number;
        let (before, after) = step.ranks;
        reorder(&mut self.order[..terrain.boxes], (after, before));
    }

    /// The pushes of the line that is being looked at, first push first.
    pub(super) fn line<'p>(&self, pool: &'p [u32]) -> impl Iterator<Item = Push> + 'p {
        let stack = &pool[self.table_words..];
        (0..self.depth).map(|depth| frame(stack, depth).push)
    }
}

fn first_move(stack: &[u32], depth: usize) -> usize {
    usize::from(stack[depth * FRAME + 2] as u16)
}

fn frame(stack: &[u32], depth: usize) -> Frame {
    Frame::unpack(&stack[depth * FRAME..depth * FRAME + FRAME])
}

/// The moves' bytes grow down from the stack's end as the frames grow up.
fn move_at(stack: &[u32], index: usize) -> Move {
    let bytes: &[u8] = bytemuck::cast_slice(stack);
    bytes[bytes.len() - 1 - index]
}
