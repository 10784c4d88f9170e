//! New levels: seed codes, generators, and how hard a level is.
//!
//! [`Maker`] makes the level of a [`Code`]: the same on every machine, always with a proven
//! par, after a bounded amount of work. An attempt is a future that pauses after every slice
//! of work, so the caller's turn is never on top of the maker's stack. [`Rating`] says how
//! hard any level is. Files, one idea each:
//!
//! | file | idea |
//! |---|---|
//! | `recipe`, `code` | what kind of level to make, as ten characters |
//! | `maker`, `made` | attempts, until there are enough good levels or the work has reached its limit |
//! | `effort`, `worth` | limits of the work, and which attempt is the best |
//! | `backwards` | an attempt by its steps: `room`, `goals`, `pull`, `change` |
//! | `carve`, `walls` | carving and wall adding, two methods to compare with |
//! | `proof`, `tidy` | solves a draft, trims it and rates it |
//! | `rating`, `traps` | what makes a level hard |
//! | `layout_score` | a score that needs no solution, to compare with |
//! | `draft`, `random`, `meter`, `route` | used by all of them |

mod backwards;
mod carve;
mod change;
mod code;
mod draft;
mod effort;
mod goals;
mod layout_score;
mod made;
mod maker;
mod meter;
mod proof;
mod pull;
mod rating;
mod recipe;
mod room;
mod route;
mod tidy;
mod traps;
mod walls;
mod worth;

pub(crate) use crate::puzzle::random::scatter;
pub use code::{CODE_LENGTH, Code, CodeError, DIGITS, VERSION};
pub use layout_score::layout_score;
pub use made::Made;
pub use maker::{Maker, MakingProgress, Method};
pub use rating::Rating;
pub use recipe::{Grade, Recipe};
