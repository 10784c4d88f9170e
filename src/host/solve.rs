//! `sokopico solve`: solves levels in parallel and prints a row for each. Every solution is
//! replayed.

mod ablation;
mod job;
mod table;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use self::job::{Job, Method, SolveRow};
use self::table::{Format, Totals};
use super::files::LevelFile;
use super::long_work;
use super::output::{Output, say};
use crate::puzzle::Level;
use crate::solve::{Aim, Strategy, plain};

#[derive(Args)]
pub(super) struct SolveOptions {
    /// Files of levels; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Any solution, then the fewest pushes within the remaining nodes; the default
    #[arg(long, conflicts_with = "algorithm")]
    auto: bool,
    /// Any solution, quickly
    #[arg(long, conflicts_with_all = ["algorithm", "auto"])]
    quick: bool,
    /// Fewest pushes, proven where memory allows
    #[arg(long, conflicts_with_all = ["algorithm", "auto", "quick"])]
    optimal: bool,
    /// What a solution has as little of as possible, and the other among those; without it, pushes
    #[arg(long, value_enum, conflicts_with_all = ["algorithm", "quick", "ablate"])]
    fewest: Option<Fewest>,
    /// Disable each idea of the quick engine, or with `--optimal` of the optimal one, in turn,
    /// and count the solved levels
    #[arg(long, conflicts_with_all = ["algorithm", "auto", "csv"])]
    ablate: bool,
    /// Seed of the random choices; the same seed gives the same answers
    #[arg(long, value_name = "N", default_value_t = 0)]
    rng: u32,
    /// Give up a level after this many nodes of each engine; by default 30,000 of the quick
    /// engine, and 100,000 of the others with auto or 1,000,000 without
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,
    /// Only this level of each file
    #[arg(long, value_name = "N", value_parser = super::cli::level_number())]
    level: Option<u32>,
    /// Compare these searches, separated by commas
    #[arg(long, value_name = "A", value_enum, value_delimiter = ',')]
    algorithm: Vec<Algorithm>,
    /// For astar and bidirectional: weight of the estimate; above 1 nothing is proven
    #[arg(long, value_name = "W", default_value_t = 1)]
    weight: u32,
    /// For bidirectional: backward steps per forward step
    #[arg(long, value_name = "R", default_value_t = 3)]
    ratio: u32,
    /// Levels solved at a time; by default one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: Option<u32>,
    /// Comma-separated values instead of a table
    #[arg(long)]
    csv: bool,
}

/// What a solution has as little of as possible.
#[derive(Clone, Copy, ValueEnum)]
enum Fewest {
    /// Pushes, and among those solutions the fewest moves
    Pushes,
    /// Moves, and among those solutions the fewest pushes
    Moves,
}

/// A search by name.
#[derive(Clone, Copy, ValueEnum)]
enum Algorithm {
    /// Breadth first, on the heap
    Bfs,
    /// Depth first, on the heap
    Dfs,
    /// Greedy best first, on the heap
    Greedy,
    /// A*, on the heap
    Astar,
    /// A* from both ends, on the heap
    Bidirectional,
    /// The solver's iterative deepening alone, in its arena
    Ida,
    /// The quick engine, in the same arena
    Quick,
}

impl SolveOptions {
    fn method(&self, algorithm: Algorithm) -> Method {
        let (weight, ratio) = (self.weight, self.ratio);
        match algorithm {
            Algorithm::Bfs => Method::Plain("bfs", plain::Algorithm::Bfs),
            Algorithm::Dfs => Method::Plain("dfs", plain::Algorithm::Dfs),
            Algorithm::Greedy => Method::Plain("greedy", plain::Algorithm::Greedy),
            Algorithm::Astar => Method::Plain("astar", plain::Algorithm::Astar { weight }),
            Algorithm::Bidirectional => Method::Plain(
                "bidirectional",
                plain::Algorithm::Bidirectional { weight, ratio },
            ),
            Algorithm::Ida => Method::Arena(Strategy::IDA),
            Algorithm::Quick => Method::Arena(Strategy::QUICK),
        }
    }

    fn methods(&self) -> Vec<Method> {
        match &self.algorithm[..] {
            [] if self.quick => vec![Method::Arena(Strategy::QUICK)],
            [] if self.optimal => vec![Method::Arena(Strategy::OPTIMAL)],
            // `--auto`, or no option.
            [] => vec![Method::Arena(Strategy::AUTO)],
            algorithms => algorithms
                .iter()
                .map(|&algorithm| self.method(algorithm))
                .collect(),
        }
    }

    fn aim(&self) -> Aim {
        match self.fewest {
            None => Aim::Pushes,
            Some(Fewest::Pushes) => Aim::PushesThenMoves,
            Some(Fewest::Moves) => Aim::MovesThenPushes,
        }
    }

    /// Node limits of the quick engine, and of every other search.
    fn limits(&self, method: Method) -> (u32, u32) {
        let others = match method {
            Method::Arena(Strategy::AUTO) => 100_000,
            _ => 1_000_000,
        };
        (self.nodes.unwrap_or(30_000), self.nodes.unwrap_or(others))
    }

    fn format(&self) -> Format {
        if self.csv {
            Format::Csv
        } else {
            Format::Table {
                compare: !self.algorithm.is_empty(),
            }
        }
    }
}

pub(super) fn run(options: &SolveOptions, out: &mut Output<impl Write>) -> io::Result<()> {
    let files: Vec<LevelFile> = options
        .files
        .iter()
        .filter_map(|path| LevelFile::open(path))
        .collect();
    if files.len() < options.files.len() {
        out.note_bad();
    }
    if options.ablate {
        let levels = files.iter().flat_map(|file| levels(options, file, out));
        let levels: Vec<Level> = levels.map(|(_, level)| level).collect();
        return if options.optimal {
            ablation::optimal(&levels, options.nodes.unwrap_or(100_000), out)
        } else {
            ablation::quick(&levels, options.rng, options.nodes.unwrap_or(1_000), out)
        };
    }
    let jobs = jobs(options, &files, out);
    long_work::begin();
    let workers = options.jobs.map_or_else(cores, |jobs| jobs as usize);
    if !work(&jobs, workers, options.format(), out)? {
        out.note_bad();
    }
    long_work::end(out)
}

/// The chosen levels of a file with their numbers. Notes those that are bad.
fn levels(
    options: &SolveOptions,
    file: &LevelFile,
    out: &mut Output<impl Write>,
) -> Vec<(u32, Level)> {
    let entries: Vec<_> = match options.level {
        Some(number) => vec![(number, file.level(number))],
        None => file.levels_from(1).collect(),
    };
    let mut levels = Vec::new();
    for (number, entry) in entries {
        match entry {
            Some(entry) => levels.push((number, entry.level)),
            None => out.note_bad(),
        }
    }
    levels
}

/// Every level of the files, with every method.
fn jobs<'f>(
    options: &SolveOptions,
    files: &'f [LevelFile],
    out: &mut Output<impl Write>,
) -> Vec<Job<'f>> {
    let methods = options.methods();
    let mut jobs = Vec::new();
    for file in files {
        for (number, level) in levels(options, file, out) {
            jobs.extend(methods.iter().map(|&method| Job {
                file: &file.name,
                number,
                level: level.clone(),
                method,
                limits: options.limits(method),
                seed: options.rng,
                aim: options.aim(),
            }));
        }
    }
    jobs
}

/// Runs the jobs and writes their rows in order. Returns whether all were solved.
fn work(
    jobs: &[Job<'_>],
    workers: usize,
    format: Format,
    out: &mut impl Write,
) -> io::Result<bool> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel::<(usize, SolveRow)>();
    let bar = long_work::progress_bar(jobs.len());
    thread::scope(|scope| {
        for _ in 0..workers.min(jobs.len()) {
            let (sender, next, bar) = (sender.clone(), &next, &bar);
            scope.spawn(move || {
                while let Some((index, job)) = claim(jobs, next) {
                    let Some(row) = job.run(bar) else {
                        return;
                    };
                    if sender.send((index, row)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let written = write_rows(receiver, &bar, format, out);
        bar.finish_and_clear();
        // Nobody reads the output any more, so stop the other workers.
        if written.is_err() {
            long_work::stop();
        }
        let totals = written?;
        say!("{totals}");
        Ok(totals.all_solved())
    })
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn claim<'j, 'f>(jobs: &'j [Job<'f>], next: &AtomicUsize) -> Option<(usize, &'j Job<'f>)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    jobs.get(index).map(|job| (index, job))
}

fn write_rows(
    receiver: mpsc::Receiver<(usize, SolveRow)>,
    bar: &ProgressBar,
    format: Format,
    out: &mut impl Write,
) -> io::Result<Totals> {
    bar.suspend(|| format.header(out))?;
    let mut totals = Totals::default();
    let mut write = |row: SolveRow| {
        totals.add(&row);
        bar.suspend(|| format.row(&row, out).and_then(|()| out.flush()))
    };
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    for (index, row) in receiver {
        bar.inc(1);
        waiting.insert(index, row);
        while let Some(row) = waiting.remove(&next) {
            write(row)?;
            next += 1;
        }
    }
    // After Ctrl-C, levels that were finished out of order still get their rows.
    waiting.into_values().try_for_each(write)?;
    Ok(totals)
}
