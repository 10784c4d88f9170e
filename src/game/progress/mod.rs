//! What is saved of a player's games, and how it becomes bytes.
//!
//! - [`LevelId`] identifies a level by its content, not by its place in a pack.
//! - [`Best`] is the best result on a level, [`Stars`] is what it earned, and [`Bests`]
//!   holds the results of as many levels as memory allows. The player's best solutions are
//!   stored with them.
//! - [`Settings`] are the player's preferences.
//! - [`Games`] knows which levels have a saved game, and [`Autosave`] saves and restores a
//!   game: its position with its whole history.
//! - [`Kept`] is a level that was generated on this machine.
//! - [`Store`] is where the bytes go: a file on a host, flash ([`FlashStore`]) on the Pico or
//!   in a copy of it. A store keeps items of at most [`ITEM_BYTES`] whole or not at all and
//!   checks their bytes; decoding trusts nothing all the same and returns [`BadRecord`].
//!
//! | item | bytes | number on the Pico |
//! |---|---|---|
//! | settings | 7 | 1 |
//! | the last order for a new level | 4 | 1 |
//! | which game is in play | 3 | 1 |
//! | a generated level in stock | at most 184 | 3 |
//! | a result | 17, and with a solution 23 + one for every four moves | 512 |
//! | the solution with the fewest moves, if it is another one | 15 + one for every four moves | 512 |
//! | a game: its head with the last moves | 40 to 180, and one for every four moves | 32 |
//! | a game: a chunk of earlier moves | 5 + 448, with restarts 5 + 896 | 6 a game |
//! | a game: its level, if it was generated | at most 184 | 1 a game |
//!
//! Numbers are little-endian. Reading bytes, [`BadRecord`] and the checksum are in
//! [`format`](mod@crate::format).

mod autosave;
mod best;
mod bests;
mod completion;
mod flash_store;
mod games;
mod item_bytes;
mod kept;
mod level_id;
#[cfg(any(feature = "std", test))]
mod memory;
mod moves;
mod no_store;
pub mod result_item;
mod session;
mod settings;
mod stars;
mod store;

pub use crate::format::BadRecord;
pub use autosave::{Autosave, LoadError, Saved};
pub use best::{Best, Fewest, LevelResult, Outcome};
pub use bests::{BESTS, Bests};
pub use completion::{Completion, Count};
pub use flash_store::FlashStore;
pub use games::{GAMES, Games, Worth};
pub use kept::{CodeText, Kept, KeptBytes};
pub use level_id::{BadLevelId, LevelId};
#[cfg(any(feature = "std", test))]
pub use memory::MemoryStore;
pub use no_store::NoStore;
pub use session::Session;
pub use settings::{Settings, Speed, Theme, TileStyle};
pub use stars::Stars;
#[cfg(feature = "std")]
pub(crate) use store::copy_into;
pub use store::{GamePart, ITEM_BYTES, Key, MOST_GAMES, MOVE_PARTS, Store, StoreError};
