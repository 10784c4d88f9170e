//! `sokopico figures`: sizes of the core's types, and the cost of a flood fill.

use std::collections::VecDeque;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::files::LevelFile;
use super::output::Output;
use crate::puzzle::{Board, Cell, CellSet, Direction, History, Level, Sketch, Walk, flood, reach};

pub(super) fn run(files: &[PathBuf], out: &mut Output<impl Write>) -> io::Result<()> {
    let sizes = [
        ("CellSet", size_of::<CellSet>()),
        ("Board", size_of::<Board>()),
        ("Level", size_of::<Level>()),
        ("Sketch", size_of::<Sketch>()),
        ("Walk", size_of::<Walk>()),
        ("History", size_of::<History>()),
    ];
    for (name, bytes) in sizes {
        writeln!(out, "{name:<8} {bytes:>6} bytes")?;
    }
    writeln!(
        out,
        "History remembers {} moves",
        History::<{ crate::puzzle::HISTORY_BYTES }>::CAPACITY
    )?;

    for path in files {
        match LevelFile::open(path) {
            Some(file) => flood_cost(&file, out)?,
            None => out.note_bad(),
        }
    }
    Ok(())
}

/// Fills the keeper's region from every floor square of every level, row by row and with a
/// queue of squares, and compares the times.
fn flood_cost(file: &LevelFile, out: &mut impl Write) -> io::Result<()> {
    let (mut fills, mut rows, mut squares) = (0u32, 0u64, 0u64);
    let (mut by_row, mut by_queue) = (Duration::ZERO, Duration::ZERO);
    for entry in file.levels_from(1).filter_map(|(_, entry)| entry) {
        let open = entry.level.open(entry.level.start());
        for from in open {
            let (region, visits) = reach::fill(&open, from);
            fills += 1;
            rows += u64::from(visits);
            squares += region.len() as u64;
            by_row += time(|| flood(&open, from));
            by_queue += time(|| queue_fill(&open, from));
        }
    }
    if fills > 0 {
        let mean = |total: u64| total as f64 / f64::from(fills);
        writeln!(
            out,
            "{}: {fills} fills, {:.1} squares each, {:.1} row visits each, {:.1} times as fast as a queue",
            file.name,
            mean(squares),
            mean(rows),
            by_queue.as_secs_f64() / by_row.as_secs_f64(),
        )?;
    }
    Ok(())
}

fn time(work: impl Fn() -> CellSet) -> Duration {
    let start = Instant::now();
    for _ in 0..16 {
        black_box(work());
    }
    start.elapsed()
}

fn queue_fill(open: &CellSet, from: Cell) -> CellSet {
    let mut seen = CellSet::EMPTY;
    seen.insert(from);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        for next in Direction::ALL.map(|direction| cell.step(direction)) {
            if open.contains(next) && !seen.contains(next) {
                seen.insert(next);
                queue.push_back(next);
            }
        }
    }
    seen
}
