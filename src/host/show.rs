//! `sokopico show`: levels as XSB text with a heading each.

use std::io::{self, Write};
use std::path::Path;

use super::files::LevelFile;
use super::output::Output;
use crate::puzzle::text::{Entry, Format};

pub(super) fn run(path: &Path, only: Option<u32>, out: &mut Output<impl Write>) -> io::Result<()> {
    let Some(file) = LevelFile::open(path) else {
        out.note_bad();
        return Ok(());
    };
    if let Some(number) = only {
        return show(out, number, file.level(number));
    }
    for (number, entry) in file.levels_from(1) {
        show(out, number, entry)?;
    }
    Ok(())
}

fn show(out: &mut Output<impl Write>, number: u32, entry: Option<Entry<'_>>) -> io::Result<()> {
    let Some(entry) = entry else {
        out.note_bad();
        return Ok(());
    };
    let level = &entry.level;
    let (boxes, mode) = (level.start().boxes().len(), level.mode().name());
    let plural = if boxes == 1 { "box" } else { "boxes" };
    writeln!(
        out,
        "Level {number}: {}x{}, {boxes} {plural}, {mode}",
        level.width(),
        level.height()
    )?;
    super::convert::write_entry(out, &entry, Format::Xsb).map(|_| ())
}
