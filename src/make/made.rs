//! A finished level.

use core::fmt;

use super::code::Code;
use super::draft::{Draft, Squares};
use super::proof::Proof;
use super::rating::Rating;
use super::recipe::Grade;
use crate::puzzle::text::Par;
use crate::puzzle::{Cell, Direction, Level};

/// A level with a proven par and a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The code that it was made from, which is also its title.
    pub code: Code,
    /// The level.
    pub level: Level,
    /// The fewest pushes, proven.
    pub par: Par,
    /// How hard it is, read off its solution.
    pub rating: Rating,
    /// Work units that it took to make.
    pub spent: u32,
}

impl Made {
    /// The level of a proof, moved to the top left corner.
    pub(super) fn new(code: Code, mut proof: Proof) -> Option<Self> {
        proof.draft.crop();
        Some(Self {
            code,
            level: proof.draft.level()?,
            par: Par {
                // The solver keeps no solution that would not fit.
                pushes: proof.rating.pushes as u16,
                proven: true,
            },
            rating: proof.rating,
            spent: 0,
        })
    }

    /// The last resort if no attempt found a level: a board with room for one push.
    pub(super) fn one_push(code: Code) -> Option<Self> {
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
        let rating = Rating::of(&level, core::iter::once(push))?;
        Self::new(code, Proof { draft, rating })
    }

    /// Its grade, which may differ from the one in its code.
    pub fn grade(&self) -> Grade {
        self.rating.grade()
    }
}

impl fmt::Display for Made {
    /// The text of the level, with its code as title and its par.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = self.level.picture(self.level.start());
        write!(f, "{picture}Title: {}\nPar: {}\n", self.code, self.par)
    }
}
