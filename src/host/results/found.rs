//! All solutions that a store holds, whatever else in it cannot be read.

use std::collections::BTreeMap;

use crate::game::progress::result_item::{self, By};
use crate::game::progress::{BESTS, BadRecord, Fewest, LevelId, LoadError, Store};
use crate::puzzle::{Direction, Tally};

/// What a store holds of a player's solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Levels with a result, by their identity.
    pub levels: BTreeMap<LevelId, FoundLevel>,
    /// Why results or solutions cannot be read, one error for each.
    pub errors: Vec<LoadError>,
}

/// A level's result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundLevel {
    /// The player's records; `None` if the level was solved only with help, or if its result
    /// cannot be read.
    pub fewest: Option<Fewest>,
    /// At most that with the fewest pushes and that with the fewest moves, unless the level has
    /// more than one result.
    pub solutions: Vec<FoundSolution>,
    /// Whether a part of it cannot be read.
    pub is_damaged: bool,
}

/// A solution as it is stored: which moves are pushes, only the level can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSolution {
    /// Its moves and pushes, as they were counted when it was played.
    pub tally: Tally,
    /// Its moves.
    pub directions: Vec<Direction>,
}

impl Found {
    /// Reads all results of a store, and their solutions.
    pub fn read(store: &mut impl Store) -> Self {
        let mut found = Self::default();
        for slot in 0..BESTS as u16 {
            found.read_slot(store, slot);
        }
        found
    }

    fn read_slot(&mut self, store: &mut impl Store, slot: u16) {
        let (id, fewest, mut is_damaged) = match result_item::read(store, slot) {
            Ok(Some(item)) => {
                // Reading has checked it.
                let fewest = item.best().ok().and_then(|best| best.fewest);
                (item.id, fewest, false)
            }
            // Even without the result, the other solution may be there.
            lost => {
                self.errors.extend(lost.err());
                match result_item::fewest_moves_owner(store, slot) {
                    Ok(Some(id)) => (id, None, true),
                    Ok(None) => return,
                    Err(error) => return self.errors.push(error),
                }
            }
        };
        let mut solutions = Vec::new();
        // The solution with the fewest pushes is stored with the result.
        let stored: &[By] = match is_damaged {
            true => &[By::Moves],
            false => &[By::Pushes, By::Moves],
        };
        for &by in stored {
            match solution(store, (slot, id), by) {
                Ok(Some(solution)) => solutions.push(solution),
                Ok(None) => {}
                Err(error) => {
                    self.errors.push(error);
                    is_damaged = true;
                }
            }
        }
        if is_damaged && fewest.is_none() && solutions.is_empty() {
            return;
        }
        let level = self.levels.entry(id).or_default();
        level.fewest = level.fewest.or(fewest);
        level.solutions.append(&mut solutions);
        level.is_damaged |= is_damaged;
    }
}

fn solution(
    store: &mut impl Store,
    level: (u16, LevelId),
    by: By,
) -> Result<Option<FoundSolution>, LoadError> {
    let found = result_item::solution(store, level, by, |tally, directions| FoundSolution {
        tally,
        directions: directions.collect(),
    })?;
    // A restart among the moves would be left out.
    let is_whole = |found: &FoundSolution| {
        let FoundSolution { tally, directions } = found;
        directions.len() == tally.moves as usize && tally.pushes <= tally.moves
    };
    match found {
        Some(found) if !is_whole(&found) => Err(BadRecord::Corrupt.into()),
        found => Ok(found),
    }
}
