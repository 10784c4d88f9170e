//! How much work goes into a level of each grade.

use super::recipe::Grade;

/// Bounds of the work, so that it always ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Work units after which the best level so far is taken. A unit is about 50
    /// microseconds on the Pico.
    pub(super) patience: u32,
    /// How many good levels to choose the best from.
    pub(super) choice: u8,
    /// The solver gives up on a draft after this number of nodes.
    pub(super) nodes: u32,
    /// Small changes to try on a draft.
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
