// Copies of a Pico's flash: whatever they hold, the solutions in them are exported, or it says why
// not, and every exported line can be read again. The input is the beginning of the saves.

use sokopico::format::regions::SAVES_BYTES;
use sokopico::game::progress::result_item::Solution;
use sokopico::game::progress::{Bests, FlashStore, LevelId, LevelResult, Store};
use sokopico::host::results::{Dump, Exported, Found, KnownLevels, SolutionLine};
use sokopico::puzzle::text::{LurdReader, Reader};
use sokopico::puzzle::{History, Level};

/// Levels with two solutions each. Of the first, one has fewer pushes and one fewer moves.
const LEVELS: &[(&str, [&str; 2])] = &[
    (
        "##############\n#            #\n# ########## #\n#+$          #\n###   ########\n##############",
        ["uurrrrrrrrrrrddlllllllllL", "RRdrruLLL"],
    ),
    ("######\n#a@  #\n# A  #\n#    #\n######", ["rdLdlU", "rlrdLdlU"]),
];

pub(crate) fn check(bytes: &[u8]) {
    // As it is, it may be UF2 or too short.
    let _ = Dump::read(bytes);
    let mut saves = vec![0xff; SAVES_BYTES];
    let length = bytes.len().min(saves.len());
    saves[..length].copy_from_slice(&bytes[..length]);
    if let Ok(dump) = Dump::read(&saves)
        && let Ok(mut store) = FlashStore::open(dump)
    {
        check_store(&mut store);
    }
}

/// Exports what a store holds.
pub(crate) fn check_store(store: &mut impl Store) {
    let found = Found::read(store);
    let mut levels = KnownLevels::default();
    for known in [false, true] {
        if known {
            for (number, (text, _)) in (1..).zip(LEVELS) {
                let entry = Reader::new(text.as_bytes()).next();
                levels.add("fuzz", number, &entry.expect("a level").expect("a good one"));
            }
        }
        for line in Exported::new(&found, &levels).lines {
            let read = SolutionLine::read(&line).expect("a good line");
            assert_eq!(read.expect("no comment").to_string(), line);
        }
    }
}

fn level(text: &str) -> Level {
    let entry = Reader::new(text.as_bytes()).next();
    entry.expect("a level").expect("a good one").level
}

/// Results with the solutions of [`LEVELS`].
pub(crate) fn record(store: &mut impl Store) {
    let mut bests = Box::new(<Bests>::new());
    for (text, solutions) in LEVELS {
        let level = level(text);
        let id = LevelId::of(&level);
        for solution in solutions {
            let mut history = History::new(&level);
            for letter in LurdReader::new(solution.as_bytes()).flatten() {
                history.step(&level, letter.direction);
            }
            let result = LevelResult {
                tally: history.tally(),
                par: None,
                assisted: false,
            };
            bests.record(id, result);
            let solution = Solution::of((id, &level), &history);
            assert!(solution.is_some());
            bests.save(store, solution).expect("there is room");
        }
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let Ok(mut store) = FlashStore::format(Dump::blank()) else {
        unreachable!("blank flash opens");
    };
    record(&mut store);
    let saves = store.close().saves().to_vec();
    let mut image = sokopico::format::uf2::Image::default();
    image.put(sokopico::format::regions::FLASH, &[0; 256]);
    vec![Vec::new(), saves[..600].to_vec(), saves[..8192].to_vec(), image.to_uf2()]
}
