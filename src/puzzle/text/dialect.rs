//! Which dialect a board is written in, decided by what is on it.

use super::rows::{Runs, is_blank};
use crate::puzzle::problem::Problem;

/// How a board was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// XSB, plain or with letters for pairs.
    Xsb,
    /// XSB with run lengths.
    RunLength,
    /// S3's symbols: `-` player on goal, `+` box on goal.
    S3Symbols,
    /// S3's letters: `W` wall, `B` box, `G` goal, `P` player, `X` and `Y` on goals.
    S3Letters,
}

impl Dialect {
    /// The dialect's name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xsb => "XSB",
            Self::RunLength => "run-length XSB",
            Self::S3Symbols => "S3 symbols ('-' player on goal, '+' box on goal)",
            Self::S3Letters => "S3 letters (W wall, B box, G goal, P player)",
        }
    }

    /// The XSB symbol for a symbol of this dialect.
    pub(super) fn to_xsb(self, symbol: u8) -> u8 {
        let floor = match self {
            Self::Xsb | Self::RunLength => &b"-_"[..],
            Self::S3Symbols | Self::S3Letters => b"",
        };
        match self.differences().iter().find(|pair| pair.0 == symbol) {
            Some(pair) => pair.1,
            None if floor.contains(&symbol) => b' ',
            None => symbol,
        }
    }

    /// The symbol of this dialect for an XSB symbol.
    pub(super) fn symbol_for(self, symbol: u8) -> u8 {
        match self.differences().iter().find(|pair| pair.1 == symbol) {
            Some(pair) => pair.0,
            None if self == Self::RunLength && symbol == b' ' => b'-',
            None => symbol,
        }
    }

    /// Where the dialect differs: its symbol, XSB's symbol.
    fn differences(self) -> &'static [(u8, u8)] {
        match self {
            Self::Xsb | Self::RunLength => &[],
            Self::S3Symbols => &[(b'-', b'+'), (b'+', b'*')],
            Self::S3Letters => &[
                (b'W', b'#'),
                (b'B', b'$'),
                (b'G', b'.'),
                (b'P', b'@'),
                (b'X', b'+'),
                (b'Y', b'*'),
            ],
        }
    }
}

/// Counts of the symbols that dialects disagree about, and of those that settle it.
#[derive(Default)]
struct Counts {
    at: usize,
    plus: usize,
    minus: usize,
    star: usize,
    boxes: usize,
    goals: usize,
    /// Something S3 never writes: a letter, an underscore, a `-` outside the walls.
    foreign: bool,
}

impl Counts {
    fn of(runs: Runs<'_>) -> Self {
        let mut counts = Self::default();
        let mut row = usize::MAX;
        // A `-` stands outside the walls when its row has no wall before it or none after.
        let (mut wall_before, mut minus_since_wall) = (false, false);
        for run in runs {
            if run.row != row {
                row = run.row;
                counts.foreign |= minus_since_wall;
                (wall_before, minus_since_wall) = (false, false);
            }
            match run.symbol {
                b'#' => (wall_before, minus_since_wall) = (true, false),
                b'@' => counts.at += run.length,
                b'+' => counts.plus += run.length,
                b'-' => {
                    counts.foreign |= !wall_before;
                    minus_since_wall = true;
                    counts.minus += run.length;
                }
                b'*' => counts.star += run.length,
                b'$' => counts.boxes += run.length,
                b'.' => counts.goals += run.length,
                symbol if is_blank(symbol) => counts.foreign |= symbol == b'_',
                _ => counts.foreign = true,
            }
        }
        counts.foreign |= minus_since_wall;
        counts
    }

    /// Whether S3's reading has one player and as many boxes as goals.
    fn fits_s3(&self) -> bool {
        let on_goals = self.minus + self.plus;
        !self.foreign
            && self.star == 0
            && self.at + self.minus == 1
            && self.boxes + self.plus == self.goals + on_goals
    }

    /// The same for XSB's reading.
    fn fits_xsb(&self) -> bool {
        self.at + self.plus == 1 && self.boxes == self.goals + self.plus
    }
}

/// Finds a board's dialect. Where both readings make a level, and not the same one, the
/// author has to say which is meant.
pub(super) fn detect(runs: &Runs<'_>, wall: u8) -> Result<Dialect, Problem> {
    if wall == b'W' {
        return Ok(Dialect::S3Letters);
    }
    // Nobody writes S3's symbols with run lengths, where `-` is the usual floor.
    if runs.is_run_length() {
        return Ok(Dialect::RunLength);
    }
    let counts = Counts::of(runs.clone());
    if counts.minus + counts.plus == 0 || !counts.fits_s3() {
        return Ok(Dialect::Xsb);
    }
    if counts.fits_xsb() {
        Err(Problem::Ambiguous)
    } else {
        Ok(Dialect::S3Symbols)
    }
}
