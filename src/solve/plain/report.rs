//! The answer of a search and what it cost.

use super::moves::{Push, replay};
use crate::puzzle::{Board, Level, Step};

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution.
    Solved {
        /// Every step of the keeper: the shortest walk to each push, and the push.
        steps: Vec<Step>,
        /// How many of them are pushes.
        pushes: u32,
        /// Whether no solution has fewer pushes.
        proven: bool,
    },
    /// There is none: everything has been tried, or a box stands where it can never get
    /// home. Exact in every search.
    Unsolvable,
    /// No answer within the limits.
    GaveUp,
}

impl Outcome {
    /// A solution as its pushes, played by the rules. Were a push not legal, that would be
    /// a fault of the search: then it has no answer, rather than a wrong one.
    pub(super) fn solved(level: &Level, start: &Board, pushes: &[Push], proven: bool) -> Self {
        match replay(level, start, pushes) {
            Some(steps) => Self::Solved {
                steps,
                pushes: pushes.len() as u32,
                proven,
            },
            None => {
                debug_assert!(false, "{pushes:?} do not solve the level");
                Self::GaveUp
            }
        }
    }
}

/// What a search found and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The answer.
    pub outcome: Outcome,
    /// Positions expanded, which leaves out the solved one.
    pub nodes: u64,
    /// Positions that expanding them brought up, known ones included, dead ones not.
    pub generated: u64,
    /// Pushes of the deepest position expanded, or pulls on the backward side.
    pub depth: u32,
    /// Nodes of searches within the search: these have none, so it is 0.
    pub inner: u64,
}

/// The branching factor of an even tree as deep as a solution and with as many nodes as
/// were expanded: the b of `nodes = b + b^2 + ... + b^pushes`. Near 1, the search went
/// straight for it. `None` without a push.
pub fn effective_branching_factor(nodes: u64, pushes: u32) -> Option<f64> {
    if pushes == 0 {
        return None;
    }
    let nodes = nodes as f64;
    let tree = |b: f64| (0..pushes).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, nodes);
    // Each round gains a bit; an f64 has no more.
    for _ in 0..64 {
        let middle = (low + high) / 2.0;
        if tree(middle) < nodes {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effective_branching_factor_is_that_of_an_even_tree() {
        for (pushes, nodes, expected) in [(1, 7, 7.0), (3, 14, 2.0), (2, 12, 3.0), (20, 20, 1.0)] {
            let found = effective_branching_factor(nodes, pushes).unwrap();
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
        assert_eq!(effective_branching_factor(0, 0), None);
    }
}
