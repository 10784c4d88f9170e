//! What is read from outside does no harm, whatever it holds. `fuzz/` checks the same promises
//! with a coverage-guided fuzzer; here they are checked on random bytes and on mutated seeds.
#![cfg(feature = "std")]

#[path = "../fuzz/promises/mod.rs"]
mod promises;

use std::time::{Duration, Instant};

use promises::text::check_text;

/// Marsaglia's xorshift: the same bytes on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit.max(1)
    }
}

#[test]
fn every_promise_holds_for_its_seeds_and_for_mutated_ones() {
    /// The longest time for one promise, on a machine of any speed.
    const LONGEST: Duration = Duration::from_secs(3);
    for promise in promises::ALL {
        let mut random = Random(0x5eed_50c0);
        let seeds = (promise.seeds)();
        assert!(!seeds.is_empty(), "{} has no seeds", promise.name);
        seeds.iter().for_each(|seed| (promise.check)(seed));
        let start = Instant::now();
        for round in 0..3_000 {
            let mut bytes = seeds[round % seeds.len()].clone();
            for _ in 0..=random.below(4) {
                mutate(&mut bytes, &mut random);
            }
            (promise.check)(&bytes);
            let noise: Vec<u8> = (0..random.below(200))
                .map(|_| random.below(256) as u8)
                .collect();
            (promise.check)(&noise);
            if start.elapsed() > LONGEST {
                break;
            }
        }
    }
}

#[test]
fn a_million_random_bytes_do_not_break_the_parsers() {
    let mut random = Random(0x5eed_50c0);
    let mut bytes: Vec<u8> = (0..1_000_000).map(|_| random.below(256) as u8).collect();
    check_text(&bytes);

    // Meaningful bytes get further into the parser.
    let alphabet = b"####  @$.+*-_|\n\n\rWBGPXYAaBb123;'\":Hole Par Title<=";
    bytes
        .iter_mut()
        .for_each(|byte| *byte = alphabet[usize::from(*byte) % alphabet.len()]);
    check_text(&bytes);
}

#[test]
fn mutated_levels_do_not_break_the_parsers() {
    let mut random = Random(0x5eed_50c0);
    let mut good = 0;
    // The small ones, and the first pack.
    let seeds = &promises::text::seeds()[..8];
    for round in 0..60_000 {
        let mut text = seeds[round % seeds.len()].clone();
        for _ in 0..=random.below(4) {
            mutate(&mut text, &mut random);
        }
        good += check_text(&text);
    }
    assert!(
        good > 10_000,
        "only {good} mutated levels were still valid: the mutations are too strong to test much"
    );
}

fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    let mut below = |limit| random.below(limit);
    let (at, other) = (below(text.len()), below(text.len()));
    match below(5) {
        0 => text.insert(at, b"#@$.+*-_ |\nWaAbB9:"[below(18)]),
        1 if !text.is_empty() => drop(text.remove(at)),
        2 if !text.is_empty() => text[at] = below(256) as u8,
        3 if !text.is_empty() => text.swap(at, other),
        _ => {
            let piece = text[at.min(other)..at.max(other)].to_vec();
            text.splice(at..at, piece);
        }
    }
}
