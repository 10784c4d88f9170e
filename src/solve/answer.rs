//! What the solver can be asked for and what it answers.

use core::fmt;

use super::base::solution::Solution;
use super::limits::{MAX_BOXES, MAX_SQUARES};

/// One kind of work of the solver: what it is doing, and what an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// No search yet: tables are being built or cleared. The level's tables alone are enough
    /// to answer for some positions.
    Tables,
    /// Any solution, soon: a search in feature space.
    Quick,
    /// A solution is there; its pushes are made fewer or put in a better order.
    Shorten,
    /// A*, until its table is full.
    Astar,
    /// Breadth-first heuristic search, until its layers do not fit.
    BreadthFirst,
    /// Iterative-deepening A*.
    Ida,
}

/// Which searches are tried, and in which order: each one when the one before it has no
/// answer, or when its answer may not have the fewest pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy(&'static [Search]);

impl Strategy {
    /// Any solution first, then the fewest pushes.
    pub const AUTO: Self = Self(&[
        Search::Quick,
        Search::Shorten,
        Search::Astar,
        Search::BreadthFirst,
        Search::Ida,
    ]);
    /// The fewest pushes.
    pub const OPTIMAL: Self = Self(&[Search::Astar, Search::BreadthFirst, Search::Ida]);
    /// The fewest pushes without A*, for comparison.
    pub const BREADTH_FIRST: Self = Self(&[Search::BreadthFirst, Search::Ida]);
    /// IDA* alone, for comparison.
    pub const IDA: Self = Self(&[Search::Ida]);
    /// Any solution.
    pub const QUICK: Self = Self(&[Search::Quick, Search::Shorten]);

    /// The search to begin with.
    pub(super) fn first(self) -> Search {
        self.0[0]
    }

    /// The search that comes after another one.
    pub(super) fn after(self, search: Search) -> Option<Search> {
        let place = self.0.iter().position(|&other| other == search)?;
        self.0.get(place + 1).copied()
    }
}

/// Why the solver stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// The level has more floor squares or more boxes than the solver takes.
    TooLarge {
        /// Floor squares of the level, at most [`MAX_SQUARES`].
        squares: u16,
        /// Boxes on the floor, at most [`MAX_BOXES`].
        boxes: u16,
    },
    /// The arena is too small for the level's tables.
    NoMemory,
    /// The solution has more than [`MAX_PUSHES`](super::MAX_PUSHES) pushes.
    TooLong,
    /// The node limit was reached, or the quick search ran out of positions to try.
    NodeLimit,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::TooLarge { squares, boxes } => {
                f.write_str("too large for the solver: ")?;
                let too_wide = usize::from(squares) > MAX_SQUARES;
                if too_wide {
                    write!(f, "{squares} floor squares (at most {MAX_SQUARES})")?;
                }
                if usize::from(boxes) > MAX_BOXES {
                    let and = if too_wide { ", " } else { "" };
                    write!(f, "{and}{boxes} boxes (at most {MAX_BOXES})")?;
                }
                return Ok(());
            }
            Self::NoMemory => "the level's tables do not fit into memory",
            Self::TooLong => "the solution is too long to be kept",
            Self::NodeLimit => "node limit reached",
        })
    }
}

/// How far the solver has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing; once it has an answer, what the answer came from.
    pub search: Search,
    /// No solution has fewer pushes than this.
    pub bound: u32,
    /// Positions expanded by all searches together.
    pub nodes: u32,
}

/// What the work has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions expanded by the quick search, A* or breadth-first search, or entered by IDA*.
    pub nodes: u32,
    /// Positions of the quick search's own searches for deadlocks.
    pub inner: u32,
    /// How often the keeper's region was needed: flood fills, and pushes after which the
    /// region is known without one.
    pub floods: u32,
    /// Rows of the assignment that were matched again.
    pub matchings: u32,
}

/// The answer so far.
#[derive(Debug)]
pub enum Status<'s> {
    /// No answer yet, or one that may still be improved; call again.
    Working(Progress),
    /// A solution.
    Solved(Solution<'s>),
    /// Proven: there is no solution.
    Unsolvable,
    /// No answer.
    GaveUp(GaveUp),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Levels are made with it, and their codes must outlast every change of the quick engine.
    #[test]
    fn the_optimal_searches_run_without_the_quick_engine() {
        assert!(!Strategy::OPTIMAL.0.contains(&Search::Quick));
        assert!(!Strategy::OPTIMAL.0.contains(&Search::Shorten));
    }
}
