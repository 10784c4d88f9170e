//! `sokopico solve --ablate`: what each idea of the quick engine is worth.

use std::io::{self, Write};

use crate::puzzle::Level;
use crate::solve::{ARENA_WORDS, Idea, Ideas, Solver, Status, Strategy};

/// Solves the levels with all ideas, then without each of them, and counts those that are
/// solved within a tenth, a third and all of the nodes.
pub(super) fn run(
    levels: Vec<Level>,
    seed: u32,
    nodes: u32,
    out: &mut impl Write,
) -> io::Result<()> {
    let limits = [nodes.div_ceil(10), nodes.div_ceil(3), nodes];
    writeln!(
        out,
        "{:<14} {:>7} {:>7} {:>7}",
        "without", limits[0], limits[1], limits[2]
    )?;
    let sets = Idea::ALL.map(|idea| (idea.name(), Ideas::ALL.without(idea)));
    for (name, ideas) in [("nothing", Ideas::ALL)].into_iter().chain(sets) {
        let mut solved = [0; 3];
        for level in &levels {
            if let Some(taken) = nodes_taken(level, ideas, seed, nodes) {
                for (count, limit) in solved.iter_mut().zip(limits) {
                    *count += u32::from(taken <= limit);
                }
            }
        }
        let [tenth, third, all] = solved;
        writeln!(out, "{name:<14} {tenth:>7} {third:>7} {all:>7}")?;
        out.flush()?;
    }
    Ok(())
}

/// The nodes that the quick engine takes for a level, if it is solved.
fn nodes_taken(level: &Level, ideas: Ideas, seed: u32, nodes: u32) -> Option<u32> {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver = Solver::new(level, level.start(), &mut arena)
        .with_strategy(Strategy::QUICK)
        .with_seed(seed)
        .with_ideas(ideas)
        .with_node_limit(nodes);
    // A solution need not be made shorter to be counted.
    while let Status::Working(_) = solver.step(1_000) {
        if solver.best().is_some() {
            break;
        }
    }
    solver.best().map(|_| solver.stats().nodes)
}
