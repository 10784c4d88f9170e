//! The quick engine: any solution, soon.

mod advisors;
mod cells;
mod engine;
mod features;
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
mod tables;
mod travel;

pub(super) use engine::{Event, Quick};
