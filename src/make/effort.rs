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
    /// Changes that are tried on a draft.
    pub(super) changes: u32,
}

impl Effort {
    pub(super) const fn of(grade: Grade) -> Self {
        let (patience, choice, nodes, changes) = match grade.number() {
            1 => (20_000, 3, 300, 2),
            2 => (40_000, 2, 600, 4),
            3 => (120_000, 2, 1_200, 8),
            4 => (250_000, 1, 2_000, 32),
            _ => (600_000, 1, 3_000, 60),
        };
        Self {
            patience,
            choice,
            nodes,
            changes,
        }
    }
}
