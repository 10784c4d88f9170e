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

/// The fewest moves and the fewest pushes; they may come from two different solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Fewest moves, at most [`Best::MAX_MOVES`].
    pub moves: u32,
    /// Fewest pushes, at most 65,535.
    pub pushes: u16,
    /// The most stars earned. They stay when the par changes.
    pub stars: Stars,
    /// Whether the machine helped. Such a result earns one star, however few its pushes.
    pub assisted: bool,
}

/// How a new result compares with the best so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The level's first result, or the first without help.
    First,
    /// Fewer moves, fewer pushes or more stars than before.
    Better,
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
        Self {
            moves: result.tally.moves.min(Self::MAX_MOVES),
            pushes: u16::try_from(result.tally.pushes).unwrap_or(u16::MAX),
            stars: if result.assisted {
                Stars::One
            } else {
                Stars::earned(result.tally.pushes, result.par)
            },
            assisted: result.assisted,
        }
    }

    /// Combines the best with a new solution. A solution without help replaces a result
    /// with help, and a solution with help never changes a result without. Otherwise the
    /// fewest moves, the fewest pushes and the most stars are kept.
    pub fn merge(&mut self, result: LevelResult) -> Outcome {
        let new = Self::new(result);
        match (self.assisted, new.assisted) {
            (true, false) => {
                *self = new;
                Outcome::First
            }
            (false, true) => Outcome::NoBetter,
            _ => {
                let merged = Self {
                    moves: self.moves.min(new.moves),
                    pushes: self.pushes.min(new.pushes),
                    stars: self.stars.max(new.stars),
                    assisted: self.assisted,
                };
                if merged == *self {
                    Outcome::NoBetter
                } else {
                    *self = merged;
                    Outcome::Better
                }
            }
        }
    }

    /// Moves in three bytes, pushes in two, stars and help in one.
    pub(super) fn to_bytes(self) -> [u8; Self::BYTES] {
        let [m0, m1, m2, _] = self.moves.to_le_bytes();
        let [p0, p1] = self.pushes.to_le_bytes();
        let help = if self.assisted { Self::ASSISTED } else { 0 };
        [m0, m1, m2, p0, p1, self.stars.count() | help]
    }

    pub(super) fn from_bytes(bytes: [u8; Self::BYTES]) -> Result<Self, BadRecord> {
        let [m0, m1, m2, p0, p1, flags] = bytes;
        let best = Self {
            moves: u32::from_le_bytes([m0, m1, m2, 0]),
            pushes: u16::from_le_bytes([p0, p1]),
            stars: Stars::from_count(flags & !Self::ASSISTED).ok_or(BadRecord::Corrupt)?,
            assisted: flags & Self::ASSISTED != 0,
        };
        let sound =
            u32::from(best.pushes) <= best.moves && !(best.assisted && best.stars != Stars::One);
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

    #[test]
    fn fewest_moves_and_fewest_pushes_may_come_from_two_solutions() {
        let mut best = Best::new(result(50, 12, false));
        assert_eq!(best.stars, Stars::Two);
        assert_eq!(best.merge(result(60, 10, false)), Outcome::Better);
        assert_eq!((best.moves, best.pushes), (50, 10));
        assert_eq!(best.stars, Stars::Three);
        assert_eq!(best.merge(result(40, 20, false)), Outcome::Better);
        assert_eq!((best.moves, best.pushes), (40, 10));
        assert_eq!(best.merge(result(40, 10, false)), Outcome::NoBetter);
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
    }

    #[test]
    fn a_result_with_help_never_replaces_one_without() {
        let mut best = Best::new(result(90, 30, false));
        let own = best;
        assert_eq!(best.merge(result(40, 10, true)), Outcome::NoBetter);
        assert_eq!(best, own);
    }

    #[test]
    fn a_result_without_help_replaces_one_with() {
        let mut best = Best::new(result(40, 10, true));
        assert_eq!(best.stars, Stars::One);
        assert_eq!(best.merge(result(35, 12, true)), Outcome::Better);
        assert_eq!((best.moves, best.pushes), (35, 10));
        assert_eq!(best.merge(result(90, 30, false)), Outcome::First);
        assert_eq!(best, Best::new(result(90, 30, false)));
    }

    #[test]
    fn numbers_beyond_their_bytes_are_the_largest() {
        let best = Best::new(result(u32::MAX, u32::MAX, false));
        assert_eq!((best.moves, best.pushes), (Best::MAX_MOVES, u16::MAX));
        assert_eq!(Best::from_bytes(best.to_bytes()), Ok(best));
    }
}
