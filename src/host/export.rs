//! `sokopico export`: a player's solutions as text.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::files::each_level;
use super::output::{Output, say};
use super::results::{Dump, Exported, Found, HEADER, KnownLevels};
use super::store::{FileStore, data_folder};
use crate::format::save_file::Condition;
use crate::game::progress::FlashStore;
use crate::game::progress::result_item::SOLUTION_MOVES;

#[derive(Args)]
pub(super) struct ExportOptions {
    /// The folder where progress is kept
    #[arg(long, value_name = "FOLDER", conflicts_with = "image")]
    data: Option<PathBuf>,
    /// A copy of a Pico's flash instead: all of it or the saves, as .bin or .uf2
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// Files of levels that are not built in
    #[arg(long, value_name = "XSB", num_args = 1..)]
    levels: Vec<PathBuf>,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(options: &ExportOptions, out: &mut Output<impl Write>) -> io::Result<()> {
    let found = match &options.image {
        Some(image) => found_in_image(image, out)?,
        None => found_in_folder(options.data.as_deref(), out)?,
    };
    let Some(found) = found else {
        out.note_bad();
        return Ok(());
    };
    let levels = known_levels(&options.levels, out)?;
    let exported = Exported::new(&found, &levels);
    let mut text = format!("{HEADER}\n");
    for line in &exported.lines {
        text += line;
        text.push('\n');
    }
    match &options.output {
        Some(path) => fs::write(path, text)?,
        None => out.write_all(text.as_bytes())?,
    }
    report(&found, &exported, out);
    Ok(())
}

/// The built-in levels and those of some files, whose errors go to standard error.
pub(super) fn known_levels(
    files: &[PathBuf],
    out: &mut Output<impl Write>,
) -> io::Result<KnownLevels> {
    let mut levels = KnownLevels::built_in();
    each_level(files, out, |_, file, number, entry| {
        levels.add(file.pack().name, number, &entry);
        Ok(())
    })?;
    Ok(levels)
}

/// `None` if there is nothing to export, and standard error says why.
fn found_in_folder(
    asked: Option<&Path>,
    out: &mut Output<impl Write>,
) -> io::Result<Option<Found>> {
    let Some(folder) = data_folder(asked) else {
        say!("no folder for progress (`--data FOLDER` names one)");
        return Ok(None);
    };
    let name = folder.display();
    let (mut store, condition) = match FileStore::open_to_read(&folder) {
        Ok(opened) => opened,
        Err(error) => {
            say!("{name}: {error}");
            return Ok(None);
        }
    };
    match condition {
        None => {
            say!("{name}: there is no saved progress");
            return Ok(None);
        }
        Some(Condition::Later(version)) => {
            say!("{name}: saved progress has version {version}, from a later sokopico");
            return Ok(None);
        }
        Some(Condition::Damaged) => {
            say!("{name}: saved progress is damaged: what can be read is exported");
            out.note_bad();
        }
        // The game may be about to save.
        Some(Condition::Whole(_) | Condition::Interrupted(_)) => {}
    }
    Ok(Some(Found::read(&mut store)))
}

/// `None` if there is nothing to export, and standard error says why.
fn found_in_image(path: &Path, out: &mut Output<impl Write>) -> io::Result<Option<Found>> {
    let name = path.display();
    let file = match fs::read(path) {
        Ok(file) => file,
        Err(error) => {
            say!("{name}: {error}");
            return Ok(None);
        }
    };
    let dump = match Dump::read(&file) {
        Ok(dump) => dump,
        Err(error) => {
            say!("{name}: {error}");
            return Ok(None);
        }
    };
    if dump.missing() > 0 {
        say!("{name}: {} bytes of the saves are missing", dump.missing());
        out.note_bad();
    }
    let mut store = match FlashStore::open(dump) {
        Ok(store) => store,
        Err((_, error)) => {
            say!("{name}: {error}");
            return Ok(None);
        }
    };
    if store.damaged() > 0 {
        let count = store.damaged();
        say!("{name}: {count} damaged entries: what can be read is exported");
        out.note_bad();
    }
    Ok(Some(Found::read(&mut store)))
}

/// Says on standard error what the export lacks.
fn report(found: &Found, exported: &Exported, out: &mut Output<impl Write>) {
    for error in &found.errors {
        say!("left out: {error}");
        out.note_bad();
    }
    if exported.wrong > 0 {
        say!(
            "left out: {} that do not solve their level",
            solutions(exported.wrong)
        );
        out.note_bad();
    }
    if exported.helped > 0 {
        say!(
            "left out: {} solved only with help",
            levels(exported.helped)
        );
    }
    if exported.not_kept > 0 {
        say!(
            "{}: a best solution was not kept, because it has more than {SOLUTION_MOVES} moves",
            levels(exported.not_kept)
        );
    }
    if exported.unknown > 0 {
        say!(
            "{} not found: solutions without capitals for pushes (`--levels FILE` names a file)",
            levels(exported.unknown)
        );
    }
}

fn levels(count: usize) -> String {
    match count {
        1 => "1 level".to_owned(),
        _ => format!("{count} levels"),
    }
}

fn solutions(count: usize) -> String {
    match count {
        1 => "1 solution".to_owned(),
        _ => format!("{count} solutions"),
    }
}
