//! A draft under the solver: proven, trimmed, rated.

use core::ops::ControlFlow::Continue;

use super::draft::{Draft, around, with_few_neighbours};
use super::meter::{Flow, Meter};
use super::rating::{Rating, WALK};
use crate::puzzle::{Cell, CellSet, Level, Mode, Step, flood};
use crate::solve::{Solver, Stats, Status, Strategy};

/// Words of the arena for the tables of a level, and for each node of the search.
const TABLES: usize = 4096;
const WORDS_A_NODE: usize = 6;
/// Work units of a node of the search: where boxes have goals of their own, nothing is matched.
const UNITS_A_NODE: u32 = 20;
const UNITS_A_NODE_OF_PAIRS: u32 = 10;

/// A draft that can be solved, without what is of no use, and what its solution tells.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) draft: Draft,
    pub(super) rating: Rating,
}

impl Proof {
    /// Boxes that begin on a goal, whichever it is.
    pub(super) fn home(&self) -> u32 {
        let at_goal = |cell: &&Cell| self.draft.goals.contains(*cell);
        self.draft.boxes.iter().filter(at_goal).count() as u32
    }
}

/// Solves a draft within so many nodes for the fewest pushes, walls off what the solution
/// has no use for, and rates it. `None` where it is not solved, or not provenly.
///
/// A wall where the solution never goes leaves the solution as it is and adds no new one,
/// so the fewest pushes stay the fewest.
pub(super) fn prove(
    draft: &Draft,
    arena: &mut [u32],
    nodes: u32,
    meter: &mut Meter<'_>,
) -> Flow<Option<Proof>> {
    let Some(level) = draft.level() else {
        return Continue(None);
    };
    // A search through a small table is a short one.
    let words = arena.len().min(TABLES + WORDS_A_NODE * nodes as usize);
    let mut solver = Solver::new(&level, level.start(), &mut arena[..words])
        .with_strategy(Strategy::OPTIMAL)
        .with_node_limit(nodes);
    while let Status::Working(_) = solver.step(meter.slice) {
        meter.pause(units(level.mode(), solver.stats()))?;
    }
    // The tables of a level take some two fills a square.
    meter.count(2 * draft.floor.len() as u32 + units(level.mode(), solver.stats()));
    let Status::Solved(solution) = solver.status() else {
        return Continue(None);
    };
    if !solution.proven {
        return Continue(None);
    }
    let mut draft = draft.clone();
    let (walked, pushed) = traces(&level, solution.steps(), meter)?;
    trim(&mut draft, &walked, &pushed);
    let Some(level) = draft.level() else {
        return Continue(None);
    };
    let rating = Rating::metered(&level, solution.steps(), meter)?;
    Continue(rating.map(|rating| Proof { draft, rating }))
}

/// The solver's work. By nodes alone, so that a solver which does less for each of them still
/// makes the same level of a code.
fn units(mode: Mode, stats: Stats) -> u32 {
    stats.nodes
        * match mode {
            Mode::Classic => UNITS_A_NODE,
            Mode::Pairs => UNITS_A_NODE_OF_PAIRS,
        }
}

/// The squares that the keeper comes to in a solution, and those that boxes are on.
fn traces(
    level: &Level,
    steps: impl Iterator<Item = Step>,
    meter: &mut Meter<'_>,
) -> Flow<(CellSet, CellSet)> {
    let mut board = level.start().clone();
    let mut pushed = *board.boxes() | *level.goals();
    let mut walked = [board.keeper()].into_iter().collect::<CellSet>();
    for step in steps {
        level.step(&mut board, step.direction);
        walked.insert(board.keeper());
        if step.is_push() {
            pushed |= *board.boxes();
            meter.spend(WALK)?;
        }
    }
    Continue((walked, pushed))
}

/// Walls off what nobody uses: dead ends, and all that does not lie beside the way of a box.
/// There it stays, because a box could be pushed wrong there.
fn trim(draft: &mut Draft, walked: &CellSet, pushed: &CellSet) {
    let used = *walked | *pushed;
    draft.floor &= used | around(pushed);
    loop {
        let idle = with_few_neighbours(&draft.floor, 1) - used;
        if idle.is_empty() {
            break;
        }
        draft.floor -= idle;
    }
    draft.floor = flood(&draft.floor, draft.keeper);
}
