//! The fewest moves: searches that know the keeper's exact square.
//!
//! A state is where the boxes are and the square from which the keeper has made the last
//! push. What a solution costs is one number made of moves and pushes, so the same searches
//! find the fewest moves, and the fewest moves among the solutions with the fewest pushes.
//! PI-corrals and tunnels, which save the search for the fewest pushes most of its work, can
//! cost moves and are not used.
//!
//! | file | idea |
//! |---|---|
//! | `states` | table of states in a few bytes each, found by their boxes |
//! | `scale` | moves and pushes as one number |
//! | `walks` | how far the keeper has to walk |
//! | `expand` | the children of a state |
//! | `dominance` | states that are never better than another one with the same boxes |
//! | `trail` | the way back from a solution, by pulling boxes |
//! | `best_first` | A*: the states with the least bound first |
//! | `layers` | breadth first, layer by layer of pushes within a bound of moves |

pub(super) mod best_first;
mod dominance;
mod expand;
pub(super) mod layers;
mod scale;
mod states;
mod trail;
mod walks;

/// The result of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Nothing yet.
    Going,
    /// The path is complete and has this many pushes.
    Solved(usize),
    /// No solution within the limits.
    Dead,
    /// The solution is too long to be kept.
    TooLong,
    /// Nothing within the bound, but something beyond it.
    Exhausted,
    /// The table is full; no solution is below the bound.
    Full,
}

/// A solution must have at most so many pushes, and be better than the best one known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) pushes: i32,
    /// Moves and pushes of the best solution known.
    pub(crate) best: (i32, i32),
}
