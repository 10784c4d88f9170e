//! `sokopico replay`: checks a solution.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use super::files::LevelFile;
use super::output::{Output, say};
use crate::puzzle::text::{BadLurd, LurdReader};
use crate::puzzle::{Direction, Level, Step, Tally};

pub(super) fn run(
    path: &Path,
    number: u32,
    lurd: &str,
    out: &mut Output<impl Write>,
) -> io::Result<()> {
    let file = LevelFile::open(path);
    let Some(entry) = file.as_ref().and_then(|file| file.level(number)) else {
        out.note_bad();
        return Ok(());
    };
    let (solved, tally) = replay(&entry.level, lurd);
    if !solved {
        out.note_bad();
    }
    let verdict = if solved { "solved" } else { "not solved" };
    writeln!(
        out,
        "{verdict}: {} moves, {} pushes",
        tally.moves, tally.pushes
    )
}

/// Plays a solution to its end or to its first mistake, which goes to standard error.
pub(super) fn replay(level: &Level, lurd: &str) -> (bool, Tally) {
    let mut board = level.start().clone();
    let mut tally = Tally::default();
    let played = play(lurd.as_bytes(), |direction| {
        let step = level.step(&mut board, direction)?;
        tally.add(step);
        Some(step)
    });
    match played {
        Ok(Capitals::All) => {}
        Ok(Capitals::Missing) => say!("note: some pushes are not written as capitals"),
        Err(mistake) => {
            say!("{mistake}");
            return (false, tally);
        }
    }
    (level.is_solved(&board), tally)
}

/// Why a solution cannot be played. Characters count from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// A character is not a move.
    Letter(BadLurd),
    /// This character's move is illegal.
    Blocked(usize),
    /// This character is a capital, but its move is not a push.
    NoBox(usize),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter(error) => error.fmt(f),
            Self::Blocked(place) => {
                write!(f, "character {place} is blocked by a wall or a box")
            }
            Self::NoBox(place) => write!(f, "character {place} is a capital, but no box moves"),
        }
    }
}

/// Which pushes of a solution are written as capitals.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Capitals {
    All,
    Missing,
}

/// Calls `step` with each direction, until it returns `None` because the move is illegal.
pub(super) fn play(
    lurd: &[u8],
    mut step: impl FnMut(Direction) -> Option<Step>,
) -> Result<Capitals, Mistake> {
    let mut capitals = Capitals::All;
    for letter in LurdReader::new(lurd) {
        let letter = letter.map_err(Mistake::Letter)?;
        let step = step(letter.direction).ok_or(Mistake::Blocked(letter.place))?;
        match (letter.push, step.is_push()) {
            (true, false) => return Err(Mistake::NoBox(letter.place)),
            (false, true) => capitals = Capitals::Missing,
            _ => {}
        }
    }
    Ok(capitals)
}
