//! The game around the puzzle, for any machine that has keys, a clock and a display.
//!
//! A front end drives the [`Midend`]: one call per turn, keys and time in, effects out. The
//! midend owns the [`Game`]: the [`Screen`] that is shown, with its own state, and what
//! outlives it. Long work is done by a worker ([`work`]), one slice per turn.
//!
//! | file | idea |
//! |---|---|
//! | `midend`, `saving` | one turn; when and what to save and load |
//! | `game`, `shared` | the screen that is shown, and what outlives it |
//! | [`screens`] | one file per screen: its state, what keys do, where it leads |
//! | `thinking` | questions, verdicts, plans and the hint ladder; the worker |
//! | `play`, [`display`] | the level in play, and where it goes on a display |
//! | [`library`] | packs, lists of levels, how many are solved |
//! | `workshop` | generated levels: the stock, and what to make next |
//! | [`input`] | from button samples to actions |
//! | [`progress`] | what is saved, as records in a store |
//! | `banner`, `losses`, [`instructions`] | short messages, what was given up, and how to play |
//! | `device`, `battery`, [`clock`] | the machine and its effects; its charge; times that wrap around |
//! | [`hardware`] | what a check of the machine's hardware asks and finds |

mod banner;
mod battery;
pub mod clock;
mod device;
pub mod display;
// The module's main type is `Game`.
#[allow(clippy::module_inception)]
mod game;
pub mod hardware;
pub mod input;
pub mod instructions;
pub mod library;
mod losses;
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
pub use midend::{Midend, NoLevels};
pub use play::{Motion, Play, STEP_MS, Source};
pub use screens::{ATTRACT_MS, MAX_ROWS, Row, Rows, Screen, Task, Value};
pub use thinking::{BACKGROUND_MS, Desk, SLICE, Subject, Verdict, Wish, poll, work};
pub use workshop::{Extent, Length};
