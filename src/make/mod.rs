//! New levels: seed codes, generators, and how hard a level is.
//!
//! [`Maker`] makes the level that a [`Code`] stands for: the same on every machine, always
//! with a proven par, after a bounded amount of work, with turns for the caller in between.
//! [`Rating`] tells how hard a level is, whoever drew it. Files, one idea each:
//!
//! | file | idea |
//! |---|---|
//! | `recipe`, `code` | what is asked for, and its ten characters |
//! | `maker`, `made` | attempts, until there are enough good ones or patience ends |
//! | `effort`, `worth` | how much work, and which attempt is the best |
//! | `backwards` | an attempt: `room`, `goals`, `pull` backwards from solved, `change` |
//! | `carve`, `walls` | two older ways, to compare with |
//! | `proof` | a draft under the solver: proven, trimmed, rated |
//! | `rating`, `lost` | what makes a level hard |
//! | `score` | S3's score of a drawing, to compare with |
//! | `draft`, `random`, `meter` | what they all work with |

mod backwards;
mod carve;
mod change;
mod code;
mod draft;
mod effort;
mod goals;
mod lost;
mod made;
mod maker;
mod meter;
mod proof;
mod pull;
mod random;
mod rating;
mod recipe;
mod room;
mod route;
mod score;
mod walls;
mod worth;

pub use code::{CODE_LENGTH, Code, CodeError, DIGITS, VERSION};
pub use made::Made;
pub use maker::{Maker, Method, Progress};
pub use random::scatter;
pub use rating::Rating;
pub use recipe::{Grade, Recipe};
pub use score::drawing_score;
