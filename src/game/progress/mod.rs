//! What is saved of a player's games, and how it becomes bytes.
//!
//! - [`LevelId`] identifies a level by its content, not by its place in a pack.
//! - [`Best`] is the best result on a level, [`Stars`] is what it earned, and [`Bests`]
//!   holds the results of as many levels as memory allows.
//! - [`Settings`] are the player's preferences.
//! - [`Autosave`] saves the position in play with its whole history, so that the game
//!   continues there when it is switched on again.
//! - [`Kept`] is a level that was generated on this machine.
//! - [`Store`] is where the bytes go: a file on a host, flash on the Pico. A store keeps
//!   items of at most [`ITEM_BYTES`] whole or not at all and checks their bytes; decoding
//!   trusts nothing all the same and returns [`BadRecord`].
//!
//! | item | bytes | number |
//! |---|---|---|
//! | settings | 7 | 1 |
//! | bests | 2 + 16 a level, at most 194 | 24 |
//! | position in play | 37, or at most 128 once old moves are dropped | 1 |
//! | the last order for a new level | 4 | 1 |
//! | a generated level | at most 184 | 5 |
//! | moves | 4 + one for every two moves, at most 196 | 44, each in at most two copies |
//!
//! Numbers are little-endian. Reading bytes, [`BadRecord`] and the checksum are in
//! [`format`](mod@crate::format).

mod autosave;
mod best;
mod bests;
mod item_bytes;
mod kept;
mod level_id;
#[cfg(any(feature = "std", test))]
mod memory;
mod session;
mod settings;
mod stars;
mod store;

pub use crate::format::BadRecord;
pub use autosave::{Autosave, LoadError};
pub use best::{Best, LevelResult, Outcome};
pub use bests::{BESTS, Bests, Completion, Count, PAGE_BESTS};
pub use kept::{CodeText, Kept, KeptBytes};
pub use level_id::LevelId;
#[cfg(any(feature = "std", test))]
pub use memory::MemoryStore;
pub use session::Session;
pub use settings::{Settings, Speed, Theme, TileStyle};
pub use stars::Stars;
#[cfg(feature = "std")]
pub(crate) use store::copy_into;
pub use store::{ITEM_BYTES, Key, Store, StoreError};
