//! One wave from the start: breadth first, depth first, greedy and A* are this one loop.
//!
//! A position is tested when it is expanded, not when it is generated: only then is its
//! number of pushes final, and "optimal" proven.

use super::distance::Estimate;
use super::frontier::Frontier;
use super::moves::Way;
use super::wave::Wave;
use super::{Limits, Outcome, Report};
use crate::puzzle::{Board, Level};

/// Spreads from the start until a solved position is next. `proven` says whether the
/// frontier's order makes that one optimal.
pub(super) fn search(
    level: &Level,
    start: &Board,
    frontier: impl Frontier,
    proven: bool,
    limits: Limits<'_>,
) -> Report {
    let mut wave = Wave::new(level, Way::Push, Estimate::to_goals(level), frontier);
    wave.begin(start.clone());
    let outcome = loop {
        let Some(id) = wave.next() else {
            break Outcome::Unsolvable;
        };
        if level.is_solved(wave.board(id)) {
            let mut pushes = wave.trace(id);
            pushes.reverse();
            break Outcome::solved(level, start, &pushes, proven);
        }
        if !limits.allow(wave.expanded) {
            break Outcome::GaveUp;
        }
        wave.expand(id);
    };
    Report {
        outcome,
        nodes: wave.expanded,
        generated: wave.generated,
        depth: wave.depth,
    }
}
