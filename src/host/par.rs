//! `sokopico par`: the fewest pushes of each level, written into its text or checked there.

use std::io::{self, Write};
use std::path::PathBuf;

use super::convert::write_entry;
use super::files::each_level;
use super::measure::{measure, measure_with};
use super::output::{Output, say};
use crate::puzzle::Level;
use crate::puzzle::text::{Format, Par};
use crate::solve::{Idea, Ideas, Strategy, check_size};

/// Node limits: for the fewest pushes, then for any solution.
const OPTIMAL_NODES: u32 = 1_000_000;
const QUICK_NODES: u32 = 30_000;

/// Prints levels with their pars, or with `check` only compares them.
pub(super) fn run(files: &[PathBuf], check: bool, out: &mut Output<impl Write>) -> io::Result<()> {
    each_level(files, out, |out, file, number, mut entry| {
        let place = format!("{}:{}:1: level {number}", file.name, entry.line);
        let known = entry.par;
        // A bound only claims that there is a solution of at most as many pushes.
        let is_bound = check && known.is_some_and(|par| !par.proven);
        let proof = || measure(&entry.level, Strategy::OPTIMAL, OPTIMAL_NODES).0;
        let found = if is_bound { None } else { proof() };
        let enough = known.filter(|_| is_bound).map(|par| par.pushes);
        let par = found.or_else(|| any_solution(&entry.level, enough));
        let agrees = match (known, par) {
            (Some(known), Some(par)) if is_bound => par.pushes <= known.pushes,
            _ => known == par,
        };
        let word = |par: Option<Par>| par.map_or_else(|| "none".to_owned(), |par| par.to_string());
        if par.is_none() {
            match check_size(&entry.level) {
                Ok(()) => say!("{place}: no par found"),
                Err(reason) => say!("{place}: no par found: {reason}"),
            }
            out.note_bad();
        } else if check && !agrees {
            say!("{place}: its par is {}, not {}", word(par), word(known));
            out.note_bad();
        }
        if !check {
            entry.par = par.or(entry.par);
            // XSB can represent every level.
            let _ = write_entry(out, &entry, Format::Xsb)?;
        }
        Ok(())
    })
}

/// The pushes of a quick solution. If they are to be `enough`, variants of the search follow until
/// one does: a bound stands as long as there is a solution, whichever search found it.
fn any_solution(level: &Level, enough: Option<u16>) -> Option<Par> {
    let quick = |ideas| measure_with(level, Strategy::QUICK, QUICK_NODES, ideas).0;
    let usual = quick(Ideas::ALL);
    let is_enough = |par: &Par| enough.is_none_or(|enough| par.pushes <= enough);
    if usual.is_none() || usual.as_ref().is_some_and(is_enough) {
        return usual;
    }
    let variants = Idea::ALL
        .into_iter()
        .flat_map(|one| Idea::ALL.map(|two| Ideas::ALL.without(one).without(two)));
    variants.filter_map(quick).find(is_enough).or(usual)
}
