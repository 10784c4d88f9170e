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
    /// A solution is there; its pushes and moves are made fewer.
    Shorten,
    /// A*, until its table is full.
    Astar,
    /// Breadth-first heuristic search, until its layers do not fit.
    BreadthFirst,
    /// Iterative-deepening A*.
    Ida,
    /// Breadth-first search for the fewest moves, with the keeper's exact square.
    Moves,
}

/// What a solution has as little of as possible. Whatever it is, any solution comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// Pushes. Moves are saved where that costs little.
    #[default]
    Pushes,
    /// Pushes, and moves among the solutions with the fewest pushes.
    PushesThenMoves,
    /// Moves, and pushes among the solutions with the fewest moves.
    MovesThenPushes,
}

/// Which searches are tried, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy(u8);

impl Strategy {
    /// Any solution, by whichever search finds one first, then the fewest pushes.
    pub const AUTO: Self = Self(Self::QUICK.0 | Self::OPTIMAL.0);
    /// The fewest pushes, or what else the [`Aim`] is, and what is second where that costs little.
    pub const OPTIMAL: Self =
        Self(Self::LASTING.0 | Self::of(&[Search::Shorten, Search::Moves]).0 | Self::GROUPS);
    /// The fewest pushes, in the order in which they were found, without tables of dead pairs
    /// and triples. Made levels and their ratings depend on every node of it.
    pub const LASTING: Self = Self::of(&[Search::Astar, Search::BreadthFirst, Search::Ida]);
    /// The fewest pushes without A*, for comparison.
    pub const BREADTH_FIRST: Self = Self::OPTIMAL.after(Search::Astar);
    /// The fewest pushes without breadth-first search, for comparison.
    pub const DEPTH_FIRST: Self = Self::OPTIMAL.after(Search::BreadthFirst);
    /// The fewest pushes, in the order in which they were found, for comparison.
    pub const AS_FOUND: Self = Self::OPTIMAL.after(Search::Shorten);
    /// IDA* alone, without tables of dead groups, for comparison.
    pub const IDA: Self = Self::of(&[Search::Ida, Search::Shorten]);
    /// Any solution, which is then shortened.
    pub const QUICK: Self = Self::of(&[Search::Quick, Search::Shorten]);

    /// Tables of dead pairs and triples are built for the optimal searches; not a search.
    const GROUPS: u8 = 1 << 7;

    const fn of(searches: &[Search]) -> Self {
        let (mut set, mut index) = (0, 0);
        while index < searches.len() {
            set |= 1 << searches[index] as u8;
            index += 1;
        }
        Self(set)
    }

    /// Whether a search is tried.
    pub(super) fn has(self, search: Search) -> bool {
        self.0 & Self::of(&[search]).0 != 0
    }

    /// Whether tables of dead pairs and triples are built.
    pub(super) fn has_groups(self) -> bool {
        self.0 & Self::GROUPS != 0
    }

    /// The same without these tables.
    pub(super) fn without_groups(self) -> Self {
        Self(self.0 & !Self::GROUPS)
    }

    /// The search for the fewest pushes, or for the fewest moves, that comes first: each
    /// continues when the one before it ends without an answer.
    pub(super) fn optimal(self, moves: bool) -> Option<Search> {
        let order: &[Search] = match moves {
            false => &[Search::Astar, Search::BreadthFirst, Search::Ida],
            true => &[Search::Moves],
        };
        order.iter().copied().find(|&search| self.has(search))
    }

    /// All of them but those of another strategy.
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// All of them but one.
    pub(super) const fn after(self, search: Search) -> Self {
        self.without(Self::of(&[search]))
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
    /// No solution has fewer pushes than this; with [`Aim::MovesThenPushes`], fewer moves.
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
        assert!(!Strategy::LASTING.has(Search::Quick));
        assert!(!Strategy::LASTING.has(Search::Shorten));
        assert_eq!(Strategy::LASTING.optimal(false), Some(Search::Astar));
    }
}
