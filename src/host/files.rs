//! Files of levels and their errors.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use super::output::{Output, say};
use crate::game::packs::Pack;
use crate::puzzle::Problem;
use crate::puzzle::text::{Dialect, Entry, Reader, TextError};

/// Calls `each` with every valid level, its file and its number. Errors go to standard error
/// and set the exit code.
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

/// The contents of a file; `-` is standard input.
pub(super) struct LevelFile {
    pub(super) name: String,
    text: Vec<u8>,
}

impl LevelFile {
    /// Reads a file; an error goes to standard error.
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

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Its levels as a pack, named after the file without folder and extension.
    pub(super) fn pack(&self) -> Pack<'_> {
        let stem = Path::new(&self.name).file_stem();
        Pack {
            name: stem.and_then(|stem| stem.to_str()).unwrap_or(&self.name),
            text: &self.text,
        }
    }

    /// Its boards with their numbers, from `first` on; `None` for a board with an error.
    pub(super) fn levels_from(&self, first: u32) -> impl Iterator<Item = (u32, Option<Entry<'_>>)> {
        (1..)
            .zip(Reader::new(&self.text))
            .skip_while(move |(number, _)| *number < first)
            .map(|(number, item)| (number, self.reported(item)))
    }

    /// The board with a number. An error goes to standard error.
    pub(super) fn level(&self, number: u32) -> Option<Entry<'_>> {
        let mut count = 0;
        for item in Reader::new(&self.text) {
            count += 1;
            // A file without boards has this error as its only item.
            let no_board = matches!(&item, Err(error) if error.problem == Problem::NoLevel);
            if count == number || no_board {
                return self.reported(item);
            }
        }
        say!(
            "{}: there is no level {number}: the file has {count}",
            self.name
        );
        None
    }

    /// A board if it is valid. An error, or a note about a dialect other than XSB, goes to
    /// standard error.
    fn reported<'t>(&self, item: Result<Entry<'t>, TextError>) -> Option<Entry<'t>> {
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
