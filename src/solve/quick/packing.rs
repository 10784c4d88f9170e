//! The packing plan: how the goals are to be filled.
//!
//! A plan is a list of steps. Most bring a new box to a square; some move a box that stands
//! where an earlier step put it, because it could not go to its goal before others were in
//! place (*parking*). After each step certain squares are taken; the progress of a position
//! is the last step after which all taken squares have boxes.
//!
//! Worth: with goals filled in any order, 17, 19 and 22.

use crate::puzzle::CellSet;
use crate::solve::MAX_BOXES;
use crate::solve::base::position::Position;
use crate::solve::base::terrain::{NONE, Terrain};

/// Steps of a plan: one for each box, and some for boxes that are parked.
pub(super) const MAX_STEPS: usize = 64;

/// One step: a new box comes to a square, or the box that was parked on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackingStep {
    /// Where the box was parked, or [`NONE`].
    pub(super) from: u8,
    pub(super) to: u8,
}

/// A plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    pub(super) steps: [PackingStep; MAX_STEPS],
    pub(super) count: usize,
    /// Whether the order of the steps matters.
    pub(super) strict: bool,
}

/// How far a position has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    /// Steps that are done.
    pub(super) done: usize,
    /// The steps that still want a box.
    pub(super) wanting: u64,
    /// The squares whose boxes stay where they are for now.
    pub(super) settled: CellSet,
    /// The squares to be filled next, and how many.
    pub(super) targets: [u8; 2],
    pub(super) target_count: usize,
}

impl Packing {
    /// No plan.
    pub(super) const NONE: Self = Self {
        steps: [PackingStep {
            from: NONE,
            to: NONE,
        }; MAX_STEPS],
        count: 0,
        strict: true,
    };

    /// How far a position has come.
    pub(super) fn stand(&self, terrain: &Terrain<'_>, position: &Position<'_>) -> Stand {
        if self.strict {
            self.strict_stand(terrain, position)
        } else {
            self.free_stand(terrain, position)
        }
    }

    fn strict_stand(&self, terrain: &Terrain<'_>, position: &Position<'_>) -> Stand {
        let is_free = |square: u8| i32::from(position.occupant(square) == NONE);
        let (mut done, mut missing) = (0, 0);
        for (index, step) in self.steps[..self.count].iter().enumerate() {
            missing += is_free(step.to);
            if step.from != NONE {
                missing -= is_free(step.from);
            }
            if missing == 0 {
                done = index + 1;
            }
        }
        let mut stand = Stand {
            done,
            wanting: 0,
            settled: CellSet::EMPTY,
            targets: [NONE; 2],
            target_count: 0,
        };
        for step in &self.steps[..done] {
            if step.from != NONE {
                stand.settled.remove(terrain.cell(step.from));
            }
            stand.settled.insert(terrain.cell(step.to));
        }
        let mut bit = 1 << done;
        for step in &self.steps[done..self.count] {
            if step.from == NONE {
                stand.wanting |= bit;
            }
            bit <<= 1;
        }
        if let Some(step) = self.steps[..self.count].get(done) {
            if step.from != NONE {
                stand.settled.remove(terrain.cell(step.from));
            }
            stand.targets[0] = step.to;
            stand.target_count = 1;
        }
        stand
    }

    /// Every goal with a box is done; parking does not count.
    fn free_stand(&self, terrain: &Terrain<'_>, position: &Position<'_>) -> Stand {
        let mut stand = Stand {
            done: 0,
            wanting: 0,
            settled: CellSet::EMPTY,
            targets: [NONE; 2],
            target_count: 0,
        };
        let mut bit = 1;
        for step in &self.steps[..self.count] {
            let cell = terrain.cell(step.to);
            if position.occupant(step.to) == NONE {
                stand.wanting |= bit;
                if let Some(target) = stand.targets.get_mut(stand.target_count) {
                    *target = step.to;
                    stand.target_count += 1;
                }
            } else {
                stand.done += 1;
                stand.settled.insert(cell);
            }
            bit <<= 1;
        }
        stand
    }

    /// Reverses the steps, which were found backwards.
    pub(super) fn reverse(&mut self) {
        self.steps[..self.count].reverse();
    }

    /// Adds a step; `false` where there is no room.
    pub(super) fn push(&mut self, step: PackingStep) -> bool {
        let Some(slot) = self.steps.get_mut(self.count) else {
            return false;
        };
        *slot = step;
        self.count += 1;
        true
    }

    /// Steps that park a box.
    pub(super) fn parkings(&self) -> usize {
        let parked = |step: &&PackingStep| step.from != NONE;
        self.steps[..self.count].iter().filter(parked).count()
    }
}

const _: () = assert!(MAX_STEPS >= MAX_BOXES + 16);
