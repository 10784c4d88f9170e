//! The levels: packs of text, and what is found by reading them.
//!
//! Text is read where it lies, a few boards a turn, because a board takes about a
//! millisecond on the Pico and a pack may have thousands. Every search here is an object
//! that goes on where it stopped.
//!
//! | file | idea |
//! |---|---|
//! | [`packs`] | packs, places in them, and which mode is looked at |
//! | `census` | how many levels of each pack are solved |
//! | `shelf` | the levels of one pack to choose from |
//! | `next_unsolved`, `find` | the next level to play, and the level of a saved game |

mod census;
mod find;
mod next_unsolved;
pub mod packs;
mod shelf;

pub(super) use census::Census;
pub use census::MAX_PACKS;
pub(super) use find::FindLevel;
pub(super) use next_unsolved::NextUnsolved;
pub use shelf::{ListedLevel, Shelf, WINDOW};

/// Boards read in one turn: each takes about a millisecond on the Pico.
pub(super) const BOARDS_A_TURN: usize = 2;
