//! The limits that determine how much memory the core needs.

/// Columns and rows of the grid. It is square, so a level that fits also fits rotated.
pub const MAX_SIDE: usize = 32;

/// Most pairs in a Pairs level: one for each letter. A Classic level has as many boxes as fit.
pub const MAX_PAIRS: usize = 26;

/// Bytes for remembered moves, two moves per byte.
pub const HISTORY_BYTES: usize = 4 * 1024;
