//! Feature cells: positions that look alike take turns with those that look different.
//!
//! The idea of FESS (Yaron Shoham and Jonathan Schaeffer, "The FESS Algorithm: A Feature
//! Based Approach to Single-Agent Search"): the search goes round the cells of feature space
//! and advances in each by its best move, so that no kind of progress is neglected.
//!
//! Worth: with all positions in one cell, 43, 49 and 60; without every other turn for the cell that
//! has come farthest, 39, 48 and 58.

use super::features::Features;
use super::pool::MAX_CELLS;

/// The features by which positions are sorted into cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sort {
    pub(super) packed: bool,
    pub(super) out_of_plan: bool,
    pub(super) areas: bool,
    pub(super) corridors: bool,
}

impl Sort {
    pub(super) fn key(self, features: &Features) -> u32 {
        let pick = |wanted, value: u8| if wanted { u32::from(value) } else { 0 };
        pick(self.packed, features.packed)
            | pick(self.out_of_plan, features.out_of_plan) << 8
            | pick(self.areas, features.areas) << 16
            | pick(self.corridors, features.corridors) << 24
    }
}

/// The cells seen so far: their keys and how many open positions each has.
#[derive(Debug)]
pub(super) struct Cells<'t> {
    pub(super) keys: &'t mut [u32],
    pub(super) open: &'t mut [u16],
}

/// Where the round of the cells is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Round {
    count: u16,
    next: u16,
}

impl Round {
    /// The number of a cell, which may be new. Those for which there is no room share the
    /// last number.
    pub(super) fn cell(&mut self, cells: &mut Cells<'_>, key: u32) -> u16 {
        let known = cells.keys[..usize::from(self.count)]
            .iter()
            .position(|&other| other == key);
        if let Some(index) = known {
            return index as u16;
        }
        if usize::from(self.count) < MAX_CELLS.min(cells.keys.len()) {
            cells.keys[usize::from(self.count)] = key;
            cells.open[usize::from(self.count)] = 0;
            self.count += 1;
        }
        self.count - 1
    }

    /// The cell with an open position that has come farthest: most packed, then fewest areas,
    /// corridors and boxes out of plan.
    pub(super) fn foremost(&self, cells: &Cells<'_>) -> Option<u16> {
        let open = (0..self.count).filter(|&cell| cells.open[usize::from(cell)] > 0);
        open.max_by_key(|&cell| {
            let [packed, out_of_plan, areas, corridors] =
                cells.keys[usize::from(cell)].to_le_bytes();
            (packed, !areas, !corridors, !out_of_plan)
        })
    }

    /// The next cell with an open position.
    pub(super) fn turn(&mut self, cells: &Cells<'_>) -> Option<u16> {
        for _ in 0..self.count {
            let cell = self.next % self.count;
            self.next = cell + 1;
            if cells.open[usize::from(cell)] > 0 {
                return Some(cell);
            }
        }
        None
    }
}
