//! The solver's public face: what it is asked, a slice of work, and what is known so far.

#![cfg_attr(hot, allow(unsafe_code))]

use super::answer::{Aim, GaveUp, Progress, Search, Stats, Status, Strategy};
use super::base::arena::Arena;
use super::base::groups;
#[cfg(feature = "std")]
use super::base::ideas::OptimalIdeas;
use super::base::solution::Solution;
use super::base::terrain::Terrain;
use super::base::workplace::Workplace;
use super::keeper::layers::Layers;
use super::optimal::astar::Astar;
use super::optimal::bfhs::Bfhs;
use super::optimal::ida::Ida;
use super::quick::{Ideas, NextRun, Quick};
use super::shorten::Shorten;
use crate::puzzle::{Board, Level};

/// Words of the arena that the Pico sets aside; with the solver itself, within 160 KB. The
/// host uses the same number, so that it searches exactly as the Pico does.
pub const ARENA_WORDS: usize = (160 * 1024 - 4096) / 4;

const _: () = assert!(ARENA_WORDS * 4 + size_of::<Solver<'static>>() <= 160 * 1024);

/// Nodes after which the quick search gives up, unless the caller sets a limit.
const QUICK_NODES: u32 = 30_000;
/// How far breadth-first search looks past the proven bound at first. Any bound gives the
/// optimum, so while there is memory it looks further each time.
pub(super) const LOOK_AHEAD: i32 = 4;

/// How the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Solved { proven: bool, ties_proven: bool },
    Unsolvable,
    GaveUp(GaveUp),
}

/// A solution in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) pushes: u16,
    /// `u32::MAX` if they are not counted yet.
    pub(super) moves: u32,
    /// The search that found it.
    pub(super) search: Search,
}

/// What the solver is doing, with the state of the search that does it.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
pub(super) enum Phase<'a> {
    Build(Option<(Terrain<'a>, Arena<'a>)>),
    Quick(Quick),
    /// The solution on the path has fewer and fewer pushes and moves.
    Shorten {
        shorten: Shorten,
        proven: bool,
    },
    /// Builds tables of dead groups for the optimal searches.
    Groups(groups::Builder),
    Astar(Astar),
    BreadthFirst(Bfhs),
    /// Clears the pool for IDA*, from this word on.
    Clear {
        from: usize,
    },
    Ida(Ida),
    Moves(Layers),
    Done(Ending),
}

/// Solves one position: any solution soon, then the fewest pushes. See the [module](super)
/// for its parts.
#[derive(Debug)]
pub struct Solver<'a> {
    pub(super) level: &'a Level,
    pub(super) start: Board,
    pub(super) phase: Phase<'a>,
    /// `None` until the level's tables are built.
    pub(super) work: Option<Workplace<'a>>,
    /// What is still left of the strategy.
    pub(super) left: Strategy,
    /// Quick and optimal searches take turns: how many there have been, and the work after
    /// which this one ends, if it does.
    pub(super) turns: u8,
    pub(super) turn_end: Option<u32>,
    /// The run with which the quick search begins its next turn, unless that is its first.
    pub(super) next_run: Option<NextRun>,
    /// The search that looks for a solution now, or did so last.
    pub(super) search: Search,
    pub(super) seed: u32,
    pub(super) aim: Aim,
    pub(super) ideas: Ideas,
    /// Nodes that the quick search may take, and the optimal ones together.
    pub(super) max_quick: u32,
    pub(super) max_nodes: u32,
    /// Nodes that they have taken.
    pub(super) quick_nodes: u32,
    pub(super) nodes: u32,
    /// Nodes of the quick search's own searches for deadlocks.
    pub(super) inner: u32,
    /// The best solution so far.
    pub(super) best: Option<Best>,
    /// The lower bound of the start: a solution with that many pushes is proven optimal even
    /// where keys are not exact.
    pub(super) least: i32,
    /// There is no solution with fewer pushes than this, or, while the fewest moves are looked
    /// for, with fewer moves.
    pub(super) bound: i32,
    pub(super) look_ahead: i32,
    /// No solution that is looked for has fewer moves than this.
    pub(super) least_moves: i32,
    /// Whether `bound` is certain, and not only very likely.
    pub(super) certain: bool,
    /// Whether no solution has less of what comes first in the aim than the best one.
    pub(super) first_proven: bool,
}

impl<'a> Solver<'a> {
    /// A solver for a position of a level. It does no work yet.
    pub fn new(level: &'a Level, board: &Board, arena: &'a mut [u32]) -> Self {
        let mut arena = Arena::new(arena);
        let phase = match Terrain::new(level, board, &mut arena) {
            Ok(terrain) => Phase::Build(Some((terrain, arena))),
            Err(reason) => Phase::Done(reason.into()),
        };
        Self {
            level,
            start: board.clone(),
            phase,
            work: None,
            left: Strategy::AUTO,
            turns: 0,
            turn_end: None,
            next_run: None,
            search: Search::Tables,
            seed: 0,
            aim: Aim::Pushes,
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
            least_moves: 0,
            certain: true,
            first_proven: false,
        }
    }

    /// The quick search gives up after `nodes` nodes, and so do the optimal ones together.
    #[must_use]
    pub fn with_node_limit(self, nodes: u32) -> Self {
        self.with_node_limits(nodes, nodes)
    }

    /// The quick search gives up after `quick` nodes, the optimal ones together after
    /// `optimal` nodes.
    #[must_use]
    pub fn with_node_limits(mut self, quick: u32, optimal: u32) -> Self {
        self.max_quick = quick;
        self.max_nodes = optimal;
        self
    }

    /// Tries the searches of a strategy instead of [`Strategy::AUTO`].
    #[must_use]
    pub fn with_strategy(mut self, strategy: Strategy) -> Self {
        self.left = strategy;
        self
    }

    /// The seed of the quick search's random choices; the same seed gives the same answer.
    #[must_use]
    pub fn with_seed(mut self, seed: u32) -> Self {
        self.seed = seed;
        self
    }

    /// What a solution is to have as little of as possible, if not pushes alone.
    #[must_use]
    pub fn with_aim(mut self, aim: Aim) -> Self {
        self.aim = aim;
        self
    }

    /// The quick search uses only these ideas, for comparison.
    #[must_use]
    pub fn with_ideas(mut self, ideas: Ideas) -> Self {
        self.ideas = ideas;
        self
    }

    /// The optimal searches and what they stand on use only these ideas, for comparison. To
    /// be called before the first [`Solver::step`].
    #[cfg(feature = "std")]
    #[must_use]
    pub fn with_optimal_ideas(mut self, ideas: OptimalIdeas) -> Self {
        if let Phase::Build(Some((terrain, _))) = &mut self.phase {
            terrain.ideas = ideas;
        }
        self
    }

    /// Does about `budget` work units, at least one; a unit is the time of a flood fill.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub fn step(&mut self, budget: u32) -> Status<'_> {
        let mut left = budget.max(1);
        while left > 0 && !matches!(self.phase, Phase::Done(_)) {
            left = left.saturating_sub(self.advance(left));
        }
        self.status()
    }

    /// What is known now.
    pub fn status(&self) -> Status<'_> {
        match self.phase {
            Phase::Done(Ending::Solved { .. }) => match self.best() {
                Some(solution) => Status::Solved(solution),
                None => Status::Working(self.progress()),
            },
            Phase::Done(Ending::Unsolvable) => Status::Unsolvable,
            Phase::Done(Ending::GaveUp(reason)) => Status::GaveUp(reason),
            _ => Status::Working(self.progress()),
        }
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let search = match self.phase {
            Phase::Build(_) | Phase::Groups(_) | Phase::Clear { .. } => Search::Tables,
            Phase::Quick(_) => Search::Quick,
            Phase::Shorten { .. } => Search::Shorten,
            Phase::Astar(_) => Search::Astar,
            Phase::BreadthFirst(_) => Search::BreadthFirst,
            Phase::Ida(_) => Search::Ida,
            Phase::Moves(_) => Search::Moves,
            Phase::Done(_) => self.found_by(),
        };
        Progress {
            search,
            bound: match self.aim {
                Aim::MovesThenPushes => self.bound.max(self.least_moves),
                Aim::Pushes | Aim::PushesThenMoves => self.bound,
            }
            .max(0) as u32,
            nodes: self.quick_nodes + self.nodes,
        }
    }

    /// The search that found the best solution so far; without one, the last to look for it.
    pub fn found_by(&self) -> Search {
        self.best.map_or(self.search, |best| best.search)
    }

    /// The best solution so far, while a better one may still be found.
    pub fn best(&self) -> Option<Solution<'_>> {
        let work = self.work.as_ref();
        let (mut proven, mut ties_proven) = (false, false);
        let pushes = match &self.phase {
            Phase::Shorten { shorten, .. } => work?.path.get(..shorten.length)?,
            phase => {
                let length = usize::from(self.best?.pushes);
                if let Phase::Done(Ending::Solved {
                    proven: first,
                    ties_proven: second,
                }) = *phase
                {
                    (proven, ties_proven) = (first, second);
                }
                let work = work?;
                let kept = match work.best.is_empty() {
                    true => &work.path,
                    false => &work.best,
                };
                kept.get(..length)?
            }
        };
        Some(Solution {
            level: self.level,
            start: &self.start,
            pushes,
            proven,
            ties_proven,
        })
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
}
