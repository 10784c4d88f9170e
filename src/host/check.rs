//! `sokopico check`: one line for each valid level.

use std::io::{self, Write};
use std::path::PathBuf;

use super::files::each_level;
use super::output::Output;

pub(super) fn run(files: &[PathBuf], out: &mut Output<impl Write>) -> io::Result<()> {
    each_level(files, out, |out, file, number, entry| {
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
        )
    })
}
