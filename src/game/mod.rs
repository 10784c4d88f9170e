//! The game around the puzzle: what a player's keys do and what the screens then hold.
//!
//! [`Game`] is one state machine, fed with keys and time and answering with effects; it
//! knows neither a display nor a pin. [`run()`] keeps it and the solver at work side by side.
//!
//! | file | idea |
//! |---|---|
//! | [`input`] | raw button samples to what the player wants |
//! | [`packs`], `shelf`, `census` | the levels, choosing among them, how far the player got |
//! | `screen`, `menu`, [`instructions`] | which screens there are and what they offer |
//! | `game`, `keys` | the state machine, and what each key does on each screen |
//! | `play` | the level in play |
//! | `advice`, `plan`, `past` | what the machine knows: verdict, solution, the way back |
//! | `hints`, `banner` | the hint ladder, playback, and what the player is told |
//! | `workshop`, `typed`, `making` | levels that are made here, a code being typed, the screens for both |
//! | `demo` | attract mode |
//! | `run` | the solver in slices beside all that |
//! | [`progress`], `save` | what is kept |
//! | [`clock`] | times that wrap around |
//! | `device` | what the game must know of its machine, and asks of it |

mod advice;
mod banner;
mod census;
pub mod clock;
mod demo;
mod device;
// The room is named after its one state machine.
#[allow(clippy::module_inception)]
mod game;
mod hints;
pub mod input;
pub mod instructions;
mod keys;
mod making;
mod menu;
pub mod packs;
mod past;
mod plan;
mod play;
pub mod progress;
mod run;
mod save;
mod screen;
mod shelf;
mod typed;
mod workshop;

pub use advice::{BACKGROUND_MS, Verdict};
pub use banner::Banner;
pub use census::MAX_PACKS;
pub use demo::Demo;
pub use device::{DIM_MS, Device, Effects, Light, SLEEP_MS, Sound};
pub use game::{ATTRACT_MS, Game, NoLevels};
pub use making::QUIET_MS;
pub use menu::{Item, MAX_ITEMS, Row, Value};
pub use play::{Motion, Play, STEP_MS, Source};
pub use run::{Question, SLICE, Subject, run};
pub use screen::{Playback, Screen, Solved, Task};
pub use shelf::{Shelf, Spine, WINDOW};
pub use typed::Typed;
pub use workshop::{Extent, Length};
