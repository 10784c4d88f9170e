//! `sokopico show`: levels as they look, still readable as XSB.

use std::io::{self, Write};
use std::path::Path;

use super::files::LevelFile;
use crate::puzzle::text::{Entry, Format};

pub(super) fn run(path: &Path, level: Option<u32>, out: &mut impl Write) -> io::Result<bool> {
    let Some(file) = LevelFile::open(path) else {
        return Ok(false);
    };
    if let Some(number) = level {
        return match file.level(number) {
            Some(entry) => show(out, number, &entry).map(|()| true),
            None => Ok(false),
        };
    }
    let mut good = true;
    for (number, entry) in file.levels() {
        match entry {
            Some(entry) => show(out, number, &entry)?,
            None => good = false,
        }
    }
    Ok(good)
}

fn show(out: &mut impl Write, number: u32, entry: &Entry<'_>) -> io::Result<()> {
    let level = &entry.level;
    let (boxes, mode) = (level.start().boxes().len(), level.mode().name());
    let plural = if boxes == 1 { "box" } else { "boxes" };
    writeln!(
        out,
        "Level {number}: {}x{}, {boxes} {plural}, {mode}",
        level.width(),
        level.height()
    )?;
    super::convert::write_entry(out, entry, Format::Xsb).map(|_| ())
}
