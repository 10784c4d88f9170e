//! `sokopico convert`: levels in another format.

use std::io::{self, Write};
use std::path::Path;

use super::files::each_level;
use super::output::{Output, say};
use crate::puzzle::text::{Entry, Format, NoPairs};

pub(super) fn run(path: &Path, format: Format, out: &mut Output<impl Write>) -> io::Result<()> {
    each_level(&[path], out, |out, file, _, entry| {
        if let Err(NoPairs) = write_entry(out, &entry, format)? {
            say!("{}:{}:1: {NoPairs}", file.name, entry.line);
            out.note_bad();
        }
        Ok(())
    })
}

/// Writes a level and a blank line after it.
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
