//! `sokopico pack` and `sokopico unpack`: levels as a file for the Pico's boot drive.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::convert::write_entry;
use super::files::each_level;
use super::output::{Output, say};
use crate::format::pack_file::{HEADER_BYTES, PackFile};
use crate::format::regions::{FLASH, PACKS, PACKS_BYTES};
use crate::format::uf2::Image;
use crate::puzzle::text::Format;

const ADDRESS: u32 = FLASH + PACKS;

/// Packs the valid levels of some files. Levels with errors or without room are reported
/// and left out.
pub(super) fn pack(files: &[PathBuf], uf2: &Path, out: &mut Output<impl Write>) -> io::Result<()> {
    let (mut text, mut levels) = (Vec::new(), 0u16);
    each_level(files, out, |out, file, number, entry| {
        let before = text.len();
        // XSB can represent every level.
        let _ = write_entry(&mut text, &entry, Format::Xsb)?;
        if HEADER_BYTES + text.len() > PACKS_BYTES || levels == u16::MAX {
            text.truncate(before);
            let (name, line) = (&file.name, entry.line);
            say!("{name}:{line}:1: no room for level {number}");
            out.note_bad();
        } else {
            levels += 1;
        }
        Ok(())
    })?;
    let pack = PackFile {
        levels,
        text: &text,
    };
    let Some(header) = pack.header().filter(|_| levels > 0) else {
        say!("no level to pack");
        out.note_bad();
        return Ok(());
    };
    let mut image = Image::default();
    image.put(ADDRESS, &header);
    image.put(ADDRESS + HEADER_BYTES as u32, &text);
    fs::write(uf2, image.to_uf2())?;
    let used = HEADER_BYTES + text.len();
    let percent = (used * 100).div_ceil(PACKS_BYTES);
    writeln!(
        out,
        "{levels} levels, {used} of {PACKS_BYTES} bytes ({percent} %)"
    )
}

/// Prints the levels of a packed file.
pub(super) fn unpack(uf2: &Path, out: &mut Output<impl Write>) -> io::Result<()> {
    let name = uf2.display();
    let Some(image) = Image::from_uf2(&fs::read(uf2)?) else {
        say!("{name}: this is not a file for the Pico's boot drive");
        out.note_bad();
        return Ok(());
    };
    match PackFile::read(&image.bytes_at(ADDRESS)) {
        Ok(pack) => out.write_all(pack.text),
        Err(error) => {
            say!("{name}: {error}");
            out.note_bad();
            Ok(())
        }
    }
}
