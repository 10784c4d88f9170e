//! `sokopico par`: the fewest pushes of each level, written into its text or checked there.

use std::io::{self, Write};
use std::path::PathBuf;

use super::convert::write_entry;
use super::files::each_level;
use super::measure::measure;
use super::output::{Output, say};
use crate::puzzle::text::Format;
use crate::solve::Plan;

/// Nodes after which a level has no par.
const MAX_NODES: u32 = 1_000_000;

/// Prints levels with their pars; to check, prints nothing and only compares.
pub(super) fn run(files: &[PathBuf], check: bool, out: &mut Output<impl Write>) -> io::Result<()> {
    each_level(files, out, |out, file, number, mut entry| {
        let (par, _) = measure(&entry.level, Plan::Full, MAX_NODES);
        let place = format!("{}:{}:1: level {number}", file.name, entry.line);
        if par.is_none() {
            say!("{place}: no par found");
            out.note_bad();
        } else if check && entry.par != par {
            let known = entry
                .par
                .map_or_else(|| "none".to_owned(), |par| par.to_string());
            let found = par.map_or_else(String::new, |par| par.to_string());
            say!("{place}: its par is {found}, not {known}");
            out.note_bad();
        }
        if !check {
            entry.par = par.or(entry.par);
            // XSB holds every level.
            let _ = write_entry(out, &entry, Format::Xsb)?;
        }
        Ok(())
    })
}
