//! How many levels are solved.

use super::best::Best;
use super::level_id::LevelId;
use crate::puzzle::Mode;

/// How many levels a player has solved, by mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Classic levels.
    pub classic: Count,
    /// Pairs levels.
    pub pairs: Count,
}

/// How many levels there are and how many are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All levels.
    pub levels: u32,
    /// Solved levels, with help or without.
    pub solved: u32,
}

impl Completion {
    /// No levels.
    pub const NONE: Self = Self {
        classic: Count::NONE,
        pairs: Count::NONE,
    };

    /// Both modes together.
    pub fn total(&self) -> Count {
        let mut total = self.classic;
        total.merge(self.pairs);
        total
    }

    /// Counts a level and its best result.
    pub fn add(&mut self, level: LevelId, best: Option<Best>) {
        match level.mode() {
            Mode::Classic => self.classic.add(best),
            Mode::Pairs => self.pairs.add(best),
        }
    }

    /// Counts the levels of another completion as well.
    pub fn merge(&mut self, other: Self) {
        self.classic.merge(other.classic);
        self.pairs.merge(other.pairs);
    }
}

impl Count {
    /// No levels.
    pub const NONE: Self = Self {
        levels: 0,
        solved: 0,
    };

    fn add(&mut self, best: Option<Best>) {
        self.levels += 1;
        self.solved += u32::from(best.is_some());
    }

    fn merge(&mut self, other: Self) {
        self.levels += other.levels;
        self.solved += other.solved;
    }
}
