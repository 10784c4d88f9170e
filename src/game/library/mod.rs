//! Packs of levels, and what is found by reading them.
//!
//! Text is parsed in place, one piece of a board per turn: a board takes 2 ms on the Pico, a
//! large one 12, and a pack may have thousands. Every search here is an object that continues
//! where it stopped.
//!
//! | file | idea |
//! |---|---|
//! | `added` | packs that the player has added to the machine |
//! | [`packs`] | packs, places in them, and the filter by mode |
//! | `reading` | the one board that is being read |
//! | `census` | how many levels of each pack are solved |
//! | `shelf` | the list of a pack's levels |
//! | `next_unsolved`, `find` | the next level to play, and the level of a saved game |

mod added;
mod census;
mod find;
mod next_unsolved;
pub mod packs;
mod reading;
mod shelf;

pub use added::{AddedPack, AddedPacks, AddedState};
pub(super) use census::Census;
pub use census::MAX_PACKS;
pub(super) use find::FindLevel;
pub(super) use next_unsolved::NextUnsolved;
pub(super) use reading::Reading;
pub(super) use shelf::Known;
pub use shelf::{ListedLevel, Shelf, WINDOW};
