//! One level through the solver, without a word about it.

use crate::puzzle::Level;
use crate::puzzle::text::Par;
use crate::solve::{ARENA_WORDS, Solver, Stats, Status, Strategy};

/// Solves a level within so many nodes: its par, if it was solved, and what that cost.
pub(super) fn measure(level: &Level, strategy: Strategy, max_nodes: u32) -> (Option<Par>, Stats) {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver = Solver::new(level, level.start(), &mut arena)
        .with_node_limit(max_nodes)
        .with_strategy(strategy);
    while let Status::Working(_) = solver.step(u32::MAX) {}
    let par = match solver.status() {
        Status::Solved(solution) => Some(Par {
            // No solution that is kept has more pushes than fit.
            pushes: solution.pushes() as u16,
            proven: solution.proven,
        }),
        _ => None,
    };
    (par, solver.stats())
}
