//! `sokopico pack` and `sokopico unpack`: levels as a file for the Pico's boot drive.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::convert::write_entry;
use super::files::each_level;
use super::menu_name::menu_name;
use super::output::{Output, say};
use crate::format::pack_file::{BadName, HEADER_BYTES, NAME_BYTES, PackFile, PackName};
use crate::format::regions::{FLASH, INBOX, INBOX_BYTES};
use crate::format::uf2::Image;
use crate::puzzle::text::Format;

const ADDRESS: u32 = FLASH + INBOX;

/// The name if the file has none that can be shown.
const NAMELESS: &str = "My levels";

/// Packs the valid levels of some files. Levels with errors are reported and left out.
pub(super) fn pack(
    files: &[PathBuf],
    name: Option<&str>,
    uf2: &Path,
    out: &mut Output<impl Write>,
) -> io::Result<()> {
    let name = match name {
        Some(name) => PackName::new(name),
        None => default_name(files),
    };
    let name = match name {
        Ok(name) => name,
        Err(error) => return refuse(out, &error),
    };
    let (mut text, mut levels) = (Vec::new(), 0usize);
    each_level(files, out, |_, _, _, entry| {
        // XSB can represent every level.
        let _ = write_entry(&mut text, &entry, Format::Xsb)?;
        levels += 1;
        Ok(())
    })?;
    if levels == 0 {
        return refuse(out, &"no level to pack");
    }
    let used = HEADER_BYTES + text.len();
    let (Ok(count), true) = (u16::try_from(levels), used <= INBOX_BYTES) else {
        return refuse(
            out,
            &format!(
                "{levels} levels with {used} bytes are too many for one pack: it has at most \
                 {} levels and {INBOX_BYTES} bytes",
                u16::MAX
            ),
        );
    };
    let pack = PackFile {
        name,
        levels: count,
        text: &text,
    };
    let Some(header) = pack.header() else {
        return refuse(out, &"the levels are too long");
    };
    let mut image = Image::default();
    image.put(ADDRESS, &header.to_bytes());
    image.put(ADDRESS + HEADER_BYTES as u32, &text);
    fs::write(uf2, image.to_uf2())?;
    let percent = (used * 100).div_ceil(INBOX_BYTES);
    writeln!(
        out,
        "{name}: {levels} levels, {used} of {INBOX_BYTES} bytes ({percent} %)"
    )
}

fn refuse(out: &mut Output<impl Write>, why: &dyn std::fmt::Display) -> io::Result<()> {
    say!("{why}");
    out.note_bad();
    Ok(())
}

/// The name of the first file as menus show it, shortened if need be.
fn default_name(files: &[PathBuf]) -> Result<PackName, BadName> {
    let name = files
        .first()
        .map(|file| menu_name(file))
        .unwrap_or_default();
    let mut name: String = name.chars().filter(|c| !c.is_control()).collect();
    while name.len() > NAME_BYTES {
        name.pop();
    }
    match name.trim() {
        "" => PackName::new(NAMELESS),
        name => PackName::new(name),
    }
}

/// Prints the levels of a packed file.
pub(super) fn unpack(uf2: &Path, out: &mut Output<impl Write>) -> io::Result<()> {
    let name = uf2.display();
    let Some(image) = Image::from_uf2(&fs::read(uf2)?) else {
        let why = format!("{name}: this is not a file for the Pico's boot drive");
        return refuse(out, &why);
    };
    match PackFile::read(&image.bytes_at(ADDRESS)) {
        Ok(pack) => out.write_all(pack.text),
        Err(error) => refuse(out, &format!("{name}: {error}")),
    }
}
