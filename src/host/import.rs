//! `sokopico import`: solutions as a player's results.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::export::known_levels;
use super::files::LevelFile;
use super::output::{Output, say};
use super::replay::{Mistake, play};
use super::results::{BadLine, KnownLevels, SolutionLine};
use super::store::{FileStore, Trouble, data_folder};
use crate::game::progress::result_item::{self, By, SOLUTION_MOVES, Solution};
use crate::game::progress::{Bests, Key, LevelId, LevelResult, Outcome, Store, StoreError};
use crate::puzzle::{History, Tally};

#[derive(Args)]
pub(super) struct ImportOptions {
    /// Files written by `sokopico export`; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder where progress is kept
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Files of levels that are not built in
    #[arg(long, value_name = "XSB", num_args = 1..)]
    levels: Vec<PathBuf>,
}

/// Why a line is not imported.
enum Refusal {
    Line(BadLine),
    UnknownLevel(LevelId),
    Mistake(Mistake),
    NotSolved,
    OtherCounts(Tally),
    NoRoom,
    Store(StoreError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => error.fmt(f),
            Self::UnknownLevel(id) => write!(
                f,
                "level {id} is not built in: name its file with `--levels FILE`"
            ),
            Self::Mistake(mistake) => write!(f, "in the solution, {mistake}"),
            Self::NotSolved => write!(f, "the solution does not solve the level"),
            Self::OtherCounts(Tally { moves, pushes }) => write!(
                f,
                "the solution has {pushes} pushes and {moves} moves, not those that the line says"
            ),
            Self::NoRoom => write!(f, "there is no room for results of more levels"),
            Self::Store(error) => error.fmt(f),
        }
    }
}

/// What became of a line.
enum Imported {
    /// It is better than what the player had.
    Better,
    /// It is, but is too long to be kept: only its numbers are.
    NumbersOnly,
    NoBetter,
}

pub(super) fn run(options: &ImportOptions, out: &mut Output<impl Write>) -> io::Result<()> {
    let levels = known_levels(&options.levels, out)?;
    let Some(mut store) = open(options.data.as_deref()) else {
        say!("nothing was imported");
        out.note_bad();
        return Ok(());
    };
    let mut import = Import::new(&levels, &mut store);
    let (mut better, mut no_better) = (0, 0);
    for path in &options.files {
        let Some(file) = LevelFile::open(path) else {
            out.note_bad();
            continue;
        };
        for (number, line) in (1..).zip(file.text().split(|&byte| byte == b'\n')) {
            let place = format!("{}:{number}", file.name);
            match import.line(&String::from_utf8_lossy(line)) {
                Ok(None) => {}
                Ok(Some(Imported::Better)) => better += 1,
                Ok(Some(Imported::NumbersOnly)) => {
                    better += 1;
                    say!(
                        "{place}: note: more than {SOLUTION_MOVES} moves: they are counted, but not kept"
                    );
                }
                Ok(Some(Imported::NoBetter)) => no_better += 1,
                Err(refusal) => {
                    say!("{place}: {refusal}");
                    out.note_bad();
                }
            }
        }
    }
    if let Err(error) = store.commit() {
        match store.last_error() {
            Some(error) => say!("nothing was imported: {error}"),
            None => say!("nothing was imported: {error}"),
        }
        out.note_bad();
        return Ok(());
    }
    writeln!(out, "{better} imported, {no_better} no better than before")
}

/// The store to import into; `None` if it cannot be written to, and standard error says why.
fn open(asked: Option<&Path>) -> Option<FileStore> {
    let (store, trouble) = match data_folder(asked) {
        Some(folder) => FileStore::open(&folder),
        None => FileStore::nowhere(),
    };
    let Some(trouble) = trouble else {
        return Some(store);
    };
    say!("{trouble}");
    match trouble {
        Trouble::Interrupted | Trouble::Damaged { .. } | Trouble::Later { .. } => Some(store),
        Trouble::InUse(_) | Trouble::NotSaving(..) | Trouble::NoFolder => None,
    }
}

struct Import<'s> {
    levels: &'s KnownLevels,
    store: Uncommitted<'s>,
    bests: Box<Bests>,
}

impl<'s> Import<'s> {
    fn new(levels: &'s KnownLevels, store: &'s mut FileStore) -> Self {
        let mut store = Uncommitted(store);
        let mut bests = Box::new(Bests::new());
        if let Err(error) = bests.load(&mut store) {
            say!("some results cannot be read and are left alone: {error}");
        }
        Self {
            levels,
            store,
            bests,
        }
    }

    /// Imports a line; `None` if it holds no solution.
    fn line(&mut self, line: &str) -> Result<Option<Imported>, Refusal> {
        let Some(line) = SolutionLine::read(line).map_err(Refusal::Line)? else {
            return Ok(None);
        };
        let id = line.id;
        let known = self.levels.get(id).ok_or(Refusal::UnknownLevel(id))?;
        let level = &known.level;
        let mut history = History::new(level);
        play(line.lurd.as_bytes(), |direction| {
            history.step(level, direction)
        })
        .map_err(Refusal::Mistake)?;
        if !level.is_solved(history.board()) {
            return Err(Refusal::NotSolved);
        }
        let tally = history.tally();
        if tally != line.tally {
            return Err(Refusal::OtherCounts(tally));
        }
        let result = LevelResult {
            tally,
            par: known.par,
            assisted: false,
        };
        let solution = Solution::of((id, level), &history);
        if !self.is_better(id, result, solution.is_some()) {
            return Ok(Some(Imported::NoBetter));
        }
        // A new result must not displace another.
        if self.bests.slot(id).is_none() && self.bests.is_full() {
            return Err(Refusal::NoRoom);
        }
        self.bests.record(id, result);
        let saved = self.bests.save(&mut self.store, solution);
        saved.map_err(Refusal::Store)?;
        Ok(Some(match solution {
            Some(_) => Imported::Better,
            None => Imported::NumbersOnly,
        }))
    }

    /// Whether a result is better than the player's, or its solution than those that are kept.
    fn is_better(&mut self, id: LevelId, result: LevelResult, has_solution: bool) -> bool {
        let (Some(slot), Some(mut best)) = (self.bests.slot(id), self.bests.get(id)) else {
            return true;
        };
        if best.merge(result) != Outcome::NoBetter {
            return true;
        }
        if !has_solution {
            return false;
        }
        let mut kept = [By::Pushes, By::Moves].map(|by| {
            // One that cannot be read is replaced.
            let kept = result_item::solution(&mut self.store, (slot, id), by, |tally, _| tally);
            kept.unwrap_or(None)
        });
        // If one solution is best by both, it is stored once.
        kept[1] = kept[1].or(kept[0]);
        let Tally { moves, pushes } = result.tally;
        let [by_pushes, by_moves] = kept;
        by_pushes.is_none_or(|kept| (pushes, moves) < (kept.pushes, kept.moves))
            || by_moves.is_none_or(|kept| (moves, pushes) < (kept.moves, kept.pushes))
    }
}

/// A file whose commits are left to the end, so that it is written and synced only once. It
/// holds its items in memory, and so can be read all the same.
struct Uncommitted<'s>(&'s mut FileStore);

impl Store for Uncommitted<'_> {
    fn read<'b>(&mut self, key: Key, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        self.0.read(key, buffer)
    }

    fn games(&self) -> u32 {
        self.0.games()
    }

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        self.0.write(key, bytes)
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        self.0.remove(key)
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
