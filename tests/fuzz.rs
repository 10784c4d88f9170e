//! The parsers survive any input. `fuzz/` checks the same properties with a coverage-guided
//! fuzzer; here they are checked on a million random bytes and on mutated levels.

#[path = "../fuzz/promise.rs"]
mod promise;

use promise::check_text;

const SEEDS: [&str; 9] = [
    include_str!("../levels/1-first-steps.xsb"),
    "#####\n#@+ #\n#  +#\n#####\n",
    "WWWWW\nWYX W\nW B W\nWWWWW\nPar: 3\n",
    "; 1\n'n'\n5#|#@-.#|#-$-#|5#|\nTitle: x\nAuthor: y\nPar: <= 12\n",
    "######\n#  @ #\n# AB #\n#    #\n######\nHole: 3 4 a\nHole: 2 4 b\n",
    "  ####\n###@ #\n# A  #\n######\nHole: 1 1 a\n",
    "####\n#@ ###\n# A  #\n######\nHole: 1 6 a\n",
    "lurdLURD 3r2U\r\n",
    "32#|#30*#|#30*#|#30*#|#@-$.26*#|32#\n",
];

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
    for round in 0..60_000 {
        let mut text = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
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
