//! How far the keeper has to walk.

use crate::puzzle::CellSet;
use crate::solve::MAX_SQUARES;
use crate::solve::base::terrain::{NONE, Terrain};

/// What finding all walks from a square costs, in work units.
pub(crate) const COST: u32 = 3;

/// The steps from one square to all others.
#[derive(Debug)]
pub(crate) struct Walks {
    steps: [u8; MAX_SQUARES],
}

impl Walks {
    pub(crate) const fn new() -> Self {
        Self {
            steps: [NONE; MAX_SQUARES],
        }
    }

    /// Finds the steps from a square over the open ones.
    #[inline(never)]
    pub(crate) fn find(&mut self, terrain: &Terrain<'_>, open: &CellSet, from: u8) {
        self.steps[..terrain.size].fill(NONE);
        self.steps[usize::from(from)] = 0;
        let mut queue = [0u8; MAX_SQUARES];
        queue[0] = from;
        let (mut first, mut end) = (0, 1);
        while first < end {
            let square = queue[first];
            first += 1;
            // Fewer than squares, and so never `NONE`.
            let steps = self.steps[usize::from(square)] + 1;
            for next in terrain.square(square).next {
                if next == NONE || self.steps[usize::from(next)] <= steps {
                    continue;
                }
                if open.contains(terrain.cell(next)) {
                    self.steps[usize::from(next)] = steps;
                    queue[end] = next;
                    end += 1;
                }
            }
        }
    }

    /// The steps to a square, if there is a way.
    #[inline]
    pub(crate) fn to(&self, square: u8) -> Option<u8> {
        Some(self.steps[usize::from(square)]).filter(|&steps| steps != NONE)
    }
}
