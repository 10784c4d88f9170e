//! `sokopico check`: one line for each valid level.

use std::io::{self, Write};
use std::path::PathBuf;

use super::files::LevelFile;

pub(super) fn run(files: &[PathBuf], out: &mut impl Write) -> io::Result<bool> {
    let mut good = true;
    for path in files {
        let Some(file) = LevelFile::open(path) else {
            good = false;
            continue;
        };
        for (number, entry) in file.levels() {
            let Some(entry) = entry else {
                good = false;
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
    Ok(good)
}
