//! Files of levels, and how their errors are told.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use super::output::{Output, say};
use crate::game::packs::Pack;
use crate::puzzle::Problem;
use crate::puzzle::text::{Dialect, Entry, Reader, TextError};

/// Does something with each good level of some files, which is given its file and number.
/// Bad ones are told on standard error and noted.
pub(super) fn each_level<W: Write>(
    paths: &[impl AsRef<Path>],
    out: &mut Output<W>,
    mut each: impl FnMut(&mut Output<W>, &LevelFile, u32, Entry<'_>) -> io::Result<()>,
) -> io::Result<()> {
    for path in paths {
        let Some(file) = LevelFile::open(path.as_ref()) else {
            out.note_bad();
            continue;
        };
        for (number, entry) in file.levels_from(1) {
            match entry {
                Some(entry) => each(out, &file, number, entry)?,
                None => out.note_bad(),
            }
        }
    }
    Ok(())
}

/// A file that has been read whole; `-` is standard input.
pub(super) struct LevelFile {
    pub(super) name: String,
    text: Vec<u8>,
}

impl LevelFile {
    /// Reads a file. Failure is told on standard error.
    pub(super) fn open(path: &Path) -> Option<Self> {
        let name = path.display().to_string();
        let text = if name == "-" {
            let mut text = Vec::new();
            io::stdin().lock().read_to_end(&mut text).map(|_| text)
        } else {
            fs::read(path)
        };
        match text {
            Ok(text) => Some(Self { name, text }),
            Err(error) => {
                say!("{name}: {error}");
                None
            }
        }
    }

    /// Its levels as the game takes them, under the file's name without folder and ending.
    pub(super) fn pack(&self) -> Pack<'_> {
        let stem = Path::new(&self.name).file_stem();
        Pack {
            name: stem.and_then(|stem| stem.to_str()).unwrap_or(&self.name),
            text: &self.text,
        }
    }

    /// Its boards with their numbers, from one number on; `None` where a board has an error.
    pub(super) fn levels_from(&self, first: u32) -> impl Iterator<Item = (u32, Option<Entry<'_>>)> {
        (1..)
            .zip(Reader::new(&self.text))
            .skip_while(move |(number, _)| *number < first)
            .map(|(number, item)| (number, self.told(item)))
    }

    /// One board by its number. That there is no such board is told on standard error.
    pub(super) fn level(&self, number: u32) -> Option<Entry<'_>> {
        let mut count = 0;
        for item in Reader::new(&self.text) {
            count += 1;
            // Without any board, the one item says so, whichever was asked for.
            let no_board = matches!(&item, Err(error) if error.problem == Problem::NoLevel);
            if count == number || no_board {
                return self.told(item);
            }
        }
        say!(
            "{}: there is no level {number}: the file has {count}",
            self.name
        );
        None
    }

    /// A board, where it is good. An error, or a dialect that is not XSB, is told on
    /// standard error.
    fn told<'t>(&self, item: Result<Entry<'t>, TextError>) -> Option<Entry<'t>> {
        match item {
            Ok(entry) => {
                let (line, dialect) = (entry.line, entry.dialect);
                if !matches!(dialect, Dialect::Xsb | Dialect::RunLength) {
                    say!("{}:{line}:1: note: read as {}", self.name, dialect.name());
                }
                Some(entry)
            }
            Err(error) => {
                say!("{}:{error}", self.name);
                None
            }
        }
    }
}
