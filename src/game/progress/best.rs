//! The best result on a level.

use super::stars::Stars;
use crate::format::BadRecord;
use crate::puzzle::Tally;
use crate::puzzle::text::Par;

/// One solution of a level, as it was just played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelResult {
    /// The moves and pushes it took.
    pub tally: Tally,
    /// The level's par, if it is known.
    pub par: Option<Par>,
    /// Whether the machine helped.
    pub assisted: bool,
}

/// What a player has achieved on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The most stars earned. They stay when the par changes.
    pub stars: Stars,
    /// The player's own records; `None` if the level was solved only with help, which earns
    /// one star.
    pub fewest: Option<Fewest>,
}

/// The fewest moves and the fewest pushes; they may come from two different solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// Fewest moves, at most [`Best::MAX_MOVES`].
    pub moves: u32,
    /// Fewest pushes, at most 65,535.
    pub pushes: u16,
}

/// How a new result compares with the best so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The level's first result, or the first without help.
    First,
    /// Fewer moves, fewer pushes or more stars than before.
    Better {
        /// The record of moves is beaten.
        moves: bool,
        /// The record of pushes is beaten.
        pushes: bool,
    },
    /// No improvement.
    NoBetter,
}

impl Best {
    /// The largest number of moves that is stored, in three bytes; more count as this.
    pub const MAX_MOVES: u32 = (1 << 24) - 1;

    pub(super) const BYTES: usize = 6;
    const ASSISTED: u8 = 1 << 7;

    /// The result of one solution alone.
    pub fn new(result: LevelResult) -> Self {
        if result.assisted {
            return Self {
                stars: Stars::One,
                fewest: None,
            };
        }
        Self {
            stars: Stars::earned(result.tally.pushes, result.par),
            fewest: Some(Fewest {
                moves: result.tally.moves.min(Self::MAX_MOVES),
                pushes: u16::try_from(result.tally.pushes).unwrap_or(u16::MAX),
            }),
        }
    }

    /// Whether the level was solved only with help.
    pub fn is_assisted(&self) -> bool {
        self.fewest.is_none()
    }

    /// Combines the best with a new solution. A solution with help changes nothing.
    pub fn merge(&mut self, result: LevelResult) -> Outcome {
        let new = Self::new(result);
        let (outcome, fewest) = match (self.fewest, new.fewest) {
            (_, None) => return Outcome::NoBetter,
            (None, Some(first)) => (Outcome::First, first),
            (Some(old), Some(new)) => {
                let outcome = Outcome::Better {
                    moves: new.moves < old.moves,
                    pushes: new.pushes < old.pushes,
                };
                let fewest = Fewest {
                    moves: old.moves.min(new.moves),
                    pushes: old.pushes.min(new.pushes),
                };
                (outcome, fewest)
            }
        };
        let merged = Self {
            stars: self.stars.max(new.stars),
            fewest: Some(fewest),
        };
        if merged == *self {
            return Outcome::NoBetter;
        }
        *self = merged;
        outcome
    }

    /// Moves in three bytes, pushes in two, stars and help in one.
    pub(super) fn to_bytes(self) -> [u8; Self::BYTES] {
        let Some(Fewest { moves, pushes }) = self.fewest else {
            return [0, 0, 0, 0, 0, self.stars.count() | Self::ASSISTED];
        };
        let [m0, m1, m2, _] = moves.to_le_bytes();
        let [p0, p1] = pushes.to_le_bytes();
        [m0, m1, m2, p0, p1, self.stars.count()]
    }

    pub(super) fn from_bytes(bytes: [u8; Self::BYTES]) -> Result<Self, BadRecord> {
        let [m0, m1, m2, p0, p1, flags] = bytes;
        let fewest = Fewest {
            moves: u32::from_le_bytes([m0, m1, m2, 0]),
            pushes: u16::from_le_bytes([p0, p1]),
        };
        let assisted = flags & Self::ASSISTED != 0;
        let best = Self {
            stars: Stars::from_count(flags & !Self::ASSISTED).ok_or(BadRecord::Corrupt)?,
            fewest: (!assisted).then_some(fewest),
        };
        let sound = match best.fewest {
            Some(fewest) => u32::from(fewest.pushes) <= fewest.moves,
            None => best.stars == Stars::One,
        };
        sound.then_some(best).ok_or(BadRecord::Corrupt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(moves: u32, pushes: u32, assisted: bool) -> LevelResult {
        LevelResult {
            tally: Tally { moves, pushes },
            par: Some(Par {
                pushes: 10,
                proven: true,
            }),
            assisted,
        }
    }

    fn fewest(best: &Best) -> (u32, u16) {
        let fewest = best.fewest.unwrap();
        (fewest.moves, fewest.pushes)
    }

    #[test]
    fn fewest_moves_and_fewest_pushes_may_come_from_two_solutions() {
        let mut best = Best::new(result(50, 12, false));
        assert_eq!(best.stars, Stars::Two);
        let better = |moves, pushes| Outcome::Better { moves, pushes };
        assert_eq!(best.merge(result(60, 10, false)), better(false, true));
        assert_eq!(fewest(&best), (50, 10));
        assert_eq!(best.stars, Stars::Three);
        assert_eq!(best.merge(result(40, 20, false)), better(true, false));
        assert_eq!(fewest(&best), (40, 10));
        assert_eq!(best.merge(result(40, 10, false)), Outcome::NoBetter);
        assert_eq!(best.merge(result(30, 9, false)), better(true, true));
    }

    #[test]
    fn stars_stay_when_the_par_falls() {
        let mut best = Best::new(result(50, 10, false));
        let mut later = result(50, 10, false);
        later.par = Some(Par {
            pushes: 6,
            proven: true,
        });
        assert_eq!(best.merge(later), Outcome::NoBetter);
        assert_eq!(best.stars, Stars::Three);
        // When it rises, the same result may earn more.
        let mut best = Best::new(later);
        assert_eq!(best.stars, Stars::One);
        let more_stars = Outcome::Better {
            moves: false,
            pushes: false,
        };
        assert_eq!(best.merge(result(50, 10, false)), more_stars);
        assert_eq!(best.stars, Stars::Three);
    }

    #[test]
    fn a_result_with_help_is_no_record() {
        let mut best = Best::new(result(40, 10, true));
        assert_eq!((best.stars, best.fewest), (Stars::One, None));
        assert_eq!(best.merge(result(35, 12, true)), Outcome::NoBetter);
        assert_eq!(best.merge(result(90, 30, false)), Outcome::First);
        assert_eq!(best, Best::new(result(90, 30, false)));
        let own = best;
        assert_eq!(best.merge(result(40, 10, true)), Outcome::NoBetter);
        assert_eq!(best, own);
    }

    #[test]
    fn numbers_beyond_their_bytes_are_the_largest() {
        let best = Best::new(result(u32::MAX, u32::MAX, false));
        assert_eq!(fewest(&best), (Best::MAX_MOVES, u16::MAX));
        assert_eq!(Best::from_bytes(best.to_bytes()), Ok(best));
        let helped = Best::new(result(9, 9, true));
        assert_eq!(Best::from_bytes(helped.to_bytes()), Ok(helped));
    }
}
