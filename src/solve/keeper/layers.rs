//! Breadth first over states, layer by layer of pushes, within a bound of moves.
//!
//! When A* has no more room, layers can still go on: old ones are given up when room is
//! needed. A layer is complete before it is expanded, so each state in it has its fewest
//! moves. A solution makes the bound tighter, and the last one that was found is the best.
//! Where the layers on the way back are gone, another pass within the bound, which is exact
//! now, goes up to the state where the trail was lost.
//!
//! Worth: TODO

use super::dominance::{Known, Ranking, compare};
use super::expand::{Child, Expansion, Next};
use super::states::StateTable;
use super::trail::{Before, pull};
use super::walks::Walks;
use super::{Event, Limits};
use crate::puzzle::Direction;
use crate::solve::answer::Aim;
use crate::solve::base::position::Push;
use crate::solve::base::solution::pack;
use crate::solve::base::workplace::Workplace;

/// Slots looked at, and words cleared, in one piece of work.
const SCAN: usize = 512;
const CLEAR: usize = 4096;
/// Bits of a tag for the layer.
const LAYER_BITS: u32 = 6;
const LAYERS: u32 = 1 << LAYER_BITS;
/// Bits of a tag at least: that many more tell the moves.
const TAG_BITS: u32 = LAYER_BITS + 10;

/// A state, the pushes and the moves to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reached {
    state: (u64, u8),
    pushes: u32,
    moves: i32,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    Clear {
        from: usize,
    },
    Seed,
    Scan {
        slot: usize,
    },
    Children {
        slot: usize,
    },
    /// The state is loaded; the path holds the pushes after it.
    Trace {
        at: Reached,
        direction: u8,
    },
}

/// The search's own numbers; its layers are in the pool.
#[derive(Debug)]
pub(crate) struct Layers {
    table: StateTable,
    pushes_first: bool,
    limits: Limits,
    /// Moves of the bound of the start, and of this pass.
    first: i32,
    pub(crate) bound: i32,
    phase: Phase,
    start: (u64, u8),
    layer: u32,
    /// States added to the next layer.
    next_count: u32,
    /// Something was beyond the bound.
    cut: bool,
    /// The best solution of this pass, before its last push.
    found: Option<Reached>,
    /// The pushes of the solution, and the state up to which they are known.
    length: usize,
    target: Option<Reached>,
    /// Moves to the state that is being expanded.
    moves: i32,
    expansion: Expansion,
    walks: Walks,
    /// States added in this pass.
    added: usize,
    pub(crate) nodes: u32,
}

/// How tags are ranked while a layer is being made.
struct InLayer {
    layer: u32,
    pushes_first: bool,
}

impl InLayer {
    /// How many layers ago a tag was given.
    fn age(&self, tag: u32) -> u32 {
        (self.layer + LAYERS - layer_of(tag)) % LAYERS
    }
}

impl Ranking for InLayer {
    fn rank(&self, tag: u32) -> u32 {
        let (moves, youth) = (above(tag), LAYERS - 1 - self.age(tag));
        match self.pushes_first {
            true => youth << 24 | moves,
            false => moves << LAYER_BITS | youth,
        }
    }

    fn of_walk(&self, steps: u32) -> u32 {
        match self.pushes_first {
            true => steps,
            false => steps << LAYER_BITS,
        }
    }
}

/// The layer of a tag, modulo [`LAYERS`].
fn layer_of(tag: u32) -> u32 {
    (tag - 1) % LAYERS
}

/// How many moves the bound of a tag is above that of the start.
fn above(tag: u32) -> u32 {
    (tag - 1) / LAYERS
}

impl Layers {
    /// A search from the loaded position for solutions within a bound of moves; `None` where
    /// keys do not fit.
    pub(crate) fn new(
        work: &mut Workplace<'_>,
        aim: Aim,
        limits: Limits,
        bound: i32,
    ) -> Option<Self> {
        if !work.keys.exact() {
            return None;
        }
        let table = StateTable::new(&work.keys, work.pool.len(), TAG_BITS)?;
        let first = work.position.assignment.total();
        let most = first + ((table.most() - 1) / LAYERS) as i32;
        Some(Self {
            table,
            pushes_first: aim != Aim::MovesThenPushes,
            limits,
            first,
            bound: bound.min(limits.best.0).min(most),
            phase: Phase::Clear { from: 0 },
            start: (
                work.keys.number(&work.terrain, &work.position),
                work.position.keeper,
            ),
            layer: 0,
            next_count: 0,
            cut: false,
            found: None,
            length: 0,
            target: None,
            moves: 0,
            expansion: Expansion::new(),
            walks: Walks::new(),
            added: 0,
            nodes: 0,
        })
    }

    /// Whether all states of the pass fit well into memory.
    pub(crate) fn is_roomy(&self) -> bool {
        self.added < self.table.slots() / 2
    }

    /// Looks at one child, at some slots, or at one push on the way back.
    pub(crate) fn advance(&mut self, work: &mut Workplace<'_>) -> Event {
        match self.phase {
            Phase::Clear { from } => {
                let more = self.table.clear(work.pool, from, CLEAR);
                self.phase = match more {
                    true => Phase::Clear { from: from + CLEAR },
                    false => Phase::Seed,
                };
                Event::Going
            }
            Phase::Seed => {
                (self.layer, self.next_count, self.cut) = (0, 0, false);
                (self.table).add(work.pool, self.start, self.tag(0, self.first), |_, _| 0);
                self.phase = Phase::Scan { slot: 0 };
                Event::Going
            }
            Phase::Scan { slot } => self.scan(work, slot),
            Phase::Children { slot } => self.child(work, slot),
            Phase::Trace { at, direction } => self.trace(work, at, direction),
        }
    }

    fn tag(&self, layer: u32, bound: i32) -> u32 {
        1 + ((bound - self.first) as u32) * LAYERS + layer % LAYERS
    }

    #[inline(never)]
    fn scan(&mut self, work: &mut Workplace<'_>, from: usize) -> Event {
        let end = (from + SCAN).min(self.table.slots());
        let mut slot = from;
        while slot < end {
            let (tag, expanded) = self.table.marks(work.pool, slot);
            if tag == 0 {
                slot = self.table.next_bucket(slot);
                continue;
            }
            let age = (self.layer + LAYERS - layer_of(tag)) % LAYERS;
            if age == 0 && !expanded {
                self.nodes += 1;
                self.table.mark(work.pool, slot, tag, true);
                self.expansion
                    .begin(work, self.table.state(work.pool, slot));
                let least = work.position.assignment.total();
                self.moves = self.first + above(tag) as i32 - least;
                self.phase = Phase::Children { slot };
                return Event::Going;
            }
            // Its tag is that of the next layer but one.
            if age == LAYERS - 2 {
                self.table.remove(work.pool, slot);
            } else {
                slot += 1;
            }
        }
        if slot < self.table.slots() {
            self.phase = Phase::Scan { slot };
            return Event::Going;
        }
        if self.next_count > 0 {
            self.layer += 1;
            self.next_count = 0;
            self.phase = Phase::Scan { slot: 0 };
            return Event::Going;
        }
        match self.found {
            Some(last) => self.turn_back(work, last),
            None if self.cut => Event::Exhausted,
            None => Event::Dead,
        }
    }

    #[inline(never)]
    fn child(&mut self, work: &mut Workplace<'_>, slot: usize) -> Event {
        let child = match self.expansion.next(work) {
            Next::Child(child) => child,
            Next::Nothing => return Event::Going,
            Next::End => {
                self.phase = Phase::Scan { slot: slot + 1 };
                return Event::Going;
            }
        };
        let Child {
            number, push, walk, ..
        } = child;
        let moves = self.moves + i32::from(walk) + 1;
        let (bound, layer) = (moves + child.least, self.layer + 1);
        if layer as i32 + child.least > self.limits.pushes {
            return Event::Going;
        }
        let as_good = (bound, layer as i32 + child.least) >= self.limits.best;
        if bound > self.bound || as_good {
            self.cut |= !as_good;
            return Event::Going;
        }
        let keeper = work.terrain.next_behind(push.end, push.direction);
        let reached = Reached {
            state: (number, keeper),
            pushes: layer,
            moves,
        };
        if self.target == Some(reached) {
            return self.turn_back(work, reached);
        }
        if child.least == 0 && self.target.is_none() {
            // Only a better one is of use from now on.
            self.found = Some(reached);
            self.bound = moves - 1;
            self.cut = false;
            return Event::Going;
        }
        self.insert(work, (number, keeper), push, self.tag(layer, bound), layer)
    }

    fn insert(
        &mut self,
        work: &mut Workplace<'_>,
        state: (u64, u8),
        push: Push,
        tag: u32,
        layer: u32,
    ) -> Event {
        let ranking = InLayer {
            layer,
            pushes_first: self.pushes_first,
        };
        let walks = &mut self.walks;
        match compare(work, &self.table, &ranking, walks, (state.0, push, tag)) {
            Known::Dominated => return Event::Going,
            Known::Worse(slot) => self.table.mark(work.pool, slot, tag, false),
            Known::New => {
                let age = |tag, expanded| if expanded { ranking.age(tag) } else { 0 };
                if self.table.add(work.pool, state, tag, age).is_none() {
                    return Event::Full;
                }
                self.added += 1;
            }
        }
        self.next_count += 1;
        Event::Going
    }

    /// Goes back from a state of the solution.
    fn turn_back(&mut self, work: &mut Workplace<'_>, at: Reached) -> Event {
        if self.target.is_none() {
            self.length = at.pushes as usize;
            if self.length > work.path.len() {
                return Event::TooLong;
            }
        }
        let squares = work.keys.squares(&work.terrain, at.state.0);
        work.position.load(&work.terrain, &squares, at.state.1);
        self.phase = Phase::Trace { at, direction: 0 };
        Event::Going
    }

    /// Looks for the push before the loaded state, one direction at a time. If its layer is
    /// gone, begins a pass that goes up to this state.
    #[inline(never)]
    fn trace(&mut self, work: &mut Workplace<'_>, at: Reached, direction: u8) -> Event {
        if at.pushes == 0 {
            return Event::Solved(self.length);
        }
        if direction == 4 {
            if self.target == Some(at) {
                // It was reached from a state that is in the table.
                return Event::Full;
            }
            self.target = Some(at);
            let total = self.found.map_or(self.bound, |found| found.moves);
            self.bound = total;
            self.phase = Phase::Clear { from: 0 };
            return Event::Going;
        }
        let way = Direction::from_index(direction);
        let first = self.first;
        let moves = |before: &Before| first + above(before.entry.tag) as i32 - before.least;
        let found = pull(work, &self.table, &mut self.walks, way, |before| {
            before.entry.expanded
                && layer_of(before.entry.tag) == (at.pushes - 1) % LAYERS
                && moves(before) + i32::from(before.walk) + 1 == at.moves
        });
        self.phase = match found {
            None => Phase::Trace {
                at,
                direction: direction + 1,
            },
            Some((before, push)) => {
                let place = at.pushes as usize - 1;
                work.path[place] = pack(work.terrain.cell(push.start), push.direction);
                let at = Reached {
                    state: (before.number, before.entry.keeper),
                    pushes: at.pushes - 1,
                    moves: moves(&before),
                };
                Phase::Trace { at, direction: 0 }
            }
        };
        Event::Going
    }
}
