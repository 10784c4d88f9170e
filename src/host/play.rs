//! `sokopico play`: a line of moves at a time, on any terminal or none.

use std::io::{self, BufRead, Write};
use std::iter;
use std::path::Path;

use super::files::LevelFile;
use super::output::Output;
use crate::game::packs::BUILT_IN;
use crate::puzzle::text::{Entry, LurdReader};
use crate::puzzle::{History, Level, NoUndo, Record, stuck_boxes};

const HELP: &str = "Type moves as l u r d and press Enter: `rruL` is right, right, up, left.
Or a word: undo, redo, restart, next, quit, help.";
const FORGOTTEN: &str = "older moves are forgotten; `restart` goes back to the level's start";

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
        None => BUILT_IN.first().map(LevelFile::built_in),
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
            write_solution(&history, out)?;
            return Ok(Then::Next);
        }
        match stuck_boxes(level, history.board()).len() {
            0 => {}
            1 => write!(out, ", lost: a box is stuck (undo)")?,
            count => write!(out, ", lost: {count} boxes are stuck (undo)")?,
        }
        write!(out, "\n> ")?;
        out.flush()?;
        // Bytes: a line that is not UTF-8 is a mistake like any other.
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(Then::Quit);
        }
        match obey(line.trim_ascii(), level, &mut history, out)? {
            Then::Stay => {}
            then => return Ok(then),
        }
    }
}

fn obey(
    line: &[u8],
    level: &Level,
    history: &mut History,
    out: &mut impl Write,
) -> io::Result<Then> {
    match line {
        b"quit" | b"q" => return Ok(Then::Quit),
        b"next" => return Ok(Then::Next),
        b"help" | b"?" => writeln!(out, "{HELP}")?,
        b"undo" => match history.undo(level) {
            Ok(_) => {}
            Err(NoUndo::AtStart) => writeln!(out, "nothing to undo")?,
            Err(NoUndo::Forgotten) => writeln!(out, "{FORGOTTEN}")?,
        },
        b"redo" => {
            if history.redo(level).is_none() {
                writeln!(out, "nothing to redo")?;
            }
        }
        b"restart" => history.restart(level),
        moves => {
            for letter in LurdReader::new(moves) {
                match letter {
                    Ok(letter) if history.step(level, letter.direction).is_some() => {
                        // What was solved stays solved, whatever was typed after it.
                        if level.is_solved(history.board()) {
                            break;
                        }
                    }
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

/// The moves since the start or the last restart as LURD.
fn write_solution(history: &History, out: &mut impl Write) -> io::Result<()> {
    let mut moves = String::new();
    for record in history.records() {
        match record {
            Record::Step(step) => moves.push(step.into()),
            Record::Restart => moves.clear(),
        }
    }
    let forgotten = u64::from(history.tally().moves) - moves.len() as u64;
    if forgotten > 0 {
        writeln!(out, "The first {forgotten} moves are forgotten, then:")?;
    }
    writeln!(out, "{moves}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::HISTORY_BYTES;

    /// What the game says to some lines of input.
    fn said_to(input: &[u8]) -> String {
        let mut said = Vec::new();
        run(None, 1, &mut &*input, &mut Output::new(&mut said)).unwrap();
        String::from_utf8(said).unwrap()
    }

    #[test]
    fn a_solved_level_ends_the_line_and_shows_its_moves() {
        let said = said_to(b"u\nd\nrestart\n2r lll\n");
        assert!(said.contains("2 moves, 2 pushes: solved!\nRR\n"), "{said}");
        assert!(said.contains("Level 2: "), "{said}");
    }

    #[test]
    fn a_line_that_is_not_utf8_does_not_end_the_game() {
        let said = said_to(b"r\xff\nundo\nrr\n");
        assert!(said.contains("character 2, '\\xff', is no move"), "{said}");
        assert!(said.contains("solved!"), "{said}");
    }

    #[test]
    fn it_says_so_when_older_moves_are_forgotten() {
        let moves = HISTORY_BYTES * 2;
        let walk = "ud".repeat(moves / 2 + 1);
        let said = said_to(format!("{walk}\n{}", "undo\n".repeat(moves + 1)).as_bytes());
        assert_eq!(said.matches(FORGOTTEN).count(), 1);
        let said = said_to(format!("{walk}\nrr\n").as_bytes());
        assert!(said.contains("The first 4 moves are forgotten, then:\nud"));
    }
}
