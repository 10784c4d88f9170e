//! Levels from codes, one attempt after the other.

use core::cell::Cell;

use super::code::Code;
use super::effort::Effort;
use super::made::Made;
use super::meter::Meter;
use super::proof::Proof;
use super::recipe::Recipe;
use super::worth::Worth;
use super::{backwards, carve, walls};
use crate::puzzle::random::{Random, scatter};
use crate::solve::{apart, finish};

/// A way to make levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Play backwards from the solved position. Codes mean levels made like this.
    #[default]
    Pull,
    /// Carve a room, place boxes and play at random, for comparison.
    Carve,
    /// Add walls to a random level while it can be solved, for comparison.
    Walls,
}

/// How far a maker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakingProgress {
    /// Work units spent.
    pub spent: u32,
    /// Work units after which the best level so far is taken. Mostly it ends sooner.
    pub most: u32,
    /// Attempts that have ended.
    pub tried: u32,
}

impl MakingProgress {
    /// This progress with the units of the attempt under way added.
    #[must_use]
    pub fn with(self, units: u32) -> Self {
        Self {
            spent: self.spent.saturating_add(units),
            ..self
        }
    }

    /// From 0 to 100, for a progress bar.
    pub fn percent(&self) -> u8 {
        let most = u64::from(self.most.max(1));
        (u64::from(self.spent) * 100 / most).min(100) as u8
    }
}

/// Makes the level of one code.
///
/// It keeps the best level of its attempts. An attempt is a future, which owns the draft and
/// the solver that are at work.
#[derive(Clone, Debug)]
pub struct Maker {
    code: Code,
    method: Method,
    /// Attempts that have ended, and the units that they took.
    tried: u32,
    spent: u32,
    /// Attempts that brought a good level.
    good: u8,
    best: Option<(Worth, Made)>,
    done: bool,
}

impl Maker {
    /// A maker that has not done any work.
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

    /// Uses another method, for comparison: the same code then gives another level.
    #[must_use]
    pub const fn with_method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// The code of the level that it makes.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// The level, once enough attempts have been made.
    pub fn made(&self) -> Option<&Made> {
        self.best
            .as_ref()
            .filter(|_| self.done)
            .map(|(_, made)| made)
    }

    /// How far it is, without the attempt under way.
    pub fn progress(&self) -> MakingProgress {
        MakingProgress {
            spent: self.spent,
            most: self.effort().patience,
            tried: self.tried,
        }
    }

    /// One attempt at the level, pausing after about every `slice` units of work; `spent`
    /// shows its units meanwhile. Attempts go on until [`made`](Self::made) has the level.
    ///
    /// Dropped before it ends, an attempt leaves no trace, and the next one does the same
    /// again. The arena is the solver's; what it holds between two attempts does not matter,
    /// and neither does the slice.
    pub async fn attempt(&mut self, arena: &mut [u32], slice: u32, spent: &Cell<u32>) {
        if self.done {
            return;
        }
        let (recipe, limit) = self.recipe();
        let effort = self.effort();
        let mut random = Random::new(self.chance());
        let mut meter = Meter::new(slice, spent);
        let found = match self.method {
            Method::Pull => {
                let left = limit.saturating_sub(self.spent);
                apart!(backwards::attempt(
                    &recipe,
                    &effort,
                    (self.tried, left),
                    arena,
                    &mut random,
                    &mut meter,
                ))
            }
            Method::Carve => {
                apart!(carve::attempt(
                    &recipe,
                    arena,
                    effort.nodes,
                    &mut random,
                    &mut meter
                ))
            }
            Method::Walls => {
                apart!(walls::attempt(
                    &recipe,
                    arena,
                    effort.nodes,
                    &mut random,
                    &mut meter
                ))
            }
        };
        self.take(found, meter.spent);
    }

    /// Makes the level in one go, for hosts and tests.
    pub fn finish(&mut self, arena: &mut [u32]) -> Option<&Made> {
        while !self.done {
            finish(self.attempt(arena, u32::MAX, &Cell::new(0)));
        }
        self.made()
    }

    fn effort(&self) -> Effort {
        Effort::of(self.code.recipe().grade)
    }

    /// What the next attempt is to make, and the total of work units after which to stop.
    ///
    /// If the code's recipe has taken all patience without any level, half as many units
    /// again go into the simplest one.
    fn recipe(&self) -> (Recipe, u32) {
        let recipe = self.code.recipe();
        let patience = self.effort().patience;
        match self.best.is_some() || self.spent < patience {
            true => (recipe, patience),
            false => (recipe.simplest(), patience + patience / 2),
        }
    }

    /// The random seed of the next attempt, in which every part of the recipe counts.
    fn chance(&self) -> u32 {
        let symbols = self.code.symbols();
        let mixed = symbols
            .iter()
            .fold(0, |mix, &symbol| scatter(mix ^ u32::from(symbol)));
        scatter(mixed ^ self.tried)
    }

    /// Ends an attempt: keeps its level if that is the best so far, and finishes if there
    /// are enough good ones or the work has reached its limit.
    ///
    /// Never inlined: levels are moved here, which must not lie below the solver's stack.
    #[inline(never)]
    fn take(&mut self, found: Option<Proof>, units: u32) {
        let effort = self.effort();
        self.tried += 1;
        self.spent = self.spent.saturating_add(units.max(1));
        // A single push is no puzzle.
        if let Some(proof) = found.filter(|proof| proof.rating.pushes > 1) {
            let worth = Worth::of(&proof, self.code.recipe().grade);
            self.good += u8::from(worth.is_good());
            if self.best.as_ref().is_none_or(|(known, _)| worth > *known) {
                self.best = Made::new(self.code, proof).map(|made| (worth, made));
            }
        }
        let over = self.spent >= self.recipe().1;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::{Grade, Recipe};
    use crate::puzzle::Mode;

    /// The Pico keeps an attempt in memory for as long as it is under way.
    #[test]
    fn an_attempt_under_way_is_small() {
        let recipe = Recipe::usual(Mode::Pairs, Grade::HARDEST, 1);
        let (effort, shown) = (Effort::of(recipe.grade), Cell::new(0));
        let (mut random, mut meter) = (Random::new(1), Meter::new(1, &shown));
        let (random, meter) = (&mut random, &mut meter);
        let pull = backwards::attempt(&recipe, &effort, (0, 0), &mut [], random, meter);
        std::println!("pull: {} bytes", size_of_val(&pull));
        drop(pull);
        let carve = carve::attempt(&recipe, &mut [], 0, random, meter);
        std::println!("carve: {} bytes", size_of_val(&carve));
        drop(carve);
        let walls = walls::attempt(&recipe, &mut [], 0, random, meter);
        std::println!("walls: {} bytes", size_of_val(&walls));
        drop(walls);
        let mut maker = Maker::new(Code::new(recipe));
        let size = size_of_val(&maker.attempt(&mut [], 1, &shown));
        std::println!("any: {size} bytes");
        assert!(size < 8 * 1024, "{size}");
    }
}
