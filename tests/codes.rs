//! A code that was written down gives the same level in every later release.
//!
//! `tests/codes.txt` has 200 codes, each with a digest of the level that it makes. A level
//! depends on everything that the generator uses: `src/make`, and of the solver `base` and the
//! optimal searches: the number of nodes decides which drafts are proven in time, and the
//! solution decides which squares are walled off. The quick engine and the shortening of
//! solutions have no part in it. If a digest changes and that is intended,
//! `VERSION` has to change, too, so that old codes are refused instead of giving another
//! level.

use std::collections::HashSet;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use sokopico::make::{Code, Grade, Maker, Recipe};
use sokopico::puzzle::Mode;
use sokopico::solve::ARENA_WORDS;

const PINNED: &str = include_str!("codes.txt");
/// Codes of each mode and grade.
const EACH: u32 = 20;

/// Twenty recipes of each mode and grade, from the smallest board and one box to the largest
/// board and sixteen.
fn recipes() -> impl Iterator<Item = Recipe> {
    [Mode::Classic, Mode::Pairs].into_iter().flat_map(|mode| {
        Grade::all().flat_map(move |grade| {
            (0..EACH).map(move |place| {
                let seed = 7_919 * place + 104_729 * u32::from(grade.number());
                // Half of the codes are what the game itself offers.
                if place % 2 == 0 {
                    return Recipe::usual(mode, grade, seed);
                }
                let size = (5 + place * 15 / 19, 5 + place * 7 % 16);
                let (size, boxes) = ((size.0 as u8, size.1 as u8), 1 + place * 15 / 19);
                Recipe::new(mode, size, boxes as u8, grade, seed)
            })
        })
    })
}

/// The code and a digest (FNV-1a) of the text of its level, par included.
fn line(code: Code, arena: &mut [u32]) -> String {
    let mut maker = Maker::new(code);
    let text = maker.finish(arena).unwrap().to_string();
    let digest = text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{code} {:08x}", digest >> 32 ^ digest & 0xffff_ffff)
}

#[test]
fn two_hundred_codes_give_the_levels_that_they_always_gave() {
    let codes: Vec<Code> = recipes().map(Code::new).collect();
    let lines = Mutex::new(vec![String::new(); codes.len()]);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut arena = vec![0; ARENA_WORDS];
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&code) = codes.get(place) else { break };
                    let made = line(code, &mut arena);
                    lines.lock().unwrap_or_else(PoisonError::into_inner)[place] = made;
                }
            });
        }
    });
    let lines = lines.into_inner().unwrap();
    let changed = lines.iter().filter(|line| !PINNED.contains(&***line));
    let changed: Vec<_> = changed.collect();
    if !changed.is_empty() || PINNED.lines().count() != lines.len() {
        let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/codes.txt");
        fs::write(path, lines.join("\n") + "\n").unwrap();
        panic!("other levels than pinned, see {path}: {changed:?}");
    }
}

#[test]
fn the_pinned_codes_cover_both_modes_all_grades_and_all_widths() {
    let codes = PINNED.lines().map(|line| line[..10].parse::<Code>());
    let codes: Vec<Recipe> = codes.map(|code| code.unwrap().recipe()).collect();
    assert_eq!(codes.len(), 200);
    let kinds = codes
        .iter()
        .map(|recipe| (recipe.mode.name(), recipe.grade.number()));
    let kinds: HashSet<_> = kinds.collect();
    assert_eq!(kinds.len(), 10);
    let count = |of: fn(&Recipe) -> u8| codes.iter().map(of).collect::<HashSet<_>>().len();
    assert!(count(Recipe::width) >= 10 && count(Recipe::height) >= 10);
    assert!(count(Recipe::boxes) >= 10);
}

/// A solver that is not told otherwise asks the quick engine as well, builds tables of dead groups
/// and shortens its solution; every improvement of these would then give other levels.
#[test]
fn every_solver_of_the_maker_is_told_to_use_the_lasting_searches_alone() {
    let mut solvers = 0;
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/make")).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let made = text.matches("Solver::new(").count();
        let told = text.matches(".with_strategy(Strategy::LASTING)").count();
        assert_eq!(made, told, "{}", path.display());
        solvers += made;
    }
    assert!(solvers > 0);
}
