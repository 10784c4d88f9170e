//! The game and the solver side by side.
//!
//! A solver borrows the position it works on, and the game changes under it. So the game
//! only says which question it has, and [`run`] keeps a solver at work on a copy of it for
//! as long as the question stays the same.

use core::ops::ControlFlow;

use super::advice::Verdict;
use super::device::Light;
use super::game::Game;
use super::screen::{Screen, Task};
use crate::make::{Code, Maker};
use crate::puzzle::{Board, Level};
use crate::solve::{GaveUp, Solution, Solver, Status, Strategy};

/// Work units of one slice of the solver between two turns of the machine: about 2 ms on
/// the Pico.
pub const SLICE: u32 = 32;

/// Nodes of the first search for the fewest pushes: a third of a second on the Pico.
const EASY_NODES: u32 = 400;
/// Nodes of the quick search, so that what it does not find is soon looked for otherwise.
const QUICK_NODES: u32 = 3_000;
/// Milliseconds spent on one position of the past, or on a level of attract mode, before
/// it is passed over.
const ELSEWHERE_MS: u32 = 10_000;

/// What a question is about. The same subject is the same question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The position in play; the number changes with it.
    Play(u32),
    /// An earlier position of play, by its depth.
    Past(u32),
    /// The level of attract mode; the number changes with it.
    Demo(u32),
}

/// A position to solve.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is about.
    pub subject: Subject,
    /// The level.
    pub level: Level,
    /// The position.
    pub board: Board,
}

/// Plays until `turn` breaks off.
///
/// `turn` is one turn of the machine: read the keys, [`update`](Game::update) the game, do
/// what its effects say, show what changed, and sleep for a moment if it is told that
/// nobody is thinking. Between two turns the solver gets a slice of [`SLICE`] work units.
pub fn run<'p>(
    game: &mut Game<'p>,
    arena: &mut [u32],
    mut turn: impl FnMut(&mut Game<'p>, bool) -> ControlFlow<()>,
) {
    let mut maker = None;
    loop {
        let Some(question) = game.question() else {
            let next = match game.wanted() {
                Some(code) => make(game, arena, code, &mut maker, &mut turn),
                None => turn(game, false),
            };
            if next.is_break() {
                return;
            }
            continue;
        };
        let began = game.now();
        for patience in [Patience::Easy, Patience::Hard] {
            let mut solver = patience.solver(&question, arena);
            while game.subject() == Some(question.subject) {
                solver.step(SLICE);
                if patience == Patience::Easy
                    && matches!(solver.status(), Status::GaveUp(GaveUp::NodeLimit))
                {
                    break;
                }
                game.hear(question.subject, &solver, began);
                if turn(game, true).is_break() {
                    return;
                }
            }
        }
    }
}

/// Makes a level for as long as it is wanted, going on from where it was left.
fn make<'p>(
    game: &mut Game<'p>,
    arena: &mut [u32],
    code: Code,
    maker: &mut Option<Maker>,
    turn: &mut impl FnMut(&mut Game<'p>, bool) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if maker.as_ref().is_none_or(|maker| maker.code() != code) {
        *maker = Some(Maker::new(code));
    }
    let Some(maker) = maker else {
        return turn(game, false);
    };
    let mut next = ControlFlow::Continue(());
    maker.run(arena, SLICE, |progress| {
        game.hear_making(code, progress);
        next = turn(game, true);
        if game.subject().is_some() || game.wanted() != Some(code) {
            return ControlFlow::Break(());
        }
        next
    });
    if let Some(made) = maker.made() {
        game.hear_made(made);
    }
    next
}

/// Most positions that a player meets are easy, and then the fewest pushes are found sooner
/// than any solution is made short.
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

impl Game<'_> {
    /// What the machine should think about now.
    pub fn subject(&self) -> Option<Subject> {
        if self.screen == Screen::Attract {
            let asks = self.demo.asks() && self.light() != Light::Off;
            asks.then(|| Subject::Demo(self.demo.stamp()))
        } else if let Some(depth) = self.past.and_then(|past| past.asks()) {
            Some(Subject::Past(depth))
        } else {
            self.thinks_about_play()
                .then(|| Subject::Play(self.advice.stamp()))
        }
    }

    /// The same with the position.
    pub fn question(&self) -> Option<Question> {
        let subject = self.subject()?;
        let (level, board) = match subject {
            Subject::Play(_) => (self.play.level(), self.play.board().clone()),
            Subject::Past(depth) => (self.play.level(), self.play.position_at(depth)),
            Subject::Demo(_) => (self.demo.level(), self.demo.board().clone()),
        };
        Some(Question {
            subject,
            level: level.clone(),
            board,
        })
    }

    /// Whether the position in play is being thought about: in play and its menus while
    /// hints are on, and whenever the player waits for it.
    pub(super) fn thinks_about_play(&self) -> bool {
        let wanted = match self.screen {
            Screen::Solving(Task::Any | Task::Shortest) => true,
            Screen::Play | Screen::Pause => self.settings.hints && self.light() != Light::Off,
            _ => false,
        };
        wanted && self.advice.is_open()
    }

    /// Takes in what a solver that was set to work at some time knows about a subject, if
    /// it is still of interest.
    pub fn hear(&mut self, subject: Subject, solver: &Solver<'_>, began: u32) {
        if self.subject() != Some(subject) {
            return;
        }
        let status = solver.status();
        let working = matches!(status, Status::Working(_));
        let best = solver.best();
        match subject {
            Subject::Play(_) => self.hear_of_play(&status, best.as_ref()),
            // Any solution will do.
            _ if working && best.is_none() && !self.is_over(began) => {}
            Subject::Past(depth) => {
                if let Some(solution) = &best {
                    let board = self.play.position_at(depth);
                    self.advice.plan.set(&board, solution);
                }
                if let Some(past) = &mut self.past {
                    past.answer(best.is_some());
                }
                self.look_for_way_back();
            }
            Subject::Demo(_) => match &best {
                Some(solution) => {
                    self.advice.plan.set(self.demo.board(), solution);
                    self.demo.begin(self.now);
                }
                None => self.demo.skip(),
            },
        }
    }

    fn is_over(&self, began: u32) -> bool {
        self.is_due(began.wrapping_add(ELSEWHERE_MS))
    }

    fn hear_of_play(&mut self, status: &Status<'_>, best: Option<&Solution<'_>>) {
        if let Some(solution) = best {
            self.advice.found(solution, &self.play);
        }
        let verdict = match status {
            Status::Working(progress) => {
                self.advice.working(*progress);
                return self.answered();
            }
            Status::Solved(_) => Verdict::Solvable,
            Status::Unsolvable => Verdict::Lost,
            Status::GaveUp(reason) => Verdict::Unknown(*reason),
        };
        self.advice.answered(verdict, &self.play);
        self.answered();
    }
}
