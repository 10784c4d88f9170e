use super::*;
use crate::game::packs::Place;
use crate::game::progress::{
    BadRecord, Fewest, GamePart, Key, MemoryStore, Session, Stars, StoreError,
};
use crate::puzzle::text::Reader;
use crate::puzzle::{Direction, History, Level};

fn id(number: u64) -> LevelId {
    LevelId::from_bytes(number.to_le_bytes())
}

/// Four games: slots 0 to 3 have levels 10 to 13, the higher the later.
fn four() -> Games<4> {
    let mut games = Games::new();
    for slot in 0..4 {
        games.saved(slot, id(10 + u64::from(slot)), 1 + slot, 100);
    }
    games
}

/// A solved level, with help or without.
fn solved(assisted: bool) -> Option<Best> {
    let fewest = Fewest {
        moves: 9,
        pushes: 3,
    };
    Some(Best {
        stars: Stars::One,
        fewest: (!assisted).then_some(fewest),
    })
}

/// The slot of the game that is given up first.
fn first(
    games: &Games<4>,
    in_play: LevelId,
    best: impl Fn(LevelId) -> Option<Best>,
) -> Option<u32> {
    games.first_to_go(in_play, best).map(|(slot, _)| slot)
}

fn none(_: LevelId) -> Option<Best> {
    None
}

/// A room of some width, with one box.
fn room(width: usize) -> Level {
    let (wall, floor) = ("#".repeat(width + 5), " ".repeat(width));
    let text = format!("{wall}\n#@{floor}$.#\n{wall}");
    Reader::new(text.as_bytes()).next().unwrap().unwrap().level
}

/// Saves a game of `moves` moves and some pushes.
fn save(store: &mut MemoryStore, slot: u32, level: &Level, stamp: u32, moves: usize) {
    let mut history = Box::new(History::<2048>::new(level));
    for index in 0..moves {
        let way = [Direction::Right, Direction::Left][index % 2];
        history.step(level, way).unwrap();
    }
    let session = Session {
        level: LevelId::of(level),
        place: Place { pack: 0, number: 1 },
        assisted: false,
        elapsed: 0,
    };
    let mut autosave = Autosave::new();
    let saved = autosave.save(store, (slot, stamp), session, (level, None), &history);
    store.commit().unwrap();
    autosave.saved(saved.unwrap());
}

#[test]
fn a_table_takes_sixteen_bytes_a_game() {
    assert_eq!(size_of::<SavedGame>(), 16);
}

#[test]
fn the_latest_game_has_the_largest_stamp_and_the_next_a_larger_one() {
    let mut games = Games::<4>::new();
    assert_eq!((games.latest(), games.next_stamp()), (None, 1));
    assert!(games.is_empty() && games.free() == Some(0));
    games.saved(2, id(1), 7, 0);
    games.saved(0, id(2), 9, 0);
    games.saved(3, id(3), 8, 0);
    assert_eq!((games.latest(), games.next_stamp()), (Some(0), 10));
    assert_eq!((games.free(), games.slot(id(3))), (Some(1), Some(3)));
    assert!(games.has(id(1)) && !games.has(id(4)) && !games.is_empty());
    games.saved(2, id(1), 10, 0);
    assert_eq!(games.latest(), Some(2));
    games.removed(2);
    assert_eq!((games.latest(), games.has(id(1))), (Some(0), false));
    assert_eq!(games.next_stamp(), 10);
    games.saved(1, id(5), u32::MAX, 0);
    assert_eq!((games.latest(), games.next_stamp()), (Some(1), u32::MAX));
}

#[test]
fn no_level_has_no_game_and_slots_beyond_the_table_are_ignored() {
    let mut games = Games::<4>::new();
    assert!(!games.has(LevelId::NONE));
    games.saved(4, id(1), 1, 0);
    games.removed(4);
    assert!(games.is_empty());
    let full = four();
    assert_eq!(full.free(), None);
}

#[test]
fn the_oldest_goes_first() {
    let mut games = four();
    for slot in 0..4 {
        assert_eq!(first(&games, id(99), none), Some(slot));
        games.removed(slot);
    }
    assert_eq!(first(&games, id(99), none), None);
}

#[test]
fn one_that_is_barely_begun_goes_before_older_ones() {
    let mut games = four();
    games.saved(2, id(12), 3, 4);
    assert_eq!(first(&games, id(99), none), Some(2));
    games.saved(3, id(13), 2, 0);
    assert_eq!(first(&games, id(99), none), Some(3));
    games.saved(2, id(12), 3, 5);
    games.saved(3, id(13), 4, 5);
    assert_eq!(first(&games, id(99), none), Some(0));
}

#[test]
fn one_of_a_solved_level_goes_before_all_others() {
    let mut games = four();
    games.saved(1, id(11), 2, 0);
    let best = |level| solved(false).filter(|_| level == id(13));
    assert_eq!(first(&games, id(99), best), Some(3));
    let best = |level| solved(false).filter(|_| level == id(13) || level == id(12));
    assert_eq!(first(&games, id(99), best), Some(2));
    // Of two solved ones, that which is barely begun.
    let best = |level| solved(false).filter(|_| level == id(10) || level == id(11));
    assert_eq!(first(&games, id(99), best), Some(1));
}

#[test]
fn a_level_that_the_machine_has_solved_is_not_solved_by_the_player() {
    let mut games = four();
    let best = |level| solved(true).filter(|_| level == id(13));
    assert_eq!(games.first_to_go(id(99), best), Some((0, Worth::Much)));
    games.saved(2, id(12), 3, 0);
    assert_eq!(games.first_to_go(id(99), best), Some((2, Worth::Little)));
    let best = |level| solved(level == id(13)).filter(|_| level != id(12));
    assert_eq!(games.first_to_go(id(99), best), Some((0, Worth::Little)));
    for slot in 0..3 {
        games.removed(slot);
    }
    assert_eq!(games.first_to_go(id(99), best), Some((3, Worth::Much)));
}

#[test]
fn the_game_in_play_never_goes() {
    let games = four();
    let best = |level| solved(false).filter(|_| level == id(10));
    assert_eq!(first(&games, id(10), best), Some(1));
    let mut one = Games::<4>::new();
    one.saved(3, id(10), 1, 0);
    assert_eq!(one.first_to_go(id(10), best), None);
}

#[test]
fn many_pushes_are_not_few() {
    let mut games = four();
    games.saved(3, id(13), 9, 65_536);
    games.saved(2, id(12), 8, u32::MAX);
    assert_eq!(first(&games, id(99), none), Some(0));
}

#[test]
fn games_are_found_in_a_store() {
    let mut store = MemoryStore::new();
    let rooms = [1, 2, 3].map(room);
    save(&mut store, 0, &rooms[0], 5, 2);
    save(&mut store, 3, &rooms[1], 9, 600);
    save(&mut store, 2, &rooms[2], 7, 0);
    let mut games = Games::<4>::new();
    // What was known before is forgotten.
    games.saved(1, id(1), 99, 0);
    assert_eq!(games.load(&mut store), Ok(()));
    assert_eq!((games.latest(), games.next_stamp()), (Some(3), 10));
    assert_eq!(games.free(), Some(1));
    for (slot, room) in [0, 3, 2].into_iter().zip(&rooms) {
        assert_eq!(games.slot(LevelId::of(room)), Some(slot));
    }
}

#[test]
fn a_game_that_cannot_be_read_is_skipped() {
    let mut store = MemoryStore::new();
    let rooms = [1, 2, 3].map(room);
    for (slot, room) in rooms.iter().enumerate() {
        save(&mut store, slot as u32, room, 1 + slot as u32, 2);
    }
    let part = GamePart::Head;
    store.write(Key::Game { slot: 2, part }, &[9, 9]).unwrap();
    store.write(Key::Game { slot: 3, part }, b"").unwrap();
    store.commit().unwrap();
    let mut games = Games::<4>::new();
    let first = LoadError::Record(BadRecord::Future(9));
    assert_eq!(games.load(&mut store), Err(first));
    assert!(games.has(LevelId::of(&rooms[0])) && games.has(LevelId::of(&rooms[1])));
    assert!(!games.has(LevelId::of(&rooms[2])));
    assert_eq!((games.latest(), games.next_stamp()), (Some(1), 3));
}

#[test]
fn erasing_leaves_nothing_and_goes_on_after_a_failure() {
    let rooms = [1, 2, 3].map(room);
    for writes in 0.. {
        let mut store = MemoryStore::new();
        let mut games = Games::<4>::new();
        for (slot, room) in (0..).zip(&rooms) {
            save(&mut store, slot, room, 1 + slot, 3_000);
        }
        assert!(store.items().count() > 6);
        games.load(&mut store).unwrap();
        store.write(Key::Settings, b"stays").unwrap();
        store.commit().unwrap();
        let mut autosave = Autosave::new();
        store.fail_after(Some(writes));
        let erased = games.erase(&mut store, &mut autosave);
        // What the table has is what the store has.
        let mut found = Games::<4>::new();
        found.load(&mut store).unwrap();
        for room in rooms.iter().map(LevelId::of) {
            assert_eq!(games.has(room), found.has(room));
        }
        if let Err(error) = erased {
            assert_eq!(error, StoreError::Failed);
            store.fail_after(None);
            games.erase(&mut store, &mut autosave).unwrap();
        }
        assert!(games.is_empty());
        let left: std::vec::Vec<_> = store.items().map(|(key, _)| key).collect();
        assert_eq!(left, [Key::Settings]);
        if erased.is_ok() {
            break;
        }
    }
}

#[test]
fn on_a_host_there_is_room_for_far_more_games_than_levels() {
    let mut store = MemoryStore::new();
    let slots = [0, 2047, 2048, 4095, 4096, 5000, 65_535, 65_536, 70_000];
    for (width, &slot) in slots.iter().enumerate() {
        save(&mut store, slot, &room(width), 1 + width as u32, 600);
    }
    assert_eq!(store.games(), 70_001);
    let mut games = Games::<GAMES>::new();
    games.load(&mut store).unwrap();
    for (width, &slot) in slots.iter().enumerate() {
        let level = room(width);
        assert_eq!(games.slot(LevelId::of(&level)), Some(slot));
        let mut history = Box::new(History::<2048>::new(&level));
        let restored = Autosave::new().restore(&mut store, slot, &level, &mut history);
        assert!(restored.unwrap().is_some());
        assert_eq!(history.undoable(), 600);
    }
    assert_eq!((games.latest(), games.free()), (Some(70_000), Some(1)));
    // Gaps are filled before the table grows.
    for slot in 1..2047 {
        assert_eq!(games.free(), Some(slot));
        games.saved(slot, id(u64::from(slot)), 1, 0);
    }
    assert_eq!(games.free(), Some(2049));
}
