//! Questions to the solver, verdicts, plans and hints.
//!
//! A solver borrows the position and the arena for as long as it works, while the game goes
//! on. So the work is an `async fn` that pauses after every slice ([`work`]): a front end
//! pins it and polls it once per turn, and between two polls it has no stack frame, only
//! its suspended state in the future. Midend and worker communicate through a [`Desk`]: the
//! midend writes what it wishes for, the worker what it has found.
//!
//! | file | idea |
//! |---|---|
//! | `desk` | wishes, questions and answers between midend and worker |
//! | `worker` | runs the solver and the maker, one slice at a time |
//! | `advice` | what is known about the position in play |
//! | `ladder` | the hint ladder: one rung per press |
//! | `plan` | a solution, and where in it the player is |
//! | `past` | the search for the last position that could still be won |
//! | `memory_test` | the test of the worker's memory |

mod advice;
mod desk;
mod ladder;
mod memory_test;
mod past;
mod plan;
mod worker;

pub(super) use advice::Advice;
pub use advice::{BACKGROUND_MS, Verdict};
pub(super) use desk::{Answer, Finding};
pub use desk::{Desk, Subject, Wish};
pub(super) use ladder::Help;
pub(super) use past::PastSearch;
pub(super) use plan::Plan;
pub use worker::{SLICE, poll, work};
