//! The stars that a result earns.

use crate::puzzle::text::Par;

/// One to three stars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stars {
    /// Solved.
    One = 1,
    /// In at most 125 % of par's pushes.
    Two,
    /// In no more pushes than par.
    Three,
}

impl Stars {
    /// The stars for a solution of `pushes` pushes.
    ///
    /// A par that is only a bound is the fewest pushes known, so matching it earns three
    /// stars, too. Without a par there is one star.
    pub fn earned(pushes: u32, par: Option<Par>) -> Self {
        match par.map(|par| u32::from(par.pushes)) {
            Some(par) if pushes <= par => Self::Three,
            Some(par) if pushes <= par + par / 4 => Self::Two,
            _ => Self::One,
        }
    }

    /// The number of stars.
    pub const fn count(self) -> u8 {
        self as u8
    }

    pub(super) const fn from_count(count: u8) -> Option<Self> {
        match count {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_for_par_and_a_quarter_more() {
        for proven in [true, false] {
            let stars = |pushes, par| {
                Stars::earned(
                    pushes,
                    Some(Par {
                        pushes: par,
                        proven,
                    }),
                )
            };
            assert_eq!(stars(99, 100), Stars::Three);
            assert_eq!(stars(100, 100), Stars::Three);
            assert_eq!(stars(101, 100), Stars::Two);
            assert_eq!(stars(125, 100), Stars::Two);
            assert_eq!(stars(126, 100), Stars::One);
            assert_eq!(stars(8, 7), Stars::Two);
            assert_eq!(stars(9, 7), Stars::One);
            assert_eq!(stars(0, 0), Stars::Three);
            assert_eq!(stars(u32::MAX, u16::MAX), Stars::One);
        }
        assert_eq!(Stars::earned(0, None), Stars::One);
    }
}
