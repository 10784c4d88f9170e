//! The game around the puzzle: what a player's keys do and what the screens then hold.
//!
//! The room is one state machine, fed with keys and time and answering with effects; it
//! knows neither a display nor a pin. So far it holds what that begins with:
//!
//! - [`input`] turns raw button samples into what the player wants.
//! - [`packs`] are the levels that are part of the program.
//! - [`progress`] is what is kept: best results, settings, the position in play.
//!
//! Screens and the hint ladder come to stand beside them.

pub mod input;
pub mod packs;
pub mod progress;
