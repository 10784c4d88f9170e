//! Which search runs when: one piece of work, and what follows when a search ends.
//!
//! The strategy lists the searches. A quick solution is shortened, put in order and kept as
//! the best so far; then the optimal searches look for fewer pushes until they find them,
//! prove that there are none, or are stopped.

use super::answer::{GaveUp, Search};
use super::base::assignment::IMPOSSIBLE;
use super::base::solution::{MAX_PUSHES, write};
use super::base::terrain::NoTerrain;
use super::base::workplace::Workplace;
use super::optimal::astar::{Astar, AstarEvent};
use super::optimal::bfhs::{Bfhs, BfhsEvent};
use super::optimal::ida::{Ida, IdaEvent};
use super::quick::{Quick, QuickEvent};
use super::shorten::{Shorten, Tidy};
use super::solver::{Ending, LOOK_AHEAD, Phase, Solver};

/// Words cleared in one piece of work.
const CLEAR: usize = 4096;
/// Cost of numbering positions and of the first assignment, in work units.
const OPEN: u32 = 8;
/// Nodes that go into shortening a quick solution.
const SHORTENING: u32 = 40_000;
/// Cost of finding a walk, in work units, and the steps that can be made for one unit.
const WALK: u32 = 4;
const STEPS: u32 = 6;

impl<'a> Solver<'a> {
    /// Does one piece of work and returns its cost in work units; IDA* and the quick search,
    /// whose pieces are small, do several for up to `left` units. The searches are not inlined here, nor
    /// into each other: together they have more live values than the Pico's eight registers
    /// can hold, and the compiler would prepare them all at each call.
    pub(super) fn advance(&mut self, left: u32) -> u32 {
        let before = self.work_done();
        let mut more = 0;
        match &mut self.phase {
            Phase::Build(_) => return self.build(),
            Phase::Quick(_) => more = self.advance_quick(left),
            Phase::Shorten(_) => self.advance_shorten(),
            Phase::Tidy { .. } => return self.advance_tidy(),
            Phase::Astar(_) => self.advance_astar(),
            Phase::BreadthFirst(_) => self.advance_breadth_first(),
            Phase::Clear { .. } => self.clear(),
            Phase::Ida(_) => self.advance_ida(left),
            Phase::Done(_) => {}
        }
        self.check_limits();
        // A search that has just ended took its own counter with it.
        let cost = self.work_done().wrapping_sub(before) as i32;
        cost.max(1) as u32 + more
    }

    /// Work units so far: flood fills, rows matched again, which cost about as much, and what
    /// else some searches count.
    fn work_done(&self) -> u32 {
        let other = match &self.phase {
            Phase::Quick(quick) => quick.other_work,
            Phase::Shorten(shorten) => shorten.other_work,
            _ => 0,
        };
        let Some(Workplace { position, .. }) = &self.work else {
            return other;
        };
        position.work_done().wrapping_add(other)
    }

    /// Ends the work. A solution found earlier counts for more than that a later search gave
    /// up.
    fn finish(&mut self, ending: Ending) {
        self.phase = Phase::Done(match ending {
            Ending::GaveUp(_) if self.best.is_some() => Ending::Solved { proven: false },
            ending => ending,
        });
    }

    #[inline(never)]
    fn build(&mut self) -> u32 {
        let Phase::Build(site) = &mut self.phase else {
            return 1;
        };
        let Some((terrain, arena)) = site else {
            return 1;
        };
        match terrain.build(arena) {
            Ok(Some(cost)) => return cost,
            Ok(None) => {}
            Err(reason) => {
                self.finish(reason.into());
                return 1;
            }
        }
        if let Some((terrain, arena)) = site.take() {
            let keeps_best = self.strategy.first() == Search::Quick;
            match Workplace::open(terrain, arena, self.level, &self.start, keeps_best) {
                Some(work) => self.begin(work),
                None => self.finish(Ending::GaveUp(GaveUp::NoMemory)),
            }
        }
        OPEN
    }

    fn begin(&mut self, work: Workplace<'a>) {
        self.least = work.position.assignment.total();
        self.bound = self.least;
        let solved = work.position.is_solved();
        self.work = Some(work);
        if solved {
            self.best = Some((0, Search::Tables));
            self.finish(Ending::Solved { proven: true });
        } else if self.least >= IMPOSSIBLE {
            self.finish(Ending::Unsolvable);
        } else {
            self.start(self.strategy.first());
        }
    }

    /// Begins a search.
    fn start(&mut self, search: Search) {
        match search {
            Search::Tables | Search::Shorten => {}
            Search::Quick => self.start_quick(),
            Search::Astar => self.start_astar(),
            Search::BreadthFirst => self.start_breadth_first(self.bound + self.look_ahead),
            Search::Ida => self.start_ida(),
        }
    }

    /// Begins the search after one that has found nothing.
    fn start_after(&mut self, search: Search, reason: GaveUp) {
        match self.strategy.after(search) {
            Some(next) => self.start(next),
            None => self.finish(Ending::GaveUp(reason)),
        }
    }

    /// Puts boxes and keeper back to the start.
    fn reload(&mut self) {
        if let Some(work) = &mut self.work {
            work.position
                .load_board(&work.terrain, self.level, &self.start);
        }
    }

    /// Ends a search that has taken all its nodes, and the search for fewer pushes where
    /// there cannot be fewer.
    fn check_limits(&mut self) {
        if self.quick_nodes > self.max_quick {
            self.quick_nodes = self.max_quick;
            self.give_up_quick(GaveUp::NodeLimit);
        } else if self.nodes > self.max_nodes {
            self.nodes = self.max_nodes;
            self.finish(Ending::GaveUp(GaveUp::NodeLimit));
        } else if let Some((length, _)) = self.best
            && self.bound >= length as i32
            && matches!(
                self.phase,
                Phase::Astar(_) | Phase::BreadthFirst(_) | Phase::Ida(_)
            )
        {
            let proven = self.certain || self.bound == self.least;
            self.finish(Ending::Solved { proven });
        }
    }

    fn start_quick(&mut self) {
        let Some(work) = &mut self.work else { return };
        match Quick::new(work, self.seed, self.ideas) {
            Some(quick) => {
                self.search = Search::Quick;
                self.phase = Phase::Quick(quick);
            }
            None => self.give_up_quick(GaveUp::NoMemory),
        }
    }

    /// Returns the work units that are not counted elsewhere.
    #[inline(never)]
    fn advance_quick(&mut self, left: u32) -> u32 {
        let (Phase::Quick(quick), Some(work)) = (&mut self.phase, &mut self.work) else {
            return 0;
        };
        let (event, more) = quick.advance(work, left);
        (self.quick_nodes, self.inner) = (quick.nodes, quick.inner);
        match event {
            QuickEvent::Going => {}
            QuickEvent::Solved(length) => {
                work.position
                    .load_board(&work.terrain, self.level, &self.start);
                let (states, keeper) = (work.position.states, work.position.keeper);
                self.phase = Phase::Shorten(Shorten::new(states, keeper, length, SHORTENING));
            }
            QuickEvent::Exhausted => self.give_up_quick(GaveUp::NodeLimit),
        }
        more
    }

    fn give_up_quick(&mut self, reason: GaveUp) {
        self.start_optimal(Ending::GaveUp(reason));
    }

    /// The quick part is over: goes on with the optimal searches, or ends where the strategy
    /// has none.
    fn start_optimal(&mut self, otherwise: Ending) {
        match self.strategy.after(Search::Shorten) {
            Some(next) => {
                self.reload();
                self.start(next);
            }
            None => self.finish(otherwise),
        }
    }

    #[inline(never)]
    fn advance_shorten(&mut self) {
        let (Phase::Shorten(shorten), Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        if !shorten.advance(work) {
            let length = shorten.length;
            self.arrive(length, false);
        }
    }

    /// The path holds a solution of this length.
    fn arrive(&mut self, length: usize, proven: bool) {
        if length > MAX_PUSHES {
            return self.finish(Ending::GaveUp(GaveUp::TooLong));
        }
        self.keep(length);
        let tidy = Tidy::new(&self.start, length);
        self.phase = Phase::Tidy { tidy, proven };
    }

    /// Keeps the path as the best solution.
    fn keep(&mut self, length: usize) {
        if let Some(work) = &mut self.work {
            if !work.best.is_empty() {
                work.best[..length].copy_from_slice(&work.path[..length]);
            }
            self.best = Some((length, self.search));
        }
    }

    #[inline(never)]
    fn advance_tidy(&mut self) -> u32 {
        let (Phase::Tidy { tidy, proven }, Some(work)) = (&mut self.phase, &mut self.work) else {
            return 1;
        };
        let (length, proven, moves) = (tidy.length, *proven, tidy.moves);
        let more = tidy.advance(self.level, &self.start, work.path);
        // A walk costs several fills, and more if it is long.
        let cost = WALK + tidy.moves.saturating_sub(moves) / STEPS;
        if !more {
            self.keep(length);
            let solved = Ending::Solved { proven };
            match self.search {
                Search::Quick => self.start_optimal(solved),
                _ => self.finish(solved),
            }
        }
        cost
    }

    /// Begins A*. Where positions have no exact keys it cannot work, and breadth-first search,
    /// which has the same table, cannot either.
    fn start_astar(&mut self) {
        let Some(work) = &mut self.work else { return };
        match Astar::new(work) {
            Some(astar) => {
                self.search = Search::Astar;
                self.phase = Phase::Astar(astar);
            }
            None => self.start_after(Search::BreadthFirst, GaveUp::NoMemory),
        }
    }

    #[inline(never)]
    fn advance_astar(&mut self) {
        let (Phase::Astar(astar), Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let before = astar.nodes;
        let event = astar.advance(work);
        self.nodes += astar.nodes - before;
        self.bound = astar.bound;
        match event {
            AstarEvent::Going => {}
            AstarEvent::Solved(length) => self.arrive(length, true),
            AstarEvent::Dead => self.finish(Ending::Unsolvable),
            AstarEvent::Full => self.start_after(Search::Astar, GaveUp::NoMemory),
        }
    }

    fn start_breadth_first(&mut self, bound: i32) {
        self.reload();
        let Some(work) = &mut self.work else { return };
        match Bfhs::new(work, bound) {
            Some(bfhs) => {
                self.search = Search::BreadthFirst;
                self.phase = Phase::BreadthFirst(bfhs);
            }
            None => self.start_after(Search::BreadthFirst, GaveUp::NoMemory),
        }
    }

    #[inline(never)]
    fn advance_breadth_first(&mut self) {
        let (Phase::BreadthFirst(bfhs), Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let before = bfhs.nodes;
        let event = bfhs.advance(work);
        self.nodes += bfhs.nodes - before;
        let (tried, roomy) = (bfhs.bound, bfhs.is_roomy());
        match event {
            BfhsEvent::Going => {}
            BfhsEvent::Solved(length) => self.arrive(length, true),
            BfhsEvent::Dead => self.finish(Ending::Unsolvable),
            BfhsEvent::Exhausted => {
                self.bound = tried + if work.terrain.parity { 2 } else { 1 };
                self.look_ahead = if roomy {
                    self.look_ahead * 2
                } else {
                    LOOK_AHEAD
                };
                self.start_breadth_first(self.bound + self.look_ahead);
            }
            // A tighter bound needs less room.
            BfhsEvent::Full if tried > self.bound => self.start_breadth_first(self.bound),
            BfhsEvent::Full => self.start_after(Search::BreadthFirst, GaveUp::NoMemory),
        }
    }

    /// Begins to clear the pool for IDA*.
    fn start_ida(&mut self) {
        self.reload();
        self.phase = Phase::Clear { from: 0 };
    }

    /// Clears a part of the pool; after the last one, begins IDA*.
    #[inline(never)]
    fn clear(&mut self) {
        let (Phase::Clear { from }, Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let end = (*from + CLEAR).min(work.pool.len());
        work.pool[*from..end].fill(0);
        *from = end;
        if end == work.pool.len() {
            self.search = Search::Ida;
            let Some(ida) = Ida::new(work, self.bound) else {
                return self.finish(Ending::GaveUp(GaveUp::NoMemory));
            };
            self.certain = ida.is_exact(&work.keys);
            self.phase = Phase::Ida(ida);
        }
    }

    #[inline(never)]
    fn advance_ida(&mut self, left: u32) {
        let (Phase::Ida(ida), Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let before = ida.nodes;
        // One more than allowed shows that the limit was exceeded.
        let nodes = (self.max_nodes - self.nodes).saturating_add(1);
        let event = ida.advance(work, nodes, left);
        self.nodes += ida.nodes - before;
        match event {
            IdaEvent::Going => {}
            IdaEvent::Solved => {
                let proven = self.certain && !ida.overflowed || self.bound == self.least;
                let mut length = 0;
                for push in ida.line(work.pool) {
                    write(&work.terrain, work.path, length, push);
                    length += usize::from(push.length);
                }
                self.arrive(length, proven);
            }
            IdaEvent::Dead => self.finish(Ending::Unsolvable),
            IdaEvent::Exhausted => {
                ida.bound += if work.terrain.parity { 2 } else { 1 };
                self.certain &= !ida.overflowed;
                self.bound = ida.bound;
            }
        }
    }
}

impl From<NoTerrain> for Ending {
    fn from(reason: NoTerrain) -> Self {
        match reason {
            NoTerrain::GaveUp(reason) => Self::GaveUp(reason),
            NoTerrain::Hopeless => Self::Unsolvable,
        }
    }
}
