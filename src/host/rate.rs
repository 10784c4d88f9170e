//! `sokopico rate`: how hard levels are, and how well that agrees with their order in a file.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::files::LevelFile;
use super::long_work;
use super::output::{Output, say};
use crate::make::{Rating, layout_score};
use crate::puzzle::Level;
use crate::solve::{ARENA_WORDS, Solver, Status, Strategy, check_size};

/// Work units between two checks for Ctrl-C.
const SLICE: u32 = 10_000;
/// The optimal search gives up after this number of nodes, then the quick search after
/// that number.
const OPTIMAL_NODES: u32 = 100_000;
const QUICK_NODES: u32 = 30_000;

#[derive(Args)]
pub(super) struct RateOptions {
    /// Files of levels; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Comma-separated values instead of a table
    #[arg(long, conflicts_with = "order")]
    csv: bool,
    /// Print how well the order of the levels in each file agrees with several measures of
    /// difficulty, as rank correlations
    #[arg(long)]
    order: bool,
}

/// A level with its measures of difficulty.
struct RatingRow {
    number: u32,
    rating: Rating,
    proven: bool,
    layout: u32,
}

pub(super) fn run(options: &RateOptions, out: &mut Output<impl Write>) -> io::Result<()> {
    long_work::begin();
    if options.csv {
        writeln!(
            out,
            "file,level,points,grade,pushes,moves,lines,changes,returns,detours,traps,choices,moved,boxes,squares,proven,layout"
        )?;
    }
    let mut arena = vec![0; ARENA_WORDS];
    for path in &options.files {
        let Some(file) = LevelFile::open(path) else {
            out.note_bad();
            continue;
        };
        let entries: Vec<_> = file.levels_from(1).collect();
        let bar = long_work::progress_bar(entries.len());
        let mut rows = Vec::new();
        for (number, entry) in entries {
            bar.inc(1);
            let Some(entry) = entry else {
                out.note_bad();
                continue;
            };
            let Some((rating, proven)) = rate(&entry.level, &mut arena) else {
                if long_work::is_stopped() {
                    break;
                }
                bar.suspend(|| match check_size(&entry.level) {
                    Ok(()) => say!("{}: level {number}: no solution found", file.name),
                    Err(reason) => say!("{}: level {number}: {reason}", file.name),
                });
                out.note_bad();
                continue;
            };
            let row = RatingRow {
                number,
                rating,
                proven,
                layout: layout_score(&entry.level),
            };
            if !options.order {
                bar.suspend(|| print(&file.name, &row, options.csv, out))?;
            }
            rows.push(row);
        }
        bar.finish_and_clear();
        long_work::end(out)?;
        if options.order {
            print_order(&file.name, &rows, out)?;
        }
    }
    Ok(())
}

/// Rates a level by its shortest solution, or by any solution if that takes too long.
fn rate(level: &Level, arena: &mut [u32]) -> Option<(Rating, bool)> {
    for (strategy, nodes) in [
        (Strategy::LASTING, OPTIMAL_NODES),
        (Strategy::QUICK, QUICK_NODES),
    ] {
        let mut solver = Solver::new(level, level.start(), arena)
            .with_strategy(strategy)
            .with_node_limit(nodes);
        while let Status::Working(_) = solver.step(SLICE) {
            if long_work::is_stopped() {
                return None;
            }
        }
        if let Status::Solved(solution) = solver.status() {
            let rating = Rating::of(level, solution.steps())?;
            return Some((rating, solution.proven));
        }
    }
    None
}

fn print(file: &str, row: &RatingRow, csv: bool, out: &mut impl Write) -> io::Result<()> {
    let RatingRow {
        number,
        rating,
        proven,
        layout,
    } = row;
    let (points, grade) = (rating.points(), rating.grade());
    if csv {
        let Rating {
            pushes,
            moves,
            lines,
            changes,
            returns,
            detours,
            traps,
            choices,
            moved,
            boxes,
            squares,
        } = rating;
        // The name of a file may contain quotes.
        let file = file.replace('"', "\"\"");
        writeln!(
            out,
            "\"{file}\",{number},{points},{},{pushes},{moves},{lines},{changes},{returns},{detours},{traps},{choices},{moved},{boxes},{squares},{proven},{layout}",
            grade.number(),
        )
    } else {
        let par = if *proven { "" } else { "<= " };
        writeln!(
            out,
            "{file}\t{number}\t{} {}\t{points} points\t{par}{} pushes",
            grade.number(),
            grade.name(),
            rating.pushes,
        )
    }
}

/// Prints rank correlations of level numbers with measures of difficulty.
fn print_order(file: &str, rows: &[RatingRow], out: &mut impl Write) -> io::Result<()> {
    type Measure = fn(&RatingRow) -> u32;
    let measures: [(&str, Measure); 3] = [
        ("rating", |row| row.rating.points()),
        ("pushes", |row| row.rating.pushes),
        ("layout score", |row| row.layout),
    ];
    writeln!(out, "{file}: {} levels", rows.len())?;
    for (name, measure) in measures {
        let pairs: Vec<_> = rows.iter().map(|row| (row.number, measure(row))).collect();
        writeln!(
            out,
            "  {name:<14} Spearman {:+.3}  Kendall {:+.3}",
            spearman(&pairs),
            kendall(&pairs)
        )?;
    }
    Ok(())
}

/// Spearman's rank correlation: Pearson's correlation of the ranks.
fn spearman(pairs: &[(u32, u32)]) -> f64 {
    let firsts = ranks(pairs.iter().map(|pair| pair.0).collect());
    let seconds = ranks(pairs.iter().map(|pair| pair.1).collect());
    let mean = (pairs.len() as f64 - 1.0) / 2.0;
    let sum = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let scale = (sum(&firsts, &firsts) * sum(&seconds, &seconds)).sqrt();
    if scale == 0.0 {
        0.0
    } else {
        sum(&firsts, &seconds) / scale
    }
}

/// Ranks from 0; equal values share the mean of theirs.
fn ranks(values: Vec<u32>) -> Vec<f64> {
    let rank = |value: &u32| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// Kendall's tau-b.
fn kendall(pairs: &[(u32, u32)]) -> f64 {
    let (mut sum, mut first, mut second) = (0i64, 0i64, 0i64);
    for (place, a) in pairs.iter().enumerate() {
        for b in &pairs[..place] {
            let (x, y) = (a.0.cmp(&b.0) as i64, a.1.cmp(&b.1) as i64);
            sum += x * y;
            first += x * x;
            second += y * y;
        }
    }
    let scale = ((first * second) as f64).sqrt();
    if scale == 0.0 {
        0.0
    } else {
        sum as f64 / scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations_of_the_same_and_the_opposite_order_are_one_and_minus_one() {
        let up: Vec<_> = (0..9).map(|number| (number, number * number)).collect();
        let down: Vec<_> = (0..9).map(|number| (number, 100 - number)).collect();
        for measure in [spearman, kendall] {
            assert!((measure(&up) - 1.0).abs() < 1e-9);
            assert!((measure(&down) + 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn equal_values_share_their_rank() {
        assert_eq!(ranks(vec![5, 1, 5, 9]), [1.5, 0.0, 1.5, 3.0]);
        let pairs = [(1, 2), (2, 2), (3, 2)];
        assert_eq!((spearman(&pairs), kendall(&pairs)), (0.0, 0.0));
    }
}
