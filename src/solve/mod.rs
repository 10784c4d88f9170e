//! The solver: any position of a level, in one arena of the caller's.
//!
//! [`Solver`] finds a solution with the fewest pushes. It does a bounded piece of work at
//! a time, keeps all state in explicit stacks, and gives the same answer however it is
//! sliced. Its parts, one idea a file:
//!
//! | file | idea |
//! |---|---|
//! | `terrain` | numbered squares, box states by keeper's side, push distances, dead squares |
//! | `assignment` | lower bound by minimum-cost matching, kept up to date |
//! | `position` | boxes and keeper, pushes done and undone |
//! | `freeze`, `corral` | deadlocks, and pushes that can wait |
//! | `moves` | pushes in order, tunnels |
//! | `key`, `table`, `layers` | positions as numbers, and the two memories for them |
//! | `astar`, `bfhs`, `ida` | the three searches; `expand` serves the first two |
//! | `solution` | pushes and the walks between them |

mod arena;
mod assignment;
mod astar;
mod bfhs;
mod corral;
mod expand;
mod freeze;
mod ida;
mod key;
mod layers;
mod moves;
#[cfg(feature = "std")]
pub mod plain;
mod position;
mod solution;
mod solver;
mod table;
mod terrain;
mod workplace;

pub use solution::{MAX_PUSHES, Solution, Steps};
pub use solver::{ARENA_WORDS, Engine, GaveUp, Phase, Plan, Progress, Solver, Stats, Status};
