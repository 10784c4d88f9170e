//! The solver: any position of a level, in one arena of the caller's.
//!
//! [`Solver`] has two engines: `quick` finds any solution soon, which `shorten` makes
//! shorter, and the optimal one finds the fewest pushes. Asked for nothing else it takes one
//! after the other (`auto`), and has its best solution at hand at any moment. It does a
//! bounded piece of work at a time, keeps all state in explicit stacks, and gives the same
//! answer however it is sliced. Its parts, one idea a file:
//!
//! | file | idea |
//! |---|---|
//! | `terrain` | numbered squares, box states by keeper's side, push distances, dead squares |
//! | `square` | what is known of each square |
//! | `assignment` | lower bound by minimum-cost matching, kept up to date |
//! | `position` | boxes and keeper, pushes done and undone |
//! | `follow` | the keeper's region after a push |
//! | `freeze`, `corral`, `tunnel` | deadlocks, pushes that can wait, pushes that go on |
//! | `moves` | the pushes of a position, in order |
//! | `key` | positions as numbers, exact where they are small enough |
//! | `layers`, `table` | the two memories for them |
//! | `astar`, `bfhs`, `ida` | the three searches of the optimal engine |
//! | `expand`, `trail` | children of a position, and the way back, for the first two |
//! | `workplace`, `arena` | what they all work with |
//! | `solution`, `tidy` | pushes and the walks between them, in a better order |
//! | `quick` | the quick engine, with a map of its own |
//! | `shorten` | fewer pushes for a solution that is there |
//! | `auto` | quick first, then optimal |
//! | `solver`, `answer` | which search works when, and what is told of it |
//!
//! What each idea of the optimal engine is worth stands in its file, as the levels of Microban's 155 that are
//! solved within 1,000, 10,000 and 100,000 nodes without it; with all of them it is 119,
//! 138 and 146, and 151 within 1,000,000.
//!
//! On the Pico the functions that its bench names as the hottest run from RAM (section
//! `.data.hot`): the cache in front of flash is shared with everything else.
//!
//! What their loops look at is laid out by hand (`repr(C)`), small fields first: a load of
//! the Pico's processor reaches 124 bytes from where a struct begins.
//!
//! There is no recursion. The Pico's stack, painted and looked at after games with all
//! engines, is never used for more than 30 KB.

mod answer;
mod arena;
mod assignment;
mod astar;
mod auto;
mod bfhs;
mod corral;
mod expand;
mod follow;
mod freeze;
mod ida;
mod key;
mod layers;
mod moves;
mod pause;
#[cfg(feature = "std")]
pub mod plain;
mod position;
mod quick;
mod shorten;
mod solution;
mod solver;
mod square;
mod table;
mod terrain;
mod tidy;
mod trail;
mod tunnel;
mod workplace;

pub use answer::{Engine, GaveUp, Phase, Plan, Progress, Stats, Status};
pub use pause::{finish, pause};
pub use quick::{Idea, Ideas};
pub use solution::{MAX_PUSHES, Solution, Steps};
pub use solver::{ARENA_WORDS, Solver};
