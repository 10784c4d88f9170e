//! Breadth first over states, within a bound: layer by layer of pushes, or of moves.
//!
//! What the aim counts first makes the layers. A layer is complete before it is expanded, so
//! each state in it is reached in the best way. Layers that are long past are given up when
//! room is needed. A solution makes the bound tighter, and the last one that is found is the
//! best. Where the layers on the way back are gone, another pass within the bound, which is
//! exact then, goes up to the state where the trail was lost.

use super::dominance::{Known, compare};
use super::expand::{Child, Expansion, Next};
use super::gauge::{Count, Gauge};
use super::states::StateTable;
use super::trail::{Before, pull};
use crate::puzzle::Direction;
use crate::solve::answer::Aim;
use crate::solve::base::position::Push;
use crate::solve::base::solution::pack;
use crate::solve::base::walks::Walks;
use crate::solve::base::workplace::Workplace;

/// Slots looked at, and words cleared, in one piece of work.
const SCAN: usize = 512;
const CLEAR: usize = 4096;

/// The result of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LayersEvent {
    /// Nothing yet.
    Going,
    /// The path is complete and has this many pushes.
    Solved(usize),
    /// No solution within the limits.
    Dead,
    /// Nothing within the bound, but something beyond it.
    Exhausted,
    /// The solution is too long to be kept.
    TooLong,
    /// The layers do not fit into memory.
    Full,
}

/// What a solution has to keep to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most moves, and the most pushes, that are looked for.
    pub(crate) most: Count,
    /// The best solution that is known; another one must be better.
    pub(crate) best: Option<Count>,
}

/// A state and what led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reached {
    state: (u64, u8),
    count: Count,
    /// Whether the count of what comes second is exact.
    tells_second: bool,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    Clear {
        from: usize,
    },
    Scan {
        slot: usize,
    },
    Children {
        slot: usize,
    },
    /// This state is loaded; the end of the path's memory, from `place` on, holds the pushes
    /// after it.
    Trace {
        at: Reached,
        place: usize,
        direction: u8,
    },
}

/// The search's own numbers; its layers are in the pool.
#[derive(Debug)]
pub(crate) struct Layers {
    aim: Aim,
    table: StateTable,
    gauge: Gauge,
    limits: Limits,
    phase: Phase,
    start: Reached,
    /// The layer that is being expanded, and the next one that is known to have states.
    depth: i32,
    next_depth: i32,
    /// Something was beyond the limits.
    cut: bool,
    /// The best solution of this pass.
    found: Option<Reached>,
    /// Where the trail was lost, and the place on the path before which it has to go on.
    lost: Option<(Reached, usize)>,
    /// What led to the state that is being expanded.
    here: Reached,
    expansion: Expansion,
    walks: Walks,
    /// States added in this pass.
    added: usize,
    pub(crate) nodes: u32,
}

impl Layers {
    /// A search from the loaded position; `None` where keys do not fit.
    pub(crate) fn new(work: &mut Workplace<'_>, aim: Aim, mut limits: Limits) -> Option<Self> {
        if !work.keys.exact() {
            return None;
        }
        let least = work.position.assignment.total();
        let table = StateTable::new(&work.keys, work.pool.len(), Gauge::bits(aim))?;
        let number = work.keys.number(&work.terrain, &work.position);
        let start = Reached {
            state: (number, work.position.keeper),
            count: Count {
                moves: 0,
                pushes: 0,
            },
            tells_second: true,
        };
        let gauge = Gauge::new(aim, least, work.terrain.parity, table.tag_bits());
        limits.most.moves = limits.most.moves.min(gauge.most_moves());
        Some(Self {
            aim,
            table,
            gauge,
            limits,
            phase: Phase::Clear { from: 0 },
            start,
            depth: 0,
            next_depth: i32::MAX,
            cut: false,
            found: None,
            lost: None,
            here: start,
            expansion: Expansion::new(),
            walks: Walks::new(),
            added: 0,
            nodes: 0,
        })
    }

    /// The most moves and pushes that are looked for now.
    pub(crate) fn most(&self) -> Count {
        self.limits.most
    }

    /// No solution has fewer moves than this, as far as the layers tell.
    pub(crate) fn least_moves(&self) -> i32 {
        match (self.aim, self.limits.best) {
            (Aim::MovesThenPushes, Some(best)) => self.depth.min(best.moves),
            (Aim::MovesThenPushes, None) => self.depth,
            (Aim::Pushes | Aim::PushesThenMoves, _) => 0,
        }
    }

    /// Whether it is still looking for a solution, and not for the way back from one.
    pub(crate) fn is_searching(&self) -> bool {
        !matches!(self.phase, Phase::Trace { .. }) && self.lost.is_none()
    }

    /// Whether all states of the pass fit well into memory.
    pub(crate) fn is_roomy(&self) -> bool {
        self.added < self.table.slots() / 2
    }

    /// Whether it is proven that no other solution is better in what comes second either.
    pub(crate) fn ties_proven(&self) -> bool {
        self.found.is_none_or(|found| found.tells_second)
    }

    /// Looks at one child, at some slots, or at one push on the way back.
    pub(crate) fn advance(&mut self, work: &mut Workplace<'_>) -> LayersEvent {
        match self.phase {
            Phase::Clear { from } => {
                if self.table.clear(work.pool, from, CLEAR) {
                    self.phase = Phase::Clear { from: from + CLEAR };
                } else {
                    self.begin(work);
                }
                LayersEvent::Going
            }
            Phase::Scan { slot } => self.scan(work, slot),
            Phase::Children { slot } => self.child(work, slot),
            Phase::Trace {
                at,
                place,
                direction,
            } => self.trace(work, at, place, direction),
        }
    }

    /// Begins a pass.
    fn begin(&mut self, work: &mut Workplace<'_>) {
        (self.depth, self.next_depth, self.cut) = (0, i32::MAX, false);
        // The first tag has nothing above the bound of the start.
        self.table.add(work.pool, self.start.state, 1, |_, _| 0);
        self.phase = Phase::Scan { slot: 0 };
    }

    /// Looks for the next state of the layer.
    #[inline(never)]
    fn scan(&mut self, work: &mut Workplace<'_>, from: usize) -> LayersEvent {
        let (slots, past) = (self.table.slots(), self.gauge.past() as i32);
        let end = (from + SCAN).min(slots);
        let mut slot = from;
        while slot < end {
            let (tag, expanded) = self.table.marks(work.pool, slot);
            if tag == 0 {
                slot = self.table.next_bucket(slot);
                continue;
            }
            let depth = self.gauge.depth(tag, self.depth);
            if !expanded && depth == self.depth {
                self.expand(work, slot, tag);
                return LayersEvent::Going;
            }
            if !expanded {
                self.next_depth = self.next_depth.min(depth);
            } else if depth <= self.depth - past {
                // Its depth cannot be told for longer.
                self.table.remove(work.pool, slot);
                continue;
            }
            slot += 1;
        }
        self.phase = Phase::Scan { slot };
        if slot < slots {
            return LayersEvent::Going;
        }
        if self.next_depth < i32::MAX {
            self.skip_to(self.next_depth);
            return LayersEvent::Going;
        }
        match self.found {
            Some(found) if self.lost.is_none() => {
                self.turn_back(work, found, work.path.len());
                LayersEvent::Going
            }
            Some(_) => LayersEvent::Full,
            None if self.cut => LayersEvent::Exhausted,
            None => LayersEvent::Dead,
        }
    }

    /// Goes on with the next layer that has states, but by no more than one whose past is
    /// still told.
    fn skip_to(&mut self, depth: i32) {
        self.depth = depth.min(self.depth + 1);
        self.next_depth = i32::MAX;
        self.phase = Phase::Scan { slot: 0 };
    }

    fn expand(&mut self, work: &mut Workplace<'_>, slot: usize, tag: u32) {
        self.nodes += 1;
        self.table.mark(work.pool, slot, tag, true);
        let state = self.table.state(work.pool, slot);
        self.expansion.begin(work, state);
        let least = work.position.assignment.total();
        self.here = Reached {
            state,
            count: self.gauge.count(tag, self.depth, least),
            tells_second: self.gauge.tells_second(tag),
        };
        self.phase = Phase::Children { slot };
    }

    #[inline(never)]
    fn child(&mut self, work: &mut Workplace<'_>, slot: usize) -> LayersEvent {
        let child = match self.expansion.next(work) {
            Next::Child(child) => child,
            Next::Nothing => return LayersEvent::Going,
            Next::End => {
                self.phase = Phase::Scan { slot: slot + 1 };
                return LayersEvent::Going;
            }
        };
        let here = self.here;
        let count = Count {
            moves: here.count.moves + i32::from(child.walk) + 1,
            pushes: here.count.pushes + 1,
        };
        let keeper = (work.terrain).next_behind(child.push.end, child.push.direction);
        let reached = Reached {
            state: (child.number, keeper),
            count,
            tells_second: here.tells_second,
        };
        let bound = count.plus(child.least);
        let most = self.limits.most;
        if bound.pushes > most.pushes
            || self
                .limits
                .best
                .is_some_and(|best| !self.betters(bound, best))
        {
            return LayersEvent::Going;
        }
        if bound.moves > most.moves {
            self.cut = true;
            return LayersEvent::Going;
        }
        let tag = self.gauge.tag(count, child.least);
        match self.lost {
            Some((lost, place)) => {
                let same = lost.state == reached.state
                    && lost.count.ordered(self.aim).0 == count.ordered(self.aim).0
                    && (lost.count == count || !lost.tells_second);
                if same {
                    self.turn_back(work, lost, place);
                    return LayersEvent::Going;
                }
            }
            None if child.least == 0 => {
                self.found = Some(Reached {
                    tells_second: self.gauge.tells_second(tag),
                    ..reached
                });
                self.limits.best = Some(count);
                return LayersEvent::Going;
            }
            None => {}
        }
        self.insert(work, &child, reached, tag)
    }

    /// Whether a solution with this bound could be better than one that is known.
    fn betters(&self, bound: Count, known: Count) -> bool {
        match self.aim {
            Aim::MovesThenPushes => (bound.moves, bound.pushes) < (known.moves, known.pushes),
            // None has fewer pushes.
            Aim::Pushes | Aim::PushesThenMoves => bound.moves < known.moves,
        }
    }

    fn insert(
        &mut self,
        work: &mut Workplace<'_>,
        child: &Child,
        reached: Reached,
        tag: u32,
    ) -> LayersEvent {
        let (gauge, from) = (self.gauge, self.depth);
        let state = (child.number, child.push, tag);
        match compare(work, &self.table, (&gauge, from), &mut self.walks, state) {
            Known::Dominated => return LayersEvent::Going,
            Known::Worse(slot) => self.table.mark(work.pool, slot, tag, false),
            Known::New => {
                let age = |tag, expanded| match expanded {
                    true => 1 + (from - gauge.depth(tag, from)).max(0) as u32,
                    false => 0,
                };
                let added = self.table.add(work.pool, reached.state, tag, age);
                if added.is_none() {
                    return LayersEvent::Full;
                }
                self.added += 1;
            }
        }
        self.next_depth = self.next_depth.min(reached.count.ordered(self.aim).0);
        LayersEvent::Going
    }

    /// Goes back from a state of the solution.
    fn turn_back(&mut self, work: &mut Workplace<'_>, at: Reached, place: usize) {
        let squares = work.keys.squares(&work.terrain, at.state.0);
        work.position.load(&work.terrain, &squares, at.state.1);
        self.phase = Phase::Trace {
            at,
            place,
            direction: 0,
        };
    }

    /// Looks for the push before the loaded state, one direction at a time. If its layer is
    /// gone, begins a pass that goes up to this state.
    #[inline(never)]
    fn trace(
        &mut self,
        work: &mut Workplace<'_>,
        at: Reached,
        place: usize,
        direction: u8,
    ) -> LayersEvent {
        if at.count.moves == 0 {
            let end = work.path.len();
            work.path.copy_within(place..end, 0);
            return LayersEvent::Solved(end - place);
        }
        if place == 0 {
            return LayersEvent::TooLong;
        }
        if direction == 4 {
            return self.search_again(at, place);
        }
        let (aim, gauge, depth) = (self.aim, self.gauge, at.count.ordered(self.aim).0);
        let count = |before: &Before| {
            let tag = before.entry.tag;
            gauge.count(tag, gauge.depth(tag, depth), before.least)
        };
        let way = Direction::from_index(direction);
        let found = pull(work, &self.table, &mut self.walks, way, |before| {
            let before_count = count(before);
            let next = Count {
                moves: before_count.moves + i32::from(before.walk) + 1,
                pushes: before_count.pushes + 1,
            };
            before.entry.expanded
                && next.ordered(aim).0 == depth
                && (next == at.count || !at.tells_second)
        });
        self.phase = match found {
            None => Phase::Trace {
                at,
                place,
                direction: direction + 1,
            },
            Some((before, push)) => {
                let at = Reached {
                    state: (before.number, before.entry.keeper),
                    count: count(&before),
                    tells_second: gauge.tells_second(before.entry.tag),
                };
                self.note(work, push, place - 1);
                Phase::Trace {
                    at,
                    place: place - 1,
                    direction: 0,
                }
            }
        };
        LayersEvent::Going
    }

    fn note(&self, work: &mut Workplace<'_>, push: Push, place: usize) {
        work.path[place] = pack(work.terrain.cell(push.start), push.direction);
    }

    /// Begins a pass that goes up to where the trail was lost.
    fn search_again(&mut self, at: Reached, place: usize) -> LayersEvent {
        let Some(found) = self.found else {
            return LayersEvent::Full;
        };
        if self.lost.is_some_and(|(lost, _)| lost == at) {
            // It was reached from a state that is in the table.
            return LayersEvent::Full;
        }
        self.lost = Some((at, place));
        self.limits.best = None;
        self.limits.most.moves = self.limits.most.moves.min(found.count.moves);
        self.phase = Phase::Clear { from: 0 };
        LayersEvent::Going
    }
}
