//! Iterative-deepening A*: depth first within a bound that rises until a solution fits.
//!
//! All state is in explicit stacks inside the pool, so the search can stop after any push
//! and go on later. A node is a position that was entered: its push kept the bound, froze
//! nothing, and the transposition table had not seen it fail.

use super::moves::{self, Allowed, Move};
use super::transpositions::Transpositions;
use super::tunnel;
use crate::solve::base::assignment::IMPOSSIBLE;
use crate::solve::base::follow::{Ahead, Footprint};
use crate::solve::base::freeze;
use crate::solve::base::ideas::OptimalIdea;
use crate::solve::base::key::{Keys, Order};
use crate::solve::base::position::{Position, Push};
use crate::solve::base::terrain::NONE;
use crate::solve::base::workplace::Workplace;

/// Nodes entered or left after which a piece of work ends.
const STEPS: u32 = 32;
/// Words of a frame on the stack.
const FRAME: usize = 5;

/// A node on the stack.
#[derive(Clone, Copy, Debug)]
struct Frame {
    push: Push,
    /// Where the keeper stood before the push.
    keeper: u8,
    /// Where the moves of the node before the push begin.
    first_move: u16,
    /// Whether the assignment had changed before the push.
    changed: bool,
    /// The boxes as a number before the push.
    number: u64,
}

impl Frame {
    fn pack(self) -> [u32; FRAME] {
        let push = self.push;
        let code = moves::pack(push.which, push.direction);
        [
            u32::from_le_bytes([code, push.length, push.start, push.end]),
            u32::from(push.from) | u32::from(push.to) << 16,
            u32::from(self.first_move)
                | u32::from(self.keeper) << 16
                | u32::from(self.changed) << 24,
            self.number as u32,
            (self.number >> 32) as u32,
        ]
    }

    fn unpack(words: &[u32]) -> Self {
        let [code, length, start, end] = words[0].to_le_bytes();
        let (which, direction) = moves::unpack(code);
        let push = Push {
            which,
            direction,
            length,
            start,
            end,
            from: words[1] as u16,
            to: (words[1] >> 16) as u16,
        };
        Self {
            push,
            first_move: words[2] as u16,
            keeper: (words[2] >> 16) as u8,
            changed: words[2] >> 24 != 0,
            number: u64::from(words[3]) | u64::from(words[4]) << 32,
        }
    }
}

/// What is known of a node before it is entered.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    push: Push,
    /// The pushes that are needed after that one.
    least: i32,
    footprint: Footprint,
    ahead: Ahead,
    /// Its boxes as a number.
    number: u64,
}

/// Where a piece of work ends, as totals of the search and of the position.
struct Piece {
    nodes: u32,
    /// Flood fills and matched rows.
    work: u32,
}

impl Piece {
    /// Whether that much work is done.
    #[inline(always)]
    fn is_done(&self, position: &Position<'_>) -> bool {
        // Both may have wrapped.
        position.work_done().wrapping_sub(self.work) as i32 >= 0
    }
}

/// The result of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdaEvent {
    /// Nothing yet.
    Going,
    /// The position is solved; the frames hold the pushes.
    Solved,
    /// Everything within the bound was tried; something was beyond it.
    Exhausted,
    /// Everything was tried and nothing was beyond the bound.
    Dead,
}

/// The search's own numbers; its stacks and table are in the pool.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Ida {
    /// Solutions of up to this many pushes are looked for.
    pub(crate) bound: i32,
    pushes: i32,
    depth: usize,
    move_count: usize,
    /// Where the moves of the node begin.
    first_move: usize,
    table_words: usize,
    bucket_bits: u32,
    pub(crate) nodes: u32,
    /// The boxes of the position as a number.
    number: u64,
    started: bool,
    /// Whether the node's moves are those of its corral, where it has one.
    fenced: bool,
    /// Something was cut off because of the bound or the table.
    cut: bool,
    /// Something was cut off because the stack was full.
    pub(crate) overflowed: bool,
    order: Order,
}

impl Ida {
    /// A search that begins with this bound; `None` where the pool is too small for the
    /// moves of a single position.
    pub(crate) fn new(work: &Workplace<'_>, bound: i32) -> Option<Self> {
        let pool = work.pool.len();
        // Four moves of a byte for each box.
        let least = FRAME + work.terrain.boxes;
        if pool < least {
            return None;
        }
        // The stacks get a sixteenth and what a power of two leaves.
        let table_words = match work.terrain.ideas.has(OptimalIdea::Table) {
            true => Transpositions::words_for(pool - least.max(pool / 16)),
            false => 0,
        };
        Some(Self {
            bound,
            pushes: 0,
            number: 0,
            order: Order::NONE,
            depth: 0,
            move_count: 0,
            first_move: 0,
            table_words,
            bucket_bits: Transpositions::bucket_bits(table_words),
            started: false,
            fenced: false,
            cut: false,
            overflowed: false,
            nodes: 0,
        })
    }

    /// Whether matches in the table are certain.
    pub(crate) fn is_exact(&self, keys: &Keys<'_>) -> bool {
        keys.exact() && keys.bits() <= Transpositions::exact_bits(self.table_words)
    }

    /// Goes on for up to `nodes` nodes, `left` flood fills and matched rows, and [`STEPS`] steps.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(crate) fn advance(&mut self, work: &mut Workplace<'_>, nodes: u32, left: u32) -> IdaEvent {
        let piece = Piece {
            nodes: self.nodes.saturating_add(nodes),
            work: (work.position.work_done()).wrapping_add(left.min(i32::MAX as u32)),
        };
        for _ in 0..STEPS {
            let event = self.go_on(work, &piece);
            if event != IdaEvent::Going
                || self.nodes >= piece.nodes
                || piece.is_done(&work.position)
            {
                return event;
            }
        }
        IdaEvent::Going
    }

    /// Tries pushes of one node until one is made or the piece of work is done; without any
    /// left, leaves the node.
    #[inline(always)]
    fn go_on(&mut self, work: &mut Workplace<'_>, piece: &Piece) -> IdaEvent {
        if !self.started {
            self.started = true;
            self.cut = false;
            return self.enter_root(work);
        }
        while self.move_count > self.first_move {
            self.move_count -= 1;
            let code = moves_in(work.pool, self.table_words)[self.move_count];
            if let Some(event) = self.try_move(work, code) {
                return event;
            }
            if piece.is_done(&work.position) {
                return IdaEvent::Going;
            }
        }
        if self.depth > 0 {
            self.leave(work);
            return IdaEvent::Going;
        }
        self.started = false;
        if self.cut || self.overflowed {
            IdaEvent::Exhausted
        } else {
            IdaEvent::Dead
        }
    }

    #[inline(never)]
    fn enter_root(&mut self, work: &mut Workplace<'_>) -> IdaEvent {
        if work.position.is_solved() {
            return IdaEvent::Solved;
        }
        if work.position.assignment.total() >= IMPOSSIBLE {
            return IdaEvent::Dead;
        }
        work.position.keeper = work.position.walk(&work.terrain);
        self.number = work.keys.number(&work.terrain, &work.position);
        self.order = work.position.order(&work.terrain);
        let key = work.keys.key(self.number, work.position.keeper);
        let surplus = self.bound - work.position.assignment.total();
        let slack = surplus.max(0) as u32 >> u32::from(work.terrain.parity);
        let mut table = Transpositions::new(&mut work.pool[..self.table_words], self.bucket_bits);
        table.note(table.entry(key), slack);
        self.nodes += 1;
        self.move_count = 0;
        self.add_moves(work, NONE);
        IdaEvent::Going
    }

    /// Makes the push of a move if it leads to a new node.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn try_move(&mut self, work: &mut Workplace<'_>, code: Move) -> Option<IdaEvent> {
        let push = tunnel::push(&work.terrain, &work.position, code, true)?;
        let room = self.bound - self.pushes - i32::from(push.length);
        // Until something is cut off, dead positions are distinguished from those beyond the
        // bound.
        let limit = if self.cut { room } else { IMPOSSIBLE };
        let least = work.position.total_after(&work.terrain, push, limit);
        if least > room {
            self.cut |= least < IMPOSSIBLE;
            return None;
        }
        let node = self.judge(work, push, least, (room - least) as u32)?;
        self.enter(work, &node)
    }

    /// Looks at the node that a push would lead to, and leaves its box lifted. `None`, with
    /// the position unchanged, if the node has failed before, is a deadlock, or can wait.
    #[inline(always)]
    fn judge(
        &mut self,
        work: &mut Workplace<'_>,
        push: Push,
        least: i32,
        surplus: u32,
    ) -> Option<Candidate> {
        let (terrain, position) = (&work.terrain, &mut work.position);
        let footprint = Footprint::new(terrain, push);
        let ahead = position.look_ahead(terrain, push, &footprint);
        let number = (work.keys).number_after(
            terrain,
            &self.order,
            self.number,
            push.which,
            footprint.ranks,
        );
        let key = work.keys.key(number, ahead.normal);
        let slack = surplus >> u32::from(terrain.parity);
        let table = Transpositions::new(&mut work.pool[..self.table_words], self.bucket_bits);
        let entry = table.entry(key);
        // The table comes first: it is cheaper, and frozen positions never get into it.
        let failed = table.has_failed(entry, slack);
        self.cut |= failed;
        if failed {
            return None;
        }
        position.lift(&footprint);
        let squares = position.squares(terrain);
        if freeze::is_deadlock(terrain, &position.open, footprint.to)
            || (work.groups).is_dead(terrain, squares, push.which, push.end, push.direction)
            || !self.fenced && self.fence_in(work, footprint)
        {
            work.position.set_down(&footprint);
            return None;
        }
        Transpositions::new(&mut work.pool[..self.table_words], self.bucket_bits)
            .note(entry, slack);
        Some(Candidate {
            push,
            least,
            footprint,
            ahead,
            number,
        })
    }

    /// Keeps only the moves of the node's corral, if it has one; whether the lifted box is
    /// outside it. Called when a first child is found, because many nodes have none.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn fence_in(&mut self, work: &mut Workplace<'_>, footprint: Footprint) -> bool {
        self.fenced = true;
        work.position.set_down(&footprint);
        let fence = work.corrals.fence(&work.terrain, &mut work.position);
        let outside = fence.is_some_and(|fence| {
            let codes = moves_in_mut(work.pool, self.table_words);
            let mut kept = self.first_move;
            for index in self.first_move..self.move_count {
                let code = codes[index];
                let square = work.position.square(usize::from(moves::unpack(code).0));
                if fence.contains(work.terrain.cell(square)) {
                    codes[kept] = code;
                    kept += 1;
                }
            }
            self.move_count = kept;
            !fence.contains(footprint.left)
        });
        work.position.lift(&footprint);
        outside
    }

    /// Makes the push that leads to a node, and finds its moves; `None` where the stack is full.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn enter(&mut self, work: &mut Workplace<'_>, node: &Candidate) -> Option<IdaEvent> {
        let push = node.push;
        let (terrain, position) = (&work.terrain, &mut work.position);
        // Room for the frame and for all moves that a node can have.
        let moves = self.move_count + 4 * terrain.boxes;
        let frames = (self.depth + 1) * FRAME;
        let words = work.pool.len() - self.table_words;
        if frames + moves.div_ceil(4) > words || moves > usize::from(u16::MAX) {
            self.overflowed = true;
            position.set_down(&node.footprint);
            return None;
        }
        let frame = Frame {
            push,
            keeper: position.keeper,
            first_move: self.first_move as u16,
            changed: position.assignment.changed,
            number: self.number,
        };
        position.carry_out(terrain, push, &node.footprint, node.least);
        position.go_ahead(terrain, &node.footprint, node.ahead);
        self.pushes += i32::from(push.length);
        self.number = node.number;
        self.order.change(push.which, node.footprint.ranks);
        let place = work.pool.len() - frames;
        work.pool[place..place + FRAME].copy_from_slice(&frame.pack());
        self.depth += 1;
        self.nodes += 1;
        if work.position.is_solved() {
            return Some(IdaEvent::Solved);
        }
        work.position.look_around(&work.terrain);
        debug_assert!(work.position.boxes_are_right(&work.terrain));
        debug_assert!(work.position.region_is_right(&work.terrain));
        debug_assert_eq!(self.number, work.keys.number(&work.terrain, &work.position));
        self.add_moves(work, frame.push.which);
        Some(IdaEvent::Going)
    }

    #[inline(always)]
    fn add_moves(&mut self, work: &mut Workplace<'_>, last: u8) {
        let allowed = Allowed {
            room: self.bound - self.pushes,
            note_cut: !self.cut,
        };
        // Until something is cut off, corrals are looked for at once: a push outside the
        // corral must not be the first to be cut off.
        self.fenced = !self.cut;
        let fence = if self.fenced {
            work.corrals.fence(&work.terrain, &mut work.position)
        } else {
            None
        };
        let (terrain, position) = (&work.terrain, &work.position);
        self.first_move = self.move_count;
        let codes = &mut moves_in_mut(work.pool, self.table_words)[self.first_move..];
        let (count, cut) = moves::generate(terrain, position, fence, last, allowed, codes);
        self.move_count += count;
        self.cut |= cut;
    }

    /// Goes back to the position before a push.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn leave(&mut self, work: &mut Workplace<'_>) {
        self.depth -= 1;
        let frame = frame(work.pool, self.depth);
        self.first_move = usize::from(frame.first_move);
        let push = frame.push;
        let (terrain, position) = (&work.terrain, &mut work.position);
        let footprint = Footprint::new(terrain, push);
        self.fenced = true;
        self.pushes -= i32::from(push.length);
        position.take_back(terrain, push, &footprint);
        position.lead_back(push, &footprint);
        position.assignment.changed |= frame.changed;
        position.keeper = frame.keeper;
        self.number = frame.number;
        let (before, after) = footprint.ranks;
        self.order.change(push.which, (after, before));
    }

    /// The pushes of the line that is being looked at, first push first.
    pub(crate) fn line<'p>(&self, pool: &'p [u32]) -> impl Iterator<Item = Push> + 'p {
        (0..self.depth).map(|depth| frame(pool, depth).push)
    }
}

/// Frames grow down from the pool's end.
fn frame(pool: &[u32], depth: usize) -> Frame {
    let place = pool.len() - (depth + 1) * FRAME;
    Frame::unpack(&pool[place..place + FRAME])
}

/// Moves grow up from the table's end.
fn moves_in(pool: &[u32], table_words: usize) -> &[Move] {
    bytemuck::cast_slice(&pool[table_words..])
}

fn moves_in_mut(pool: &mut [u32], table_words: usize) -> &mut [Move] {
    bytemuck::cast_slice_mut(&mut pool[table_words..])
}
