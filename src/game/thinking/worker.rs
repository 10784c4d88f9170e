//! Runs the solver and the maker, one slice at a time.

use core::future::{Future, poll_fn};
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};

use super::desk::{Desk, Question, Subject, Wish};
use super::memory_test::test_memory;
use crate::make::{Code, Maker};
use crate::solve::{GaveUp, Solver, Status, Strategy, apart, build, pause, poll_apart};

/// Work units per slice: on the Pico 0.6 to 0.9 ms on average, and at most 3.9 ms.
pub const SLICE: u32 = 28;

/// Node limit of the first optimal search: a third of a second on the Pico.
const EASY_NODES: u32 = 400;
/// Node limit of the quick search, after which the optimal search has its turn.
const QUICK_NODES: u32 = 3_000;

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
    let mut known = None;
    for patience in [Patience::Easy, Patience::Hard] {
        let mut place = pin!(None);
        build(place.as_mut(), || patience.solver(&question, arena));
        let Some(solver) = place.as_mut().get_mut() else {
            return;
        };
        while desk.wish() == Some(Wish::Solve(subject)) {
            solver.step(SLICE);
            if patience == Patience::Easy
                && matches!(solver.status(), Status::GaveUp(GaveUp::NodeLimit))
            {
                break;
            }
            let best = solver.best().map(|best| (best.pushes(), best.proven));
            desk.report(&question, solver, best != known);
            known = best;
            pause().await;
        }
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

/// First a short optimal search: most positions in play are easy, and then it proves the
/// fewest pushes sooner than the quick search can shorten its solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patience {
    Easy,
    Hard,
}

impl Patience {
    fn solver<'a>(self, question: &'a Question, arena: &'a mut [u32]) -> Solver<'a> {
        let solver = Solver::new(&question.level, &question.board, arena);
        match self {
            Self::Easy => solver
                .with_strategy(Strategy::OPTIMAL)
                .with_node_limit(EASY_NODES),
            Self::Hard => solver.with_node_limits(QUICK_NODES, u32::MAX),
        }
    }
}
