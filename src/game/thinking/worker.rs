//! Runs the solver and the maker, one slice at a time.

use core::future::{Future, poll_fn};
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};

use super::desk::{Desk, Question, Subject, Wish};
use super::memory_test::test_memory;
use crate::game::progress::result_item::By;
use crate::make::{Code, Maker};
use crate::solve::{Aim, Search, Solver, apart, build, pause, poll_apart};

/// Work units per slice. On the Pico they take 0.6 to 1 ms on average, and at most 3.4 ms. A
/// key may have to wait for one; smaller slices would cost the searches some per cent of their
/// speed.
pub const SLICE: u32 = if cfg!(feature = "std") { 28 } else { 32 };

/// Pushes of a plan whose moves are counted per slice: a walk is about four work units.
const COUNTED: u32 = SLICE / 4;

/// Does what the desk wishes for, and pauses after every slice; it never ends.
///
/// A level that is being made continues where it was when the wish comes back. Only if a
/// question has used the arena meanwhile, the current attempt at the level starts over; a
/// wish for another level drops what was tried for this one.
pub async fn work(desk: &Desk, arena: &mut [u32]) {
    let mut maker = None;
    loop {
        match desk.wish() {
            Some(Wish::Solve(subject)) => apart!(solve(desk, subject, arena)),
            Some(Wish::Make(code)) => apart!(make(desk, code, &mut maker, arena)),
            Some(Wish::TestMemory) => apart!(test_memory(desk, arena)),
            None => {}
        }
        pause().await;
    }
}

/// Gives the worker its slice of a turn.
#[inline(never)]
pub fn poll<F: Future + ?Sized>(worker: Pin<&mut F>) {
    // It never ends, and it is polled every turn, so it needs no waker.
    let _ = worker.poll(&mut Context::from_waker(Waker::noop()));
}

/// Works on a question until the wish changes.
async fn solve(desk: &Desk, subject: Subject, arena: &mut [u32]) {
    let Some(question) = desk.question(subject) else {
        return;
    };
    let mut place = pin!(None);
    build(place.as_mut(), || {
        let aim = match question.by {
            By::Pushes => Aim::Pushes,
            By::Moves => Aim::MovesThenPushes,
        };
        Solver::new(&question.level, &question.board, arena).with_aim(aim)
    });
    let Some(solver) = place.as_mut().get_mut() else {
        return;
    };
    let by_moves = question.by == By::Moves;
    let mut has_plan = by_moves && desk.plan().left() > 0;
    if has_plan {
        count_moves(desk, &question).await;
    }
    let mut known = None;
    while desk.wish() == Some(Wish::Solve(subject)) {
        solver.step(SLICE);
        // What is being shortened is not worth counting.
        let is_due = !by_moves || solver.progress().search != Search::Shorten;
        let is_better = match solver.best().filter(|_| is_due) {
            Some(best) if known != Some((best.pushes(), best.proven)) => {
                known = Some((best.pushes(), best.proven));
                desk.put_plan(&question, &best);
                true
            }
            _ => false,
        };
        has_plan |= is_better;
        if is_better && by_moves {
            count_moves(desk, &question).await;
            continue;
        }
        desk.report(&question, solver, has_plan);
        pause().await;
    }
}

/// Counts the moves of the plan on the desk, some pushes at a time, unless the wish changes.
async fn count_moves(desk: &Desk, question: &Question) {
    let done = desk.plan().done();
    let mut moves = 0;
    while desk.wish() == Some(Wish::Solve(question.subject)) {
        let Some(more) = desk.play_plan(&question.level, COUNTED) else {
            return desk.set_moves(question, done, moves);
        };
        moves += more;
        pause().await;
    }
}

/// Makes the level of a code. Waits while nothing is wished for, and returns early when
/// something else is.
async fn make(desk: &Desk, code: Code, place: &mut Option<Maker>, arena: &mut [u32]) {
    let maker = match place {
        Some(maker) if maker.code() == code => maker,
        _ => place.insert(Maker::new(code)),
    };
    while maker.made().is_none() {
        desk.set_making(code, maker.progress());
        let mut attempt = pin!(None);
        build(attempt.as_mut(), || {
            maker.attempt(arena, SLICE, &desk.spent)
        });
        let ended = poll_fn(|context| match desk.wish() {
            Some(Wish::Make(this)) if this == code => {
                poll_apart(attempt.as_mut(), context).map(|()| true)
            }
            Some(_) => Poll::Ready(false),
            None => Poll::Pending,
        });
        if !ended.await {
            return;
        }
    }
    if let Some(made) = maker.made() {
        desk.deliver(made.clone());
    }
    *place = None;
    // Until the midend has taken it, the wish is still there.
    while desk.wish() == Some(Wish::Make(code)) {
        pause().await;
    }
}
