//! `sokopico bench`: the node counts of fixed levels, and one signature of all counts.
//!
//! The signature is the same on every machine; it changes when the search changes.

use std::io::{self, Write};

use super::measure::measure;
use super::output::Output;
use crate::puzzle::text::Reader;
use crate::solve::{Stats, Strategy};

const LEVELS: &str = include_str!("../solve/bench.xsb");
/// IDA* alone may take very long on levels that A* solves soon.
const MAX_NODES: u32 = 200_000;

pub(super) fn run(out: &mut Output<impl Write>) -> io::Result<()> {
    writeln!(
        out,
        "level boxes mode    plan   pushes    nodes   floods matchings"
    )?;
    let mut signature = Signature::new();
    for (number, item) in (1..).zip(Reader::new(LEVELS.as_bytes())) {
        let Ok(entry) = item else { continue };
        for (name, strategy) in [("full", Strategy::OPTIMAL), ("ida", Strategy::IDA)] {
            let (par, stats) = measure(&entry.level, strategy, MAX_NODES);
            let Stats {
                nodes,
                floods,
                matchings,
                ..
            } = stats;
            let (boxes, mode) = (entry.level.start().boxes().len(), entry.level.mode().name());
            let pushes = par.map(|par| u32::from(par.pushes));
            let shown = pushes.map_or_else(|| "-".to_owned(), |pushes| pushes.to_string());
            writeln!(
                out,
                "{number:>5} {boxes:>5} {mode:<7} {name:<5} {shown:>7} {nodes:>8} {floods:>8} {matchings:>9}"
            )?;
            signature.add(pushes.unwrap_or(u32::MAX));
            signature.add(nodes);
        }
    }
    writeln!(out, "signature {:08x}", signature.0)
}

/// The FNV-1a hash of the numbers.
struct Signature(u32);

impl Signature {
    fn new() -> Self {
        Self(0x811c_9dc5)
    }

    fn add(&mut self, number: u32) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
}
