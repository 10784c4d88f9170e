//! The quick engine: any solution, soon.

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
mod random;
mod rooms;
mod route;
mod signature;
mod tables;
mod trace;
mod travel;

pub(super) use engine::{Event, Quick};
pub use ideas::{Idea, Ideas};
