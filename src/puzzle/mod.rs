//! The puzzle itself: levels, positions, the rules, and tests for lost positions.
//!
//! - [`Cell`], [`Direction`] and [`CellSet`] describe the grid: 32 x 32 squares, one `u32`
//!   per row, which suits the Cortex-M0+.
//! - [`Level`] is a puzzle as its author drew it and never changes; [`Board`] is what
//!   changes in play. The rules ([`Level::step`], [`Level::undo`]) join the two, and
//!   play, solver, generator and replay all go through them.
//! - [`text`] reads and writes levels and solutions; a [`Sketch`] is a drawing that has
//!   been read but not yet validated.
//! - [`flood`] finds where the keeper can go, and [`Walk`] the shortest way there.
//! - [`live_squares`] and [`stuck_boxes`] find boxes that can no longer reach a goal.
//! - `random` has the generator that levels and searches draw from.
//! - [`History`] plays a level with undo and redo.

mod board;
mod cell;
mod cell_set;
mod dead;
mod history;
mod letter;
mod level;
mod limits;
mod problem;
pub(crate) mod random;
pub(crate) mod reach;
mod rules;
mod sketch;
pub mod text;
mod validate;
mod walk;

pub use board::Board;
pub use cell::{Cell, Direction};
pub use cell_set::CellSet;
pub use dead::{live_squares, stuck_among, stuck_boxes};
pub use history::{History, NoUndo, Record, Tally};
pub use letter::Letter;
pub use level::{Level, Mode};
pub use limits::{HISTORY_BYTES, MAX_PAIRS, MAX_SIDE};
pub use problem::Problem;
pub use reach::flood;
pub use rules::{Kind, Step};
pub use sketch::Sketch;
pub use validate::Fault;
pub use walk::Walk;
