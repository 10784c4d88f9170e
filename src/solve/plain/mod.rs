//! The plain searches, for learning and comparison, on a host.
//!
//! Breadth first, depth first, greedy, A* and bidirectional A*: what a textbook has and
//! what student solvers are made of. They search over pushes, in both modes, use as much
//! heap as they like (some 300 bytes a position) and know no deadlock but dead squares.
//! They are small enough to be read in one go and to be trusted, so that a clever solver
//! can be measured, and its answers checked, against them.
//!
//! [`search`] is the one entry. A search is a `Wave` that spreads over the
//! positions of a level, and what makes it breadth first or greedy is only the
//! `Frontier` that picks the next position:
//!
//! | file | idea |
//! |---|---|
//! | `moves` | pushes and pulls of a position, all by the rules |
//! | `key` | positions that differ only by walking are one |
//! | `distance` | how far each box has to go: estimate and dead squares |
//! | `frontier` | which position is next: queue, stack, priority queue |
//! | `wave` | the positions known so far, and how one is expanded |
//! | `forward` | one wave from the start: breadth first, depth first, greedy, A* |
//! | `bidirectional` | a second wave from the end, by pulls, until they meet |
//! | `solved` | where that second wave begins |
//! | `report` | the answer and what it cost |

mod bidirectional;
mod distance;
mod forward;
mod frontier;
mod key;
mod moves;
mod report;
mod solved;
#[cfg(test)]
mod tests;
mod wave;

pub use report::{Outcome, Report, effective_branching_factor};

use crate::puzzle::{Board, Level};
use frontier::{Best, Queue, Stack};

/// Which search, and how it is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Breadth first: every position with fewer pushes before any with more. The fewest
    /// pushes, proven; expect it to look at nearly everything nearer than the solution.
    Bfs,
    /// Depth first: the newest position first. Little thought and long detours; expect
    /// solutions of many times the pushes needed.
    Dfs,
    /// Greedy best first: the position that looks nearest to solved, whatever it took to
    /// get there. Usually the fewest nodes, with a few pushes too many.
    Greedy,
    /// A*: the least sum of pushes made and `weight` times the estimate of those to come.
    Astar {
        /// 1 (or 0, which is breadth first again) proves the fewest pushes. With more it
        /// finds a solution sooner, with at most `weight` times the fewest pushes.
        weight: u32,
    },
    /// A* from the start by pushes and from the end by pulls, until both know a position.
    /// Pulls never deadlock, so the backward side often sees less; never proven.
    Bidirectional {
        /// The weight of the estimate on both sides, as in [`Algorithm::Astar`].
        weight: u32,
        /// Backward positions expanded for each forward one; 0 leaves all to the forward
        /// side.
        ratio: u32,
    },
}

/// Searches for a solution of a position, expanding at most `max_nodes` positions and
/// asking `keep_going` before each. Same input, same nodes, same answer.
pub fn search(
    algorithm: Algorithm,
    level: &Level,
    start: &Board,
    max_nodes: u64,
    keep_going: &dyn Fn() -> bool,
) -> Report {
    let limits = Limits {
        max_nodes,
        keep_going,
    };
    match algorithm {
        Algorithm::Bfs => forward::search(level, start, Queue::default(), true, limits),
        Algorithm::Dfs => forward::search(level, start, Stack::default(), false, limits),
        Algorithm::Greedy => forward::search(level, start, Best::greedy(), false, limits),
        Algorithm::Astar { weight } => {
            forward::search(level, start, Best::astar(weight), weight <= 1, limits)
        }
        Algorithm::Bidirectional { weight, ratio } => {
            bidirectional::search(level, start, weight, ratio, limits)
        }
    }
}

/// When to give up.
#[derive(Clone, Copy)]
struct Limits<'k> {
    max_nodes: u64,
    keep_going: &'k dyn Fn() -> bool,
}

impl Limits<'_> {
    /// Whether one more position may be expanded after `nodes`.
    fn allow(&self, nodes: u64) -> bool {
        nodes < self.max_nodes && (self.keep_going)()
    }
}
