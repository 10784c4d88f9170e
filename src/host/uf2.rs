//! `sokopico uf2`: a firmware as a file for the Pico's boot drive.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::output::{Output, say};
use crate::format::uf2::Image;

/// Converts a firmware's ELF file to a UF2 file.
pub(super) fn run(elf: &Path, file: &Path, out: &mut Output<impl Write>) -> io::Result<()> {
    let Some(image) = Image::from_elf(&fs::read(elf)?) else {
        say!("{}: this is not a firmware for the RP2040", elf.display());
        out.note_bad();
        return Ok(());
    };
    fs::write(file, image.to_uf2())
}
