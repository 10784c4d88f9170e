//! The quick search: any solution, soon.
//!
//! A search in feature space after FESS (Yaron Shoham and Jonathan Schaeffer), in the arena
//! that the optimal searches use as well. One node moves one box anywhere it can go. It takes
//! few nodes, each well chosen, which makes large levels possible in little memory.
//!
//! | file | idea |
//! |---|---|
//! | `travel` | macro moves: everywhere one box can go |
//! | `planner`, `packing` | in which order goals are filled, found backwards, with parking |
//! | `matching`, `route`, `rooms` | boxes out of plan, the way to the next goal, corridors |
//! | `features` | all of that as a few numbers |
//! | `cells`, `advisors` | whose turn it is, and which moves come first |
//! | `pocket`, `escape`, `patterns` | deadlocks found by small searches, and remembered |
//! | `pool`, `signature` | positions in twelve bytes |
//! | `expansion`, `engine`, `portfolio` | a node, a run, and runs that differ |
//! | `trace` | from macro moves to pushes |
//! | `tables`, `ideas` | memory, and what can be left out |
//!
//! Each file says what its idea is worth: the number of XSokoban's 90 levels that are solved
//! without it within 100, 334 and 1,000 nodes (`sokopico solve --ablate`). With all ideas
//! these are 44, 57 and 63. That is one run with one seed; other seeds move the last figure
//! by one or two, so differences of that size mean nothing.

#![cfg_attr(hot, allow(unsafe_code))]

mod advisors;
mod cells;
mod engine;
mod escape;
mod expansion;
mod features;
mod ideas;
mod matching;
mod packing;
mod patterns;
mod planner;
mod pocket;
mod pool;
mod portfolio;
mod rooms;
mod route;
mod signature;
mod tables;
mod trace;
mod travel;

pub(super) use engine::{NextRun, Quick, QuickEvent};
pub use ideas::{Idea, Ideas};
