//! Files of levels, and how their errors are told.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::puzzle::text::{Dialect, Entry, Reader};

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
                eprintln!("{name}: {error}");
                None
            }
        }
    }

    /// A text that needs no file.
    pub(super) fn built_in(name: &str, text: &str) -> Self {
        Self {
            name: name.to_string(),
            text: text.as_bytes().to_vec(),
        }
    }

    /// Its boards with their numbers; `None` where a board has an error, which is told
    /// on standard error, as is a dialect that is not XSB.
    pub(super) fn levels(&self) -> impl Iterator<Item = (u32, Option<Entry<'_>>)> {
        (1..)
            .zip(Reader::new(&self.text))
            .map(|(number, item)| match item {
                Ok(entry) => {
                    if !matches!(entry.dialect, Dialect::Xsb | Dialect::RunLength) {
                        eprintln!(
                            "{}:{}:1: note: read as {}",
                            self.name,
                            entry.line,
                            entry.dialect.name()
                        );
                    }
                    (number, Some(entry))
                }
                Err(error) => {
                    eprintln!("{}:{error}", self.name);
                    (number, None)
                }
            })
    }

    /// One board by its number. That there is no such board is told on standard error.
    pub(super) fn level(&self, number: u32) -> Option<Entry<'_>> {
        let count = Reader::new(&self.text).count();
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        match Reader::new(&self.text).nth(index) {
            Some(Ok(entry)) => return Some(entry),
            Some(Err(error)) => eprintln!("{}:{error}", self.name),
            None => eprintln!(
                "{}: there is no level {number}: the file has {count}",
                self.name
            ),
        }
        None
    }
}
