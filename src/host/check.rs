//! `sokopico check`: one line for each valid level.

use std::io::{self, Write};
use std::path::PathBuf;

use super::files::LevelFile;
use super::output::Output;

pub(super) fn run(files: &[PathBuf], out: &mut Output<impl Write>) -> io::Result<()> {
    for path in files {
        let Some(file) = LevelFile::open(path) else {
            out.note_bad();
            continue;
        };
        for (number, entry) in file.levels_from(1) {
            let Some(entry) = entry else {
                out.note_bad();
                continue;
            };
            let level = &entry.level;
            writeln!(
                out,
                "{}\t{number}\t{}x{}\t{}\t{}\t{}",
                file.name,
                level.width(),
                level.height(),
                level.start().boxes().len(),
                level.mode().name(),
                entry.title,
            )?;
        }
    }
    Ok(())
}
