//! `sokopico generate`: new levels from codes.

use std::cell::Cell;
use std::io::{self, Write};
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};

use super::long_work;
use super::output::Output;
use crate::make::{Code, Grade, Made, Maker, Method, Recipe};
use crate::puzzle::Mode;
use crate::solve::ARENA_WORDS;

/// Work units between two checks for Ctrl-C.
const SLICE: u32 = 10_000;

/// Number of different seeds. More levels than this would repeat.
const SEEDS: i64 = 1 << 24;

#[derive(Args)]
pub(super) struct GenerateOptions {
    /// Make only the level of this code
    #[arg(long, value_name = "CODE", conflicts_with_all = ["mode", "size", "boxes", "grade", "count", "from", "method"])]
    seed: Option<Code>,
    /// Classic or pairs
    #[arg(long, value_enum, default_value_t = ModeName::Classic)]
    mode: ModeName,
    /// The most columns and rows, walls included, from 5x5 to 20x20 [default: suits the grade]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u8, u8)>,
    /// The most boxes, from 1 to 16 [default: suits the grade]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    boxes: Option<u8>,
    /// How hard the levels are, from 1 to 5
    #[arg(long, value_name = "G", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=5))]
    grade: u8,
    /// How many levels
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=SEEDS))]
    count: u32,
    /// How to make levels; codes are for `pull`, the others are for comparison
    #[arg(long, value_enum, default_value_t = MethodName::Pull)]
    method: MethodName,
    /// First seed, to make the same levels again [default: from the clock]
    #[arg(long, value_name = "N")]
    from: Option<u32>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModeName {
    /// Any box on any goal
    Classic,
    /// Each box in its own hole
    Pairs,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodName {
    /// Play backwards from the solved position
    Pull,
    /// Carve a room, place boxes and play at random
    Carve,
    /// Add walls to a random level while it can be solved
    Walls,
}

fn size(text: &str) -> Result<(u8, u8), String> {
    let sides = text.split_once(['x', 'X']);
    let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let fits = |side: u8| (Recipe::MIN_SIDE..=Recipe::MAX_SIDE).contains(&side);
    match sides {
        Some((width, height)) if fits(width) && fits(height) => Ok((width, height)),
        _ => Err(format!(
            "expected columns and rows from {min}x{min} to {max}x{max}, for example 9x7",
            min = Recipe::MIN_SIDE,
            max = Recipe::MAX_SIDE
        )),
    }
}

impl GenerateOptions {
    fn codes(&self) -> impl Iterator<Item = Code> {
        let mode = match self.mode {
            ModeName::Classic => Mode::Classic,
            ModeName::Pairs => Mode::Pairs,
        };
        let grade = Grade::new(self.grade).unwrap_or(Grade::EASIEST);
        let first = self.from.unwrap_or_else(clock);
        let recipe = move |seed| {
            let usual = Recipe::usual(mode, grade, seed);
            let size = self.size.unwrap_or((usual.width(), usual.height()));
            let boxes = self.boxes.unwrap_or(usual.boxes());
            Recipe::new(mode, size, boxes, grade, seed)
        };
        let ordered = move |number| Code::new(recipe(first.wrapping_add(number)));
        (0..self.count()).map(move |number| self.seed.unwrap_or_else(|| ordered(number)))
    }

    fn count(&self) -> u32 {
        match self.seed {
            Some(_) => 1,
            None => self.count,
        }
    }
}

/// A seed that differs at each start.
pub(super) fn clock() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.unwrap_or_default();
    (now.as_secs() as u32).wrapping_mul(0x9e37_79b1) ^ now.subsec_nanos()
}

pub(super) fn run(options: &GenerateOptions, out: &mut Output<impl Write>) -> io::Result<()> {
    long_work::begin();
    let method = match options.method {
        MethodName::Pull => Method::Pull,
        MethodName::Carve => Method::Carve,
        MethodName::Walls => Method::Walls,
    };
    let bar = long_work::progress_bar(options.count() as usize);
    let mut arena = vec![0; ARENA_WORDS];
    for code in options.codes() {
        let mut maker = Maker::new(code).with_method(method);
        while maker.made().is_none() && !long_work::is_stopped() {
            bar.set_message(format!("{code}: {} tried", maker.progress().tried));
            attempt(&mut maker, &mut arena);
        }
        let Some(made) = maker.made() else { break };
        bar.suspend(|| print(made, method, out).and_then(|()| out.flush()))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    long_work::end(out)
}

/// Makes one attempt, unless Ctrl-C stops it.
fn attempt(maker: &mut Maker, arena: &mut [u32]) {
    let spent = Cell::new(0);
    let mut attempt = pin!(maker.attempt(arena, SLICE, &spent));
    let mut context = Context::from_waker(Waker::noop());
    while !long_work::is_stopped() && attempt.as_mut().poll(&mut context).is_pending() {}
}

/// Prints the level as text. Its code is its title only if the code gives this level again.
fn print(made: &Made, method: Method, out: &mut impl Write) -> io::Result<()> {
    let (grade, rating) = (made.grade(), &made.rating);
    match method {
        Method::Pull => write!(out, "{made}")?,
        Method::Carve | Method::Walls => {
            let picture = made.level.picture(made.level.start());
            writeln!(out, "{picture}Par: {}", made.par)?;
        }
    }
    writeln!(
        out,
        "Grade: {} {}\nPoints: {}\nMoves: {}\nWork: {}\n",
        grade.number(),
        grade.name(),
        rating.points(),
        rating.moves,
        made.spent,
    )
}
