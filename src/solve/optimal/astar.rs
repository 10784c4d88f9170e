//! A* in the arena: the positions with the least bound first, each expanded once.
//!
//! A position takes a few bytes: its exact key and how far its bound is above the first one.
//! There is no queue: the table itself is searched for open positions of the present bound,
//! after the few that were found last, so that the search goes depth first within a bound.
//! Some fifty thousand positions fit, which is enough for most levels; when the table is
//! full, the bound reached so far is proven for the next searches. Parents are not kept: the
//! way back is found by pulling boxes.
//!
//! Worth: with breadth-first search from the beginning instead, 102, 134 and 146; with IDA*
//! alone, 108, 132 and 144.

use super::expand::{Child, Expansion};
use super::positions::{Looked, PositionTable, TAGS};
use super::trail::{Back, Pulled, stand};
use crate::solve::base::solution::write;
use crate::solve::base::terrain::NONE;
use crate::solve::base::workplace::Workplace;

/// Slots looked at in one piece of work, and words cleared.
const SCAN: usize = 1024;
const CLEAR: usize = 4096;
/// Positions found last.
const RECENT: usize = 64;
/// No limit to the pushes that children may need.
const ANY: i32 = i32::MAX / 2;

/// The result of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AstarEvent {
    /// Nothing yet.
    Going,
    /// The path is complete and has this many pushes.
    Solved(usize),
    /// No solution at all.
    Dead,
    /// The table is full; no solution has fewer pushes than the bound.
    Full,
}

#[derive(Clone, Copy, Debug)]
enum AstarPhase {
    Clear {
        from: usize,
    },
    Search,
    Children,
    /// The loaded position took `left` pushes.
    Trace {
        left: usize,
        back: Back,
    },
}

/// The search's own numbers; its table is in the pool.
#[derive(Debug)]
pub(crate) struct Astar {
    table: PositionTable,
    phase: AstarPhase,
    start: u64,
    /// The bound of the start.
    first_bound: i32,
    /// The bound of the positions that are being expanded.
    pub(crate) bound: i32,
    /// What bounds differ by.
    step: i32,
    expansion: Expansion,
    /// Pushes so far in the position that is being expanded.
    pushes: i32,
    recent: heapless::Vec<(u32, u8), RECENT>,
    /// The next slot to look at, and slots looked at since the last expansion.
    cursor: usize,
    looked: usize,
    /// The least tag of an open position in this round.
    next_tag: u32,
    /// Positions were left out because their bound has no tag.
    beyond: bool,
    length: usize,
    pub(crate) nodes: u32,
}

impl Astar {
    /// A search from the loaded position; `None` where keys do not fit.
    pub(crate) fn new(work: &mut Workplace<'_>) -> Option<Self> {
        if !work.keys.exact() {
            return None;
        }
        let bound = work.position.assignment.total();
        Some(Self {
            table: PositionTable::new(work.keys.bits(), work.pool.len())?,
            phase: AstarPhase::Clear { from: 0 },
            start: work.expander().key(),
            first_bound: bound,
            bound,
            step: if work.terrain.parity { 2 } else { 1 },
            expansion: Expansion::new(true),
            pushes: 0,
            recent: heapless::Vec::new(),
            cursor: 0,
            looked: 0,
            next_tag: u32::MAX,
            beyond: false,
            length: 0,
            nodes: 0,
        })
    }

    /// Whether it is still looking for a solution, and not for the way back from one.
    pub(crate) fn is_searching(&self) -> bool {
        !matches!(self.phase, AstarPhase::Trace { .. })
    }

    /// Looks at one child, at some slots, or at a box's pushes on the path back.
    pub(crate) fn advance(&mut self, work: &mut Workplace<'_>) -> AstarEvent {
        match self.phase {
            AstarPhase::Clear { from } => {
                if self.table.clear(work.pool, from, CLEAR) {
                    self.phase = AstarPhase::Clear { from: from + CLEAR };
                } else {
                    self.table
                        .add(work.pool, self.start, self.tag(self.bound), |_, _| 0);
                    self.phase = AstarPhase::Search;
                }
                AstarEvent::Going
            }
            AstarPhase::Search => self.search(work),
            AstarPhase::Children => self.child(work),
            AstarPhase::Trace { left, back } => self.trace(work, left, back),
        }
    }

    /// The tag of a bound; more than [`TAGS`] if the bound is too far above the first one.
    fn tag(&self, bound: i32) -> u32 {
        1 + ((bound - self.first_bound) / self.step) as u32
    }

    /// Looks for an open position of the present bound: first among those found last, then
    /// through the table. Once a whole round finds none, the bound is done.
    #[inline(never)]
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    fn search(&mut self, work: &mut Workplace<'_>) -> AstarEvent {
        let wanted = self.tag(self.bound);
        while let Some((slot, last)) = self.recent.pop() {
            if self.table.marks(work.pool, slot as usize) == (wanted, false) {
                return self.expand(work, slot as usize, last);
            }
        }
        let (slots, from) = (self.table.slots(), self.cursor);
        let count = SCAN.min(slots - self.looked);
        match self.table.look(work.pool, from, count, wanted) {
            Looked::Found(slot) => {
                self.cursor = if slot + 1 == slots { 0 } else { slot + 1 };
                self.expand(work, slot, NONE)
            }
            Looked::Least { end, tag } => {
                self.next_tag = self.next_tag.min(tag);
                self.cursor = if end == slots { 0 } else { end };
                self.looked += end - from;
                if self.looked == slots {
                    return self.raise();
                }
                AstarEvent::Going
            }
        }
    }

    /// Raises the bound to the least one of an open position.
    fn raise(&mut self) -> AstarEvent {
        if self.next_tag <= TAGS {
            self.bound = self.first_bound + (self.next_tag as i32 - 1) * self.step;
            self.forget_round();
            AstarEvent::Going
        } else if self.beyond {
            self.bound = self.first_bound + TAGS as i32 * self.step;
            AstarEvent::Full
        } else {
            AstarEvent::Dead
        }
    }

    fn forget_round(&mut self) {
        (self.looked, self.next_tag) = (0, u32::MAX);
    }

    #[inline(never)]
    fn expand(&mut self, work: &mut Workplace<'_>, slot: usize, last: u8) -> AstarEvent {
        self.nodes += 1;
        self.table.mark(work.pool, slot, self.tag(self.bound), true);
        self.forget_round();
        let key = self.table.key(work.pool, slot);
        self.expansion.begin(work.expander(), key, last);
        self.pushes = self.bound - work.position.assignment.total();
        self.phase = AstarPhase::Children;
        if work.position.is_solved() {
            self.length = self.pushes as usize;
            self.phase = AstarPhase::Trace {
                left: self.length,
                back: Back::to(work.position.keeper),
            };
        }
        AstarEvent::Going
    }

    #[inline(never)]
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    fn child(&mut self, work: &mut Workplace<'_>) -> AstarEvent {
        let Some(child) = self.expansion.next(work.expander(), ANY, true) else {
            self.phase = AstarPhase::Search;
            return AstarEvent::Going;
        };
        let Child::Position {
            key,
            push,
            least,
            solved,
        } = child
        else {
            return AstarEvent::Going;
        };
        let pushes = self.pushes + i32::from(push.length);
        let bound = pushes + least;
        if solved && bound == self.bound {
            self.length = pushes as usize;
            write(&work.terrain, work.path, self.pushes as usize, push);
            self.phase = AstarPhase::Trace {
                left: self.pushes as usize,
                back: Back::to(stand(&work.terrain, push)),
            };
            return AstarEvent::Going;
        }
        let tag = self.tag(bound);
        if tag > TAGS {
            self.beyond = true;
            return AstarEvent::Going;
        }
        let slot = match self.table.find(work.pool, key) {
            Some(slot) if self.table.marks(work.pool, slot).0 <= tag => return AstarEvent::Going,
            Some(slot) => {
                self.table.mark(work.pool, slot, tag, false);
                slot
            }
            None => match self.table.add(work.pool, key, tag, |_, _| 0) {
                Some(slot) => slot,
                None => return AstarEvent::Full,
            },
        };
        if bound == self.bound {
            if self.recent.is_full() {
                // The table still has it.
                self.recent.remove(0);
            }
            let _ = self.recent.push((slot as u32, push.end));
        }
        AstarEvent::Going
    }

    /// Goes back from the loaded position, which took `left` pushes: looks for the push
    /// before it, one box at a time.
    #[inline(never)]
    fn trace(&mut self, work: &mut Workplace<'_>, left: usize, mut back: Back) -> AstarEvent {
        if left == 0 {
            return AstarEvent::Solved(self.length);
        }
        let table = self.table;
        let (first_bound, step) = (self.first_bound, self.step);
        let (mut expander, pool) = work.expander_and_pool();
        let terrain = expander.terrain;
        let pulled = expander.pull(&mut back, u8::MAX, |before, key, push| {
            table.find(pool, key).is_some_and(|slot| {
                let (tag, expanded) = table.marks(pool, slot);
                before.assign(terrain);
                let least = before.assignment.total();
                let pushes = first_bound + (tag as i32 - 1) * step - least;
                expanded && pushes == left as i32 - i32::from(push.length)
            })
        });
        let (left, back) = match pulled {
            Pulled::Going => (left, back),
            Pulled::To(_, push) => {
                let left = left - usize::from(push.length);
                write(&work.terrain, work.path, left, push);
                (left, Back::to(stand(&work.terrain, push)))
            }
            // Every position but the first was reached from an expanded one.
            Pulled::Nowhere => return AstarEvent::Full,
        };
        self.phase = AstarPhase::Trace { left, back };
        AstarEvent::Going
    }
}
