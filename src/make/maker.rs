//! Levels from codes, a piece of work at a time.

use core::ops::ControlFlow::{self, Continue};

use super::code::Code;
use super::effort::Effort;
use super::made::Made;
use super::meter::{Flow, Meter};
use super::proof::{Proof, prove};
use super::worth::Worth;
use super::{backwards, carve, walls};
use crate::puzzle::random::{Random, scatter};

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
    /// Levels that were tried.
    pub tried: u32,
}

impl Progress {
    /// From 0 to 100, for a bar.
    pub fn percent(&self) -> u8 {
        let most = u64::from(self.most.max(1));
        (u64::from(self.spent) * 100 / most).min(100) as u8
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
    /// Attempts, and the units that they took.
    tried: u32,
    spent: u32,
    /// Good levels among them.
    good: u8,
    best: Option<(Worth, Made)>,
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
            good: 0,
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
        self.best
            .as_ref()
            .filter(|_| self.done)
            .map(|(_, made)| made)
    }

    /// How far it has come, but for the level that is being tried.
    pub fn progress(&self) -> Progress {
        Progress {
            spent: self.spent,
            most: self.effort().patience,
            tried: self.tried,
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
        let effort = self.effort();
        match self.method {
            Method::Pull => {
                let left = effort.patience.saturating_sub(self.spent);
                backwards::attempt(
                    &recipe,
                    &effort,
                    (self.tried, left),
                    arena,
                    &mut random,
                    meter,
                )
            }
            Method::Carve => match carve::carve(&recipe, &mut random, meter)? {
                Some(draft) => prove(&draft, arena, effort.nodes, meter),
                None => Continue(None),
            },
            Method::Walls => walls::walls(&recipe, arena, effort.nodes, &mut random, meter),
        }
    }

    fn effort(&self) -> Effort {
        Effort::of(self.code.recipe().grade)
    }

    /// Where the next attempt's chance begins: all of the recipe counts.
    fn chance(&self) -> u32 {
        let symbols = self.code.symbols();
        let mixed = symbols
            .iter()
            .fold(0, |mix, &symbol| scatter(mix ^ u32::from(symbol)));
        scatter(mixed ^ self.tried)
    }

    /// Takes an attempt in: keeps the best, and ends when there are enough good ones or
    /// patience is over.
    fn take(&mut self, found: Option<Proof>, units: u32) {
        let effort = self.effort();
        self.tried += 1;
        self.spent = self.spent.saturating_add(units.max(1));
        if let Some(proof) = found {
            let worth = Worth::of(&proof, self.code.recipe().grade);
            self.good += u8::from(worth.is_good());
            if self.best.as_ref().is_none_or(|(known, _)| worth > *known) {
                self.best = Made::new(self.code, proof).map(|made| (worth, made));
            }
        }
        let over = self.spent >= effort.patience;
        if self.best.is_none() && over {
            let made = Made::one_push(self.code);
            self.best = made.map(|made| (Worth::LEAST, made));
        }
        self.done = over || self.good >= effort.choice;
        if let Some((_, best)) = &mut self.best {
            best.spent = self.spent;
        }
    }
}
