//! What the machine thinks about, and what it makes of it.
//!
//! A solver borrows the position it works on and the arena it works in, and the game goes
//! on under it. So the work is an `async fn` that pauses after every slice ([`work`]): a
//! front end pins it beside the game and polls it once a turn, and between two polls
//! nothing of it is on the stack. The two talk over a [`Desk`]: the midend puts down what
//! it wishes for, the worker what it has found.
//!
//! | file | idea |
//! |---|---|
//! | `desk` | wishes, questions and answers between midend and worker |
//! | `worker` | the solver and the maker, a slice at a time |
//! | `advice` | what is known about the position in play |
//! | `ladder` | the hint ladder: one rung a press |
//! | `plan` | a solution, and where in it the player is |
//! | `past` | the search for the last position that could still be won |

mod advice;
mod desk;
mod ladder;
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
