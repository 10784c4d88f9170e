//! `sokopico replay`: does a solution solve its level?

use std::io::{self, Write};
use std::path::Path;

use super::files::LevelFile;
use crate::puzzle::text::LurdReader;
use crate::puzzle::{Level, Tally};

pub(super) fn run(path: &Path, number: u32, lurd: &str, out: &mut impl Write) -> io::Result<bool> {
    let Some(file) = LevelFile::open(path) else {
        return Ok(false);
    };
    let Some(entry) = file.level(number) else {
        return Ok(false);
    };
    let (solved, tally) = replay(&entry.level, lurd);
    let verdict = if solved { "solved" } else { "not solved" };
    writeln!(
        out,
        "{verdict}: {} moves, {} pushes",
        tally.moves, tally.pushes
    )?;
    Ok(solved)
}

/// Plays a solution up to its end or to its first mistake, which is told on standard error.
fn replay(level: &Level, lurd: &str) -> (bool, Tally) {
    let mut board = level.start().clone();
    let mut tally = Tally::default();
    let mut silent_pushes = false;
    for letter in LurdReader::new(lurd.as_bytes()) {
        let letter = match letter {
            Ok(letter) => letter,
            Err(error) => {
                eprintln!("{error}");
                return (false, tally);
            }
        };
        let Some(step) = level.step(&mut board, letter.direction) else {
            eprintln!(
                "character {} runs into something that does not give way",
                letter.place
            );
            return (false, tally);
        };
        tally.add(step);
        if letter.push && !step.is_push() {
            eprintln!("character {} is a capital, but no box moves", letter.place);
            return (false, tally);
        }
        silent_pushes |= !letter.push && step.is_push();
    }
    if silent_pushes {
        eprintln!("note: some pushes are not written as capitals");
    }
    (level.is_solved(&board), tally)
}
