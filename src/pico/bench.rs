//! The solver's speed on the chip, in a firmware that measures before it plays.
//!
//! Each engine works on the levels that `sokopico bench` has on a host, in slices as the
//! game's. `npm run bench` in `emulator/` makes a table of what is logged.

use rp2040_hal::Watchdog;

use super::time;
use crate::game::SLICE;
use crate::puzzle::Mode;
use crate::puzzle::text::Reader;
use crate::solve::{Search, Solver, Status, Strategy};

const LEVELS: &str = include_str!("../solve/bench.xsb");
/// The clocks start at 125 MHz.
const CYCLES_A_MICRO: u32 = 125;
/// Boxes of the levels that are measured.
const BOXES: [usize; 3] = [5, 8, 12];
/// The engines and the nodes that each may take on a level.
const ENGINES: [(&str, Strategy, u32); 3] = [
    ("ida", Strategy::IDA, 1_000),
    ("astar", Strategy::OPTIMAL, 400),
    ("quick", Strategy::QUICK, 100),
];
/// What comes before and after every engine.
const TABLES: &str = "tables";
const SHORTEN: &str = "shorten";
/// Slices of shortening that tell enough of it.
const MAX_SHORTENING: u32 = 300;

/// Runs every engine on every level.
pub(super) fn run(arena: &mut [u32], watchdog: &mut Watchdog) {
    for (name, strategy, max_nodes) in ENGINES {
        for entry in Reader::new(LEVELS.as_bytes()).flatten() {
            let (level, boxes) = (&entry.level, entry.level.start().boxes().len());
            if level.mode() != Mode::Classic || !BOXES.contains(&boxes) {
                continue;
            }
            let mut solver = Solver::new(level, level.start(), arena)
                .with_strategy(strategy)
                .with_node_limit(max_nodes);
            for part in [TABLES, name, SHORTEN] {
                measure(part, boxes, &mut solver, watchdog);
            }
        }
    }
    defmt::info!("bench done");
}

/// Whether what the solver is doing belongs to a part of the work.
fn belongs(search: Search, part: &str) -> bool {
    match search {
        Search::Tables => part == TABLES,
        Search::Shorten => part == SHORTEN,
        _ => part != TABLES && part != SHORTEN,
    }
}

/// Lets a solver do one part of its work, and logs what that took.
fn measure(part: &str, boxes: usize, solver: &mut Solver<'_>, watchdog: &mut Watchdog) {
    let (mut micros, mut longest, mut slices) = (0, 0, 0);
    while let Status::Working(progress) = solver.status() {
        if !belongs(progress.search, part) || part == SHORTEN && slices == MAX_SHORTENING {
            break;
        }
        watchdog.feed();
        let start = time::micros();
        solver.step(SLICE);
        let took = (time::micros() - start) as u32;
        micros += took;
        longest = longest.max(took);
        slices += 1;
    }
    defmt::info!(
        "bench {=str} boxes {=usize} nodes {=u32} cycles {=u64} slices {=u32} longest {=u32}",
        part,
        boxes,
        solver.stats().nodes,
        u64::from(micros) * u64::from(CYCLES_A_MICRO),
        slices,
        longest * CYCLES_A_MICRO
    );
}
