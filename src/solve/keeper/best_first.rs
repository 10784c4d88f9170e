//! A* over states: those with the least bound first, each expanded once.
//!
//! As in the search for the fewest pushes there is no queue and there are no parents: the
//! table is searched for open states of the present bound, and the way back is found by
//! pulling boxes.

use super::dominance::{Known, compare};
use super::expand::{Child, Expansion, Next};
use super::scale::{Bound, Scale};
use super::states::{Looked, StateTable};
use super::trail::{Before, pull};
use super::walks::Walks;
use super::{Event, Limits};
use crate::puzzle::Direction;
use crate::solve::answer::Aim;
use crate::solve::base::solution::pack;
use crate::solve::base::workplace::Workplace;

/// Slots looked at in one piece of work, and words cleared.
const SCAN: usize = 512;
const CLEAR: usize = 4096;
/// Bits of a tag at least.
const TAG_BITS: u32 = 14;
/// States found last.
const RECENT: usize = 64;

#[derive(Clone, Copy, Debug)]
enum Phase {
    Clear {
        from: usize,
    },
    Search,
    Children,
    /// The loaded state took so many moves; the path holds the pushes after it, from `place`
    /// on, at the end of its memory.
    Trace {
        moves: i32,
        /// The pushes it took, if the tags tell.
        pushes: Option<i32>,
        place: usize,
        direction: u8,
    },
}

/// The search's own numbers; its table is in the pool.
#[derive(Debug)]
pub(crate) struct BestFirst {
    table: StateTable,
    scale: Scale,
    limits: Limits,
    phase: Phase,
    /// The boxes and the keeper at the start.
    start: (u64, u8),
    /// The tag of the states that are being expanded.
    tag: u32,
    expansion: Expansion,
    walks: Walks,
    /// Moves and pushes so far in the state that is being expanded.
    here: Bound,
    recent: heapless::Vec<u32, RECENT>,
    /// The next slot to look at, and slots looked at since the last expansion.
    cursor: usize,
    looked: usize,
    /// The least tag of an open state in this round.
    next_tag: u32,
    /// States were left out because their bound has no tag.
    beyond: bool,
    /// Whether the tag of the solution tells its pushes.
    pub(crate) ties_proven: bool,
    pub(crate) nodes: u32,
}

impl BestFirst {
    /// A search from the loaded position; `None` where keys do not fit.
    pub(crate) fn new(work: &mut Workplace<'_>, aim: Aim, limits: Limits) -> Option<Self> {
        if !work.keys.exact() {
            return None;
        }
        let least = work.position.assignment.total();
        let first = Bound {
            moves: least,
            pushes: least,
        };
        let table = StateTable::new(&work.keys, work.pool.len(), TAG_BITS)?;
        let number = work.keys.number(&work.terrain, &work.position);
        Some(Self {
            table,
            scale: Scale::new(aim, first, work.terrain.parity, table.most(), limits.pushes),
            limits,
            phase: Phase::Clear { from: 0 },
            start: (number, work.position.keeper),
            tag: 1,
            expansion: Expansion::new(),
            walks: Walks::new(),
            here: Bound {
                moves: 0,
                pushes: 0,
            },
            recent: heapless::Vec::new(),
            cursor: 0,
            looked: 0,
            next_tag: u32::MAX,
            beyond: false,
            ties_proven: false,
            nodes: 0,
        })
    }

    /// No solution is below this bound.
    pub(crate) fn bound(&self) -> Bound {
        self.scale.bound(self.tag)
    }

    /// Whether it is still looking for a solution, and not for the way back from one.
    pub(crate) fn is_searching(&self) -> bool {
        !matches!(self.phase, Phase::Trace { .. })
    }

    /// Looks at one child, at some slots, or at one push on the way back.
    pub(crate) fn advance(&mut self, work: &mut Workplace<'_>) -> Event {
        match self.phase {
            Phase::Clear { from } => {
                if self.table.clear(work.pool, from, CLEAR) {
                    self.phase = Phase::Clear { from: from + CLEAR };
                } else {
                    (self.table).add(work.pool, self.start, self.tag, |_, _| 0);
                    self.phase = Phase::Search;
                }
                Event::Going
            }
            Phase::Search => self.search(work),
            Phase::Children => self.child(work),
            Phase::Trace { .. } => self.trace(work),
        }
    }

    /// Looks for an open state of the present bound: first among those found last, then
    /// through the table. Once a whole round finds none, the bound is done.
    #[inline(never)]
    fn search(&mut self, work: &mut Workplace<'_>) -> Event {
        while let Some(slot) = self.recent.pop() {
            if self.table.marks(work.pool, slot as usize) == (self.tag, false) {
                return self.expand(work, slot as usize);
            }
        }
        let (slots, from) = (self.table.slots(), self.cursor);
        let count = SCAN.min(slots - self.looked);
        match self.table.look(work.pool, from, count, self.tag) {
            Looked::Found(slot) => {
                self.cursor = if slot + 1 == slots { 0 } else { slot + 1 };
                self.expand(work, slot)
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

    /// Raises the bound to the least one of an open state.
    fn raise(&mut self) -> Event {
        if self.next_tag <= self.table.most() {
            self.tag = self.next_tag;
            self.forget_round();
            Event::Going
        } else if self.beyond {
            self.tag = self.table.most();
            Event::Full
        } else {
            Event::Dead
        }
    }

    fn forget_round(&mut self) {
        (self.looked, self.next_tag) = (0, u32::MAX);
    }

    #[inline(never)]
    fn expand(&mut self, work: &mut Workplace<'_>, slot: usize) -> Event {
        self.nodes += 1;
        self.table.mark(work.pool, slot, self.tag, true);
        self.forget_round();
        self.expansion
            .begin(work, self.table.state(work.pool, slot));
        let (bound, least) = (self.bound(), work.position.assignment.total());
        self.here = Bound {
            moves: bound.moves - least,
            pushes: bound.pushes - least,
        };
        self.phase = Phase::Children;
        if work.position.is_solved() {
            self.turn_back(work);
        }
        Event::Going
    }

    /// The loaded state is solved: the way back begins.
    fn turn_back(&mut self, work: &Workplace<'_>) {
        let tells = self.scale.tells_pushes(self.tag);
        self.ties_proven = tells;
        self.phase = Phase::Trace {
            moves: self.here.moves,
            pushes: tells.then_some(self.here.pushes),
            place: work.path.len(),
            direction: 0,
        };
    }

    #[inline(never)]
    fn child(&mut self, work: &mut Workplace<'_>) -> Event {
        let child = match self.expansion.next(work) {
            Next::Child(child) => child,
            Next::Nothing => return Event::Going,
            Next::End => {
                self.phase = Phase::Search;
                return Event::Going;
            }
        };
        let bound = Bound {
            moves: self.here.moves + i32::from(child.walk) + 1 + child.least,
            pushes: self.here.pushes + 1 + child.least,
        };
        if bound.pushes > self.limits.pushes || (bound.moves, bound.pushes) >= self.limits.best {
            return Event::Going;
        }
        let Some(tag) = self.scale.tag(bound) else {
            self.beyond = true;
            return Event::Going;
        };
        let Child { number, push, .. } = child;
        let known = compare(
            work,
            &self.table,
            &self.scale,
            &mut self.walks,
            (number, push, tag),
        );
        let slot = match known {
            Known::Dominated => return Event::Going,
            Known::Worse(slot) => {
                self.table.mark(work.pool, slot, tag, false);
                slot
            }
            Known::New => {
                let state = (number, work.terrain.next_behind(push.end, push.direction));
                match self.table.add(work.pool, state, tag, |_, _| 0) {
                    Some(slot) => slot,
                    None => return Event::Full,
                }
            }
        };
        if tag == self.tag {
            if self.recent.is_full() {
                // The table still has it.
                self.recent.remove(0);
            }
            let _ = self.recent.push(slot as u32);
        }
        Event::Going
    }

    /// Goes back from the loaded state: looks for the push before it, one direction at a time.
    #[inline(never)]
    fn trace(&mut self, work: &mut Workplace<'_>) -> Event {
        let Phase::Trace {
            moves,
            pushes,
            place,
            direction,
        } = self.phase
        else {
            return Event::Going;
        };
        if moves == 0 {
            let end = work.path.len();
            work.path.copy_within(place..end, 0);
            return Event::Solved(end - place);
        }
        if place == 0 {
            return Event::TooLong;
        }
        if direction == 4 {
            // Every state but the first was reached from an expanded one.
            return Event::Full;
        }
        let scale = self.scale;
        let so_far = |before: &Before| {
            let bound = scale.bound(before.entry.tag);
            (bound.moves - before.least, bound.pushes - before.least)
        };
        let way = Direction::from_index(direction);
        let found = pull(work, &self.table, &mut self.walks, way, |before| {
            let (before_moves, before_pushes) = so_far(before);
            before.entry.expanded
                && before_moves + i32::from(before.walk) + 1 == moves
                && pushes.is_none_or(|pushes| before_pushes + 1 == pushes)
        });
        self.phase = match found {
            None => Phase::Trace {
                moves,
                pushes,
                place,
                direction: direction + 1,
            },
            Some((before, push)) => {
                work.path[place - 1] = pack(work.terrain.cell(push.start), push.direction);
                let (moves, pushes) = so_far(&before);
                Phase::Trace {
                    moves,
                    pushes: scale.tells_pushes(before.entry.tag).then_some(pushes),
                    place: place - 1,
                    direction: 0,
                }
            }
        };
        Event::Going
    }
}
