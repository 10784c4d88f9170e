//! The host: files, pictures in memory, the command line, and the terminal as one more
//! display.
//!
//! | file | holds |
//! |---|---|
//! | [`frame`] | a picture in memory, and as a PNG file |
//! | [`script`], [`screenshot`] | plays from a script, and pictures of every screen |
//! | [`made_up`] | the board that they play on |
//! | [`store`] | progress in a file |
//! | [`results`] | a player's solutions as text, from that file or from a copy of flash |
//!
//! With the feature `cli` also the program `sokopico`:
//!
//! | file | holds |
//! |---|---|
//! | `cli` | the command line; each command has a file of its name |
//! | `files`, `convert`, `output` | levels in and out, messages, exit codes |
//! | `menu_name` | what the menu calls a file |
//! | `measure`, `long_work` | levels through the solver; progress bars and Ctrl-C |
//! | `terminal`, `demo` | the terminal as a display with keys, and a game that plays itself there |

pub mod frame;
pub mod made_up;
pub mod results;
pub mod screenshot;
pub mod script;
pub mod store;

#[cfg(feature = "cli")]
mod bench;
#[cfg(feature = "cli")]
mod check;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod convert;
#[cfg(feature = "cli")]
mod demo;
#[cfg(feature = "cli")]
mod export;
#[cfg(feature = "cli")]
mod figures;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod generate;
#[cfg(feature = "cli")]
mod import;
#[cfg(feature = "cli")]
mod long_work;
#[cfg(feature = "cli")]
mod measure;
#[cfg(feature = "cli")]
mod menu_name;
#[cfg(feature = "cli")]
mod output;
#[cfg(feature = "cli")]
mod pack;
#[cfg(feature = "cli")]
mod par;
#[cfg(feature = "cli")]
mod play;
#[cfg(feature = "cli")]
mod rate;
#[cfg(feature = "cli")]
mod replay;
#[cfg(feature = "cli")]
mod show;
#[cfg(feature = "cli")]
mod solve;
#[cfg(feature = "cli")]
pub mod terminal;
#[cfg(feature = "cli")]
mod uf2;

#[cfg(feature = "cli")]
pub use cli::run;
