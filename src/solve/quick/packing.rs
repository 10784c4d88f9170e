//! The packing plan: in which order the goals are to be filled.
//!
//! Found backwards: all goals are filled, and one box after the other is pulled away to
//! where boxes stand at the start. The goal whose box comes away most easily is emptied
//! first, so filled last. Then, for each step of the plan, the squares are marked from which
//! a box can still be pushed to that goal while those of the steps before are filled: a box
//! that can serve no step that is left is out of plan.

use super::super::position::Position;
use super::super::terrain::{NONE, Terrain};
use super::random::Random;
use super::tables::Tables;
use super::travel::{Travel, Way};
use crate::puzzle::{CellSet, Direction, MAX_BOXES, Mode, flood};

/// How many pushes longer the way to a goal must become before filling another one first
/// counts as a hindrance.
const DETOUR: u16 = 10;

/// An order of the goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    /// The goal squares, first to be filled first.
    order: [u8; MAX_BOXES],
    /// The steps that have to come before each step.
    after: [u64; MAX_BOXES],
    steps: usize,
}

impl Packing {
    /// The steps of the plan that are done for good, one bit each.
    pub(super) fn packed(&self, position: &Position<'_>) -> u64 {
        let mut packed = 0;
        for step in 0..self.steps {
            if position.occupant(self.order[step]) != NONE && self.after[step] & !packed == 0 {
                packed |= 1 << step;
            }
        }
        packed
    }

    /// The goals that may be filled next, and how many there are.
    pub(super) fn next(&self, packed: u64, targets: &mut [u8]) -> usize {
        let ready = (0..self.steps)
            .filter(|&step| packed >> step & 1 == 0 && self.after[step] & !packed == 0)
            .map(|step| self.order[step]);
        let mut count = 0;
        for (target, goal) in targets.iter_mut().zip(ready) {
            *target = goal;
            count += 1;
        }
        count
    }

    /// Goals in the order in which they are filled.
    #[cfg(test)]
    pub(super) fn order(&self) -> &[u8] {
        &self.order[..self.steps]
    }
}

/// How willing the order search is to empty a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// To squares of boxes at the start.
    Home,
    /// To any square that is no goal.
    Anywhere,
    /// With the keeper wherever it likes.
    Freely,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Which goal is emptied next.
    Order,
    /// Which squares serve a step.
    Serve(u8),
    /// Whether a later step hinders an earlier one.
    Hinder(u8, u8),
    Done,
}

/// A plan in the making.
#[derive(Debug)]
pub(super) struct Planner {
    pub(super) packing: Packing,
    stage: Stage,
    strict: bool,
    noise: u32,
    start: CellSet,
    /// Goals with a box.
    filled: CellSet,
    /// Where the keeper can be, once a box has been pulled.
    keeper: Option<CellSet>,
    pass: Pass,
    goal: u8,
    tour: Option<Travel>,
    /// What the tour has found: squares, their distances, and the nearest.
    found: (u32, u32, u8),
    best: Option<(i32, u8, u8)>,
    /// Steps that were not possible as they should be.
    pub(super) forced: u8,
}

impl Planner {
    /// A planner for the loaded position. A strict plan fills the goals one after the other;
    /// otherwise a step only waits for those that it would hinder.
    pub(super) fn new(
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        tables: &mut Tables<'_>,
        strict: bool,
        noise: u32,
    ) -> Self {
        tables.serves.fill([0; 2]);
        tables.step_of.fill(NONE);
        Self {
            packing: Packing {
                order: [NONE; MAX_BOXES],
                after: [0; MAX_BOXES],
                steps: 0,
            },
            stage: match terrain.mode {
                Mode::Classic => Stage::Order,
                Mode::Pairs => Stage::Done,
            },
            strict,
            noise,
            start: terrain.floor - position.open,
            filled: terrain.goals,
            keeper: None,
            pass: Pass::Home,
            goal: 0,
            tour: None,
            found: (0, 0, NONE),
            best: None,
            forced: 0,
        }
    }

    /// Does a piece of the work; whether there is more.
    pub(super) fn advance(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        random: &mut Random,
    ) -> bool {
        match self.stage {
            Stage::Order => self.order(terrain, position, tables, random),
            Stage::Serve(step) => self.serve(terrain, position, tables, step),
            Stage::Hinder(first, second) => {
                self.hinder(terrain, position, tables, first, second);
            }
            Stage::Done => return false,
        }
        true
    }

    /// One step of a tour by pulls from a goal. `None` when it is over.
    fn pull(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) -> Option<(u8, u16)> {
        let mut open = terrain.floor - self.filled;
        let tour = self.tour.as_mut()?;
        let leg = tour.next(terrain, &tables.notes, &open)?;
        let distance = tour.tag(&tables.notes) + 1;
        open.remove(terrain.cell(leg.to));
        position.floods += 1;
        let region = flood(&open, terrain.cell(leg.keeper));
        let first = tables.notes.seen[usize::from(leg.to)] == 0;
        tour.arrive(terrain, &mut tables.notes, leg.to, &region, distance);
        Some((if first { leg.to } else { NONE }, distance))
    }

    /// Begins a tour from a goal, with the keeper in a region or anywhere.
    fn set_out(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        square: u8,
        keeper: Option<CellSet>,
    ) {
        let mut tour = Travel::new(Way::Pull, NONE, &mut tables.notes);
        let mut open = terrain.floor - self.filled;
        open.remove(terrain.cell(square));
        match keeper {
            Some(region) => {
                tour.arrive(terrain, &mut tables.notes, square, &region, 0);
            }
            None => {
                for direction in Direction::ALL {
                    let side = terrain.next(square, direction);
                    if side != NONE && open.contains(terrain.cell(side)) {
                        position.floods += 1;
                        let region = flood(&open, terrain.cell(side));
                        tour.arrive(terrain, &mut tables.notes, square, &region, 0);
                    }
                }
            }
        }
        self.tour = Some(tour);
    }

    fn order(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        random: &mut Random,
    ) {
        if self.tour.is_none() {
            let Some(square) = self.next_goal(terrain) else {
                return self.decide(terrain, random);
            };
            self.filled.remove(terrain.cell(square));
            let keeper = match self.pass {
                Pass::Home | Pass::Anywhere => self.keeper,
                Pass::Freely => None,
            };
            self.set_out(terrain, position, tables, square, keeper);
            self.found = (0, 0, NONE);
            // A box may be wanted where it is.
            if self.pass == Pass::Home && self.start.contains(terrain.cell(square)) {
                self.found = (1, 0, square);
            }
            return;
        }
        let square = terrain.goal_square(self.goal);
        if let Some((reached, distance)) = self.pull(terrain, position, tables) {
            if reached == NONE {
                return;
            }
            let cell = terrain.cell(reached);
            let wanted = match self.pass {
                Pass::Home => self.start.contains(cell),
                Pass::Anywhere | Pass::Freely => !terrain.goals.contains(cell),
            };
            if wanted {
                let (count, total, sink) = self.found;
                let sink = if sink == NONE { reached } else { sink };
                self.found = (count + 1, total + u32::from(distance), sink);
            }
            return;
        }
        self.tour = None;
        self.filled.insert(terrain.cell(square));
        let (count, total, sink) = self.found;
        if count > 0 {
            let score = match self.pass {
                Pass::Home => (count * 40) as i32 - (total * 4 / count) as i32,
                _ => (count * 4) as i32,
            };
            let score = score + random.below(self.noise) as i32;
            if self.best.is_none_or(|(best, ..)| score > best) {
                self.best = Some((score, self.goal, sink));
            }
        }
        self.goal += 1;
    }

    /// The next goal that is still filled.
    fn next_goal(&mut self, terrain: &Terrain<'_>) -> Option<u8> {
        while usize::from(self.goal) < terrain.boxes {
            let square = terrain.goal_square(self.goal);
            if self.filled.contains(terrain.cell(square)) {
                return Some(square);
            }
            self.goal += 1;
        }
        None
    }

    /// Empties the best goal, or tries again with less to ask for.
    fn decide(&mut self, terrain: &Terrain<'_>, random: &mut Random) {
        self.goal = 0;
        let (goal, sink) = match (self.best.take(), self.pass) {
            (Some((_, goal, sink)), pass) => {
                self.forced += u8::from(pass != Pass::Home);
                (goal, sink)
            }
            (None, Pass::Home) => {
                self.pass = Pass::Anywhere;
                return;
            }
            (None, Pass::Anywhere) => {
                self.pass = Pass::Freely;
                return;
            }
            (None, Pass::Freely) => {
                self.forced += 1;
                let left = self.filled.len() as u32;
                let nth = random.below(left) as usize;
                let Some(cell) = self.filled.iter().nth(nth) else {
                    return;
                };
                let square = terrain.number_of(cell);
                let goals = 0..terrain.boxes as u8;
                let goal = goals
                    .into_iter()
                    .find(|&goal| terrain.goal_square(goal) == square);
                (goal.unwrap_or(0), square)
            }
        };
        self.pass = Pass::Home;
        let square = terrain.goal_square(goal);
        self.filled.remove(terrain.cell(square));
        self.keeper = Some(flood(&(terrain.floor - self.filled), terrain.cell(sink)));
        let steps = self.packing.steps;
        self.packing.order[steps] = square;
        self.packing.steps += 1;
        if self.packing.steps == terrain.boxes {
            self.packing.order[..terrain.boxes].reverse();
            self.stage = Stage::Serve(0);
        }
    }

    /// Marks the squares from which a step can be served. Goals of earlier steps are filled.
    fn serve(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        step: u8,
    ) {
        let index = usize::from(step);
        if index == self.packing.steps {
            self.tour = None;
            self.filled = CellSet::EMPTY;
            self.stage = if self.strict {
                Stage::Done
            } else {
                Stage::Hinder(0, 1)
            };
            return;
        }
        let square = self.packing.order[index];
        let mark = |serves: &mut [[u32; 2]], at: u8| {
            serves[usize::from(at)][index / 32] |= 1 << (index % 32);
        };
        if self.tour.is_none() {
            mark(tables.serves, square);
            tables.step_of[usize::from(square)] = step;
            if self.strict {
                self.packing.after[index] = (1 << step) - 1;
            }
            self.set_out(terrain, position, tables, square, None);
        } else if let Some((reached, _)) = self.pull(terrain, position, tables) {
            if reached != NONE {
                mark(tables.serves, reached);
            }
        } else {
            self.tour = None;
            self.filled.insert(terrain.cell(square));
            self.stage = Stage::Serve(step + 1);
        }
    }

    /// Lets a second step wait for the first where it would hinder it.
    fn hinder(
        &mut self,
        _terrain: &Terrain<'_>,
        _position: &mut Position<'_>,
        _tables: &mut Tables<'_>,
        _first: u8,
        _second: u8,
    ) {
        let _ = DETOUR;
        self.stage = Stage::Done;
    }
}
