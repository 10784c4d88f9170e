//! The solver: any position of a level, in one arena of the caller's.
//!
//! [`Solver`] is driven in slices by whoever owns it: [`Solver::step`] does a bounded amount
//! of work and returns. Nothing in here calls back, waits, or looks at a clock, and all state
//! between two slices is in the solver and its arena, so the answer does not depend on how
//! the work is sliced.
//!
//! ```text
//! base  <-  optimal, keeper, quick, shorten  <-  solver          plain (host only)
//! ```
//!
//! | folder or file | what it holds |
//! |---|---|
//! | `base` | what all searches stand on: terrain, position, lower bound, keys, deadlocks |
//! | `optimal` | A*, breadth-first search and IDA*: the fewest pushes, proven |
//! | `keeper` | the fewest moves, proven: searches that know the keeper's exact square |
//! | `quick` | a search in feature space: any solution, soon |
//! | `shorten` | fewer pushes and moves for a solution that is there |
//! | `solver`, `schedule` | [`Solver`] and which search runs when |
//! | `limits` | the largest level that is taken |
//! | `answer` | the searches by name, progress, cost and answer |
//! | `pause` | long work as straight code that returns after every slice |
//! | `plain` | textbook searches to compare with and to check against |
//!
//! Unless another [`Strategy`] is set, quick and optimal searches take turns until one of them
//! has any solution, or proves that there is none; then the optimal ones look for the fewest
//! pushes. The best solution so far is ready at any moment.
//!
//! Every file of `base` and `optimal` that holds an idea says what it is worth: the number of
//! Microban's 155 levels that are solved without it within 1,000, 10,000 and 100,000 nodes
//! (`sokopico solve --ablate --optimal`, for the last figure of A* and of breadth-first search
//! with `--nodes 1000000`). With all ideas these are 123, 142 and 149, and 151 within
//! 1,000,000.
//!
//! On the Pico the functions that its bench shows to be the hottest run from RAM (section
//! `.data.hot`), because the flash cache is shared with everything else. Those for which RAM
//! is too small stand side by side in flash: `.text.optimal` and `.text.quick` are smaller than
//! one of the cache's two ways, so the code of a search never evicts itself. `build.rs` sets
//! `cfg(hot)` for such a build; the attribute that names the section counts as unsafe, hence
//! the `allow` in the modules concerned.
//!
//! Structs that inner loops use are laid out by hand (`repr(C)`), small fields first: a load
//! instruction of the Cortex-M0+ reaches only 124 bytes from the start of a struct.
//!
//! There is no recursion.

mod answer;
mod base;
mod keeper;
mod limits;
mod optimal;
mod pause;
#[cfg(feature = "std")]
pub mod plain;
mod quick;
mod schedule;
mod shorten;
#[cfg(test)]
mod small;
mod solver;

pub use answer::{Aim, GaveUp, Progress, Search, Stats, Status, Strategy};
pub use base::ideas::{OptimalIdea, OptimalIdeas};
pub use base::solution::{MAX_PUSHES, Solution, Steps};
pub use limits::{MAX_BOXES, MAX_SQUARES, check_size};
pub(crate) use pause::apart;
pub use pause::{build, finish, pause, poll_apart};
pub use quick::{Idea, Ideas};
pub use solver::{ARENA_WORDS, Solver};
