//! Solves a draft, walls off what its solution does not use, and rates it.

use core::pin::pin;

use super::draft::{Draft, around, with_few_neighbours};
use super::meter::Meter;
use super::rating::{Rating, WALK};
use super::route::Route;
use super::tidy::{Pushes, Tidy, play};
use crate::puzzle::{Cell, CellSet, Direction, Level, Mode, flood};
use crate::solve::{MAX_PUSHES, Solver, Stats, Status, Strategy, apart, build};

/// Words of the arena for the tables of a level, and for each node of the search.
const TABLES: usize = 4096;
const WORDS_A_NODE: usize = 6;
/// Work units of a node of the search. Pairs needs no matching of boxes to goals.
const UNITS_A_NODE: u32 = 20;
const UNITS_A_NODE_OF_PAIRS: u32 = 10;

/// A solved draft without the squares that its solution does not use, and its rating.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) draft: Draft,
    pub(super) rating: Rating,
}

impl Proof {
    /// How many boxes start on a goal, their own or another.
    pub(super) fn home(&self) -> u32 {
        let at_goal = |cell: &&Cell| self.draft.goals.contains(*cell);
        self.draft.boxes.iter().filter(at_goal).count() as u32
    }
}

/// Solves a draft within `nodes` nodes for the fewest pushes, walls off what the solution
/// does not use, and rates it. `None` if it is not solved, or the fewest are not proven.
///
/// A wall where the solution never goes leaves the solution as it is and adds no new one,
/// so the fewest pushes stay the fewest.
///
/// The solver is dropped before the rating begins, and the trimmed level replaces the other:
/// what is alive at a pause takes memory on the Pico for as long as the attempt does.
pub(super) async fn prove(
    draft: &Draft,
    arena: &mut [u32],
    nodes: u32,
    meter: &mut Meter<'_>,
) -> Option<Proof> {
    // No more memory than the nodes can fill.
    let words = arena.len().min(TABLES + WORDS_A_NODE * nodes as usize);
    let (tables, rest) = arena.split_at_mut(words);
    let (pushes, rest) = rest.split_at_mut(MAX_PUSHES.min(rest.len()));
    let (mut pushes, mut route) = (Pushes::new(pushes), Route::new(rest));
    let mut level = draft.level()?;
    apart!(solve(&level, tables, nodes, &mut pushes, meter))?;
    apart!(put_in_order(&level, &mut pushes, &mut route, meter))?;
    let mut draft = draft.clone();
    trim(&mut draft, &level, route.iter());
    level = draft.level()?;
    let mut steps = route.iter();
    let rating = apart!(Rating::metered(&level, &mut steps, meter))?;
    Some(Proof { draft, rating })
}

/// Writes a solution that is proven to have the fewest pushes into `pushes`; `None` if there is
/// none within `nodes` nodes, or it does not fit.
///
/// Only the optimal searches run, from A* on: the quick engine and the shortening of solutions
/// may improve without changing the level of any code. A change of the optimal searches or of
/// what they stand on (`base`) may change levels: both the nodes and the solution found
/// decide. `tests/codes.rs` notices.
async fn solve(
    level: &Level,
    tables: &mut [u32],
    nodes: u32,
    pushes: &mut Pushes<'_>,
    meter: &mut Meter<'_>,
) -> Option<()> {
    let mut place = pin!(None);
    build(place.as_mut(), || {
        Solver::new(level, level.start(), tables)
            .with_strategy(Strategy::LASTING)
            .with_node_limit(nodes)
    });
    let solver = place.as_mut().get_mut().as_mut()?;
    while matches!(solver.step(meter.slice), Status::Working(_)) {
        meter.pause(units(level.mode(), solver.stats())).await;
    }
    // Building the tables of a level costs about two flood fills for each square.
    meter.count(2 * level.floor().len() as u32 + units(level.mode(), solver.stats()));
    let Status::Solved(solution) = solver.status() else {
        return None;
    };
    solution.proven.then_some(())?;
    solution.boxes().try_for_each(|push| pushes.push(push))
}

/// Puts the pushes of a solution in order and writes its steps into `route`; `None` if they do
/// not fit.
async fn put_in_order(
    level: &Level,
    pushes: &mut Pushes<'_>,
    route: &mut Route<'_>,
    meter: &mut Meter<'_>,
) -> Option<()> {
    let mut work = 0;
    {
        let mut tidy = Tidy::new(level);
        while tidy.advance(level, pushes) {
            work += WALK;
            if work >= meter.slice {
                work = 0;
                // Not counted: it is little, and the count decides which levels are made.
                meter.pause(0).await;
            }
        }
    }
    let mut board = level.start().clone();
    let mut place = 0;
    while let Some(push) = pushes.get(place) {
        let mut fits = true;
        play(level, &mut board, push, |step| {
            fits &= route.push(step).is_some()
        });
        fits.then_some(())?;
        meter.spend(WALK).await;
        place += 1;
    }
    Some(())
}

/// The solver's work by its nodes alone, so that a solver that does less work for each node
/// still makes the same level from a code.
fn units(mode: Mode, stats: Stats) -> u32 {
    stats.nodes
        * match mode {
            Mode::Classic => UNITS_A_NODE,
            Mode::Pairs => UNITS_A_NODE_OF_PAIRS,
        }
}

/// Walls off the squares that a solution does not use, but for those beside the way of a
/// box: there the player can make mistakes.
fn trim(draft: &mut Draft, level: &Level, steps: impl Iterator<Item = Direction>) {
    let (walked, pushed) = traces(level, steps);
    let used = walked | pushed;
    draft.floor &= used | around(&pushed);
    loop {
        let idle = with_few_neighbours(&draft.floor, 1) - used;
        if idle.is_empty() {
            break;
        }
        draft.floor -= idle;
    }
    draft.floor = flood(&draft.floor, draft.keeper);
}

/// The squares that the keeper visits in a solution, and those that boxes stand on, goals
/// included.
fn traces(level: &Level, steps: impl Iterator<Item = Direction>) -> (CellSet, CellSet) {
    let mut board = level.start().clone();
    let mut pushed = *board.boxes() | *level.goals();
    let mut walked = [board.keeper()].into_iter().collect::<CellSet>();
    for direction in steps {
        level.step(&mut board, direction);
        walked.insert(board.keeper());
        pushed |= *board.boxes();
    }
    (walked, pushed)
}
