//! Two waves, one from the start by pushes and one from the end by pulls, until they meet.
//!
//! A box that is pulled can always be pushed back, so the backward wave wastes nothing on
//! deadlocks: it is often worth several steps for each forward one. It has its own waste,
//! positions that the start does not lead to. The waves meet on the very same position; the
//! first meeting is taken, so the solution is not proven to be the shortest.

use super::distance::Estimate;
use super::frontier::{Best, Id};
use super::moves::{SinglePush, Way};
use super::solved::solved_boards;
use super::wave::Wave;
use super::{Limits, Outcome, Report};
use crate::puzzle::{Board, Level};

/// Runs both waves in turn, `ratio` backward expansions for each forward one.
pub(super) fn search(
    level: &Level,
    start: &Board,
    weight: u32,
    ratio: u32,
    limits: Limits<'_>,
) -> Report {
    let wave = |way, estimate| Wave::new(level, way, estimate, Best::astar(weight));
    let mut forward = wave(Way::Push, Estimate::to_goals(level));
    let mut backward = wave(Way::Pull, Estimate::from_start(level, start));
    let first = forward.begin(start.clone());
    for board in solved_boards(level) {
        backward.begin(board);
    }

    let mut meeting = first.and_then(|id| Some((id, backward.find(forward.board(id))?)));
    let mut turn = 0;
    let outcome = loop {
        if let Some((here, there)) = meeting {
            break Outcome::solved(level, start, &join(&forward, here, &backward, there), false);
        }
        let is_forward = turn == 0;
        let next = if is_forward {
            forward.next()
        } else {
            backward.next()
        };
        // A wave that has been everywhere without a meeting proves that there is none.
        let Some(id) = next else {
            break Outcome::Unsolvable;
        };
        if !limits.allow(forward.expanded + backward.expanded) {
            break Outcome::GaveUp;
        }
        meeting = if is_forward {
            meet(&mut forward, id, &backward)
        } else {
            meet(&mut backward, id, &forward).map(|(there, here)| (here, there))
        };
        turn = if turn == ratio { 0 } else { turn + 1 };
    };
    Report {
        outcome,
        nodes: forward.expanded + backward.expanded,
        generated: forward.generated + backward.generated,
        depth: forward.depth.max(backward.depth),
    }
}

/// Expands a position of one wave; the first of the new ones that the other wave knows, by
/// its number in each.
fn meet(wave: &mut Wave<'_, Best>, id: Id, other: &Wave<'_, Best>) -> Option<(Id, Id)> {
    wave.expand(id)
        .into_iter()
        .find_map(|found| Some((found, other.find(wave.board(found))?)))
}

/// The pushes to a meeting, and on from there the pulls as the pushes they take back.
fn join(
    forward: &Wave<'_, Best>,
    here: Id,
    backward: &Wave<'_, Best>,
    there: Id,
) -> Vec<SinglePush> {
    let mut pushes = forward.trace(here);
    pushes.reverse();
    pushes.extend(backward.trace(there));
    pushes
}
