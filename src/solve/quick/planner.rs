//! Makes a packing plan by playing backwards.
//!
//! All goals are filled, and one box after the other is pulled away to where boxes stand at
//! the start, which takes it off the board. The box that comes away most easily goes first,
//! so its goal is filled last. If none can get away, one is pulled aside to where it lets the
//! keeper reach more boxes: in the plan, that is a parked box. Several attempts differ at
//! random, and the plan with the fewest impossible steps and parked boxes is taken.
//!
//! Worth of parking: without it, 41, 50 and 56; where every attempt parks boxes within reach, and none
//! where the keeper keeps room, 43, 56 and 62.
//!
//! Then the squares are marked from which a box can still be pushed to each step's square
//! while those of the steps before are filled: a box that can serve no step that is left is
//! out of plan.

use super::matching;
use super::packing::{MAX_STEPS, Packing, PackingStep};
use super::portfolio::Style;
use super::signature::{mix, seeded};
use super::tables::Tables;
use super::travel::{Grip, Travel};
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, CellSet, Direction, Mode, flood};
use crate::solve::MAX_BOXES;
use crate::solve::base::position::Position;
use crate::solve::base::terrain::{NONE, Terrain};

/// Attempts at a plan without a flaw.
const ATTEMPTS: u8 = 8;
/// Boxes that are parked in a row at most.
const PATIENCE: u8 = 8;

/// What the next box has to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// Get to where a box stands at the start.
    Home,
    /// Be parked.
    Aside,
    /// Nothing: it is taken off the board.
    Away,
}

#[derive(Clone, Copy, Debug)]
enum PlannerPhase {
    Order,
    /// Which squares serve a step.
    Serve(u8),
    Done,
}

/// The best move found by the tours.
#[derive(Clone, Copy, Debug)]
struct Choice {
    score: i32,
    which: u8,
    /// Where the box ends, and the keeper beside it.
    place: u8,
    keeper: u8,
    /// The boxes of the start that it can have been.
    boxes: u64,
}

/// The squares at which a tour's box could get away.
#[derive(Clone, Copy, Debug)]
struct Found {
    count: u32,
    /// Their distances together.
    pulls: u32,
    nearest: u8,
    /// The boxes that stand there at the start.
    boxes: u64,
}

impl Found {
    const NOTHING: Self = Self {
        count: 0,
        pulls: 0,
        nearest: NONE,
        boxes: 0,
    };

    fn add(&mut self, square: u8, pulls: u32, which: u8) {
        if self.count == 0 {
            self.nearest = square;
        }
        self.count += 1;
        self.pulls += pulls;
        if which != NONE {
            self.boxes |= 1 << which;
        }
    }
}

/// A plan in the making.
#[derive(Debug)]
pub(super) struct Planner {
    /// The best plan so far, with the number of its flaws.
    pub(super) packing: Packing,
    flaws: usize,
    attempt: u8,
    /// The plan that is being made, backwards, and its impossible steps.
    draft: Packing,
    forced: usize,
    phase: PlannerPhase,
    parking: bool,
    /// Whether every other attempt parks boxes where the keeper keeps room.
    roomy: bool,
    noise: u32,
    random: Random,
    /// Where boxes stand at the start.
    start: CellSet,
    /// Where the boxes that are left stand, by their goals.
    squares: [u8; MAX_BOXES],
    filled: CellSet,
    /// Where the keeper can be, once a box has been pulled.
    keeper: Option<CellSet>,
    pass: Pass,
    which: u8,
    tour: Option<Travel>,
    found: Found,
    /// For each box that got away, the boxes of the start that it can have been.
    origins: [u64; MAX_BOXES],
    gone: usize,
    /// Boxes parked since the last one got away.
    aside: u8,
    best: Option<Choice>,
}

impl Planner {
    /// A planner for the loaded position, in the style of a run.
    pub(super) fn new(
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        tables: &mut Tables<'_>,
        style: &Style,
        seed: u32,
    ) -> Self {
        let Style {
            strict,
            parking,
            roomy,
            noise,
            chance,
            ..
        } = *style;
        tables.serves.fill([0; 2]);
        let mut planner = Self {
            packing: Packing {
                strict,
                ..Packing::NONE
            },
            flaws: usize::MAX,
            attempt: 0,
            draft: Packing::NONE,
            forced: 0,
            phase: match terrain.mode {
                Mode::Classic => PlannerPhase::Order,
                Mode::Pairs => PlannerPhase::Done,
            },
            parking,
            roomy,
            noise,
            random: seeded(seed ^ mix(chance)),
            start: terrain.floor - position.open,
            squares: [NONE; MAX_BOXES],
            filled: CellSet::EMPTY,
            keeper: None,
            pass: Pass::Home,
            which: 0,
            tour: None,
            found: Found::NOTHING,
            origins: [0; MAX_BOXES],
            gone: 0,
            aside: 0,
            best: None,
        };
        planner.begin(terrain);
        planner
    }

    /// Begins an attempt.
    fn begin(&mut self, terrain: &Terrain<'_>) {
        self.draft = Packing {
            strict: self.packing.strict,
            ..Packing::NONE
        };
        (self.forced, self.gone, self.aside) = (0, 0, 0);
        for (goal, square) in self.squares.iter_mut().enumerate().take(terrain.boxes) {
            *square = terrain.goal_square(goal as u8);
        }
        self.filled = terrain.goals;
        self.keeper = None;
        self.pass = Pass::Home;
        self.which = 0;
        self.tour = None;
        self.best = None;
    }

    /// Does a piece of the work; whether there is more.
    pub(super) fn advance(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) -> bool {
        match self.phase {
            PlannerPhase::Order if self.tour.is_some() => self.tour(terrain, position, tables),
            PlannerPhase::Order => self.next_tour(terrain, position, tables),
            PlannerPhase::Serve(step) => self.serve(terrain, position, tables, step),
            PlannerPhase::Done => return false,
        }
        true
    }

    /// One pull of a tour; `None` when it is over.
    fn pull(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) -> Option<Pull> {
        let mut open = terrain.floor - self.filled;
        let tour = self.tour.as_mut()?;
        let leg = tour.next(terrain, &tables.notes, &open)?;
        let distance = tour.tag(&tables.notes) + 1;
        open.remove(terrain.cell(leg.to));
        let notes = &mut tables.notes;
        let first = notes.seen[usize::from(leg.to)] == 0;
        tour.land(terrain, notes, leg, &open, distance, &mut position.floods);
        Some(Pull {
            square: leg.to,
            keeper: leg.keeper,
            first,
            distance: u32::from(distance),
        })
    }

    /// Begins a tour from a square, with the keeper in a region or anywhere.
    fn set_out(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        square: u8,
        keeper: Option<CellSet>,
    ) {
        let mut tour = Travel::new(Grip::Pull, NONE, &mut tables.notes);
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

    /// Begins the tour of the next box, or decides when all have been seen.
    fn next_tour(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        let left = |which: &u8| self.squares[usize::from(*which)] != NONE;
        let Some(which) = (self.which..terrain.boxes as u8).find(left) else {
            self.which = 0;
            return self.decide(terrain);
        };
        self.which = which;
        let square = self.squares[usize::from(which)];
        let cell = terrain.cell(square);
        self.filled.remove(cell);
        let keeper = if self.pass == Pass::Away {
            None
        } else {
            self.keeper
        };
        self.set_out(terrain, position, tables, square, keeper);
        self.found = Found::NOTHING;
        if self.pass == Pass::Home && self.start.contains(cell) {
            self.found.add(square, 0, position.occupant(square));
        }
    }

    /// Goes on with a tour, and judges it when it is over.
    fn tour(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        if let Some(pull) = self.pull(terrain, position, tables) {
            let cell = terrain.cell(pull.square);
            if self.pass == Pass::Aside {
                let mut open = terrain.floor - self.filled;
                open.remove(cell);
                position.floods += 1;
                let region = flood(&open, terrain.cell(pull.keeper));
                let mut score = 8 * self.within_reach(terrain, &region)
                    + self.random.below(8 + self.noise / 8) as i32;
                if self.roomy && self.attempt % 2 == 1 {
                    score += self.room(terrain, position, cell, open, region);
                }
                self.consider(score, pull.square, pull.keeper);
            } else if pull.first
                && (self.start.contains(cell)
                    || self.pass == Pass::Away && !terrain.goals.contains(cell))
            {
                let which = position.occupant(pull.square);
                self.found.add(pull.square, pull.distance, which);
            }
            return;
        }
        self.tour = None;
        let square = self.squares[usize::from(self.which)];
        self.filled.insert(terrain.cell(square));
        let Found {
            count,
            pulls,
            nearest,
            boxes,
        } = self.found;
        self.origins[self.gone.min(MAX_BOXES - 1)] = boxes;
        let fits = || matching::left_over(&self.origins[..=self.gone]) == 0;
        if count > 0 && (!self.parking || self.pass == Pass::Away || fits()) {
            let score = (count * 40) as i32 - (pulls * 4 / count) as i32;
            let chance = self.random.below(self.noise) as i32;
            self.consider(score + chance, nearest, nearest);
        }
        self.which += 1;
    }

    /// What every other attempt wants of a parked box besides: that the keeper has room, that
    /// few areas are cut off, and that the box clears a goal.
    fn room(
        &self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        cell: Cell,
        open: CellSet,
        region: CellSet,
    ) -> i32 {
        let mut unseen = open - region;
        let mut areas = 0;
        while let Some(seed) = unseen.first() {
            position.floods += 1;
            unseen -= flood(&unseen, seed);
            areas += 1;
        }
        let from = terrain.cell(self.squares[usize::from(self.which)]);
        let on_goal = |cell| i32::from(terrain.goals.contains(cell));
        4 * region.len() as i32 - 20 * areas + 60 * (on_goal(from) - on_goal(cell))
    }

    fn consider(&mut self, score: i32, place: u8, keeper: u8) {
        if self.best.is_none_or(|best| score > best.score) {
            self.best = Some(Choice {
                score,
                which: self.which,
                place,
                keeper,
                boxes: self.found.boxes,
            });
        }
    }

    /// How many boxes other than the touring one could be pulled by a keeper in a region.
    fn within_reach(&self, terrain: &Terrain<'_>, region: &CellSet) -> i32 {
        let others = self.squares.iter().enumerate().take(terrain.boxes);
        let others =
            others.filter(|&(which, &square)| which != usize::from(self.which) && square != NONE);
        let pulled = others.filter(|&(_, &square)| {
            Direction::ALL.into_iter().any(|direction| {
                let side = terrain.next(square, direction);
                side != NONE && region.contains(terrain.cell(side)) && {
                    let beyond = terrain.next(side, direction);
                    beyond != NONE && region.contains(terrain.cell(beyond))
                }
            })
        });
        pulled.count() as i32
    }

    /// Makes the best move, or asks for less.
    fn decide(&mut self, terrain: &Terrain<'_>) {
        let parking = self.parking
            && self.aside < PATIENCE
            && self.draft.parkings() < MAX_STEPS - terrain.boxes;
        let pass = self.pass;
        let Some(choice) = self.best.take() else {
            self.pass = match pass {
                Pass::Home if parking => Pass::Aside,
                Pass::Home | Pass::Aside => Pass::Away,
                Pass::Away => {
                    let nth = self.random.below(self.filled.len() as u32) as usize;
                    let left = (0..terrain.boxes as u8)
                        .filter(|&which| self.squares[usize::from(which)] != NONE);
                    if let Some(which) = left.clone().nth(nth) {
                        let place = self.squares[usize::from(which)];
                        self.take(
                            terrain,
                            Pass::Away,
                            Choice {
                                score: 0,
                                which,
                                place,
                                keeper: place,
                                boxes: 0,
                            },
                        );
                    }
                    Pass::Home
                }
            };
            return;
        };
        self.take(terrain, pass, choice);
    }

    fn take(&mut self, terrain: &Terrain<'_>, pass: Pass, choice: Choice) {
        let square = &mut self.squares[usize::from(choice.which)];
        let to = *square;
        self.filled.remove(terrain.cell(to));
        let from = if pass == Pass::Aside {
            *square = choice.place;
            self.filled.insert(terrain.cell(choice.place));
            self.aside += 1;
            choice.place
        } else {
            *square = NONE;
            self.origins[self.gone] = choice.boxes;
            self.gone += 1;
            self.aside = 0;
            NONE
        };
        self.forced += usize::from(pass == Pass::Away);
        self.draft.push(PackingStep { from, to });
        let open = terrain.floor - self.filled;
        self.keeper = Some(flood(&open, terrain.cell(choice.keeper)));
        self.pass = Pass::Home;
        if self.filled.is_empty() {
            self.conclude(terrain);
        }
    }

    /// Ends an attempt.
    fn conclude(&mut self, terrain: &Terrain<'_>) {
        // One impossible step is worse than any number of parked boxes.
        let flaws = MAX_STEPS * self.forced + self.draft.parkings();
        if flaws < self.flaws {
            self.flaws = flaws;
            self.packing = self.draft;
            self.packing.reverse();
        }
        self.attempt += 1;
        if self.flaws > 0 && self.attempt < ATTEMPTS {
            // Tries again with more randomness.
            self.noise += 40 * u32::from(self.attempt);
            self.begin(terrain);
        } else {
            self.filled = CellSet::EMPTY;
            self.phase = PlannerPhase::Serve(0);
        }
    }

    /// Marks the squares from which a step can be served.
    fn serve(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        step: u8,
    ) {
        let index = usize::from(step);
        let Some(&PackingStep { from, to }) = self.packing.steps[..self.packing.count].get(index)
        else {
            self.phase = PlannerPhase::Done;
            return;
        };
        let mark = |serves: &mut [[u32; 2]], at: u8| {
            serves[usize::from(at)][index / 32] |= 1 << (index % 32);
        };
        if from != NONE {
            self.filled.remove(terrain.cell(from));
        } else if self.tour.is_none() {
            mark(tables.serves, to);
            self.set_out(terrain, position, tables, to, None);
            return;
        } else if let Some(pull) = self.pull(terrain, position, tables) {
            mark(tables.serves, pull.square);
            return;
        }
        self.tour = None;
        self.filled.insert(terrain.cell(to));
        self.phase = PlannerPhase::Serve(step + 1);
    }
}

/// One pull of a tour.
struct Pull {
    square: u8,
    keeper: u8,
    /// Whether the box was not on this square before.
    first: bool,
    distance: u32,
}
