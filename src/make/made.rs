//! A finished level.

use core::fmt;

use super::code::Code;
use super::draft::{Draft, Squares};
use super::proof::Proof;
use super::rating::Rating;
use super::recipe::Grade;
use crate::puzzle::text::Par;
use crate::puzzle::{Cell, Direction, Level};

/// A level that was made, solved and rated.
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
    /// The level of a proof, moved to the top left.
    pub(super) fn new(code: Code, mut proof: Proof) -> Option<Self> {
        proof.draft.crop();
        Some(Self {
            code,
            level: proof.draft.level()?,
            par: Par {
                // Solutions are no longer than what fits.
                pushes: proof.rating.pushes as u16,
                proven: true,
            },
            rating: proof.rating,
            spent: 0,
        })
    }

    /// What is left where nothing else could be made: a board with room for one push.
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
