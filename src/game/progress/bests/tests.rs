use super::*;
use crate::game::progress::{LoadError, MemoryStore};
use crate::puzzle::Tally;
use crate::puzzle::text::Par;
use proptest::prelude::*;

fn id(number: u64) -> LevelId {
    LevelId::from_bytes(number.to_le_bytes())
}

fn result(moves: u32, assisted: bool) -> LevelResult {
    LevelResult {
        tally: Tally {
            moves,
            pushes: moves / 2,
        },
        par: Some(Par {
            pushes: 10,
            proven: true,
        }),
        assisted,
    }
}

fn kept<const N: usize>(bests: &Bests<N>) -> std::vec::Vec<u64> {
    (0..100)
        .filter(|&number| bests.get(id(number)).is_some())
        .collect()
}

#[test]
fn a_kept_result_takes_sixteen_bytes() {
    assert_eq!(Stored::BYTES, 16);
    assert_eq!(size_of::<Stored>(), 16);
    assert!(size_of::<Bests>() <= BESTS * 16 + 16);
}

#[test]
fn the_first_to_go_was_solved_with_help_and_longest_ago() {
    let mut bests = Bests::<4>::new();
    for (number, assisted) in [(1, false), (2, true), (3, false), (4, true)] {
        assert_eq!(bests.record(id(number), result(30, assisted)).1, None);
    }
    // Solved again, 2 is later than 4.
    bests.record(id(2), result(50, true));
    for (number, goes) in [(5, 4), (6, 2), (7, 1), (8, 3), (9, 5)] {
        let (outcome, evicted) = bests.record(id(number), result(30, false));
        assert_eq!((outcome, evicted), (Outcome::First, Some(id(goes))));
    }
    // A result without help is never replaced by one with help.
    assert_eq!(bests.record(id(10), result(30, true)).1, Some(id(10)));
    assert_eq!(kept(&bests), [6, 7, 8, 9]);
}

#[test]
fn the_order_outlives_the_last_stamp_and_the_store() {
    let mut bests = Bests::<4>::new();
    let mut store = MemoryStore::new();
    for number in [3, 1, 2] {
        bests.record(id(number), result(30, false));
    }
    for (entry, stamp) in bests.entries.iter_mut().zip([65_533, 65_534, 65_535]) {
        entry.stamp = stamp;
    }
    bests.record(id(4), result(30, false));
    bests.save(&mut store).unwrap();
    let mut loaded = Bests::<4>::new();
    loaded.load(&mut store).unwrap();
    for (number, goes) in [(5, 3), (6, 1), (7, 2), (8, 4), (9, 5)] {
        let evicted = loaded.record(id(number), result(30, false)).1;
        assert_eq!(evicted, Some(id(goes)));
    }
}

#[test]
fn completion_counts_each_mode() {
    let mut bests = Bests::<8>::new();
    bests.record(id(2), result(20, false));
    bests.record(id(4), result(90, true));
    bests.record(id(5), result(24, false));
    let mut completion = Completion::default();
    for id in [2, 4, 6, 5, 7].map(id) {
        completion.add(id, bests.get(id));
    }
    let classic = Count {
        levels: 3,
        solved: 2,
    };
    let pairs = Count {
        levels: 2,
        solved: 1,
    };
    assert_eq!(completion, Completion { classic, pairs });
    assert_eq!(completion.total().solved, 3);
}

#[test]
fn a_result_costs_one_write_and_a_failed_one_is_tried_again() {
    let mut bests = Bests::<30>::new();
    let mut store = MemoryStore::new();
    for number in 0..30 {
        bests.record(id(number), result(30, false));
    }
    bests.save(&mut store).unwrap();
    assert_eq!(store.items().count(), 3);
    assert!(!bests.is_unsaved());
    bests.record(id(13), result(20, false));
    store.fail_after(Some(0));
    assert_eq!(bests.save(&mut store), Err(StoreError::Failed));
    assert!(bests.is_unsaved());
    store.fail_after(Some(1));
    bests.save(&mut store).unwrap();
    let mut loaded = Bests::<30>::new();
    loaded.load(&mut store).unwrap();
    assert_eq!(loaded.get(id(13)), bests.get(id(13)));
    store.fail_after(None);
    bests.erase();
    bests.save(&mut store).unwrap();
    assert_eq!(store.items().count(), 0);
}

#[test]
fn a_bad_page_costs_only_its_own_results() {
    let mut bests = Bests::<30>::new();
    let mut store = MemoryStore::new();
    for number in 0..30 {
        bests.record(id(number), result(30, false));
    }
    bests.save(&mut store).unwrap();
    store.write(Key::Bests { page: 1 }, &[2, 0]).unwrap();
    assert_eq!(
        bests.load(&mut store),
        Err(LoadError::Record(BadRecord::Future(2)))
    );
    assert_eq!(bests.len(), 18);
    bests.save(&mut store).unwrap();
    bests.load(&mut store).unwrap();
    assert_eq!(bests.len(), 18);
}

#[test]
fn any_damage_to_a_page_is_an_error_or_other_sound_results() {
    let mut bests = Bests::<12>::new();
    for number in 0..3 {
        bests.record(id(number), result(20 + number as u32, number == 1));
    }
    let whole = encode(&bests.entries).unwrap();
    let whole = whole.as_slice();
    assert_eq!(decode(whole).unwrap().len(), 3);
    for len in 0..whole.len() {
        assert_eq!(decode(&whole[..len]).unwrap_err(), BadRecord::Length);
    }
    let mut store = MemoryStore::new();
    for place in 0..whole.len() {
        for byte in 0..=u8::MAX {
            let mut damaged = whole.to_vec();
            damaged[place] = byte;
            store.write(Key::Bests { page: 0 }, &damaged).unwrap();
            let mut loaded = Bests::<12>::new();
            let _ = loaded.load(&mut store);
            for entry in &loaded.entries {
                assert!(entry.best().is_some());
            }
            loaded.record(id(77), result(20, false));
        }
    }
}

proptest! {
    #[test]
    fn what_is_saved_is_loaded(
        results in proptest::collection::vec((0u64..60, any::<u32>(), any::<bool>()), 0..200)
    ) {
        let mut bests = Bests::<40>::new();
        let mut store = MemoryStore::new();
        for (number, moves, assisted) in results {
            let own = bests.get(id(number)).filter(|best| !best.assisted);
            bests.record(id(number), result(moves, assisted));
            if let Some(own) = own {
                let now = bests.get(id(number)).unwrap();
                prop_assert!(!now.assisted && now.moves <= own.moves && now.stars >= own.stars);
            }
        }
        bests.save(&mut store).unwrap();
        let mut loaded = Bests::<40>::new();
        loaded.load(&mut store).unwrap();
        for number in 0..60 {
            prop_assert_eq!(loaded.get(id(number)), bests.get(id(number)));
        }
    }

    #[test]
    fn no_bytes_make_a_page_panic(bytes in proptest::collection::vec(any::<u8>(), 0..ITEM_BYTES)) {
        let _ = decode(&bytes);
    }
}
