//! The game around the puzzle, for any machine that has keys, a clock and a display.
//!
//! [`Midend`] is what a machine drives: one call a turn, keys and time in, effects out. It
//! owns the [`Game`], which is a [`Screen`] with its own state and what outlives it. What
//! takes long is done by a worker ([`work`]) beside it, a slice a turn.
//!
//! | file | idea |
//! |---|---|
//! | `midend`, `saving` | one turn; when to save, and how a game comes back |
//! | `game`, `shared` | the screen that is shown, and what outlives it |
//! | `screens` | one file a screen: its state, its keys, where it leads |
//! | `menu` | screens that are a column of choices |
//! | `thinking` | questions, verdicts, plans and the hint ladder; the worker |
//! | `play`, `display` | the level in play, and how it lies on a display |
//! | [`library`] | packs, lists of levels, how many are solved |
//! | `workshop` | levels that are made here |
//! | [`input`] | raw button samples to what the player wants |
//! | [`progress`] | what is kept, as records in a store |
//! | `banner`, [`instructions`] | what the player reads |
//! | `device`, [`clock`] | what is known and asked of the machine; times that wrap around |

mod banner;
pub mod clock;
mod device;
pub mod display;
// The room is named after what it is about.
#[allow(clippy::module_inception)]
mod game;
pub mod input;
pub mod instructions;
pub mod library;
mod menu;
mod midend;
mod play;
pub mod progress;
mod saving;
pub mod screens;
mod shared;
mod thinking;
mod workshop;

pub use banner::Banner;
pub use device::{DIM_MS, Device, Effects, Light, SLEEP_MS, Save, Sound};
pub use game::{Game, QUIET_MS};
pub use library::{ListedLevel, MAX_PACKS, Shelf, WINDOW, packs};
pub use menu::{MAX_ROWS, Row, Rows, Value};
pub use midend::{Midend, NoLevels};
pub use play::{Motion, Play, STEP_MS, Source};
pub use screens::{ATTRACT_MS, Screen, Task};
pub use thinking::{BACKGROUND_MS, Desk, SLICE, Subject, Verdict, Wish, poll, work};
pub use workshop::{Extent, Length};
