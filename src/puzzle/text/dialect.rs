//! Detects a board's dialect from its symbols.

use super::rows::{Runs, is_blank};
use crate::puzzle::problem::Problem;

/// How a board was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// XSB, plain or with letters for pairs.
    Xsb,
    /// XSB with run lengths.
    RunLength,
    /// The symbols of pysokoban: `-` player on goal, `+` box on goal.
    PysokobanSymbols,
    /// The letters of pysokoban: `W` wall, `B` box, `G` goal, `P` player, `X` player on
    /// goal, `Y` box on goal.
    PysokobanLetters,
}

impl Dialect {
    /// The dialect's name, as messages show it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xsb => "XSB",
            Self::RunLength => "run-length XSB",
            Self::PysokobanSymbols => "pysokoban symbols ('-' player on goal, '+' box on goal)",
            Self::PysokobanLetters => "pysokoban letters (W wall, B box, G goal, P player)",
        }
    }

    /// The XSB symbol for a symbol of this dialect.
    pub(super) fn to_xsb(self, symbol: u8) -> u8 {
        let floor = match self {
            Self::Xsb | Self::RunLength => &b"-_"[..],
            Self::PysokobanSymbols | Self::PysokobanLetters => b"",
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

    /// The symbols that differ from XSB: this dialect's and XSB's.
    fn differences(self) -> &'static [(u8, u8)] {
        match self {
            Self::Xsb | Self::RunLength => &[],
            Self::PysokobanSymbols => &[(b'-', b'+'), (b'+', b'*')],
            Self::PysokobanLetters => &[
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

/// What is known of a board before it is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey {
    pub(super) dialect: Dialect,
    /// The first column that has a wall.
    pub(super) indent: usize,
}

/// Counts of the symbols that decide the dialect.
#[derive(Default)]
struct Counts {
    at: usize,
    plus: usize,
    minus: usize,
    star: usize,
    boxes: usize,
    goals: usize,
    /// Something pysokoban never writes: a letter, an underscore, a `-` outside the walls.
    foreign: bool,
    /// The first column that has a wall.
    indent: Option<usize>,
}

/// More than any board holds. Written run lengths may be of any size, so counts stop here.
const MANY: usize = 1 << 12;

impl Counts {
    fn of(runs: Runs<'_>, wall: u8) -> Self {
        let mut counts = Self::default();
        let mut row = usize::MAX;
        // A `-` is outside the walls if its row has no wall before it or none after it.
        let (mut wall_before, mut minus_since_wall) = (false, false);
        for run in runs {
            if run.row != row {
                row = run.row;
                counts.foreign |= minus_since_wall;
                (wall_before, minus_since_wall) = (false, false);
            }
            if run.symbol == wall {
                let first = counts.indent.unwrap_or(run.column);
                counts.indent = Some(first.min(run.column));
            }
            let add = |count: &mut usize| *count = count.saturating_add(run.length).min(MANY);
            match run.symbol {
                b'#' => (wall_before, minus_since_wall) = (true, false),
                b'@' => add(&mut counts.at),
                b'+' => add(&mut counts.plus),
                b'-' => {
                    counts.foreign |= !wall_before;
                    minus_since_wall = true;
                    add(&mut counts.minus);
                }
                b'*' => add(&mut counts.star),
                b'$' => add(&mut counts.boxes),
                b'.' => add(&mut counts.goals),
                symbol if is_blank(symbol) => counts.foreign |= symbol == b'_',
                _ => counts.foreign = true,
            }
        }
        counts.foreign |= minus_since_wall;
        counts
    }

    /// Whether pysokoban's reading has one player and as many boxes as goals.
    fn fits_pysokoban(&self) -> bool {
        let on_goals = self.minus + self.plus;
        !self.foreign
            && self.star == 0
            && self.at + self.minus == 1
            && self.boxes + self.plus == self.goals + on_goals
    }

    /// Whether XSB's reading has one player and as many boxes as goals.
    fn fits_xsb(&self) -> bool {
        self.at + self.plus == 1 && self.boxes == self.goals + self.plus
    }
}

/// Finds a board's dialect and its indentation. [`Problem::Ambiguous`] if two readings give a
/// level, and not the same one.
pub(super) fn survey(runs: &Runs<'_>, wall: u8) -> Result<Survey, Problem> {
    let counts = Counts::of(runs.clone(), wall);
    let dialect = if wall == b'W' {
        Dialect::PysokobanLetters
    } else if runs.is_run_length() {
        // pysokoban has no run lengths, and in run-length XSB `-` is the usual floor.
        Dialect::RunLength
    } else if counts.minus + counts.plus == 0 || !counts.fits_pysokoban() {
        Dialect::Xsb
    } else if counts.fits_xsb() {
        return Err(Problem::Ambiguous);
    } else {
        Dialect::PysokobanSymbols
    };
    Ok(Survey {
        dialect,
        indent: counts.indent.unwrap_or(0),
    })
}
