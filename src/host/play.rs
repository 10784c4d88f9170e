//! `sokopico play`: a line of moves at a time, on any terminal or none.

use std::io::{self, BufRead, Write};
use std::iter;
use std::path::Path;

use super::files::LevelFile;
use super::output::Output;
use crate::puzzle::text::{Entry, LurdReader};
use crate::puzzle::{History, Level, stuck_boxes};

const BUILT_IN: &str = include_str!("../../levels/first.xsb");
const HELP: &str = "Type moves as l u r d and press Enter: `rruL` is right, right, up, left.
Or a word: undo, redo, restart, next, quit, help.";

/// What a line of input asks for next.
enum Then {
    Stay,
    Next,
    Quit,
}

pub(super) fn run(
    path: Option<&Path>,
    first: u32,
    input: &mut impl BufRead,
    out: &mut Output<impl Write>,
) -> io::Result<()> {
    let file = match path {
        Some(path) => LevelFile::open(path),
        None => Some(LevelFile::built_in("built-in levels", BUILT_IN)),
    };
    let Some((file, entry)) = file
        .as_ref()
        .and_then(|file| Some((file, file.level(first)?)))
    else {
        out.note_bad();
        return Ok(());
    };
    writeln!(out, "{HELP}")?;
    let rest = file.levels_from(first.saturating_add(1));
    for (number, entry) in iter::once((first, Some(entry))).chain(rest) {
        if let Some(entry) = entry
            && let Then::Quit = play(number, &entry, input, out)?
        {
            return Ok(());
        }
    }
    writeln!(out, "That was the last level.")
}

fn play(
    number: u32,
    entry: &Entry<'_>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<Then> {
    let level = &entry.level;
    let mut history = Box::new(History::new(level));
    writeln!(
        out,
        "\nLevel {number}: {} ({})",
        entry.title,
        level.mode().name()
    )?;
    loop {
        let tally = history.tally();
        write!(
            out,
            "\n{}{} moves, {} pushes",
            level.picture(history.board()),
            tally.moves,
            tally.pushes
        )?;
        if level.is_solved(history.board()) {
            writeln!(out, ": solved!")?;
            return Ok(Then::Next);
        }
        match stuck_boxes(level, history.board()).len() {
            0 => {}
            1 => write!(out, ", a box is stuck for good (undo)")?,
            count => write!(out, ", {count} boxes are stuck for good (undo)")?,
        }
        write!(out, "\n> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(Then::Quit);
        }
        match obey(line.trim(), level, &mut history, out)? {
            Then::Stay => {}
            then => return Ok(then),
        }
    }
}

fn obey(
    line: &str,
    level: &Level,
    history: &mut History,
    out: &mut impl Write,
) -> io::Result<Then> {
    match line {
        "quit" | "q" => return Ok(Then::Quit),
        "next" => return Ok(Then::Next),
        "help" | "?" => writeln!(out, "{HELP}")?,
        "undo" => {
            if history.undo(level).is_err() {
                writeln!(out, "nothing to undo")?;
            }
        }
        "redo" => {
            if history.redo(level).is_none() {
                writeln!(out, "nothing to redo")?;
            }
        }
        "restart" => history.restart(level),
        moves => {
            for letter in LurdReader::new(moves.as_bytes()) {
                match letter {
                    Ok(letter) if history.step(level, letter.direction).is_some() => {}
                    Ok(letter) => {
                        writeln!(out, "character {} is blocked", letter.place)?;
                        break;
                    }
                    Err(error) => {
                        writeln!(out, "{error}; `help` tells more")?;
                        break;
                    }
                }
            }
        }
    }
    Ok(Then::Stay)
}
