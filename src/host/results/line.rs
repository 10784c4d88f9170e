//! A solution as a line of text: fields between tabs.

use std::fmt;

use crate::game::progress::LevelId;
use crate::game::progress::result_item::By;
use crate::puzzle::Tally;

/// The first line of a file, a comment that names the fields.
pub const HEADER: &str = "# level\tbest by\tpushes\tmoves\tsolution\tname";

/// The fields that a line must have; the name may be missing.
const FIELDS: usize = 5;

/// A line with a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionLine<'t> {
    /// The level.
    pub id: LevelId,
    /// Which of the player's solutions. One that is best by both counts as that by pushes.
    pub by: By,
    /// Its moves and pushes.
    pub tally: Tally,
    /// The moves: l u r d, with capitals for pushes unless the level was not known.
    pub lurd: &'t str,
    /// The level's pack, number and title; empty if it was not known.
    pub name: &'t str,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadLine {
    /// The line has too few fields: this is their number.
    Fields(usize),
    /// The level is not 16 hexadecimal digits.
    Level,
    /// The second field is neither `pushes` nor `moves`.
    By,
    /// The third or fourth field is not a number.
    Number,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(count) => write!(
                f,
                "{count} fields between tabs, but a solution has {FIELDS}: level, pushes or moves, \
                 number of pushes, number of moves, solution"
            ),
            Self::Level => write!(f, "a level is 16 hexadecimal digits"),
            Self::By => write!(f, "the second field is `pushes` or `moves`"),
            Self::Number => write!(f, "the third and fourth field are numbers"),
        }
    }
}

impl std::error::Error for BadLine {}

impl<'t> SolutionLine<'t> {
    /// Reads a line; `None` if it is blank or a comment.
    pub fn read(line: &'t str) -> Result<Option<Self>, BadLine> {
        let line = line.trim_end_matches(['\r', '\n']);
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let fields: Vec<&str> = line.splitn(FIELDS + 1, '\t').collect();
        let (&[id, by, pushes, moves, lurd], name) = fields
            .split_first_chunk()
            .ok_or(BadLine::Fields(fields.len()))?;
        let number = |text: &str| text.parse().map_err(|_| BadLine::Number);
        Ok(Some(Self {
            id: id.parse().map_err(|_| BadLine::Level)?,
            by: match by {
                "pushes" => By::Pushes,
                "moves" => By::Moves,
                _ => return Err(BadLine::By),
            },
            tally: Tally {
                pushes: number(pushes)?,
                moves: number(moves)?,
            },
            lurd,
            name: name.first().copied().unwrap_or_default(),
        }))
    }
}

impl fmt::Display for SolutionLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = match self.by {
            By::Pushes => "pushes",
            By::Moves => "moves",
        };
        let (id, lurd, name) = (self.id, self.lurd, self.name);
        let Tally { moves, pushes } = self.tally;
        write!(f, "{id}\t{by}\t{pushes}\t{moves}\t{lurd}\t{name}")
    }
}
