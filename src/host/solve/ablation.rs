//! `sokopico solve --ablate`: what each idea of an engine is worth.

use std::io::{self, Write};

use crate::puzzle::Level;
use crate::solve::{ARENA_WORDS, Idea, Ideas, OptimalIdea, OptimalIdeas, Solver, Status, Strategy};

/// Solves the levels with all ideas of the quick engine, then without each of them, and
/// counts the levels solved within a tenth, a third and all of the nodes.
pub(super) fn quick(
    levels: &[Level],
    seed: u32,
    nodes: u32,
    out: &mut impl Write,
) -> io::Result<()> {
    let limits = [nodes.div_ceil(10), nodes.div_ceil(3), nodes];
    header(limits, "", out)?;
    let sets = Idea::ALL.map(|idea| (idea.name(), Ideas::ALL.without(idea)));
    for (name, ideas) in [("nothing", Ideas::ALL)].into_iter().chain(sets) {
        let mut row = Row::default();
        for level in levels {
            row.add(quick_nodes(level, ideas, seed, nodes), limits);
        }
        row.write(name, false, out)?;
    }
    Ok(())
}

/// Solves the levels with all ideas of the optimal engine, then without each of its ideas,
/// without shortening and without each search, and counts the levels solved within a hundredth, a tenth and all of the
/// nodes, and the moves of their solutions.
pub(super) fn optimal(levels: &[Level], nodes: u32, out: &mut impl Write) -> io::Result<()> {
    let limits = [nodes.div_ceil(100), nodes.div_ceil(10), nodes];
    header(limits, "  moves", out)?;
    let all = OptimalIdeas::ALL;
    let mut rows = vec![("nothing", Strategy::OPTIMAL, all)];
    for idea in OptimalIdea::ALL {
        // The other searches do not have the table.
        if idea != OptimalIdea::Table {
            rows.push((idea.name(), Strategy::OPTIMAL, all.without(idea)));
        }
    }
    rows.extend([
        ("shortening", Strategy::AS_FOUND, all),
        ("A*", Strategy::BREADTH_FIRST, all),
        ("breadth-first", Strategy::DEPTH_FIRST, all),
        ("both: IDA*", Strategy::IDA, all),
        (
            "and its table",
            Strategy::IDA,
            all.without(OptimalIdea::Table),
        ),
    ]);
    for (name, strategy, ideas) in rows {
        let mut row = Row::default();
        for level in levels {
            let found = optimal_nodes(level, strategy, ideas, nodes);
            row.add(found.map(|(nodes, _)| nodes), limits);
            row.moves += found.map_or(0, |(_, moves)| moves);
        }
        row.write(name, true, out)?;
    }
    Ok(())
}

fn header(limits: [u32; 3], more: &str, out: &mut impl Write) -> io::Result<()> {
    let [first, second, all] = limits;
    writeln!(
        out,
        "{:<14} {first:>7} {second:>7} {all:>7}{more}",
        "without"
    )
}

/// Levels solved within each limit, and the moves of their solutions.
#[derive(Default)]
struct Row {
    solved: [u32; 3],
    moves: usize,
}

impl Row {
    /// Counts a level that took this many nodes; `None` if it was not solved.
    fn add(&mut self, taken: Option<u32>, limits: [u32; 3]) {
        for (count, limit) in self.solved.iter_mut().zip(limits) {
            *count += u32::from(taken.is_some_and(|taken| taken <= limit));
        }
    }

    fn write(&self, name: &str, with_moves: bool, out: &mut impl Write) -> io::Result<()> {
        let [first, second, all] = self.solved;
        write!(out, "{name:<14} {first:>7} {second:>7} {all:>7}")?;
        if with_moves {
            write!(out, " {:>6}", self.moves)?;
        }
        writeln!(out)?;
        out.flush()
    }
}

/// The nodes that the quick engine needs for a level; `None` if it does not solve it.
fn quick_nodes(level: &Level, ideas: Ideas, seed: u32, nodes: u32) -> Option<u32> {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver = Solver::new(level, level.start(), &mut arena)
        .with_strategy(Strategy::QUICK)
        .with_seed(seed)
        .with_ideas(ideas)
        .with_node_limit(nodes);
    // Stop at the first solution, before it is shortened.
    while let Status::Working(_) = solver.step(1_000) {
        if solver.best().is_some() {
            break;
        }
    }
    solver.best().map(|_| solver.stats().nodes)
}

/// The nodes that the optimal engine needs for a level, and the moves of its solution; `None`
/// if it does not solve it.
fn optimal_nodes(
    level: &Level,
    strategy: Strategy,
    ideas: OptimalIdeas,
    nodes: u32,
) -> Option<(u32, usize)> {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver = Solver::new(level, level.start(), &mut arena)
        .with_strategy(strategy)
        .with_optimal_ideas(ideas)
        .with_node_limit(nodes);
    while let Status::Working(_) = solver.step(10_000) {}
    let nodes = solver.stats().nodes;
    match solver.status() {
        Status::Solved(solution) => Some((nodes, solution.steps().count())),
        _ => None,
    }
}
