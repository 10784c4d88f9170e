use super::*;
use crate::game::progress::{Completion, Count, Fewest, ITEM_BYTES, MemoryStore};
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

/// Records a result and saves it, as the midend does.
fn solve<const N: usize>(bests: &mut Bests<N>, store: &mut MemoryStore, number: u64) {
    assert!(bests.record(id(number), result(30, false)).1);
    bests.save(store, None).unwrap();
}

fn loaded<const N: usize>(store: &mut MemoryStore) -> Bests<N> {
    let mut bests = Bests::new();
    bests.load(store).unwrap();
    bests
}

fn tamper(store: &mut MemoryStore, slot: u16, bytes: &[u8]) {
    store.write(Key::Result { slot }, bytes).unwrap();
    store.commit().unwrap();
}

#[test]
fn a_result_takes_fourteen_bytes_of_memory_and_seventeen_in_the_store() {
    assert_eq!(size_of::<Held>(), 14);
    assert!(size_of::<Bests>() <= BESTS * 14 + 160);
    let mut store = MemoryStore::new();
    solve(&mut Bests::<4>::new(), &mut store, 7);
    let lengths: std::vec::Vec<_> = store.items().map(|(_, item)| item.len()).collect();
    assert_eq!(lengths, [17]);
}

#[test]
fn the_first_to_go_was_solved_with_help_and_longest_ago() {
    let mut bests = Bests::<4>::new();
    for (number, assisted) in [(1, false), (2, true), (3, false), (4, true)] {
        assert!(bests.record(id(number), result(30, assisted)).1);
    }
    // Solved again, 2 is later than 4.
    bests.record(id(2), result(50, true));
    for (number, left) in [
        (5, [1, 2, 3, 5]),
        (6, [1, 3, 5, 6]),
        (7, [3, 5, 6, 7]),
        (8, [5, 6, 7, 8]),
        (9, [6, 7, 8, 9]),
    ] {
        let recorded = bests.record(id(number), result(30, false));
        assert_eq!(recorded, (Outcome::First, true));
        assert_eq!(kept(&bests), left);
    }
    // A result without help is never given up for one with help.
    let dropped = bests.record(id(10), result(30, true));
    assert_eq!(dropped, (Outcome::First, false));
    assert_eq!(kept(&bests), [6, 7, 8, 9]);
}

#[test]
fn a_dropped_result_leaves_nothing_to_save() {
    let mut bests = Bests::<1>::new();
    let mut store = MemoryStore::new();
    solve(&mut bests, &mut store, 1);
    assert!(!bests.record(id(2), result(30, true)).1);
    assert!(!bests.is_unsaved());
    assert_eq!(kept(&bests), [1]);
}

#[test]
fn a_result_with_help_replaces_one_with_help() {
    let mut bests = Bests::<2>::new();
    bests.record(id(1), result(30, true));
    bests.record(id(2), result(30, true));
    assert!(bests.record(id(3), result(30, true)).1);
    assert_eq!(kept(&bests), [2, 3]);
}

#[test]
fn help_is_never_a_record_and_takes_none_away() {
    let mut bests = Bests::<4>::new();
    let mut store = MemoryStore::new();
    let helped = result(12, true);
    assert_eq!(bests.record(id(1), helped), (Outcome::First, true));
    assert_eq!(bests.get(id(1)).unwrap().fewest, None);
    bests.save(&mut store, None).unwrap();
    let own = result(90, false);
    assert_eq!(bests.record(id(1), own), (Outcome::First, true));
    bests.save(&mut store, None).unwrap();
    let best = Best::new(own);
    assert_eq!(bests.get(id(1)), Some(best));
    assert_eq!(bests.record(id(1), helped), (Outcome::NoBetter, true));
    bests.save(&mut store, None).unwrap();
    assert_eq!(bests.get(id(1)), Some(best));
    assert_eq!(loaded::<4>(&mut store).get(id(1)), Some(best));
}

#[test]
fn the_order_outlives_the_store_and_at_the_last_stamp_the_first_slot_goes() {
    let mut bests = Bests::<4>::new();
    let mut store = MemoryStore::new();
    for number in [3, 1, 2] {
        solve(&mut bests, &mut store, number);
    }
    let mut loaded = loaded::<4>(&mut store);
    for (number, left) in [(4, [1, 2, 3, 4]), (5, [1, 2, 4, 5]), (6, [2, 4, 5, 6])] {
        loaded.record(id(number), result(30, false));
        assert_eq!(kept(&loaded), left);
    }
    let mut bests = Bests::<4>::new();
    for (number, stamp) in [(1, 65_533), (2, 65_534), (3, 65_535)] {
        bests.record(id(number), result(30, false));
        bests.slots[usize::from(bests.slot(id(number)).unwrap())].stamp = stamp;
    }
    for (number, left) in [
        (4, [1, 2, 3, 4]),
        (5, [2, 3, 4, 5]),
        (6, [3, 4, 5, 6]),
        (7, [3, 4, 6, 7]),
    ] {
        bests.record(id(number), result(30, false));
        assert_eq!(kept(&bests), left);
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
fn a_failed_save_is_tried_again_and_until_then_the_old_result_stands() {
    let mut bests = Bests::<30>::new();
    let mut store = MemoryStore::new();
    for number in 0..30 {
        solve(&mut bests, &mut store, number);
    }
    assert_eq!(store.items().count(), 30);
    assert!(!bests.is_unsaved());
    let old = bests.get(id(13));
    let beaten = bests.record(id(13), result(20, false)).0;
    assert!(matches!(beaten, Outcome::Better { .. }));
    for writes in 0.. {
        store.fail_after(Some(writes));
        let saved = bests.save(&mut store, None);
        let found = loaded::<30>(&mut store).get(id(13));
        if saved.is_ok() {
            assert!(writes > 1 && !bests.is_unsaved());
            assert_eq!(found, bests.get(id(13)));
            break;
        }
        assert_eq!(saved, Err(StoreError::Failed));
        assert!(bests.is_unsaved());
        assert_eq!(found, old);
    }
}

#[test]
fn a_level_takes_the_slot_of_the_one_that_goes() {
    let mut bests = Bests::<2>::new();
    let mut store = MemoryStore::new();
    for number in 1..=3 {
        solve(&mut bests, &mut store, number);
    }
    assert_eq!((bests.slot(id(3)), bests.slot(id(1))), (Some(0), None));
    assert_eq!(store.items().count(), 2);
    assert_eq!(kept(&loaded::<2>(&mut store)), [2, 3]);
}

/// Fails at every write of every attempt: the results are gone at once, and in the store in
/// the end.
#[test]
fn erasing_survives_failures_anywhere() {
    for every in 1..60 {
        let mut bests = Bests::<30>::new();
        let mut store = MemoryStore::new();
        for number in 0..30 {
            solve(&mut bests, &mut store, number);
        }
        store.write(Key::Settings, b"stays").unwrap();
        store.write(Key::FewestMoves { slot: 29 }, b"goes").unwrap();
        store.commit().unwrap();
        bests.erase();
        assert!(bests.is_empty() && bests.is_unsaved());
        let mut before = store.items().count();
        let mut attempts = 0;
        // Two removals for each of eight slots, and a commit: with fewer, nothing is gained.
        for writes in (every..).step_by(every) {
            store.fail_after(Some(writes));
            let saved = bests.save(&mut store, None);
            let left = store.items().count();
            assert!(left <= before);
            before = left;
            attempts += 1;
            if saved.is_ok() {
                break;
            }
            assert!(bests.is_unsaved());
        }
        assert!(attempts < 60 && !bests.is_unsaved());
        let left: std::vec::Vec<_> = store.items().map(|(key, _)| key).collect();
        assert_eq!(left, [Key::Settings]);
    }
}

#[test]
fn a_save_of_every_step_of_erasing_fits_a_batch_of_the_journal() {
    // The journal takes 32 changes with one commit.
    const { assert!(2 * REMOVED_AT_ONCE <= 32) };
}

#[test]
fn a_result_that_follows_an_unfinished_erase_does_not_revive_old_ones() {
    let mut bests = Bests::<30>::new();
    let mut store = MemoryStore::new();
    for number in 0..30 {
        solve(&mut bests, &mut store, number);
    }
    bests.erase();
    store.fail_after(Some(20));
    assert!(bests.save(&mut store, None).is_err());
    store.fail_after(None);
    assert!(bests.record(id(77), result(30, false)).1);
    bests.save(&mut store, None).unwrap();
    assert_eq!(kept(&loaded::<30>(&mut store)), [77]);
    assert!(!bests.is_unsaved());
}

#[test]
fn a_slot_that_cannot_be_read_costs_only_its_own_result_and_is_left_alone() {
    let mut bests = Bests::<4>::new();
    let mut store = MemoryStore::new();
    for number in 1..=3 {
        solve(&mut bests, &mut store, number);
    }
    tamper(&mut store, 1, &[2, 0]);
    assert_eq!(
        bests.load(&mut store),
        Err(LoadError::Record(BadRecord::Future(2)))
    );
    assert_eq!((bests.len(), kept(&bests)), (2, vec![1, 3]));
    assert_eq!(bests.get(id(2)), None);
    // Three more than there is room for: the unreadable slot is not given away.
    for number in 4..8 {
        solve(&mut bests, &mut store, number);
    }
    assert_eq!(kept(&bests), [5, 6, 7]);
    let mut buffer = [0; ITEM_BYTES];
    let item = store.read(Key::Result { slot: 1 }, &mut buffer);
    assert_eq!(item, Ok(Some(&[2, 0][..])));
    bests.erase();
    bests.save(&mut store, None).unwrap();
    assert_eq!(store.items().count(), 0);
}

#[test]
fn with_unreadable_slots_alone_there_is_no_room() {
    let mut store = MemoryStore::new();
    tamper(&mut store, 0, b"?");
    tamper(&mut store, 1, b"");
    let mut bests = Bests::<2>::new();
    assert!(bests.load(&mut store).is_err());
    assert_eq!(
        bests.record(id(1), result(9, false)),
        (Outcome::First, false)
    );
    assert!(bests.is_empty() && !bests.is_unsaved());
}

#[test]
fn a_level_found_twice_counts_once() {
    let mut bests = Bests::<4>::new();
    let mut store = MemoryStore::new();
    solve(&mut bests, &mut store, 1);
    let item = store.items().next().unwrap().1.to_vec();
    tamper(&mut store, 2, &item);
    assert_eq!(
        bests.load(&mut store),
        Err(LoadError::Record(BadRecord::Corrupt))
    );
    assert_eq!((bests.len(), bests.slot(id(1))), (1, Some(0)));
}

#[test]
fn identities_that_are_almost_free_or_unreadable_ones_are_levels_like_others() {
    let mut bests = Bests::<8>::new();
    let mut store = MemoryStore::new();
    let all = [0, 1, u64::MAX, u64::MAX - 1, 0xffff_ffff_ffff, 1 << 47];
    for (number, id) in all.into_iter().map(id).enumerate() {
        // Two levels that share their first six bytes share a result.
        let before = bests.len();
        bests.record(id, result(30, false));
        bests.save(&mut store, None).unwrap();
        assert_eq!(bests.len(), before + usize::from(number != 4));
        assert!(bests.get(id).is_some());
    }
    let loaded = loaded::<8>(&mut store);
    assert!(
        all.into_iter()
            .all(|number| loaded.get(id(number)).is_some())
    );
}

#[test]
fn any_damage_to_a_result_is_an_error_or_another_sound_result() {
    let mut bests = Bests::<4>::new();
    let mut store = MemoryStore::new();
    bests.record(id(0), result(20, false));
    bests.save(&mut store, None).unwrap();
    bests.record(id(1), result(21, true));
    bests.save(&mut store, None).unwrap();
    for slot in 0..2 {
        let whole = store.items().nth(slot.into()).unwrap().1.to_vec();
        for len in 0..whole.len() {
            let mut store = store.clone();
            tamper(&mut store, slot, &whole[..len]);
            let mut bests = Bests::<4>::new();
            assert_eq!(bests.load(&mut store), Err(BadRecord::Length.into()));
            assert_eq!(bests.len(), 1);
        }
        for place in 0..whole.len() {
            for byte in 0..=u8::MAX {
                let mut store = store.clone();
                let mut damaged = whole.clone();
                damaged[place] = byte;
                tamper(&mut store, slot, &damaged);
                let mut bests = Bests::<4>::new();
                let _ = bests.load(&mut store);
                for held in bests.slots.iter().filter(|held| held.is_taken()) {
                    assert!(held.best().is_some());
                }
                bests.record(id(77), result(20, false));
                bests.save(&mut store, None).unwrap();
                assert!(bests.get(id(77)).is_some());
            }
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
            let own = bests.get(id(number));
            let (_, fits) = bests.record(id(number), result(moves, assisted));
            prop_assert!(fits || assisted && own.is_none() && bests.len() == 40);
            if let Some(own) = own {
                let now = bests.get(id(number)).unwrap();
                prop_assert!(now.stars >= own.stars);
                let keeps = |own: Fewest| {
                    let now = now.fewest.unwrap();
                    now.moves <= own.moves && now.pushes <= own.pushes
                };
                prop_assert!(own.fewest.is_none_or(keeps));
            }
            bests.save(&mut store, None).unwrap();
        }
        let mut loaded = Bests::<40>::new();
        loaded.load(&mut store).unwrap();
        for number in 0..60 {
            prop_assert_eq!(loaded.get(id(number)), bests.get(id(number)));
            prop_assert_eq!(loaded.slot(id(number)), bests.slot(id(number)));
        }
    }

    #[test]
    fn no_bytes_make_loading_panic(
        items in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..40), 0..4),
        versioned: bool,
    ) {
        let mut store = MemoryStore::new();
        for (slot, mut item) in items.into_iter().enumerate() {
            if versioned && !item.is_empty() {
                item[0] = 1;
            }
            tamper(&mut store, slot as u16, &item);
        }
        let mut bests = Bests::<4>::new();
        let _ = bests.load(&mut store);
        bests.record(id(1), result(9, false));
        bests.save(&mut store, None).unwrap();
    }
}
