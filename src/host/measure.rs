//! Solving one level without any output.

use crate::puzzle::Level;
use crate::puzzle::text::Par;
use crate::solve::{ARENA_WORDS, Ideas, Solver, Stats, Status, Strategy};

/// Solves a level within `max_nodes` nodes. Returns its par, if it was solved, and the cost.
pub(super) fn measure(level: &Level, strategy: Strategy, max_nodes: u32) -> (Option<Par>, Stats) {
    measure_with(level, strategy, max_nodes, Ideas::ALL)
}

/// The same with some of the quick engine's ideas.
pub(super) fn measure_with(
    level: &Level,
    strategy: Strategy,
    max_nodes: u32,
    ideas: Ideas,
) -> (Option<Par>, Stats) {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver = Solver::new(level, level.start(), &mut arena)
        .with_node_limit(max_nodes)
        .with_strategy(strategy)
        .with_ideas(ideas);
    while let Status::Working(_) = solver.step(u32::MAX) {}
    let par = match solver.status() {
        Status::Solved(solution) => Some(Par {
            // The solver keeps no solution with more pushes than fit.
            pushes: solution.pushes() as u16,
            proven: solution.proven,
        }),
        _ => None,
    };
    (par, solver.stats())
}
