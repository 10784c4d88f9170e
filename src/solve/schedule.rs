//! Auto: any solution first, then the fewest pushes in what time is left.
//!
//! The quick engine answers soon, its answer is made shorter and put in order, and then the
//! other engine looks for fewer pushes until it finds them, has proven that there are none,
//! or is stopped. The best solution so far is there at any moment.

use super::answer::{Engine, GaveUp, Plan};
use super::base::solution::{MAX_PUSHES, Solution};
use super::quick::{self, Quick};
use super::shorten::Shorten;
use super::shorten::Tidy;
use super::solver::{Outcome, Solver, Stage};

/// Nodes that go into making a quick solution shorter.
const SHORTENING: u32 = 40_000;

/// What it costs to find a walk, in flood fills, and the steps that can be made for one.
const WALK: u32 = 4;
const STEPS: u32 = 6;

impl Solver<'_> {
    /// The best solution so far, while a better one may still be found.
    pub fn best(&self) -> Option<Solution<'_>> {
        let work = self.work.as_ref();
        let (pushes, proven) = match &self.stage {
            Stage::Shorten(shorten) => (work?.path.get(..shorten.length)?, false),
            stage => {
                let (length, _) = self.best?;
                let proven = matches!(stage, Stage::Done(Outcome::Solved { proven: true }));
                let work = work?;
                let done = matches!(stage, Stage::Done(_));
                let kept = match work.best.is_empty() {
                    // Until it is tidy, the path may be out of order.
                    true if !done => return None,
                    true => &work.path,
                    false => &work.best,
                };
                (kept.get(..length)?, proven)
            }
        };
        Some(Solution {
            level: self.level,
            start: &self.start,
            pushes,
            proven,
        })
    }

    /// Ends the search that has taken all its nodes, and that for fewer pushes where there
    /// cannot be fewer.
    pub(super) fn look_at_limits(&mut self) {
        if self.quick_nodes > self.max_quick {
            self.quick_nodes = self.max_quick;
            self.give_up_quick(GaveUp::NodeLimit);
        } else if self.nodes > self.max_nodes {
            self.nodes = self.max_nodes;
            self.finish(Outcome::GaveUp(GaveUp::NodeLimit));
        } else if let Some((length, _)) = self.best
            && self.bound >= length as i32
            && matches!(self.stage, Stage::Astar(_) | Stage::Ida(_) | Stage::Bfhs(_))
        {
            let proven = self.certain || self.bound == self.least;
            self.finish(Outcome::Solved { proven });
        }
    }

    pub(super) fn start_quick(&mut self) {
        let Some(work) = &mut self.work else { return };
        match Quick::new(work, self.seed, self.ideas) {
            Some(quick) => {
                self.engine = Engine::Quick;
                self.stage = Stage::Quick(quick);
            }
            None => self.give_up_quick(GaveUp::NoMemory),
        }
    }

    #[inline(never)]
    pub(super) fn advance_quick(&mut self) {
        let (Stage::Quick(quick), Some(work)) = (&mut self.stage, &mut self.work) else {
            return;
        };
        let event = quick.advance(work);
        (self.quick_nodes, self.inner) = (quick.nodes, quick.inner);
        match event {
            quick::Event::Going => {}
            quick::Event::Solved(length) => {
                work.position
                    .load_board(&work.terrain, self.level, &self.start);
                let (states, keeper) = (work.position.states, work.position.keeper);
                self.stage = Stage::Shorten(Shorten::new(states, keeper, length, SHORTENING));
            }
            quick::Event::Exhausted => self.give_up_quick(GaveUp::NodeLimit),
        }
    }

    /// The quick engine has no answer: the other one may.
    pub(super) fn give_up_quick(&mut self, reason: GaveUp) {
        match self.plan {
            Plan::Auto => self.start_optimal(),
            _ => self.finish(Outcome::GaveUp(reason)),
        }
    }

    /// Looks for the fewest pushes from the beginning.
    pub(super) fn start_optimal(&mut self) {
        if let Some(work) = &mut self.work {
            work.position
                .load_board(&work.terrain, self.level, &self.start);
        }
        self.start_astar();
    }

    /// The path has a solution of this length.
    pub(super) fn arrive(&mut self, length: usize, proven: bool) {
        if length > MAX_PUSHES {
            return self.finish(Outcome::GaveUp(GaveUp::TooLong));
        }
        self.keep(length);
        let tidy = Tidy::new(&self.start, length);
        self.stage = Stage::Tidy { tidy, proven };
    }

    /// Keeps the path as the best solution.
    pub(super) fn keep(&mut self, length: usize) {
        if let Some(work) = &mut self.work {
            if !work.best.is_empty() {
                work.best[..length].copy_from_slice(&work.path[..length]);
            }
            self.best = Some((length, self.engine));
        }
    }

    #[inline(never)]
    pub(super) fn shorten(&mut self) {
        let (Stage::Shorten(shorten), Some(work)) = (&mut self.stage, &mut self.work) else {
            return;
        };
        if !shorten.advance(work) {
            let length = shorten.length;
            self.arrive(length, false);
        }
    }

    #[inline(never)]
    pub(super) fn tidy(&mut self) -> u32 {
        // A walk costs several fills, and more if it is long.
        let mut cost = WALK;
        if let (Stage::Tidy { tidy, proven }, Some(work)) = (&mut self.stage, &mut self.work) {
            let (length, proven, moves) = (tidy.length, *proven, tidy.moves);
            let more = tidy.advance(self.level, &self.start, work.path);
            cost += tidy.moves.saturating_sub(moves) / STEPS;
            if !more {
                self.keep(length);
                if self.plan == Plan::Auto && self.engine == Engine::Quick {
                    self.start_optimal();
                } else {
                    self.finish(Outcome::Solved { proven });
                }
            }
        }
        cost
    }
}
