//! What the solver is asked and what it answers.

use core::fmt;

use super::base::solution::Solution;

/// Why the solver stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// More floor squares than it can number.
    TooLarge,
    /// The arena is too small for the level's tables.
    NoMemory,
    /// The solution has more than [`MAX_PUSHES`](super::MAX_PUSHES) pushes.
    TooLong,
    /// As many nodes as it was allowed, or as the quick search could think of.
    NodeLimit,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "more than 255 floor squares",
            Self::NoMemory => "the level's tables do not fit into memory",
            Self::TooLong => "the solution is too long to be kept",
            Self::NodeLimit => "as many nodes as allowed",
        })
    }
}

/// Which search found the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The level's tables alone were enough.
    Tables,
    /// Best first.
    Astar,
    /// Iterative deepening.
    Ida,
    /// Breadth-first search.
    Bfhs,
    /// The quick search.
    Quick,
}

/// Which searches are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plan {
    /// Any solution, then the fewest pushes in what time is left.
    #[default]
    Auto,
    /// The fewest pushes: A* until memory is full, then breadth first, then IDA*.
    Full,
    /// Breadth first, then IDA*.
    BreadthFirst,
    /// IDA* alone.
    IdaOnly,
    /// Any solution, soon.
    Quick,
}

/// What the solver is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Building distances and tables.
    Preparing,
    /// Best first.
    Astar,
    /// Iterative deepening.
    Ida,
    /// Breadth-first search.
    Bfhs,
    /// Any solution.
    Quick,
    /// Solved, but for the order of the pushes.
    Tidying,
    /// Done.
    Done,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// No solution has fewer pushes than this.
    pub bound: u32,
    /// Positions looked at.
    pub nodes: u32,
}

/// What the work has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions expanded by A* or breadth first, or entered by IDA*.
    pub nodes: u32,
    /// Positions of the searches within them.
    pub inner: u32,
    /// How often it was asked where the keeper can walk: flood fills, but for pushes that leave
    /// its region as it was.
    pub floods: u32,
    /// Rows of the assignment that were matched again.
    pub matchings: u32,
}

/// The answer so far.
#[derive(Debug)]
pub enum Status<'s> {
    /// Not yet; call again.
    Working(Progress),
    /// A solution.
    Solved(Solution<'s>),
    /// There is none, which is proven.
    Unsolvable,
    /// No answer.
    GaveUp(GaveUp),
}
