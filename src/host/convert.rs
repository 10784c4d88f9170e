//! `sokopico convert`: levels in another format.

use std::io::{self, Write};
use std::path::Path;

use super::files::LevelFile;
use crate::puzzle::text::{Entry, Format, NoPairs};

pub(super) fn run(path: &Path, format: Format, out: &mut impl Write) -> io::Result<bool> {
    let Some(file) = LevelFile::open(path) else {
        return Ok(false);
    };
    let mut good = true;
    for (_, entry) in file.levels() {
        let Some(entry) = entry else {
            good = false;
            continue;
        };
        if let Err(NoPairs) = write_entry(out, &entry, format)? {
            eprintln!("{}:{}:1: {NoPairs}", file.name, entry.line);
            good = false;
        }
    }
    Ok(good)
}

/// A level and the blank line that separates it from the next.
pub(super) fn write_entry(
    out: &mut impl Write,
    entry: &Entry<'_>,
    format: Format,
) -> io::Result<Result<(), NoPairs>> {
    match entry.to_text(format) {
        Ok(text) => writeln!(out, "{text}").map(Ok),
        Err(refusal) => Ok(Err(refusal)),
    }
}
