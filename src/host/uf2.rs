//! `sokopico uf2`: a firmware as a file for the Pico's boot drive.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::output::{Output, say};
use crate::format::uf2::Image;

/// Makes a file for the boot drive of a firmware's ELF file.
pub(super) fn run(elf: &Path, file: &Path, out: &mut Output<impl Write>) -> io::Result<()> {
    let Some(image) = Image::from_elf(&fs::read(elf)?) else {
        say!("{}: no firmware for the RP2040", elf.display());
        out.note_bad();
        return Ok(());
    };
    fs::write(file, image.to_uf2())
}
