use super::*;
use crate::game::packs::Place;
use crate::game::progress::MemoryStore;
use crate::make::{Code, Grade, Maker, Recipe};
use crate::puzzle::text::Reader;
use crate::puzzle::{Direction, Mode};
use crate::solve::ARENA_WORDS;
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

    fn games(&self) -> u32 {
        self.store.games()
    }

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        self.items += 1;
        self.bytes += bytes.len();
        self.store.write(key, bytes)
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        self.store.remove(key)
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.store.commit()
    }
}

const SLOT: u32 = 3;

fn write<const BYTES: usize>(
    autosave: &mut Autosave,
    store: &mut impl Store,
    session: Session,
    level: &Level,
    history: &History<BYTES>,
) -> Result<(), StoreError> {
    let saved = autosave.save(store, (SLOT, 1), session, (level, None), history)?;
    store.commit()?;
    autosave.saved(saved);
    Ok(())
}

/// Saves a game as the midend does: written, committed, noted.
fn save<const BYTES: usize>(
    autosave: &mut Autosave,
    store: &mut impl Store,
    level: &Level,
    history: &mut History<BYTES>,
) -> Result<(), StoreError> {
    write(autosave, store, session(level), level, history)?;
    history.settle();
    Ok(())
}

/// What another start finds.
fn restored<const BYTES: usize>(
    store: &mut impl Store,
    level: &Level,
) -> (Result<Option<Session>, LoadError>, Box<History<BYTES>>) {
    let mut history = Box::new(History::new(level));
    // It must not matter what the history held before.
    history.step(level, Direction::Up);
    let found = Autosave::new().restore(store, SLOT, level, &mut history);
    (found, history)
}

/// Changes an item behind the back of the game.
fn tamper(store: &mut MemoryStore, key: Key, bytes: Option<&[u8]>) {
    match bytes {
        Some(bytes) => store.write(key, bytes).unwrap(),
        None => store.remove(key).unwrap(),
    }
    store.commit().unwrap();
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

const HEAD: Key = Key::Game {
    slot: SLOT,
    part: GamePart::Head,
};

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
        assert_eq!(history.undoable(), HISTORY_BYTES * 2);
        save(&mut autosave, &mut store, &level, &mut history).unwrap();
        let (items, bytes) = store.written();
        assert!(items as usize <= PARTS + 1 && bytes <= 4_900, "{bytes}");
        for direction in long_walk(2_000) {
            history.step(&level, direction);
            save(&mut autosave, &mut store, &level, &mut history).unwrap();
            // The head, the first chunk, which loses a move, and now and then the last one.
            let (items, bytes) = store.written();
            assert!(items <= 3 && bytes <= 2 * 453 + 300, "{items} {bytes}");
        }
        let items = store.store.items();
        assert!(items.map(|(_, item)| item.len()).max() <= Some(ITEM_BYTES));
        let (found, back) = restored::<HISTORY_BYTES>(&mut store, &level);
        assert_eq!(found, Ok(Some(session(&level))));
        assert_eq!(shown(&back), shown(&history));
    }
}

#[test]
fn after_each_of_many_saves_everything_comes_back() {
    let level = level(CLASSIC);
    let mut history = Box::new(History::<HISTORY_BYTES>::new(&level));
    let mut store = MemoryStore::new();
    let mut autosave = Autosave::new();
    let mut walk = long_walk(400_000);
    let mut random = 7u32;
    for round in 0..120 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let count = [1, 3, 40, 300, 1_700, 2_500][(random >> 28) as usize % 6];
        match random >> 24 & 7 {
            0 => (0..count).for_each(|_| _ = history.undo(&level)),
            1 => (0..count).for_each(|_| _ = history.redo(&level)),
            2 if round % 3 == 0 => history.restart(&level),
            _ => walk.by_ref().take(count).for_each(|direction| {
                history.step(&level, direction);
            }),
        }
        if round % 40 == 39 {
            history.reset(&level);
        }
        save(&mut autosave, &mut store, &level, &mut history).unwrap();
        let (found, back) = restored::<HISTORY_BYTES>(&mut store, &level);
        assert_eq!(found, Ok(Some(session(&level))), "round {round}");
        assert_eq!(shown(&back), shown(&history), "round {round}");
        if round % 10 == 9 {
            autosave = Autosave::new();
            autosave
                .restore(&mut store, SLOT, &level, &mut history)
                .unwrap();
            history.settle();
        }
    }
}

#[test]
fn before_anything_is_forgotten_a_move_writes_little_but_the_head() {
    let level = level(CLASSIC);
    let mut history = Box::new(History::<HISTORY_BYTES>::new(&level));
    let mut store = Counting::default();
    let mut autosave = Autosave::new();
    save(&mut autosave, &mut store, &level, &mut history).unwrap();
    assert_eq!(store.written(), (1, 36));
    let (mut moves, mut chunks, mut all) = (0, 0, 0);
    for direction in long_walk(20_000) {
        if history.undoable() == HISTORY_BYTES * 2 || history.step(&level, direction).is_none() {
            continue;
        }
        moves += 1;
        save(&mut autosave, &mut store, &level, &mut history).unwrap();
        let (items, bytes) = store.written();
        assert!((1..=2).contains(&items), "{items}");
        assert_eq!(items == 2, moves % BLOCK == 0, "after {moves} moves");
        assert!(items == 2 || bytes <= 36 + BLOCK as usize / 4, "{bytes}");
        chunks += items - 1;
        all += bytes;
    }
    assert_eq!(chunks, moves / BLOCK);
    // The head holds half a block on average, and a chunk is written once in a block.
    let average = all as u32 / moves;
    assert!(average <= 69, "{average} bytes a move");
}

#[test]
fn saving_again_writes_the_head_alone_even_after_a_start() {
    let level = level(CLASSIC);
    let mut history = Box::new(History::<HISTORY_BYTES>::new(&level));
    for direction in long_walk(9_000) {
        history.step(&level, direction);
    }
    let mut store = Counting::default();
    let mut autosave = Autosave::new();
    save(&mut autosave, &mut store, &level, &mut history).unwrap();
    assert!(store.written().0 > 3);
    save(&mut autosave, &mut store, &level, &mut history).unwrap();
    assert_eq!(store.written().0, 1);
    let found = autosave.restore(&mut store, SLOT, &level, &mut history);
    assert!(found.is_ok());
    save(&mut autosave, &mut store, &level, &mut history).unwrap();
    assert_eq!(store.written().0, 1);
    // Nothing is known about another slot.
    let saved = autosave.save(
        &mut store,
        (SLOT + 1, 2),
        session(&level),
        (&level, None),
        &history,
    );
    assert!(saved.is_ok() && store.written().0 > 3);
}

#[test]
fn undone_far_back_and_played_differently_it_comes_back() {
    let level = level(CLASSIC);
    for forgets in [false, true] {
        let mut history = Box::new(History::<HISTORY_BYTES>::new(&level));
        let mut store = Counting::default();
        let mut autosave = Autosave::new();
        for direction in long_walk(if forgets { 40_000 } else { 6_000 }) {
            history.step(&level, direction);
        }
        assert_eq!(history.forgotten() > 0, forgets);
        save(&mut autosave, &mut store, &level, &mut history).unwrap();
        for (back, forth) in [(3_000, 100), (1, 1), (300, 4_000), (20_000, 0), (0, 300)] {
            for _ in 0..back {
                let _ = history.undo(&level);
            }
            save(&mut autosave, &mut store, &level, &mut history).unwrap();
            let (found, undone) = restored::<HISTORY_BYTES>(&mut store, &level);
            assert!(found.is_ok());
            assert_eq!(shown(&undone), shown(&history));
            for direction in long_walk(forth + 77).skip(77) {
                history.step(&level, direction);
            }
            save(&mut autosave, &mut store, &level, &mut history).unwrap();
            let (found, back) = restored::<HISTORY_BYTES>(&mut store, &level);
            assert!(found.is_ok());
            assert_eq!(shown(&back), shown(&history));
        }
    }
}

#[test]
fn restarts_in_chunks_come_back_and_fit() {
    for text in [CLASSIC, PAIRS] {
        let level = level(text);
        let mut history = Box::new(History::<HISTORY_BYTES>::new(&level));
        let mut store = MemoryStore::new();
        let mut autosave = Autosave::new();
        let mut random = 9u32;
        for direction in long_walk(45_000) {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // None in most chunks, in some a few, in the last ones one after another.
            let often = if history.forgotten() > 9_000 {
                3
            } else {
                2_500
            };
            match (random >> 16) % often {
                0 => history.restart(&level),
                _ => {
                    history.step(&level, direction);
                }
            }
            if random >> 22 == 0 {
                save(&mut autosave, &mut store, &level, &mut history).unwrap();
                let (found, back) = restored::<HISTORY_BYTES>(&mut store, &level);
                assert_eq!(found, Ok(Some(session(&level))));
                assert_eq!(shown(&back), shown(&history));
            }
        }
        let longest = store.items().map(|(_, item)| item.len()).max();
        assert_eq!(longest, Some(5 + CHUNK as usize / 2));
    }
}

#[test]
fn moves_that_are_gone_leave_no_chunks() {
    let level = level(CLASSIC);
    let mut long = Box::new(History::<HISTORY_BYTES>::new(&level));
    for direction in long_walk(20_000) {
        long.step(&level, direction);
    }
    let mut other_way = long.clone();
    while other_way.undoable() > 2_100 {
        other_way.undo(&level).unwrap();
    }
    for direction in [Direction::Up, Direction::Down, Direction::Left] {
        other_way.step(&level, direction);
    }
    let afresh = Box::new(History::<HISTORY_BYTES>::new(&level));
    for (mut history, items) in [(other_way, 3), (afresh, 1)] {
        // The game is known from its last save, from a start, or not at all.
        for knows in 0..3 {
            let mut store = MemoryStore::new();
            let mut autosave = Autosave::new();
            save(&mut autosave, &mut store, &level, &mut long).unwrap();
            assert!(store.items().count() > 4);
            match knows {
                0 => {}
                1 => {
                    let mut back = long.clone();
                    let found = autosave.restore(&mut store, SLOT, &level, &mut back);
                    assert!(found.is_ok());
                }
                _ => autosave = Autosave::new(),
            }
            save(&mut autosave, &mut store, &level, &mut history).unwrap();
            assert_eq!(store.items().count(), items);
            let (found, back) = restored::<HISTORY_BYTES>(&mut store, &level);
            assert!(found.is_ok());
            assert_eq!(shown(&back), shown(&history));
            // And they are written again when they are played again.
            save(&mut autosave, &mut store, &level, &mut long).unwrap();
            let (found, back) = restored::<HISTORY_BYTES>(&mut store, &level);
            assert!(found.is_ok());
            assert_eq!(shown(&back), shown(&long));
        }
    }
}

#[test]
fn games_in_two_slots_do_not_mix() {
    let (classic, pairs) = (level(CLASSIC), level(PAIRS));
    let mut store = MemoryStore::new();
    let mut autosave = Autosave::new();
    let mut histories = [&classic, &pairs].map(|level| Box::new(History::<1024>::new(level)));
    for round in 0..8 {
        for ((slot, level), history) in [(0, &classic), (31, &pairs)].iter().zip(&mut histories) {
            for direction in long_walk(400 + round).skip(round) {
                history.step(level, direction);
            }
            let place = (*slot, round as u32);
            let saved = autosave.save(&mut store, place, session(level), (level, None), history);
            store.commit().unwrap();
            autosave.saved(saved.unwrap());
        }
        for ((slot, level), history) in [(0, &classic), (31, &pairs)].iter().zip(&histories) {
            let mut back = History::<1024>::new(level);
            let found = Autosave::new().restore(&mut store, *slot, level, &mut back);
            assert_eq!(found, Ok(Some(session(level))));
            assert_eq!(shown(&back), shown(history));
            let other = if *slot == 0 { &pairs } else { &classic };
            let found = Autosave::new().restore(&mut store, *slot, other, &mut back);
            assert_eq!(found, Err(LoadError::OtherLevel));
        }
    }
    autosave.remove(&mut store, 31).unwrap();
    store.commit().unwrap();
    assert!(
        store
            .items()
            .all(|(key, _)| matches!(key, Key::Game { slot: 0, .. }))
    );
    assert!(store.items().count() > 1);
}

#[test]
fn an_empty_slot_has_no_game_and_a_removed_one_leaves_nothing() {
    let level = level(CLASSIC);
    let mut history = History::<1024>::new(&level);
    history.step(&level, Direction::Up);
    let mut store = MemoryStore::new();
    let mut autosave = Autosave::new();
    assert_eq!(Autosave::find(&mut store, SLOT), Ok(None));
    let none = autosave.restore(&mut store, SLOT, &level, &mut history);
    assert_eq!(none, Ok(None));
    assert_eq!(history.undoable(), 0);
    for direction in long_walk(3_000) {
        history.step(&level, direction);
    }
    save(&mut autosave, &mut store, &level, &mut history).unwrap();
    assert_eq!(Autosave::find(&mut store, SLOT), Ok(Some(session(&level))));
    assert_eq!(Autosave::find(&mut store, SLOT + 1), Ok(None));
    autosave.remove(&mut store, SLOT).unwrap();
    store.commit().unwrap();
    assert_eq!(store.items().count(), 0);
    // It does not believe that chunks are still there.
    save(&mut autosave, &mut store, &level, &mut history).unwrap();
    let (found, back) = restored::<1024>(&mut store, &level);
    assert_eq!(found, Ok(Some(session(&level))));
    assert_eq!(shown(&back), shown(&history));
}

#[test]
fn a_generated_level_is_stored_once_with_its_game() {
    let recipe = Recipe::new(Mode::Classic, (7, 7), 2, Grade::EASIEST, 1);
    let mut maker = Maker::new(Code::new(recipe));
    let mut arena = std::vec![0; ARENA_WORDS];
    let kept = Kept::from(maker.finish(&mut arena).unwrap());
    let level = &kept.level;
    let session = Session {
        place: Place::MADE,
        ..session(level)
    };
    let history = History::<64>::new(level);
    let mut store = Counting::default();
    let mut autosave = Autosave::new();
    for items in [2, 1, 1] {
        let game = (level, Some(&kept));
        let saved = autosave.save(&mut store, (SLOT, 1), session, game, &history);
        store.commit().unwrap();
        autosave.saved(saved.unwrap());
        assert_eq!(store.written().0, items);
        let mut back = History::<64>::new(level);
        let found = autosave.restore(&mut store, SLOT, level, &mut back);
        assert_eq!(found, Ok(Some(session)));
    }
    assert_eq!(Autosave::level(&mut store, SLOT), Ok(Some(kept)));
    assert_eq!(Autosave::level(&mut store, SLOT + 1), Ok(None));
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
    save(&mut autosave, &mut store, &level, &mut history).unwrap();
    let (refused, back) = restored::<8>(&mut store, &changed);
    assert_eq!(refused, Err(LoadError::OtherLevel));
    assert_eq!((back.board(), back.undoable()), (changed.start(), 0));
    // The same moves under the changed level's name.
    let session = session(&changed);
    write(&mut autosave, &mut store, session, &level, &history).unwrap();
    let (refused, back) = restored::<8>(&mut store, &changed);
    assert_eq!(refused, Err(LoadError::Illegal));
    assert_eq!((back.board(), back.undoable()), (changed.start(), 0));
}

#[test]
fn a_history_that_is_too_long_for_this_one_is_refused() {
    let level = level(CLASSIC);
    let mut history = History::<16>::new(&level);
    for direction in long_walk(60) {
        history.step(&level, direction);
    }
    let mut store = MemoryStore::new();
    save(&mut Autosave::new(), &mut store, &level, &mut history).unwrap();
    let (refused, back) = restored::<8>(&mut store, &level);
    assert_eq!(refused, Err(LoadError::Record(BadRecord::Corrupt)));
    assert_eq!(back.board(), level.start());
}

/// Saves after each of some rounds of play, with the power cut at every write: what
/// comes back is always the last save that was confirmed, or the one being made.
#[test]
fn a_power_cut_at_any_write_leaves_the_last_save_or_the_new_one() {
    for text in [CLASSIC, PAIRS] {
        let level = level(text);
        let mut history = Box::new(History::<2048>::new(&level));
        let mut store = MemoryStore::new();
        let mut autosave = Autosave::new();
        save(&mut autosave, &mut store, &level, &mut history).unwrap();
        let mut most = 0;
        for round in 0..40 {
            let before = shown(&history);
            // Long walks, long rewinds, and other moves from there.
            for _ in 0..round % 4 * 900 {
                let _ = history.undo(&level);
            }
            for direction in long_walk(round * 151).skip(round) {
                history.step(&level, direction);
            }
            for writes in 0.. {
                let mut cut = store.clone();
                cut.fail_after(Some(writes));
                let (mut retried, mut history) = (autosave.clone(), history.clone());
                let saved = save(&mut retried, &mut cut, &level, &mut history);
                cut.fail_after(None);
                let (found, back) = restored::<2048>(&mut cut, &level);
                assert_eq!(found, Ok(Some(session(&level))));
                if saved.is_ok() {
                    assert_eq!(shown(&back), shown(&history));
                    most = most.max(writes);
                    break;
                }
                assert_eq!(shown(&back), before);
                save(&mut retried, &mut cut, &level, &mut history).unwrap();
                let (found, back) = restored::<2048>(&mut cut, &level);
                assert!(found.is_ok());
                assert_eq!(shown(&back), shown(&history));
            }
            save(&mut autosave, &mut store, &level, &mut history).unwrap();
        }
        assert!(most >= 4, "chunks, a head and a commit, but only {most}");
    }
}

#[test]
fn any_damage_is_an_error_or_a_sound_position() {
    for text in [CLASSIC, PAIRS] {
        let level = level(text);
        let mut history = History::<150>::new(&level);
        for direction in long_walk(900) {
            history.step(&level, direction);
        }
        history.undo(&level).unwrap();
        assert!(history.forgotten() > 0);
        let mut store = MemoryStore::new();
        save(&mut Autosave::new(), &mut store, &level, &mut history).unwrap();
        let whole = store;
        assert_eq!(whole.items().count(), 2, "a head and a chunk");
        for (key, item) in whole.items() {
            for len in 0..item.len() {
                let mut store = whole.clone();
                tamper(&mut store, key, Some(&item[..len]));
                let (found, back) = restored::<150>(&mut store, &level);
                assert!(found.is_err(), "{key:?} cut to {len}");
                assert_eq!(back.board(), level.start());
            }
            let longer = [item, &[0]].concat();
            let mut store = whole.clone();
            tamper(&mut store, key, Some(&longer));
            assert!(restored::<150>(&mut store, &level).0.is_err());
            for place in 0..item.len() {
                for flip in (0..8).map(|bit| 1 << bit).chain([0xff, 0x55, 0x0f]) {
                    let mut damaged = item.to_vec();
                    damaged[place] ^= flip;
                    let mut store = whole.clone();
                    tamper(&mut store, key, Some(&damaged));
                    let (found, mut back) = restored::<150>(&mut store, &level);
                    if found.is_err() {
                        assert_eq!((back.board(), back.undoable()), (level.start(), 0));
                        assert_eq!(back.redoable(), 0);
                    }
                    // Chunks are checksummed; the head is the store's to vouch for.
                    assert!(found.is_err() || key == HEAD);
                    while back.undo(&level).is_ok() {}
                    while back.redo(&level).is_some() {}
                    back.restart(&level);
                }
            }
            let mut store = whole.clone();
            tamper(&mut store, key, None);
            let (found, back) = restored::<150>(&mut store, &level);
            assert!(found.is_err() || key == HEAD && found == Ok(None));
            assert_eq!(back.board(), level.start());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_played_comes_back(
        actions in proptest::collection::vec(any::<u8>(), 0..4000),
        saves in 1usize..300,
        pairs: bool,
    ) {
        let level = level(if pairs { PAIRS } else { CLASSIC });
        let mut history = Box::new(History::<200>::new(&level));
        let mut store = MemoryStore::new();
        let mut autosave = Autosave::new();
        for part in actions.chunks(saves) {
            for &action in part {
                act(&level, &mut history, action);
            }
            save(&mut autosave, &mut store, &level, &mut history).unwrap();
            let mut back = Box::new(History::<200>::new(&level));
            let mut other = Autosave::new();
            let found = other.restore(&mut store, SLOT, &level, &mut back);
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
        if let Ok((head, rest)) = Head::decode(&bytes) {
            let again = head.encode().unwrap();
            prop_assert_eq!([again.as_slice(), rest].concat(), bytes);
        }
    }

    #[test]
    fn no_bytes_after_a_valid_beginning_do_harm(
        head in proptest::collection::vec(any::<u8>(), 0..300),
        chunk in proptest::collection::vec(any::<u8>(), 0..ITEM_BYTES),
        flags in 0u8..4,
        pairs: bool,
    ) {
        let level = level(if pairs { PAIRS } else { CLASSIC });
        let beginning = [&[1, flags][..], &LevelId::of(&level).to_bytes()].concat();
        let mut store = MemoryStore::new();
        tamper(&mut store, HEAD, Some(&[beginning, head].concat()));
        for part in 0..MOVE_PARTS {
            let part = GamePart::Moves(part);
            tamper(&mut store, Key::Game { slot: SLOT, part }, Some(&chunk));
        }
        let (found, mut back) = restored::<HISTORY_BYTES>(&mut store, &level);
        if found.is_err() {
            prop_assert_eq!(back.board(), level.start());
        }
        while back.undo(&level).is_ok() {}
    }
}
