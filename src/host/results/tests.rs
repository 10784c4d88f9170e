use proptest::prelude::*;

use super::*;
use crate::format::journal::SECTOR_BYTES;
use crate::format::regions::{FLASH, SAVES, SAVES_BYTES};
use crate::format::uf2::Image;
use crate::game::packs::Pack;
use crate::game::progress::result_item::Solution;
use crate::game::progress::{Bests, FlashStore, LevelId, LevelResult, MemoryStore, Store};
use crate::puzzle::History;
use crate::puzzle::text::{LurdReader, Reader};

/// The first has a solution with fewer pushes, and one with fewer moves.
const PACK: Pack<'static> = Pack {
    name: "two\tways",
    text: b"##############\n#            #\n# ########## #\n#+$          #\n###   ########\n\
##############\nTitle: Around\n\n######\n#a@  #\n# A  #\n#    #\n######\n",
};
const SOLUTIONS: [(usize, &str); 3] = [
    (0, "RRdrruLLL"),
    (0, "uurrrrrrrrrrrddlllllllllL"),
    (1, "rdLdlU"),
];

fn record(store: &mut impl Store) {
    let mut bests = Box::new(<Bests>::new());
    let levels: Vec<_> = Reader::new(PACK.text)
        .map(|entry| entry.unwrap().level)
        .collect();
    for (number, lurd) in SOLUTIONS {
        let level = &levels[number];
        let id = LevelId::of(level);
        let mut history = History::new(level);
        for letter in LurdReader::new(lurd.as_bytes()) {
            history.step(level, letter.unwrap().direction).unwrap();
        }
        let result = LevelResult {
            tally: history.tally(),
            par: None,
            assisted: false,
        };
        bests.record(id, result);
        bests
            .save(store, Solution::of((id, level), &history))
            .unwrap();
    }
}

fn known() -> KnownLevels {
    let mut levels = KnownLevels::default();
    levels.add_pack(&PACK);
    levels
}

fn flash() -> Dump {
    let Ok(mut store) = FlashStore::format(Dump::blank()) else {
        panic!("blank flash does not open");
    };
    record(&mut store);
    store.close()
}

fn exported(dump: Dump) -> Exported {
    let Ok(mut store) = FlashStore::open(dump) else {
        return Exported::default();
    };
    Exported::new(&Found::read(&mut store), &known())
}

fn lurds(exported: &Exported) -> Vec<String> {
    let read = |line: &String| SolutionLine::read(line).unwrap().unwrap().lurd.to_owned();
    exported.lines.iter().map(read).collect()
}

#[test]
fn memory_and_flash_give_the_same_lines() {
    let mut store = MemoryStore::new();
    record(&mut store);
    let expected = Exported::new(&Found::read(&mut store), &known());
    assert_eq!(expected.lines.len(), 3);
    assert!(
        expected
            .lines
            .iter()
            .any(|line| line.ends_with("\ttwo ways 1: Around"))
    );
    assert_eq!(exported(flash()), expected);
    let none = Exported::new(&Found::read(&mut store), &KnownLevels::default());
    assert_eq!((none.unknown, none.lines.len()), (2, 3));
    assert!(lurds(&none).iter().all(|lurd| *lurd == lurd.to_lowercase()));
}

#[test]
fn a_solution_that_does_not_solve_its_level_is_left_out() {
    let mut store = MemoryStore::new();
    record(&mut store);
    let mut found = Found::read(&mut store);
    for level in found.levels.values_mut() {
        level.solutions[0].directions.pop();
    }
    let exported = Exported::new(&found, &known());
    assert_eq!((exported.wrong, exported.not_kept), (2, 0));
    assert_eq!(lurds(&exported), ["RRdrruLLL"]);
}

#[test]
fn a_uf2_file_may_lack_sectors() {
    let dump = flash();
    let mut image = Image::default();
    // Blank sectors before it are not there.
    let used = SAVES_BYTES - 2 * SECTOR_BYTES;
    image.put(FLASH + SAVES + used as u32, &dump.saves()[..SECTOR_BYTES]);
    let read = Dump::read(&image.to_uf2()).unwrap();
    assert_eq!(read.missing(), SAVES_BYTES - SECTOR_BYTES);
    assert_eq!(
        read.saves()[used..][..SECTOR_BYTES],
        dump.saves()[..SECTOR_BYTES]
    );
}

proptest! {
    #[test]
    fn whatever_is_damaged_every_line_is_a_solution_that_was_saved(
        damage in proptest::collection::vec((0usize..900, any::<u8>()), 1..4)
    ) {
        let mut saves = flash().saves().to_vec();
        for (at, byte) in damage {
            saves[at] = byte;
        }
        if let Ok(dump) = Dump::read(&saves) {
            for lurd in lurds(&exported(dump)) {
                prop_assert!(SOLUTIONS.iter().any(|(_, known)| *known == lurd));
            }
        }
    }

    #[test]
    fn any_bytes_are_a_dump_or_an_error(
        bytes in proptest::collection::vec(any::<u8>(), 0..2_000), has_mark in any::<bool>()
    ) {
        let mark: &[u8] = if has_mark { b"SOKJ\x01\0\xfe\xff" } else { b"" };
        if let Ok(dump) = Dump::read(&[mark, &bytes].concat()) {
            prop_assert_eq!(dump.saves().len(), SAVES_BYTES);
            let _ = exported(dump);
        }
    }

    #[test]
    fn a_line_is_read_as_it_was_written(text in "[0-9a-fg]{15,17}\tpushes\t[0-9]{1,3}\t5\tr*\\PC*") {
        if let Ok(Some(line)) = SolutionLine::read(&text) {
            let written = line.to_string();
            prop_assert_eq!(SolutionLine::read(&written), Ok(Some(line)));
        }
    }
}
