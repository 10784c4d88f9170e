//! One level to solve, and the result.

use std::time::Instant;

use indicatif::ProgressBar;

use super::super::long_work;
use super::super::output::say;
use super::super::replay::replay;
use crate::puzzle::{Level, Step, Tally};
use crate::solve::{ARENA_WORDS, Aim, GaveUp, Progress, Search, Solver, Status, Strategy, plain};

/// Flood fills between two checks of the stop flag.
const SLICE: u32 = 10_000;

/// How to solve a level.
#[derive(Clone, Copy, Debug)]
pub(super) enum Method {
    /// With the solver in its arena.
    Arena(Strategy),
    /// With the plain search of this name.
    Plain(&'static str, plain::Algorithm),
}

/// A level to solve.
pub(super) struct Job<'f> {
    pub(super) file: &'f str,
    pub(super) number: u32,
    pub(super) level: Level,
    pub(super) method: Method,
    /// Node limits of the quick engine, and of every other search.
    pub(super) limits: (u32, u32),
    pub(super) seed: u32,
    pub(super) aim: Aim,
}

/// What is proven of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proven {
    /// Only a lower bound of what comes first in the aim.
    AtLeast(u32),
    /// No solution has fewer of what comes first in the aim.
    Only(&'static str),
    /// All that was asked for.
    All,
}

/// A solution that has been replayed.
pub(super) struct Replayed {
    pub(super) tally: Tally,
    pub(super) lurd: String,
    pub(super) proven: Proven,
}

/// The result of a level.
pub(super) enum Outcome {
    Solved(Replayed),
    Unsolvable,
    /// Too large for the solver.
    TooLarge,
    GaveUp,
}

/// A row of the output.
pub(super) struct SolveRow {
    pub(super) file: String,
    pub(super) number: u32,
    pub(super) mode: &'static str,
    pub(super) outcome: Outcome,
    pub(super) engine: &'static str,
    pub(super) nodes: u64,
    pub(super) inner: u64,
    /// Pushes of the deepest position, if the search reports it.
    pub(super) depth: Option<u32>,
    /// Memory of the search in bytes, if it is bounded.
    pub(super) bytes: Option<usize>,
    pub(super) floods: Option<u32>,
    pub(super) matchings: Option<u32>,
    pub(super) milliseconds: u128,
}

impl Job<'_> {
    /// Solves the level and shows its progress on the bar; `None` if it was interrupted.
    pub(super) fn run(&self, bar: &ProgressBar) -> Option<SolveRow> {
        let start = Instant::now();
        let mut row = match self.method {
            Method::Arena(strategy) => self.run_arena(strategy, bar)?,
            Method::Plain(name, algorithm) => self.run_plain(name, algorithm)?,
        };
        row.milliseconds = start.elapsed().as_millis();
        Some(row)
    }

    fn row(&self, outcome: Outcome, engine: &'static str, nodes: u64) -> SolveRow {
        SolveRow {
            file: self.file.to_owned(),
            number: self.number,
            mode: self.level.mode().name(),
            outcome,
            engine,
            nodes,
            inner: 0,
            depth: None,
            bytes: None,
            floods: None,
            matchings: None,
            milliseconds: 0,
        }
    }

    fn run_arena(&self, strategy: Strategy, bar: &ProgressBar) -> Option<SolveRow> {
        let mut arena = vec![0; ARENA_WORDS];
        let bytes = size_of_val(&arena[..]) + size_of::<Solver<'_>>();
        let (quick, others) = self.limits;
        let mut solver = Solver::new(&self.level, self.level.start(), &mut arena)
            .with_node_limits(quick, others)
            .with_seed(self.seed)
            .with_strategy(strategy)
            .with_aim(self.aim);
        let first = match self.aim {
            Aim::Pushes | Aim::PushesThenMoves => "pushes",
            Aim::MovesThenPushes => "moves",
        };
        while let Status::Working(Progress { bound, nodes, .. }) = solver.step(SLICE) {
            if long_work::is_stopped() {
                return None;
            }
            bar.set_message(format!(
                "level {}: {bound}+ {first}, {nodes} nodes",
                self.number
            ));
        }
        let (stats, progress) = (solver.stats(), solver.progress());
        let engine = match solver.found_by() {
            Search::Tables => "tables",
            Search::Astar => "astar",
            Search::Ida => "ida",
            Search::Moves => "moves",
            Search::BreadthFirst => "bfhs",
            Search::Quick | Search::Shorten => "quick",
        };
        let outcome = match solver.status() {
            Status::Solved(solution) => {
                let proven = match (solution.proven, solution.ties_proven, self.aim) {
                    (false, ..) => Proven::AtLeast(progress.bound),
                    (true, _, Aim::Pushes) | (true, true, _) => Proven::All,
                    (true, false, _) => Proven::Only(first),
                };
                self.replayed(solution.steps(), proven)
            }
            Status::Unsolvable => Outcome::Unsolvable,
            Status::GaveUp(reason) => {
                let (file, number) = (self.file, self.number);
                match reason {
                    GaveUp::NodeLimit => Outcome::GaveUp,
                    GaveUp::TooLarge { .. } => {
                        bar.suspend(|| say!("{file}: level {number}: {reason}"));
                        Outcome::TooLarge
                    }
                    GaveUp::NoMemory | GaveUp::TooLong => {
                        bar.suspend(|| say!("{file}: level {number}: gave up: {reason}"));
                        Outcome::GaveUp
                    }
                }
            }
            Status::Working(_) => Outcome::GaveUp,
        };
        let mut row = self.row(outcome, engine, u64::from(stats.nodes));
        row.inner = u64::from(stats.inner);
        row.bytes = Some(bytes);
        row.depth = Some(progress.bound);
        row.floods = Some(stats.floods);
        row.matchings = Some(stats.matchings);
        Some(row)
    }

    fn run_plain(&self, name: &'static str, algorithm: plain::Algorithm) -> Option<SolveRow> {
        let keep_going = || !long_work::is_stopped();
        let start = self.level.start();
        let report = plain::search(
            algorithm,
            &self.level,
            start,
            u64::from(self.limits.1),
            &keep_going,
        );
        if !keep_going() {
            return None;
        }
        let outcome = match report.outcome {
            plain::Outcome::Solved { steps, proven, .. } => {
                let proven = match proven {
                    true => Proven::All,
                    false => Proven::AtLeast(0),
                };
                self.replayed(steps.into_iter(), proven)
            }
            plain::Outcome::Unsolvable => Outcome::Unsolvable,
            plain::Outcome::GaveUp => Outcome::GaveUp,
        };
        let mut row = self.row(outcome, name, report.nodes);
        row.depth = Some(report.depth);
        Some(row)
    }

    /// Replays a solution through its text form and the rules, independently of the search.
    fn replayed(&self, steps: impl Iterator<Item = Step>, proven: Proven) -> Outcome {
        let lurd: String = steps.map(char::from).collect();
        let (solved, tally) = replay(&self.level, &lurd);
        if solved {
            Outcome::Solved(Replayed {
                tally,
                lurd,
                proven,
            })
        } else {
            say!(
                "{}: level {}: the solution does not replay: {lurd}",
                self.file,
                self.number
            );
            Outcome::GaveUp
        }
    }
}
