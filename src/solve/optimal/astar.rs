//! A* in the arena: the positions with the least bound first, each expanded once.
//!
//! A position takes a few bytes: its exact key and how far its bound is above the
//! first one. There is no queue: the table itself is searched for open positions of the
//! present bound, after the few that came last, so that each bound is gone through depth
//! first. Some fifty thousand positions fit, which is all that most levels need; when the
//! table is full the bound that was reached is proven for the searches after it.
//! Parents are not kept: the way back is found by pulling boxes.
//!
//! Worth: with breadth-first search from the beginning instead, 90, 130 and 146; with IDA*
//! alone, 108, 131 and 144.

use super::expand::{Child, Expansion};
use super::positions::{Layout, Looked, TAGS};
use super::trail::{Back, Pulled, stand};
use crate::solve::base::solution::write;
use crate::solve::base::terrain::NONE;
use crate::solve::base::workplace::Workplace;

/// Slots looked at in one piece of work, and words cleared.
const SCAN: usize = 1024;
const CLEAR: usize = 4096;
/// Positions that came last.
const RECENT: usize = 64;
/// No bound on what children may need.
const ANY: i32 = i32::MAX / 2;

/// What a piece of work came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Nothing yet.
    Going,
    /// The path is complete, with so many pushes.
    Solved(usize),
    /// No solution at all.
    Dead,
    /// The table is full; no solution has fewer pushes than the bound.
    Full,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
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
    layout: Layout,
    stage: Stage,
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
            layout: Layout::new(work.keys.bits(), work.pool.len())?,
            stage: Stage::Clear { from: 0 },
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

    /// Looks at one child, at some slots, or at a box's pushes on the path back.
    pub(crate) fn advance(&mut self, work: &mut Workplace<'_>) -> Event {
        match self.stage {
            Stage::Clear { from } => {
                if self.layout.clear(work.pool, from, CLEAR) {
                    self.stage = Stage::Clear { from: from + CLEAR };
                } else {
                    self.layout
                        .add(work.pool, self.start, self.tag(self.bound), |_, _| 0);
                    self.stage = Stage::Search;
                }
                Event::Going
            }
            Stage::Search => self.search(work),
            Stage::Children => self.child(work),
            Stage::Trace { left, back } => self.trace(work, left, back),
        }
    }

    /// The tag of a bound; past the last one it is not a tag any more.
    fn tag(&self, bound: i32) -> u32 {
        1 + ((bound - self.first_bound) / self.step) as u32
    }

    /// Looks for an open position of the present bound: first among those that came last,
    /// then through the table. A round through the table without one ends the bound.
    #[inline(never)]
    fn search(&mut self, work: &mut Workplace<'_>) -> Event {
        let wanted = self.tag(self.bound);
        while let Some((slot, last)) = self.recent.pop() {
            if self.layout.marks(work.pool, slot as usize) == (wanted, false) {
                return self.expand(work, slot as usize, last);
            }
        }
        let (slots, from) = (self.layout.slots(), self.cursor);
        let count = SCAN.min(slots - self.looked);
        match self.layout.look(work.pool, from, count, wanted) {
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
                Event::Going
            }
        }
    }

    /// Goes on to the least bound of an open position.
    fn raise(&mut self) -> Event {
        if self.next_tag <= TAGS {
            self.bound = self.first_bound + (self.next_tag as i32 - 1) * self.step;
            self.forget_round();
            Event::Going
        } else if self.beyond {
            self.bound = self.first_bound + TAGS as i32 * self.step;
            Event::Full
        } else {
            Event::Dead
        }
    }

    fn forget_round(&mut self) {
        (self.looked, self.next_tag) = (0, u32::MAX);
    }

    #[inline(never)]
    fn expand(&mut self, work: &mut Workplace<'_>, slot: usize, last: u8) -> Event {
        self.nodes += 1;
        self.layout
            .mark(work.pool, slot, self.tag(self.bound), true);
        self.forget_round();
        let key = self.layout.key(work.pool, slot);
        self.expansion.begin(work.expander(), key, last);
        self.pushes = self.bound - work.position.assignment.total();
        self.stage = Stage::Children;
        if work.position.is_solved() {
            self.length = self.pushes as usize;
            self.stage = Stage::Trace {
                left: self.length,
                back: Back::to(work.position.keeper),
            };
        }
        Event::Going
    }

    #[inline(never)]
    fn child(&mut self, work: &mut Workplace<'_>) -> Event {
        let Some(child) = self.expansion.next(work.expander(), ANY, true) else {
            self.stage = Stage::Search;
            return Event::Going;
        };
        let Child::Position {
            key,
            push,
            least,
            solved,
        } = child
        else {
            return Event::Going;
        };
        let pushes = self.pushes + i32::from(push.length);
        let bound = pushes + least;
        if solved && bound == self.bound {
            self.length = pushes as usize;
            write(&work.terrain, work.path, self.pushes as usize, push);
            self.stage = Stage::Trace {
                left: self.pushes as usize,
                back: Back::to(stand(&work.terrain, push)),
            };
            return Event::Going;
        }
        let tag = self.tag(bound);
        if tag > TAGS {
            self.beyond = true;
            return Event::Going;
        }
        let slot = match self.layout.find(work.pool, key) {
            Some(slot) if self.layout.marks(work.pool, slot).0 <= tag => return Event::Going,
            Some(slot) => {
                self.layout.mark(work.pool, slot, tag, false);
                slot
            }
            None => match self.layout.add(work.pool, key, tag, |_, _| 0) {
                Some(slot) => slot,
                None => return Event::Full,
            },
        };
        if bound == self.bound {
            if self.recent.is_full() {
                // The table still has it.
                self.recent.remove(0);
            }
            let _ = self.recent.push((slot as u32, push.end));
        }
        Event::Going
    }

    /// Goes back from the loaded position, which took `left` pushes, by a push or a part of
    /// looking for it.
    #[inline(never)]
    fn trace(&mut self, work: &mut Workplace<'_>, left: usize, mut back: Back) -> Event {
        if left == 0 {
            return Event::Solved(self.length);
        }
        let layout = self.layout;
        let (first_bound, step) = (self.first_bound, self.step);
        let (mut expander, pool) = work.expander_and_pool();
        let terrain = expander.terrain;
        let pulled = expander.pull(&mut back, u8::MAX, |before, key, push| {
            layout.find(pool, key).is_some_and(|slot| {
                let (tag, expanded) = layout.marks(pool, slot);
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
            Pulled::Nowhere => return Event::Full,
        };
        self.stage = Stage::Trace { left, back };
        Event::Going
    }
}
