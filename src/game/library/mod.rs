//! Packs of levels, and what is found by reading them.
//!
//! Text is parsed in place, a few boards per turn, because a board takes about a millisecond
//! on the Pico and a pack may have thousands. Every search here is an object that continues
//! where it stopped.
//!
//! | file | idea |
//! |---|---|
//! | `added` | packs that the player has added to the machine |
//! | [`packs`] | packs, places in them, and the filter by mode |
//! | `census` | how many levels of each pack are solved |
//! | `shelf` | the list of a pack's levels |
//! | `next_unsolved`, `find` | the next level to play, and the level of a saved game |

mod added;
mod census;
mod find;
mod next_unsolved;
pub mod packs;
mod shelf;

pub use added::{AddedPack, AddedPacks, AddedState};
pub(super) use census::Census;
pub use census::MAX_PACKS;
pub(super) use find::FindLevel;
pub(super) use next_unsolved::NextUnsolved;
pub(super) use shelf::Known;
pub use shelf::{ListedLevel, Shelf, WINDOW};

/// Boards read per turn by each search; a board takes about a millisecond on the Pico.
pub(super) const BOARDS_A_TURN: usize = 2;
