//! How much work a level of each grade is worth.

use super::recipe::Grade;

/// Bounds of the work, so that it always ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Work units after which the best so far has to do. A unit is some 50 microseconds on
    /// the Pico.
    pub(super) patience: u32,
    /// Good levels that the best is chosen from.
    pub(super) choice: u8,
    /// Nodes of the solver for one draft: what takes more is too hard to be proven in
    /// passing.
    pub(super) nodes: u32,
    /// Positions of a layer of backward play.
    pub(super) width: usize,
    /// Changes that are tried on a draft.
    pub(super) changes: u32,
}

impl Effort {
    pub(super) const fn of(grade: Grade) -> Self {
        let (patience, choice, nodes, width, changes) = match grade.number() {
            1 => (20_000, 3, 300, 16, 0),
            2 => (50_000, 3, 600, 32, 2),
            3 => (120_000, 2, 1_200, 48, 4),
            4 => (300_000, 2, 2_500, 48, 8),
            _ => (600_000, 1, 4_000, 48, 16),
        };
        Self {
            patience,
            choice,
            nodes,
            width,
            changes,
        }
    }
}
