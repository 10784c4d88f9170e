//! The quick engine: any solution, soon.
//!
//! A search in feature space after FESS (Yaron Shoham and Jonathan Schaeffer), in the arena
//! of the optimal engine. One node moves one box anywhere it can go; few nodes, each well
//! chosen, are what makes large levels possible in so little memory.
//!
//! | file | idea |
//! |---|---|
//! | `travel` | macro moves: everywhere one box can go |
//! | `planner`, `packing` | in which order goals are filled, found backwards, with parking |
//! | `matching`, `route`, `rooms` | boxes out of plan, the way to the next goal, corridors |
//! | `features` | all of that as a few numbers |
//! | `cells`, `advisors` | whose turn it is, and which moves come first |
//! | `pocket`, `patterns` | deadlocks found by small searches, and remembered |
//! | `pool`, `signature` | positions in twelve bytes |
//! | `expansion`, `engine`, `portfolio` | a node, a run, and runs that differ |
//! | `trace` | from macro moves to pushes |
//! | `tables`, `ideas` | memory, and what can be left out |
//!
//! What an idea is worth stands in its file, as the levels of XSokoban's 90 that are solved
//! within 100, 334 and 1,000 nodes without it (`sokopico solve --ablate`); with all of them
//! it is 36, 42 and 53. That is one run each with one seed: other seeds move the last figure
//! by one or two, so differences that small say nothing.

mod advisors;
mod cells;
mod engine;
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

pub(super) use engine::{Event, Quick};
pub use ideas::{Idea, Ideas};
