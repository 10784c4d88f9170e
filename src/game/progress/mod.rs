//! What is kept of a player's games, and how it becomes bytes.
//!
//! - [`LevelId`] names a level by what it is, not by where it stands.
//! - [`Best`] is the best that was done on a level, [`Stars`] what it earned, and [`Bests`]
//!   holds as many of them as memory allows.
//! - [`Settings`] are the player's choices.
//! - [`Autosave`] keeps the position in play with its whole history, so that switching on
//!   goes on where switching off left it.
//! - [`Kept`] is a level that was made here.
//! - [`Store`] is where the bytes go: a file on a host, flash on the Pico. A store keeps
//!   items of at most [`ITEM_BYTES`] whole or not at all, and vouches for their bytes;
//!   decoding still trusts nothing and answers [`BadRecord`].
//!
//! | item | bytes | how many |
//! |---|---|---|
//! | settings | 7 | 1 |
//! | bests | 2 + 16 a level, at most 194 | 24 |
//! | position in play | 37, or at most 128 once moves are forgotten | 1 |
//! | what new level was asked for | 4 | 1 |
//! | a level that was made here | at most 184 | 5 |
//! | moves | 4 + one for two records, at most 196 | 44, each in at most two copies |
//!
//! Every number is stored with its lowest byte first.

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
pub use best::{Best, Deed, Outcome};
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
