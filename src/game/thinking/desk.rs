//! Wishes, questions and answers between the midend and the worker.

use core::cell::{Cell, Ref, RefCell};

use super::plan::Plan;
use crate::make::{Code, Made, Progress as MakingProgress};
use crate::puzzle::{Board, Level};
use crate::solve::{GaveUp, Progress, Solver, Status};

/// What a question is about. The same subject is the same question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The position in play; the number changes with it.
    Play(u32),
    /// An earlier position of play.
    Past {
        /// Which question it is, so that another history has other questions.
        question: u32,
        /// Its depth in the history.
        depth: u32,
    },
    /// The level of attract mode; the number changes with it.
    Demo(u32),
}

/// What the worker should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Solve the position of the question on the desk.
    Solve(Subject),
    /// Make the level of a code.
    Make(Code),
}

/// A position to solve.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) subject: Subject,
    pub(super) level: Level,
    pub(super) board: Board,
}

/// What is known about a subject by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Answer {
    /// What it is about.
    pub(in crate::game) subject: Subject,
    /// How far it is.
    pub(in crate::game) finding: Finding,
    /// Whether there is a solution: the desk's plan.
    pub(in crate::game) has_plan: bool,
}

/// How far the worker has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Finding {
    /// Still at it.
    Working(Progress),
    /// Solved; no better solution is looked for.
    Solved,
    /// There is no solution, which is proven.
    Unsolvable,
    /// No answer.
    GaveUp(GaveUp),
}

/// What lies between the midend and the worker.
///
/// Each side copies what it needs in one short call, so neither ever finds the other in
/// the middle of something.
#[derive(Debug)]
pub struct Desk {
    wish: Cell<Option<Wish>>,
    question: RefCell<Option<Question>>,
    answer: Cell<Option<Answer>>,
    plan: RefCell<Plan>,
    making: Cell<Option<(Code, MakingProgress)>>,
    /// Work units of the attempt that is being made.
    pub(super) spent: Cell<u32>,
    made: RefCell<Option<Made>>,
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
        }
    }

    /// What the worker should do now; `None` lets it wait.
    pub fn wish(&self) -> Option<Wish> {
        self.wish.get()
    }

    /// Puts down a wish; a question to solve is asked with [`Desk::ask`].
    pub(in crate::game) fn set_wish(&self, wish: Option<Wish>) {
        self.wish.set(wish);
    }

    /// Asks about a position. Answers to earlier questions are gone.
    pub(in crate::game) fn ask(&self, subject: Subject, level: &Level, board: Board) {
        self.answer.set(None);
        *self.question.borrow_mut() = Some(Question {
            subject,
            level: level.clone(),
            board,
        });
        self.wish.set(Some(Wish::Solve(subject)));
    }

    /// The question about a subject.
    pub(super) fn question(&self, subject: Subject) -> Option<Question> {
        let question = self.question.borrow();
        let question = question.as_ref();
        question.filter(|it| it.subject == subject).cloned()
    }

    /// Puts down what a solver knows; whether its best solution is new, the caller knows.
    pub(super) fn report(&self, question: &Question, solver: &Solver<'_>, is_new: bool) {
        let best = solver.best();
        if is_new && let Some(solution) = &best {
            self.plan.borrow_mut().set(&question.board, solution);
        }
        let finding = match solver.status() {
            Status::Working(progress) => Finding::Working(progress),
            Status::Solved(_) => Finding::Solved,
            Status::Unsolvable => Finding::Unsolvable,
            Status::GaveUp(reason) => Finding::GaveUp(reason),
        };
        self.answer.set(Some(Answer {
            subject: question.subject,
            finding,
            has_plan: best.is_some(),
        }));
    }

    /// Takes the latest answer.
    pub(in crate::game) fn take_answer(&self) -> Option<Answer> {
        self.answer.take()
    }

    /// The solution of the answer that was taken last, where it has one.
    pub(in crate::game) fn plan(&self) -> Ref<'_, Plan> {
        self.plan.borrow()
    }

    /// Puts down how far the attempts at a code have come.
    pub(super) fn set_making(&self, code: Code, progress: MakingProgress) {
        self.making.set(Some((code, progress)));
        self.spent.set(0);
    }

    /// How far the making of a code has come.
    pub(in crate::game) fn making(&self) -> Option<(Code, MakingProgress)> {
        let (code, progress) = self.making.get()?;
        Some((code, progress.with(self.spent.get())))
    }

    /// Puts down a level that was made.
    pub(super) fn deliver(&self, made: Made) {
        *self.made.borrow_mut() = Some(made);
    }

    /// Takes a level that was made.
    pub(in crate::game) fn take_made(&self) -> Option<Made> {
        self.made.borrow_mut().take()
    }
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}
