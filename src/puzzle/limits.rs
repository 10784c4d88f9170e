//! The sizes that fix the core's memory, named once.

/// Columns and rows of the grid. Equal, so that turning a level never refuses it.
pub const MAX_SIDE: usize = 32;

/// Boxes of a Classic level.
pub const MAX_BOXES: usize = 40;

/// Pairs of a Pairs level: one for each letter.
pub const MAX_PAIRS: usize = 26;

/// Bytes of remembered moves, two moves a byte.
pub const HISTORY_BYTES: usize = 8 * 1024;
