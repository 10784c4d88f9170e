//! A player's solutions outside the game: in a store of any kind, and as lines of text.
//!
//! | file | idea |
//! |---|---|
//! | `dump` | a copy of the Pico's flash, and the saves in it |
//! | `found` | all solutions that a store holds |
//! | `known_levels` | levels by their identity |
//! | `exported` | the solutions as lines, and what is missing from them |
//! | `line` | one such line |

mod dump;
mod exported;
mod found;
mod known_levels;
mod line;
#[cfg(test)]
mod tests;

pub use dump::{BadDump, Dump};
pub use exported::Exported;
pub use found::{Found, FoundLevel, FoundSolution};
pub use known_levels::{KnownLevel, KnownLevels};
pub use line::{BadLine, HEADER, SolutionLine};
