//! Wishes, questions and answers between the midend and the worker.

use core::cell::{Cell, Ref, RefCell};

use super::plan::Plan;
use crate::game::hardware::MemoryReport;
use crate::game::progress::result_item::By;
use crate::make::{Code, Made, MakingProgress};
use crate::puzzle::{Board, Level};
use crate::solve::{GaveUp, Progress, Solution, Solver, Status};

/// What a question is about. Equal subjects mean the same question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The position in play; the number changes with the position, and with what is asked.
    Play(u32),
    /// An earlier position of play.
    Past {
        /// The number of the question, so that equal depths of two histories differ.
        question: u32,
        /// The position's depth in the history.
        depth: u32,
    },
    /// The level of attract mode; the number changes with the level.
    Demo(u32),
}

/// What the worker should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Solve the position of the question.
    Solve(Subject),
    /// Generate the level of a code.
    Make(Code),
    /// Test the memory that the worker works in.
    TestMemory,
}

/// A position to solve.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) subject: Subject,
    /// What the solution is to have the fewest of.
    pub(super) by: By,
    pub(super) level: Level,
    pub(super) board: Board,
}

/// What the worker knows about a subject so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Answer {
    /// Which question this answers.
    pub(in crate::game) subject: Subject,
    /// How far the worker has come.
    pub(in crate::game) finding: Finding,
    /// Whether [`Desk::plan`] is a solution of it.
    pub(in crate::game) has_plan: bool,
}

/// How far the worker has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Finding {
    /// Still searching.
    Working(Progress),
    /// Solved; the search is over.
    Solved,
    /// It is proven that there is no solution.
    Unsolvable,
    /// The search ended without an answer.
    GaveUp(GaveUp),
}

/// The shared memory of midend and worker.
///
/// Each side copies what it needs within one call and keeps no borrow, so the cells are never
/// borrowed twice.
#[derive(Debug)]
pub struct Desk {
    wish: Cell<Option<Wish>>,
    question: RefCell<Option<Question>>,
    answer: Cell<Option<Answer>>,
    plan: RefCell<Plan>,
    making: Cell<Option<(Code, MakingProgress)>>,
    /// Work units spent on the current attempt at a level.
    pub(super) spent: Cell<u32>,
    made: RefCell<Option<Made>>,
    memory: Cell<Option<MemoryReport>>,
}

impl Desk {
    /// A desk with nothing on it.
    pub const fn new() -> Self {
        Self {
            wish: Cell::new(None),
            question: RefCell::new(None),
            answer: Cell::new(None),
            plan: RefCell::new(Plan::none()),
            making: Cell::new(None),
            spent: Cell::new(0),
            made: RefCell::new(None),
            memory: Cell::new(None),
        }
    }

    /// What the worker should do now; `None` if nothing.
    pub fn wish(&self) -> Option<Wish> {
        self.wish.get()
    }

    /// Sets the wish. For [`Wish::Solve`], use [`Desk::ask`].
    pub(in crate::game) fn set_wish(&self, wish: Option<Wish>) {
        self.wish.set(wish);
    }

    /// Asks about a position, and discards the answer to an earlier question. `plan` is a
    /// solution that is already known.
    pub(in crate::game) fn ask(
        &self,
        subject: Subject,
        by: By,
        (level, board): (&Level, Board),
        plan: Option<&Plan>,
    ) {
        self.answer.set(None);
        let mut known = self.plan.borrow_mut();
        match plan {
            Some(plan) => known.clone_from(plan),
            None => known.clear(),
        }
        *self.question.borrow_mut() = Some(Question {
            subject,
            by,
            level: level.clone(),
            board,
        });
        self.wish.set(Some(Wish::Solve(subject)));
    }

    /// The question about a subject, if it is still the current one.
    pub(super) fn question(&self, subject: Subject) -> Option<Question> {
        let question = self.question.borrow();
        let question = question.as_ref();
        question.filter(|it| it.subject == subject).cloned()
    }

    /// Puts down a solution of the question. An answer that was not taken yet is about the
    /// plan before.
    pub(super) fn put_plan(&self, question: &Question, solution: &Solution<'_>) {
        self.answer.set(None);
        let mut plan = self.plan.borrow_mut();
        plan.set(&question.board, solution, question.by);
    }

    /// Plays up to `pushes` pushes of the plan, and returns their moves; `None` at its end.
    pub(super) fn play_plan(&self, level: &Level, pushes: u32) -> Option<u32> {
        self.plan.borrow_mut().play(level, pushes)
    }

    /// Goes back to where the plan was when `done` pushes were played, with this many moves
    /// left.
    pub(super) fn set_moves(&self, question: &Question, done: usize, moves: u32) {
        self.plan.borrow_mut().count(done, &question.board, moves);
    }

    /// Reports how far a solver has come; `has_plan` if there is a solution on the desk.
    pub(super) fn report(&self, question: &Question, solver: &Solver<'_>, has_plan: bool) {
        let finding = match solver.status() {
            Status::Working(progress) => Finding::Working(progress),
            Status::Solved(_) => Finding::Solved,
            Status::Unsolvable => Finding::Unsolvable,
            Status::GaveUp(reason) => Finding::GaveUp(reason),
        };
        self.answer.set(Some(Answer {
            subject: question.subject,
            finding,
            has_plan,
        }));
    }

    /// Takes the latest answer.
    pub(in crate::game) fn take_answer(&self) -> Option<Answer> {
        self.answer.take()
    }

    /// The solution that belongs to the last answer, if that has one.
    pub(in crate::game) fn plan(&self) -> Ref<'_, Plan> {
        self.plan.borrow()
    }

    /// Reports the progress of a code when an attempt begins.
    pub(super) fn set_making(&self, code: Code, progress: MakingProgress) {
        self.making.set(Some((code, progress)));
        self.spent.set(0);
    }

    /// The progress of the code that is being made, the current attempt included.
    pub(in crate::game) fn making(&self) -> Option<(Code, MakingProgress)> {
        let (code, progress) = self.making.get()?;
        Some((code, progress.with(self.spent.get())))
    }

    /// Hands over a finished level.
    pub(super) fn deliver(&self, made: Made) {
        *self.made.borrow_mut() = Some(made);
    }

    /// Takes the finished level, if there is one.
    pub(in crate::game) fn take_made(&self) -> Option<Made> {
        self.made.borrow_mut().take()
    }

    /// Hands over the result of the test of memory.
    pub(super) fn report_memory(&self, report: MemoryReport) {
        self.memory.set(Some(report));
    }

    /// Takes the result of the test of memory, if there is one.
    pub(in crate::game) fn take_memory(&self) -> Option<MemoryReport> {
        self.memory.take()
    }
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}
