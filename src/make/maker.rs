//! Levels from codes, a piece of work at a time.

use core::fmt;
use core::ops::ControlFlow::{self, Continue};

use super::code::Code;
use super::draft::{Draft, Squares};
use super::meter::{Flow, Meter};
use super::proof::{Proof, prove};
use super::pull::Ladder;
use super::random::{Random, scatter};
use super::rating::Rating;
use super::recipe::{Grade, Recipe};
use super::{carve, goals, room, walls};
use crate::puzzle::text::Par;
use crate::puzzle::{Cell, Direction, Level};

/// Work units that may go into a level of each grade before the best so far has to do. On
/// the Pico a unit takes some 50 microseconds.
const PATIENCE: [u32; 5] = [30_000, 50_000, 120_000, 300_000, 500_000];
/// Nodes of the solver for one draft of each grade: what takes more is too hard to be
/// proven in passing.
const NODES: [u32; 5] = [300, 600, 1_200, 2_500, 4_000];
/// Positions of a layer of backward play.
const WIDTH: usize = 48;

/// A way to make levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Play backwards from solved: what codes stand for.
    #[default]
    Pull,
    /// S3's: carve, place, play. For comparison.
    Carve,
    /// S0's: walls added under the solver. For comparison.
    Walls,
}

/// How far the making has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Work units spent.
    pub spent: u32,
    /// Work units after which the best so far will do. Nearly always it ends sooner.
    pub most: u32,
    /// Levels that were thrown away.
    pub rejected: u32,
}

impl Progress {
    /// From 0 to 100, for a bar.
    pub fn percent(&self) -> u8 {
        let most = u64::from(self.most.max(1));
        (u64::from(self.spent) * 100 / most).min(100) as u8
    }
}

/// A finished level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The code that it comes from, which is its title.
    pub code: Code,
    /// The level.
    pub level: Level,
    /// The fewest pushes, proven.
    pub par: Par,
    /// What the solution tells.
    pub rating: Rating,
    /// The work that went into it, in units.
    pub spent: u32,
}

impl Made {
    /// The grade that it has, which may be beside the one that was asked for.
    pub fn grade(&self) -> Grade {
        self.rating.grade()
    }
}

impl fmt::Display for Made {
    /// As the text of a level, with title and par.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = self.level.picture(self.level.start());
        write!(f, "{picture}Title: {}\nPar: {}\n", self.code, self.par)
    }
}

/// Makes the level of one code.
///
/// A solver borrows the level that it works on, and a maker tries many; so the loop is the
/// maker's, and the caller gets a turn after each slice of work. Whoever breaks it off can
/// go on later: only the level that was being tried is begun again.
#[derive(Clone, Debug)]
pub struct Maker {
    code: Code,
    method: Method,
    /// Drafts that have been tried.
    tried: u32,
    /// Units that they took.
    spent: u32,
    best: Option<Made>,
    done: bool,
}

impl Maker {
    /// A maker that has done nothing yet.
    pub const fn new(code: Code) -> Self {
        Self {
            code,
            method: Method::Pull,
            tried: 0,
            spent: 0,
            best: None,
            done: false,
        }
    }

    /// Makes levels in another way, for comparison: the code then stands for another level.
    #[must_use]
    pub const fn with_method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// The code that it works on.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// The level, once it is finished.
    pub fn made(&self) -> Option<&Made> {
        self.best.as_ref().filter(|_| self.done)
    }

    /// How far it has come, but for the level that is being tried.
    pub fn progress(&self) -> Progress {
        Progress {
            spent: self.spent,
            most: PATIENCE[place(self.code.recipe().grade)],
            rejected: self.tried,
        }
    }

    /// Works until the level is finished, or until `turn` breaks off, which is called after
    /// about every `slice` units of work. The arena is the solver's; what it holds between
    /// two calls does not matter, and neither does how the work is sliced.
    pub fn run(
        &mut self,
        arena: &mut [u32],
        slice: u32,
        mut turn: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Option<&Made> {
        while !self.done {
            let progress = self.progress();
            let mut turn = |units: u32| {
                turn(Progress {
                    spent: progress.spent.saturating_add(units),
                    ..progress
                })
            };
            let mut meter = Meter::new(slice, &mut turn);
            let Continue(found) = self.attempt(arena, &mut meter) else {
                return None;
            };
            let units = meter.spent;
            self.take(found, units);
        }
        self.made()
    }

    /// One level, good or not.
    fn attempt(&self, arena: &mut [u32], meter: &mut Meter<'_>) -> Flow<Option<Proof>> {
        let recipe = self.code.recipe();
        let mut random = Random::new(self.chance());
        let nodes = NODES[place(recipe.grade)];
        match self.method {
            Method::Pull => self.pull(arena, &mut random, meter),
            Method::Carve => match carve::carve(&recipe, &mut random, meter)? {
                Some(draft) => prove(&draft, arena, nodes, meter),
                None => Continue(None),
            },
            Method::Walls => walls::walls(&recipe, arena, nodes, &mut random, meter),
        }
    }

    /// One room, played backwards, and the position of it that suits the grade best.
    fn pull(
        &self,
        arena: &mut [u32],
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) -> Flow<Option<Proof>> {
        let recipe = self.code.recipe();
        let Some(mut draft) = plan(&recipe, random) else {
            meter.spend(8)?;
            return Continue(None);
        };
        meter.spend(8)?;
        let (mut ladder, arena) = Ladder::new(arena);
        ladder.climb(&draft, arena, WIDTH, random, meter)?;
        let nodes = NODES[place(recipe.grade)];
        let (mut low, mut high) = (0, ladder.len());
        let mut best: Option<Proof> = None;
        while low < high {
            let rung = (low + high) / 2;
            ladder.apply(rung, &mut draft);
            let Some(proof) = prove(&draft, arena, nodes, meter)? else {
                high = rung;
                continue;
            };
            let grade = proof.rating.grade();
            if grade < recipe.grade {
                low = rung + 1;
            } else {
                high = rung;
            }
            if best.as_ref().is_none_or(|best| {
                worth(&proof.rating, recipe.grade) > worth(&best.rating, recipe.grade)
            }) {
                best = Some(proof);
            }
        }
        Continue(best)
    }

    /// Where the next attempt's chance begins: all of the recipe counts.
    fn chance(&self) -> u32 {
        let symbols = self.code.symbols();
        let mixed = symbols
            .iter()
            .fold(0, |mix, &symbol| scatter(mix ^ u32::from(symbol)));
        scatter(mixed ^ self.tried)
    }

    /// Takes an attempt in: keeps the best, and ends when it is good or patience is over.
    fn take(&mut self, found: Option<Proof>, units: u32) {
        let grade = self.code.recipe().grade;
        self.tried += 1;
        self.spent = self.spent.saturating_add(units.max(1));
        if let Some(mut proof) = found {
            let better = |best: &Made| worth(&proof.rating, grade) > worth(&best.rating, grade);
            if self.best.as_ref().is_none_or(better) {
                proof.draft.crop();
                self.best = proof.draft.level().map(|level| Made {
                    code: self.code,
                    level,
                    par: Par {
                        pushes: proof.rating.pushes as u16,
                        proven: true,
                    },
                    rating: proof.rating,
                    spent: 0,
                });
            }
        }
        let good = |best: &Made| is_good(&best.rating, grade);
        let over = self.spent >= PATIENCE[place(grade)];
        if self.best.is_none() && over {
            self.best = one_push(self.code);
        }
        self.done = over || self.best.as_ref().is_some_and(good);
        if let Some(best) = &mut self.best {
            best.spent = self.spent;
        }
    }
}

/// A room with goals for a recipe, all boxes home; `None` where chance left no room.
fn plan(recipe: &Recipe, random: &mut Random) -> Option<Draft> {
    let boxes = u32::from(recipe.boxes());
    let squares = random.within(8 + 4 * boxes, 14 + 7 * boxes).min(120);
    let floor = room::room(random, (recipe.width(), recipe.height()), squares);
    let fit = (floor.len() / 5).max(1).min(usize::from(recipe.boxes()));
    let goals = goals::goals(random, &floor, fit);
    let keeper = floor.first()?;
    (!goals.is_empty()).then(|| Draft {
        mode: recipe.mode,
        floor,
        boxes: goals.clone(),
        goals,
        keeper,
    })
}

/// How well a rating suits a grade: the grade first, then that all boxes are moved, then
/// thought for each push.
fn worth(rating: &Rating, grade: Grade) -> u32 {
    let beside = rating.grade().number().abs_diff(grade.number());
    let nearness = 8 - u32::from(beside);
    nearness << 16 | (rating.points() * 64 / (rating.pushes + 8)).min(0xffff)
}

fn is_good(rating: &Rating, grade: Grade) -> bool {
    rating.grade() == grade
}

/// What is left where nothing else could be made: a board with room for one push.
fn one_push(code: Code) -> Option<Made> {
    let squares = |column| Squares::from_iter([Cell::at(1, column)]);
    let draft = Draft {
        mode: code.recipe().mode,
        floor: (1..4).map(|column| Cell::at(1, column)).collect(),
        goals: squares(3),
        boxes: squares(2),
        keeper: Cell::at(1, 1),
    };
    let level = draft.level()?;
    let push = level.legal_step(level.start(), Direction::Right)?;
    let rating = Rating::of(&level, core::iter::once(push), |_| {})?;
    Some(Made {
        code,
        level,
        par: Par {
            pushes: 1,
            proven: true,
        },
        rating,
        spent: 0,
    })
}

fn place(grade: Grade) -> usize {
    usize::from(grade.number() - 1)
}
