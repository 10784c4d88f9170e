//! The solver's speed on the chip, in a firmware that measures before it plays.
//!
//! Each engine works on the levels of `sokopico bench`, in slices as in the game. `npm run
//! bench` in `emulator/` makes a table of the log.

use super::{time, watchdog};
use crate::game::SLICE;
use crate::puzzle::Mode;
use crate::puzzle::text::Reader;
use crate::solve::{Search, Solver, Status, Strategy};

const LEVELS: &str = include_str!("../solve/bench.xsb");
/// The clocks start at 125 MHz.
const CYCLES_A_MICRO: u32 = 125;
/// Boxes of the levels that are measured.
const BOXES: [usize; 3] = [5, 8, 12];
/// The engines and their node limits on each level.
const ENGINES: [(&str, Strategy, u32); 4] = [
    ("ida", Strategy::IDA, 1_000),
    ("astar", Strategy::LASTING, 400),
    // A* until it builds tables of dead groups, and from then on.
    ("easy", Strategy::OPTIMAL, 500),
    ("quick", Strategy::QUICK, 100),
];
/// What comes before and after every engine.
const TABLES: &str = "tables";
const SHORTEN: &str = "shorten";
/// Tables of dead groups, and A* with them.
const GROUPS: &str = "groups";
const PRUNED: &str = "pruned";
/// Enough slices of shortening to measure it.
const MAX_SHORTENING: u32 = 300;

/// Runs every engine on every level.
pub(super) fn run(arena: &mut [u32]) {
    for (name, strategy, max_nodes) in ENGINES {
        for entry in Reader::new(LEVELS.as_bytes()).flatten() {
            let (level, boxes) = (&entry.level, entry.level.start().boxes().len());
            if level.mode() != Mode::Classic || !BOXES.contains(&boxes) {
                continue;
            }
            let mut solver = Solver::new(level, level.start(), arena)
                .with_strategy(strategy)
                .with_node_limit(max_nodes);
            for part in [TABLES, name, GROUPS, PRUNED, SHORTEN] {
                measure(part, boxes, &mut solver);
            }
        }
    }
    defmt::info!("bench done");
}

/// Whether what the solver is doing belongs to a part of the work.
fn belongs(search: Search, part: &str) -> bool {
    match search {
        Search::Tables => part == TABLES || part == GROUPS,
        Search::Shorten => part == SHORTEN,
        _ => part != TABLES && part != GROUPS && part != SHORTEN,
    }
}

/// Runs one part of a solver's work and logs its cost.
fn measure(part: &str, boxes: usize, solver: &mut Solver<'_>) {
    let (mut micros, mut longest, mut slices) = (0, 0, 0);
    let nodes = solver.stats().nodes;
    while let Status::Working(progress) = solver.status() {
        if !belongs(progress.search, part) || part == SHORTEN && slices == MAX_SHORTENING {
            break;
        }
        watchdog::feed();
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
        solver.stats().nodes - nodes,
        u64::from(micros) * u64::from(CYCLES_A_MICRO),
        slices,
        longest * CYCLES_A_MICRO
    );
}
