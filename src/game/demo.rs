//! Attract mode: the machine plays by itself while nobody else does.

use super::clock::is_due;
use super::packs::{Pack, Place};
use super::plan::Plan;
use super::play::{Motion, STEP_MS};
use crate::puzzle::{Board, Direction, Level};

/// From one step to the next.
const STEP_EVERY_MS: u32 = 220;
/// A solved level, or one about to begin, is looked at for so long.
const REST_MS: u32 = 1_500;

/// What the demo does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The next level is to be read.
    Fetch,
    /// The machine is asked for a solution.
    Ask,
    /// It plays; the next step is due.
    Play { due: u32 },
    /// It is done, and looked at until then.
    Rest { until: u32 },
}

/// A level that plays itself.
#[derive(Clone, Debug)]
pub struct Demo {
    level: Level,
    board: Board,
    facing: Direction,
    motion: Option<Motion>,
    place: Place,
    stage: Stage,
    /// Counts the levels shown.
    stamp: u32,
}

impl Demo {
    /// Before any level is shown; it holds a level all the same, to be replaced.
    pub(super) fn new(level: &Level) -> Self {
        Self {
            level: level.clone(),
            board: level.start().clone(),
            facing: Direction::Down,
            motion: None,
            place: Place::default(),
            stage: Stage::Fetch,
            stamp: 0,
        }
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Which way the keeper looks.
    pub fn facing(&self) -> Direction {
        self.facing
    }

    /// The step that is being seen, if there is one.
    pub fn motion(&self) -> Option<Motion> {
        self.motion
    }

    /// Counts the levels shown.
    pub(super) fn stamp(&self) -> u32 {
        self.stamp
    }

    /// Whether it waits for a solution.
    pub(super) fn asks(&self) -> bool {
        self.stage == Stage::Ask
    }

    /// Goes to the next level.
    pub(super) fn skip(&mut self) {
        self.stage = Stage::Fetch;
    }

    /// Begins to play.
    pub(super) fn begin(&mut self, now: u32) {
        self.stage = Stage::Play {
            due: now.wrapping_add(REST_MS),
        };
    }

    /// Lets time pass. One step or one reading of a level at most.
    pub(super) fn pass(&mut self, packs: &[Pack<'_>], plan: &mut Plan, now: u32) {
        self.motion.take_if(|motion| motion.eighths(now) >= 8);
        match self.stage {
            Stage::Fetch => self.fetch(packs),
            Stage::Ask => {}
            Stage::Play { due } if is_due(due, now) => match plan.step(&self.level, &self.board) {
                Some(direction) => {
                    self.step(direction, now);
                    plan.follow(&self.level, &self.board);
                }
                None => {
                    self.stage = Stage::Rest {
                        until: now.wrapping_add(REST_MS),
                    };
                }
            },
            Stage::Rest { until } if is_due(until, now) => self.skip(),
            Stage::Play { .. } | Stage::Rest { .. } => {}
        }
    }

    fn step(&mut self, direction: Direction, now: u32) {
        let from = self.board.keeper();
        self.facing = direction;
        let Some(step) = self.level.step(&mut self.board, direction) else {
            // The plan does not fit: show another.
            self.skip();
            return;
        };
        self.motion = Some(Motion {
            step,
            from,
            began: now,
        });
        const { assert!(STEP_EVERY_MS > STEP_MS) };
        self.stage = Stage::Play {
            due: now.wrapping_add(STEP_EVERY_MS),
        };
    }

    /// The next level of the packs, or again the first.
    fn fetch(&mut self, packs: &[Pack<'_>]) {
        let Place { pack, number } = self.place;
        let next = Place {
            pack,
            number: number.saturating_add(1),
        };
        let entry = packs.get(usize::from(pack)).map(Pack::levels);
        let item = entry.and_then(|mut levels| levels.nth(usize::from(number)));
        match item {
            Some(Ok(entry)) => {
                self.place = next;
                self.level = entry.level;
                self.board = self.level.start().clone();
                self.facing = Direction::Down;
                self.motion = None;
                self.stamp = self.stamp.wrapping_add(1);
                self.stage = Stage::Ask;
            }
            Some(Err(_)) => self.place = next,
            None => {
                let pack = pack.saturating_add(1);
                self.place = Place {
                    pack: if usize::from(pack) < packs.len() {
                        pack
                    } else {
                        0
                    },
                    number: 0,
                };
            }
        }
    }
}
