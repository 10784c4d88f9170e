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
use crate::puzzle::{Board, Level};
use crate::solve::{Solver, Status};

/// Work units of one slice of the solver between two turns of the machine: about 2 ms on
/// the Pico.
pub const SLICE: u32 = 32;

/// Nodes spent on one position of the past.
const PAST_NODES: u32 = 20_000;
/// Nodes spent on a level of attract mode; harder ones are not shown.
const DEMO_NODES: u32 = 20_000;

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
    loop {
        let Some(question) = game.question() else {
            if turn(game, false).is_break() {
                return;
            }
            continue;
        };
        let mut solver = Solver::new(&question.level, &question.board, arena);
        while game.subject() == Some(question.subject) {
            game.hear(question.subject, &solver.step(SLICE));
            if turn(game, true).is_break() {
                return;
            }
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
        wanted && self.advice.verdict() == Verdict::Open
    }

    /// Takes in what the solver says about a subject, if it is still of interest.
    pub fn hear(&mut self, subject: Subject, status: &Status<'_>) {
        if self.subject() != Some(subject) {
            return;
        }
        let over = |limit| matches!(status, Status::Working(progress) if progress.nodes >= limit);
        match subject {
            Subject::Play(_) => self.hear_of_play(status),
            Subject::Past(_) if matches!(status, Status::Working(_)) && !over(PAST_NODES) => {}
            Subject::Past(depth) => {
                let can_be_won = matches!(status, Status::Solved(_));
                if let Status::Solved(solution) = status {
                    let board = self.play.position_at(depth);
                    self.advice.plan.set(&board, solution);
                }
                if let Some(past) = &mut self.past {
                    past.answer(can_be_won);
                }
                self.look_for_way_back();
            }
            Subject::Demo(_) => match status {
                Status::Working(_) if !over(DEMO_NODES) => {}
                Status::Solved(solution) => {
                    self.advice.plan.set(self.demo.board(), solution);
                    self.demo.begin(self.now);
                }
                _ => self.demo.skip(),
            },
        }
    }

    fn hear_of_play(&mut self, status: &Status<'_>) {
        use crate::solve::GaveUp;
        let verdict = match status {
            Status::Working(progress) => {
                self.advice.working(*progress);
                if progress.nodes < self.advice.limit() {
                    return;
                }
                Verdict::Unknown(GaveUp::NodeLimit)
            }
            Status::Solved(solution) => {
                self.advice.plan.set(self.play.board(), solution);
                Verdict::Solvable
            }
            Status::Unsolvable => Verdict::Lost,
            Status::GaveUp(reason) => Verdict::Unknown(*reason),
        };
        self.advice.answered(verdict, &self.play);
        self.answered();
    }
}
