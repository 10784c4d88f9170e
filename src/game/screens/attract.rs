//! Attract mode: the machine plays levels by itself until a key is pressed.

use core::task::Poll;

use super::title::Title;
use super::{Next, Screen, ScreenState};
use crate::game::device::Light;
use crate::game::input::Action;
use crate::game::play::{Motion, STEP_MS};
use crate::game::shared::Shared;
use crate::game::thinking::{Answer, Finding, Plan, Subject, Wish};
use crate::puzzle::text::Reader;
use crate::puzzle::{Board, Direction, Level};

/// Time between steps, in milliseconds.
const STEP_EVERY_MS: u32 = 220;
/// How long a level is shown before its first step and after its last, in milliseconds.
const REST_MS: u32 = 1_500;
/// Levels that take longer to solve are skipped. In milliseconds.
const PATIENCE_MS: u32 = 10_000;

const _: () = assert!(STEP_EVERY_MS > STEP_MS);

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// Read the next level.
    Fetch,
    /// Wait for a solution; `until` is when to give up.
    Ask { question: u32, until: u32 },
    /// Play the solution; `due` is the time of the next step.
    Play { due: u32 },
    /// Show the solved level.
    Rest { until: u32 },
}

/// A level that plays itself.
#[derive(Clone, Debug)]
pub struct Attract<'p> {
    /// What reads the current pack.
    reading: Option<Reader<'p>>,
    level: Level,
    board: Board,
    facing: Direction,
    motion: Option<Motion>,
    plan: Plan,
    act: Act,
}

impl<'p> Attract<'p> {
    pub(super) const fn new() -> Self {
        Self {
            reading: None,
            level: Level::BLANK,
            board: Board::BLANK,
            facing: Direction::Down,
            motion: None,
            plan: Plan::none(),
            act: Act::Fetch,
        }
    }

    /// The level that is shown.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Whether there is a level to show yet.
    pub fn has_level(&self) -> bool {
        !self.level.walls().is_empty()
    }

    /// Its current position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The direction in which the keeper looks.
    pub fn facing(&self) -> Direction {
        self.facing
    }

    /// The step that is being animated.
    pub fn motion(&self) -> Option<Motion> {
        self.motion
    }

    fn step(&mut self, direction: Direction, now: u32) {
        let from = self.board.keeper();
        self.facing = direction;
        let Some(step) = self.level.step(&mut self.board, direction) else {
            // The plan does not fit: show another level.
            self.act = Act::Fetch;
            return;
        };
        self.motion = Some(Motion {
            step,
            from,
            began: now,
        });
        self.plan.follow(&self.level, &self.board);
        let due = now.wrapping_add(STEP_EVERY_MS);
        self.act = Act::Play { due };
    }

    /// Reads a piece of a board on the way to the next level; after the last pack comes the
    /// first.
    fn fetch(&mut self, shared: &mut Shared<'p>) {
        let (index, offset) = shared.demo_next;
        let Some(pack) = shared.packs.get(usize::from(index)) else {
            return;
        };
        let reader = match &mut self.reading {
            Some(reader) => reader,
            None => self.reading.insert(pack.levels_from(offset)),
        };
        let Poll::Ready(item) = shared.reading.next(reader) else {
            return;
        };
        let Some(item) = item else {
            let next = usize::from(index) + 1;
            let next = if next < shared.packs.len() { next } else { 0 };
            shared.demo_next = (next as u8, 0);
            self.reading = None;
            return;
        };
        shared.demo_next = (index, pack.offset(reader));
        if let Ok((_, entry)) = item {
            self.level = entry.level;
            self.board.clone_from(self.level.start());
            self.facing = Direction::Down;
            self.motion = None;
            self.act = Act::Ask {
                question: shared.next_question(),
                until: shared.now.wrapping_add(PATIENCE_MS),
            };
        }
    }
}

impl<'p> ScreenState<'p> for Attract<'p> {
    fn ends_with_any_key(&self) -> bool {
        true
    }

    /// Any key leads back to the title.
    fn act(&mut self, _: Action, _: &mut Shared<'p>) -> Next<'p> {
        Some(Screen::Title(Title::default()))
    }

    /// Plays at most one step, or reads at most a piece of a board.
    fn pass(&mut self, _: u32, shared: &mut Shared<'p>) -> Next<'p> {
        let now = shared.now;
        self.motion.take_if(|motion| motion.eighths(now) >= 8);
        if shared.light == Light::Off {
            return None;
        }
        match self.act {
            Act::Fetch => {
                if shared.takes_reading() {
                    self.fetch(shared);
                }
            }
            Act::Ask { until, .. } if shared.is_due(until) => self.act = Act::Fetch,
            Act::Play { due } if shared.is_due(due) => {
                match self.plan.step(&self.level, &self.board) {
                    Some(direction) => self.step(direction, now),
                    None => {
                        let until = now.wrapping_add(REST_MS);
                        self.act = Act::Rest { until };
                    }
                }
            }
            Act::Rest { until } if shared.is_due(until) => self.act = Act::Fetch,
            Act::Ask { .. } | Act::Play { .. } | Act::Rest { .. } => {}
        }
        None
    }

    fn wish(&self, shared: &Shared<'p>) -> Option<Wish> {
        match self.act {
            Act::Ask { question, .. } if shared.light != Light::Off => {
                Some(Wish::Solve(Subject::Demo(question)))
            }
            _ => None,
        }
    }

    /// Plays the first solution that is found.
    fn on_answer(&mut self, answer: Answer, plan: &Plan, shared: &mut Shared<'p>) {
        if answer.has_plan {
            self.plan.clone_from(plan);
            let due = shared.now.wrapping_add(REST_MS);
            self.act = Act::Play { due };
        } else if !matches!(answer.finding, Finding::Working(_)) {
            self.act = Act::Fetch;
        }
    }
}
