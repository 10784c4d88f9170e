//! `sokopico replay`: checks a solution.

use std::io::{self, Write};
use std::path::Path;

use super::files::LevelFile;
use super::output::{Output, say};
use crate::puzzle::text::LurdReader;
use crate::puzzle::{Level, Tally};

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
    let mut silent_pushes = false;
    for letter in LurdReader::new(lurd.as_bytes()) {
        let letter = match letter {
            Ok(letter) => letter,
            Err(error) => {
                say!("{error}");
                return (false, tally);
            }
        };
        let Some(step) = level.step(&mut board, letter.direction) else {
            say!("character {} is blocked by a wall or a box", letter.place);
            return (false, tally);
        };
        tally.add(step);
        if letter.push && !step.is_push() {
            say!("character {} is a capital, but no box moves", letter.place);
            return (false, tally);
        }
        silent_pushes |= !letter.push && step.is_push();
    }
    if silent_pushes {
        say!("note: some pushes are not written as capitals");
    }
    (level.is_solved(&board), tally)
}
