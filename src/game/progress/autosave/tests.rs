use super::*;
use crate::game::packs::Place;
use crate::game::progress::MemoryStore;
use crate::puzzle::Direction;
use crate::puzzle::text::Reader;
use proptest::prelude::*;

const CLASSIC: &str = "########\n#      #\n# $ .$ #\n#  @  .#\n#      #\n########";
const PAIRS: &str = "########\n#      #\n# A bB #\n#  @  a#\n#      #\n########";

fn level(text: &str) -> Level {
    Reader::new(text.as_bytes()).next().unwrap().unwrap().level
}

fn session(level: &Level) -> Session {
    Session {
        place: Place { pack: 1, number: 7 },
        level: LevelId::of(level),
        assisted: true,
        elapsed: 12_345,
    }
}

/// 0 to 3 steps, 4 and 5 undo, 6 redoes, 7 restarts now and then.
fn act<const BYTES: usize>(level: &Level, history: &mut History<BYTES>, action: u8) {
    match action % 8 {
        direction @ 0..4 => {
            history.step(level, Direction::from_index(direction));
        }
        4 | 5 => {
            let _ = history.undo(level);
        }
        6 => {
            history.redo(level);
        }
        _ if action >= 240 => history.restart(level),
        _ => {}
    }
}

/// Counts what is written to a store.
#[derive(Default)]
struct Counting {
    store: MemoryStore,
    items: u32,
    bytes: usize,
}

impl Counting {
    /// Items and bytes written since this was last called.
    fn written(&mut self) -> (u32, usize) {
        (
            std::mem::take(&mut self.items),
            std::mem::take(&mut self.bytes),
        )
    }
}

impl Store for Counting {
    fn read<'b>(&mut self, key: Key, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        self.store.read(key, buffer)
    }

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        self.items += 1;
        self.bytes += bytes.len();
        self.store.write(key, bytes)
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        self.store.remove(key)
    }
}

/// Everything that a history can show.
fn shown<const BYTES: usize>(
    history: &History<BYTES>,
) -> impl PartialEq + std::fmt::Debug + use<BYTES> {
    let count = history.undoable() + history.redoable();
    let records: Vec<_> = (0..count).map(|index| history.record(index)).collect();
    let (base, base_tally) = history.base();
    (
        (history.board().clone(), history.tally(), history.undoable()),
        (base.clone(), base_tally, history.forgotten()),
        records,
    )
}

/// A long walk that rarely pushes a box.
fn long_walk(count: usize) -> impl Iterator<Item = Direction> {
    let mut random = 1u32;
    (0..count).map(move |_| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Direction::from_index((random >> 24) as u8)
    })
}

#[test]
fn a_full_history_comes_back_and_playing_on_writes_little() {
    for text in [CLASSIC, PAIRS] {
        let level = level(text);
        let mut history = Box::new(History::<HISTORY_BYTES>::new(&level));
        let mut store = Counting::default();
        let mut autosave = Autosave::new();
        for direction in long_walk(50_000) {
            history.step(&level, direction);
        }
        assert!(history.forgotten() > 0);
        autosave
            .save(&mut store, session(&level), &level, &history)
            .unwrap();
        assert!(store.written().0 as usize <= SLOTS + 1);
        for direction in long_walk(100) {
            history.step(&level, direction);
            autosave
                .save(&mut store, session(&level), &level, &history)
                .unwrap();
            // The head, the first chunk, which loses moves, and the last one or two.
            let (items, _) = store.written();
            assert!(items <= 4, "{items}");
        }
        assert!(
            store
                .store
                .items()
                .all(|(_, item)| item.len() <= ITEM_BYTES)
        );
        let mut restored = Box::new(History::<HISTORY_BYTES>::new(&level));
        let found = Autosave::new().restore(&mut store, &level, &mut restored);
        assert_eq!(found, Ok(Some(session(&level))));
        assert_eq!(shown(&restored), shown(&history));
    }
}

#[test]
fn before_anything_is_forgotten_a_move_writes_two_items() {
    let level = level(CLASSIC);
    let mut history = History::<1024>::new(&level);
    let mut store = Counting::default();
    let mut autosave = Autosave::new();
    autosave
        .save(&mut store, session(&level), &level, &history)
        .unwrap();
    assert_eq!(store.written(), (1, 37));
    for direction in long_walk(1000) {
        let moved = history.step(&level, direction).is_some();
        autosave
            .save(&mut store, session(&level), &level, &history)
            .unwrap();
        assert_eq!(store.written().0, 1 + u32::from(moved));
    }
}

#[test]
fn an_empty_store_has_nothing_in_play() {
    let level = level(CLASSIC);
    let mut history = History::<8>::new(&level);
    history.step(&level, Direction::Up);
    let mut store = MemoryStore::new();
    let mut autosave = Autosave::new();
    assert_eq!(autosave.find(&mut store), Ok(None));
    let none = autosave.restore(&mut store, &level, &mut history);
    assert_eq!(none, Ok(None));
    assert_eq!(history.undoable(), 0);
    autosave
        .save(&mut store, session(&level), &level, &history)
        .unwrap();
    assert_eq!(autosave.find(&mut store), Ok(Some(session(&level))));
    autosave.clear(&mut store).unwrap();
    assert_eq!(store.items().count(), 0);
}

#[test]
fn a_record_is_refused_on_another_level_and_where_its_steps_are_illegal() {
    let level = level(CLASSIC);
    let changed = super::tests::level(&CLASSIC.replace("# $ .$ #", "# $#.$ #"));
    let mut history = History::<8>::new(&level);
    for direction in [Direction::Left, Direction::Right, Direction::Up] {
        history.step(&level, direction).unwrap();
    }
    let mut store = MemoryStore::new();
    let mut autosave = Autosave::new();
    autosave
        .save(&mut store, session(&level), &level, &history)
        .unwrap();
    let mut restored = History::<8>::new(&changed);
    let refused = autosave.restore(&mut store, &changed, &mut restored);
    assert_eq!(refused, Err(LoadError::OtherLevel));
    // The same moves under the changed level's name.
    autosave
        .save(&mut store, session(&changed), &level, &history)
        .unwrap();
    let refused = autosave.restore(&mut store, &changed, &mut restored);
    assert_eq!(refused, Err(LoadError::Illegal));
    assert_eq!(restored.board(), changed.start());
    assert_eq!(restored.undoable(), 0);
}

/// Saves after each of some rounds of play, with the power cut at every write: what
/// comes back is always the last save that was confirmed, or the one being made.
#[test]
fn a_power_cut_at_any_write_leaves_the_last_save_or_the_new_one() {
    for text in [CLASSIC, PAIRS] {
        let level = level(text);
        let mut history = Box::new(History::<512>::new(&level));
        let mut store = MemoryStore::new();
        let mut autosave = Autosave::new();
        autosave
            .save(&mut store, session(&level), &level, &history)
            .unwrap();
        for round in 0..40 {
            let before = shown(&history);
            // Long walks, long rewinds, and other moves from there.
            for _ in 0..round % 4 * 150 {
                let _ = history.undo(&level);
            }
            for direction in long_walk(round * 23).skip(round) {
                history.step(&level, direction);
            }
            for writes in 0.. {
                let mut cut = store.clone();
                cut.fail_after(Some(writes));
                let mut retried = autosave.clone();
                let saved = retried.save(&mut cut, session(&level), &level, &history);
                cut.fail_after(None);
                let mut back = History::<512>::new(&level);
                let found = Autosave::new().restore(&mut cut, &level, &mut back);
                assert_eq!(found, Ok(Some(session(&level))));
                if saved.is_ok() {
                    assert_eq!(shown(&back), shown(&history));
                    break;
                }
                assert_eq!(shown(&back), before);
                retried
                    .save(&mut cut, session(&level), &level, &history)
                    .unwrap();
                let found = Autosave::new().restore(&mut cut, &level, &mut back);
                assert!(found.is_ok());
                assert_eq!(shown(&back), shown(&history));
            }
            autosave
                .save(&mut store, session(&level), &level, &history)
                .unwrap();
        }
    }
}

#[test]
fn any_damage_is_an_error_or_a_sound_position() {
    for text in [CLASSIC, PAIRS] {
        let level = level(text);
        let mut history = History::<8>::new(&level);
        for direction in long_walk(60) {
            history.step(&level, direction);
        }
        history.undo(&level).unwrap();
        assert!(history.forgotten() > 0);
        let mut store = MemoryStore::new();
        Autosave::new()
            .save(&mut store, session(&level), &level, &history)
            .unwrap();
        let whole = store.clone();
        for (key, item) in whole.items() {
            for len in 0..item.len() {
                let mut store = whole.clone();
                store.write(key, &item[..len]).unwrap();
                let mut back = History::<8>::new(&level);
                let found = Autosave::new().restore(&mut store, &level, &mut back);
                assert!(found.is_err(), "{key:?} cut to {len}");
                assert_eq!(back.board(), level.start());
            }
            for place in 0..item.len() {
                for flip in 1..=u8::MAX {
                    let mut damaged = item.to_vec();
                    damaged[place] ^= flip;
                    let mut store = whole.clone();
                    store.write(key, &damaged).unwrap();
                    let mut back = History::<8>::new(&level);
                    let found = Autosave::new().restore(&mut store, &level, &mut back);
                    if found.is_err() {
                        assert_eq!(back.board(), level.start());
                    }
                    // Moves are checksummed; the head is the store's to vouch for.
                    assert!(found.is_err() || key == Key::Session);
                    while back.undo(&level).is_ok() {}
                    while back.redo(&level).is_some() {}
                    back.restart(&level);
                }
            }
            let mut store = whole.clone();
            store.remove(key).unwrap();
            let mut back = History::<8>::new(&level);
            let found = Autosave::new().restore(&mut store, &level, &mut back);
            assert!(found.is_err() || key == Key::Session && found == Ok(None));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_played_comes_back(
        actions in proptest::collection::vec(any::<u8>(), 0..2000),
        saves in 1usize..100,
        pairs: bool,
    ) {
        let level = level(if pairs { PAIRS } else { CLASSIC });
        let mut history = History::<200>::new(&level);
        let mut store = MemoryStore::new();
        let mut autosave = Autosave::new();
        for part in actions.chunks(saves) {
            for &action in part {
                act(&level, &mut history, action);
            }
            autosave.save(&mut store, session(&level), &level, &history).unwrap();
            let mut back = History::<200>::new(&level);
            let mut other = Autosave::new();
            let found = other.restore(&mut store, &level, &mut back);
            prop_assert_eq!(found, Ok(Some(session(&level))));
            prop_assert_eq!(shown(&back), shown(&history));
            if part[0] % 2 == 0 {
                // Switched off and on.
                (autosave, history) = (other, back);
            }
        }
    }

    #[test]
    fn no_bytes_make_a_head_panic(bytes in proptest::collection::vec(any::<u8>(), 0..ITEM_BYTES)) {
        if let Ok(head) = Head::decode(&bytes) {
            let again = head.encode().unwrap();
            prop_assert_eq!(again.as_slice(), &bytes[..]);
        }
    }
}
