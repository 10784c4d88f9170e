//! The one entry: which search works when, and what is told of it.

use super::answer::{Engine, GaveUp, Phase, Plan, Progress, Stats, Status};
use super::base::arena::Arena;
use super::base::assignment::IMPOSSIBLE;
use super::base::solution::write;
use super::base::terrain::{NoTerrain, Terrain};
use super::base::workplace::Workplace;
use super::optimal::astar::{self, Astar};
use super::optimal::bfhs::{self, Bfhs};
use super::optimal::ida::{self, Ida};
use super::quick::{Ideas, Quick};
use super::shorten::Shorten;
use super::shorten::Tidy;
use crate::puzzle::{Board, Level};

/// Words of the arena that the Pico sets aside; with the solver itself, within 160 KB. One
/// number everywhere, so that a host searches just as the Pico does.
pub const ARENA_WORDS: usize = (160 * 1024 - 4096) / 4;

const _: () = assert!(ARENA_WORDS * 4 + size_of::<Solver<'static>>() <= 160 * 1024);

/// How far breadth-first search looks past the proven bound at first. Any bound gives the
/// optimum, so while there is memory it looks further each time.
const LOOK_AHEAD: i32 = 4;
/// Nodes after which the quick engine leaves the field to the other.
const QUICK_NODES: u32 = 30_000;
/// Words cleared in one piece of work.
const CLEAR: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Solved { proven: bool },
    Unsolvable,
    GaveUp(GaveUp),
}

#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
pub(super) enum Stage<'a> {
    Build(Option<(Terrain<'a>, Arena<'a>)>),
    Astar(Astar),
    Clear { from: usize },
    Ida(Ida),
    Bfhs(Bfhs),
    Quick(Quick),
    Shorten(Shorten),
    Tidy { tidy: Tidy, proven: bool },
    Done(Outcome),
}

/// Solves one position: any solution soon, then the fewest pushes. See the [module](super) for its parts.
#[derive(Debug)]
pub struct Solver<'a> {
    pub(super) level: &'a Level,
    pub(super) start: Board,
    pub(super) stage: Stage<'a>,
    pub(super) work: Option<Workplace<'a>>,
    pub(super) engine: Engine,
    pub(super) plan: Plan,
    pub(super) seed: u32,
    pub(super) ideas: Ideas,
    /// Nodes that the quick search may take, and the others together.
    pub(super) max_quick: u32,
    pub(super) max_nodes: u32,
    /// Nodes that they have taken.
    pub(super) quick_nodes: u32,
    pub(super) nodes: u32,
    pub(super) inner: u32,
    /// Pushes of the best solution so far, and who found it.
    pub(super) best: Option<(usize, Engine)>,
    /// The first bound: reached by a solution, it is proven whatever the keys.
    pub(super) least: i32,
    /// Solutions below this are excluded.
    pub(super) bound: i32,
    pub(super) look_ahead: i32,
    /// Whether all that was excluded is excluded for certain.
    pub(super) certain: bool,
}

impl<'a> Solver<'a> {
    /// A solver for a position of a level. It does no work yet.
    pub fn new(level: &'a Level, board: &Board, arena: &'a mut [u32]) -> Self {
        let mut arena = Arena::new(arena);
        let stage = match Terrain::new(level, board, &mut arena) {
            Ok(terrain) => Stage::Build(Some((terrain, arena))),
            Err(reason) => Stage::Done(outcome_of(reason)),
        };
        Self {
            level,
            start: board.clone(),
            stage,
            work: None,
            engine: Engine::Tables,
            plan: Plan::Auto,
            seed: 0,
            ideas: Ideas::ALL,
            max_quick: QUICK_NODES,
            max_nodes: u32::MAX,
            quick_nodes: 0,
            nodes: 0,
            inner: 0,
            best: None,
            least: 0,
            bound: 0,
            look_ahead: LOOK_AHEAD,
            certain: true,
        }
    }

    /// Each engine gives up after so many nodes.
    #[must_use]
    pub fn with_node_limit(self, nodes: u32) -> Self {
        self.with_node_limits(nodes, nodes)
    }

    /// The quick engine gives up after so many nodes, and the optimal one.
    #[must_use]
    pub fn with_node_limits(mut self, quick: u32, optimal: u32) -> Self {
        self.max_quick = quick;
        self.max_nodes = optimal;
        self
    }

    /// Tries only some of the searches, for comparison.
    #[must_use]
    pub fn with_plan(mut self, plan: Plan) -> Self {
        self.plan = plan;
        self
    }

    /// Chance begins with this number; the same number gives the same answer.
    #[must_use]
    pub fn with_seed(mut self, seed: u32) -> Self {
        self.seed = seed;
        self
    }

    /// The quick engine does with only some of its ideas, for comparison.
    #[must_use]
    pub fn with_ideas(mut self, ideas: Ideas) -> Self {
        self.ideas = ideas;
        self
    }

    /// Works for about so many flood fills' worth of time, at least one.
    pub fn step(&mut self, budget: u32) -> Status<'_> {
        let mut left = budget.max(1);
        while left > 0 && !matches!(self.stage, Stage::Done(_)) {
            left = left.saturating_sub(self.advance(left));
        }
        self.status()
    }

    /// What is known now.
    pub fn status(&self) -> Status<'_> {
        match self.stage {
            Stage::Done(Outcome::Solved { .. }) => match self.best() {
                Some(solution) => Status::Solved(solution),
                None => Status::Working(self.progress()),
            },
            Stage::Done(Outcome::Unsolvable) => Status::Unsolvable,
            Stage::Done(Outcome::GaveUp(reason)) => Status::GaveUp(reason),
            _ => Status::Working(self.progress()),
        }
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let phase = match self.stage {
            Stage::Build(_) | Stage::Clear { .. } => Phase::Preparing,
            Stage::Astar(_) => Phase::Astar,
            Stage::Ida(_) => Phase::Ida,
            Stage::Bfhs(_) => Phase::Bfhs,
            Stage::Quick(_) => Phase::Quick,
            Stage::Shorten(_) | Stage::Tidy { .. } => Phase::Tidying,
            Stage::Done(_) => Phase::Done,
        };
        Progress {
            phase,
            bound: self.bound.max(0) as u32,
            nodes: self.quick_nodes + self.nodes,
        }
    }

    /// Which search found the answer, or is looking for it.
    pub fn engine(&self) -> Engine {
        self.best.map_or(self.engine, |(_, engine)| engine)
    }

    /// What the work has cost.
    pub fn stats(&self) -> Stats {
        let position = self.work.as_ref().map(|work| &work.position);
        Stats {
            nodes: self.quick_nodes + self.nodes,
            inner: self.inner,
            floods: position.map_or(0, |position| position.floods),
            matchings: position.map_or(0, |position| position.assignment.updates),
        }
    }

    /// Does one piece of work and returns its cost in work units; an engine with small pieces
    /// does some for about as many as are left. What the engines do is not inlined here, nor
    /// into each other: together they have more values at hand than the Pico's eight registers
    /// can hold, and the compiler would prepare them all at each call.
    fn advance(&mut self, left: u32) -> u32 {
        let before = self.effort();
        match &mut self.stage {
            Stage::Build(_) => return self.build(),
            Stage::Astar(_) => self.advance_astar(),
            Stage::Clear { .. } => self.clear(),
            Stage::Ida(_) => self.advance_ida(left),
            Stage::Bfhs(_) => self.advance_bfhs(),
            Stage::Quick(_) => self.advance_quick(),
            Stage::Shorten(_) => self.shorten(),
            Stage::Tidy { .. } => return self.tidy(),
            Stage::Done(_) => {}
        }
        self.look_at_limits();
        // An engine that has ended takes its toil with it.
        let cost = self.effort().wrapping_sub(before) as i32;
        cost.max(1) as u32
    }

    /// What has been done so far, in flood fills: a row of the assignment costs about as much
    /// as one, and some engines count what else they do.
    fn effort(&self) -> u32 {
        let toil = match &self.stage {
            Stage::Quick(quick) => quick.toil,
            Stage::Shorten(shorten) => shorten.toil,
            _ => 0,
        };
        let Some(Workplace { position, .. }) = &self.work else {
            return toil;
        };
        position.toil().wrapping_add(toil)
    }

    /// Ends with an outcome; a solution that is there is worth more than that no better one
    /// was found.
    pub(super) fn finish(&mut self, outcome: Outcome) {
        self.stage = Stage::Done(match outcome {
            Outcome::GaveUp(_) if self.best.is_some() => Outcome::Solved { proven: false },
            outcome => outcome,
        });
    }

    #[inline(never)]
    fn build(&mut self) -> u32 {
        let Stage::Build(site) = &mut self.stage else {
            return 1;
        };
        let Some((terrain, arena)) = site else {
            return 1;
        };
        match terrain.build(arena) {
            Ok(Some(cost)) => return cost,
            Ok(None) => {}
            Err(reason) => {
                self.finish(outcome_of(reason));
                return 1;
            }
        }
        if let Some((terrain, arena)) = site.take() {
            let keeps_best = matches!(self.plan, Plan::Auto | Plan::Quick);
            match Workplace::open(terrain, arena, self.level, &self.start, keeps_best) {
                Some(work) => self.begin(work),
                None => self.finish(Outcome::GaveUp(GaveUp::NoMemory)),
            }
        }
        // Numbering positions and the first assignment.
        8
    }

    fn begin(&mut self, work: Workplace<'a>) {
        self.least = work.position.assignment.total();
        self.bound = self.least;
        let solved = work.position.is_solved();
        self.work = Some(work);
        if solved {
            self.best = Some((0, Engine::Tables));
            self.finish(Outcome::Solved { proven: true });
        } else if self.least >= IMPOSSIBLE {
            self.finish(Outcome::Unsolvable);
        } else {
            match self.plan {
                Plan::Full => self.start_astar(),
                Plan::BreadthFirst => self.start_bfhs(self.bound + self.look_ahead),
                Plan::IdaOnly => self.start_ida(),
                Plan::Quick | Plan::Auto => self.start_quick(),
            }
        }
    }

    pub(super) fn start_astar(&mut self) {
        let Some(work) = &mut self.work else { return };
        match Astar::new(work) {
            Some(astar) => {
                self.engine = Engine::Astar;
                self.stage = Stage::Astar(astar);
            }
            None => self.start_ida(),
        }
    }

    #[inline(never)]
    fn advance_astar(&mut self) {
        let (Stage::Astar(astar), Some(work)) = (&mut self.stage, &mut self.work) else {
            return;
        };
        let before = astar.nodes;
        let event = astar.advance(work);
        self.nodes += astar.nodes - before;
        self.bound = astar.bound;
        match event {
            astar::Event::Going => {}
            astar::Event::Solved(length) => self.arrive(length, true),
            astar::Event::Dead => self.finish(Outcome::Unsolvable),
            astar::Event::Full => self.start_bfhs(self.bound + self.look_ahead),
        }
    }

    /// Clears the pool for IDA*, piece by piece.
    #[inline(never)]
    fn clear(&mut self) {
        let (Stage::Clear { from }, Some(work)) = (&mut self.stage, &mut self.work) else {
            return;
        };
        let end = (*from + CLEAR).min(work.pool.len());
        work.pool[*from..end].fill(0);
        *from = end;
        if end == work.pool.len() {
            self.engine = Engine::Ida;
            let Some(ida) = Ida::new(work, self.bound) else {
                return self.finish(Outcome::GaveUp(GaveUp::NoMemory));
            };
            self.certain = ida.is_exact(&work.keys);
            self.stage = Stage::Ida(ida);
        }
    }

    #[inline(never)]
    fn advance_ida(&mut self, left: u32) {
        let (Stage::Ida(ida), Some(work)) = (&mut self.stage, &mut self.work) else {
            return;
        };
        let before = ida.nodes;
        // One more shows that it is too much.
        let nodes = (self.max_nodes - self.nodes).saturating_add(1);
        let event = ida.advance(work, nodes, left);
        self.nodes += ida.nodes - before;
        match event {
            ida::Event::Going => {}
            ida::Event::Solved => {
                let proven = self.certain && !ida.overflowed || self.bound == self.least;
                let mut length = 0;
                for push in ida.line(work.pool) {
                    write(&work.terrain, work.path, length, push);
                    length += usize::from(push.length);
                }
                self.arrive(length, proven);
            }
            ida::Event::Dead => self.finish(Outcome::Unsolvable),
            ida::Event::Exhausted => {
                ida.bound += if work.terrain.parity { 2 } else { 1 };
                self.certain &= !ida.overflowed;
                self.bound = ida.bound;
            }
        }
    }

    /// Begins breadth-first search, or goes back to IDA* where keys do not fit.
    fn start_bfhs(&mut self, bound: i32) {
        let Some(work) = &mut self.work else { return };
        work.position
            .load_board(&work.terrain, self.level, &self.start);
        match Bfhs::new(work, bound) {
            Some(bfhs) => {
                self.engine = Engine::Bfhs;
                self.stage = Stage::Bfhs(bfhs);
            }
            None => self.start_ida(),
        }
    }

    fn start_ida(&mut self) {
        if let Some(work) = &mut self.work {
            work.position
                .load_board(&work.terrain, self.level, &self.start);
        }
        self.stage = Stage::Clear { from: 0 };
    }

    #[inline(never)]
    fn advance_bfhs(&mut self) {
        let (Stage::Bfhs(bfhs), Some(work)) = (&mut self.stage, &mut self.work) else {
            return;
        };
        let before = bfhs.nodes;
        let event = bfhs.advance(work);
        self.nodes += bfhs.nodes - before;
        let (tried, roomy) = (bfhs.bound, bfhs.is_roomy());
        match event {
            bfhs::Event::Going => {}
            bfhs::Event::Solved(length) => self.arrive(length, true),
            bfhs::Event::Dead => self.finish(Outcome::Unsolvable),
            bfhs::Event::Exhausted => {
                self.bound = tried + if work.terrain.parity { 2 } else { 1 };
                self.look_ahead = if roomy {
                    self.look_ahead * 2
                } else {
                    LOOK_AHEAD
                };
                self.start_bfhs(self.bound + self.look_ahead);
            }
            // A tighter bound needs less room.
            bfhs::Event::Full if tried > self.bound => self.start_bfhs(self.bound),
            bfhs::Event::Full => self.start_ida(),
        }
    }
}

fn outcome_of(reason: NoTerrain) -> Outcome {
    match reason {
        NoTerrain::TooLarge => Outcome::GaveUp(GaveUp::TooLarge),
        NoTerrain::NoMemory => Outcome::GaveUp(GaveUp::NoMemory),
        NoTerrain::Hopeless => Outcome::Unsolvable,
    }
}
