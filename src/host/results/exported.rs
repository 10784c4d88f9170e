//! Solutions as lines of text, and what is missing from them.

use super::found::{Found, FoundLevel, FoundSolution};
use super::known_levels::{KnownLevel, KnownLevels};
use super::line::SolutionLine;
use crate::game::progress::LevelId;
use crate::game::progress::result_item::By;
use crate::puzzle::{Kind, Level, Step, Tally};

/// A player's solutions as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Lines in the order of the levels' identities.
    pub lines: Vec<String>,
    /// Levels that are not known. Their solutions are in lower case, since nothing tells which
    /// moves are pushes.
    pub unknown: usize,
    /// Levels that were solved only with help, and so have no solution.
    pub helped: usize,
    /// Levels of which a best solution was too long to be kept.
    pub not_kept: usize,
    /// Solutions that do not solve their level, and are left out.
    pub wrong: usize,
}

/// A solution as it is written.
struct Written {
    tally: Tally,
    lurd: String,
}

impl Exported {
    /// The best solutions of all levels.
    pub fn new(found: &Found, levels: &KnownLevels) -> Self {
        let mut exported = Self::default();
        for (&id, level) in &found.levels {
            exported.add(id, level, levels.get(id));
        }
        exported
    }

    fn add(&mut self, id: LevelId, found: &FoundLevel, known: Option<&KnownLevel>) {
        if found.solutions.is_empty() && found.fewest.is_none() {
            self.helped += 1;
            return;
        }
        let mut solutions = Vec::new();
        let mut is_damaged = found.is_damaged;
        for solution in &found.solutions {
            let written = match known {
                Some(known) => replayed(&known.level, solution),
                None => Some(unseen(solution)),
            };
            match written {
                Some(written) => solutions.push(written),
                None => {
                    self.wrong += 1;
                    is_damaged = true;
                }
            }
        }
        let by_pushes = solutions
            .iter()
            .min_by_key(|solution| (solution.tally.pushes, solution.tally.moves));
        let by_moves = solutions
            .iter()
            .min_by_key(|solution| (solution.tally.moves, solution.tally.pushes));
        let has_best = found.fewest.is_none_or(|fewest| {
            by_pushes.is_some_and(|best| best.tally.pushes <= fewest.pushes.into())
                && by_moves.is_some_and(|best| best.tally.moves <= fewest.moves)
        });
        self.not_kept += usize::from(!has_best && !is_damaged);
        let (Some(by_pushes), Some(by_moves)) = (by_pushes, by_moves) else {
            return;
        };
        self.unknown += usize::from(known.is_none());
        let mut write = |by, Written { tally, lurd }: &Written| {
            let line = SolutionLine {
                id,
                by,
                tally: *tally,
                lurd,
                name: known.map_or("", |known| &known.name),
            };
            self.lines.push(line.to_string());
        };
        write(By::Pushes, by_pushes);
        if by_moves.tally != by_pushes.tally {
            write(By::Moves, by_moves);
        }
    }
}

/// A solution with capitals for pushes; `None` if it does not solve the level.
fn replayed(level: &Level, solution: &FoundSolution) -> Option<Written> {
    let mut board = level.start().clone();
    let mut tally = Tally::default();
    let mut lurd = String::new();
    for &direction in &solution.directions {
        let step = level.step(&mut board, direction)?;
        tally.add(step);
        lurd.push(step.into());
    }
    level.is_solved(&board).then_some(Written { tally, lurd })
}

/// A solution of a level that is not known.
fn unseen(solution: &FoundSolution) -> Written {
    let kind = Kind::Walk;
    let letters = solution.directions.iter();
    Written {
        tally: solution.tally,
        lurd: letters
            .map(|&direction| char::from(Step { direction, kind }))
            .collect(),
    }
}
