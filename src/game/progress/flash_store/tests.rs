use core::convert::Infallible;
use std::collections::BTreeSet;

use embedded_storage::nor_flash::{ErrorType, ReadNorFlash};

use super::*;
use crate::game::packs::Place;
use crate::game::progress::result_item::{self, By, Solution};
use crate::game::progress::{
    Autosave, Bests, ITEM_BYTES, LevelId, LevelResult, MOVE_PARTS, Session,
};
use crate::puzzle::text::Reader;
use crate::puzzle::{Direction, History, Level};

/// Moves of a full history.
const MOVES: usize = 2 * crate::puzzle::HISTORY_BYTES;

/// Flash in memory. A program can only clear bits.
struct Ram(Box<[u8; SAVES_BYTES]>);

impl Ram {
    fn new() -> Self {
        let bytes = vec![0xff; SAVES_BYTES].into_boxed_slice();
        Self(bytes.try_into().unwrap())
    }
}

impl ErrorType for Ram {
    type Error = Infallible;
}

impl ReadNorFlash for Ram {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Infallible> {
        let start = offset as usize;
        bytes.copy_from_slice(&self.0[start..start + bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        SAVES_BYTES
    }
}

impl NorFlash for Ram {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR_BYTES;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Infallible> {
        self.0[from as usize..to as usize].fill(0xff);
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Infallible> {
        for (at, byte) in (offset as usize..).zip(bytes) {
            self.0[at] &= byte;
        }
        Ok(())
    }
}

const MOST_BYTES: usize = Journal::<Ram, SECTORS, KEYS>::MOST_BYTES;

fn opened(flash: Ram) -> FlashStore<Ram> {
    let Ok(store) = FlashStore::open(flash) else {
        panic!("it does not open");
    };
    assert_eq!(store.damaged(), 0);
    store
}

/// Switched off and on.
fn again(store: FlashStore<Ram>) -> FlashStore<Ram> {
    opened(store.0.close())
}

/// Every key of the game on the Pico.
fn keys() -> impl Iterator<Item = Key> {
    let stock = (0..STOCKS as u8).map(|slot| Key::Stock { slot });
    let results =
        (0..RESULTS as u16).flat_map(|slot| [Key::Result { slot }, Key::FewestMoves { slot }]);
    let games = (0..GAMES as u32)
        .flat_map(|slot| GamePart::all().map(move |part| Key::Game { slot, part }));
    [Key::Settings, Key::Order]
        .into_iter()
        .chain(stock)
        .chain(results)
        .chain(games)
}

#[test]
fn every_key_has_a_number_of_its_own() {
    let numbers: BTreeSet<_> = keys().map(|key| number(key).unwrap()).collect();
    assert_eq!(numbers.len(), keys().count());
    assert!(numbers.iter().all(|&number| usize::from(number) < KEYS));
}

#[test]
fn the_numbers_of_keys_never_change() {
    let game = |slot, part| Key::Game { slot, part };
    for (key, expected) in [
        (Key::Settings, 0),
        (Key::Order, 1),
        (Key::Result { slot: 0 }, 16),
        (Key::Result { slot: 511 }, 527),
        (Key::FewestMoves { slot: 0 }, 528),
        (Key::FewestMoves { slot: 511 }, 1039),
        (game(0, GamePart::Head), 1040),
        (game(31, GamePart::Head), 1071),
        (game(0, GamePart::Level), 1072),
        (game(0, GamePart::Moves(0)), 1104),
        (game(7, GamePart::Moves(1)), 1143),
        (game(31, GamePart::Moves(MOVE_PARTS - 1)), 1295),
    ] {
        assert_eq!(number(key), Some(expected), "{key:?}");
    }
    // More keys may follow.
    assert_eq!(KEYS, 1296);
}

#[test]
fn a_key_beyond_the_last_has_no_number_and_nothing_is_stored_for_it() {
    let head = GamePart::Head;
    let mut store = opened(Ram::new());
    let mut buffer = [0; ITEM_BYTES];
    for key in [
        Key::Stock { slot: STOCKS as u8 },
        Key::Result { slot: 512 },
        Key::FewestMoves { slot: 512 },
        Key::Game {
            slot: 32,
            part: head,
        },
    ] {
        assert_eq!(number(key), None);
        assert_eq!(store.read(key, &mut buffer), Ok(None));
        assert_eq!(store.remove(key), Ok(()));
        // Like any error, this one gives up what was written before.
        store.write(Key::Settings, b"half").unwrap();
        assert_eq!(store.write(key, b"more"), Err(StoreError::Full));
        store.commit().unwrap();
        assert_eq!(store.read(Key::Settings, &mut buffer), Ok(None));
    }
}

#[test]
fn nothing_is_kept_of_a_commit_that_failed() {
    let mut store = opened(Ram::new());
    let mut buffer = [0; ITEM_BYTES];
    store.write(Key::Settings, b"old").unwrap();
    store.commit().unwrap();
    store.write(Key::Settings, b"new").unwrap();
    let long = [0; ITEM_BYTES + 1];
    assert_eq!(store.write(Key::Order, &long), Err(StoreError::TooLong));
    store.commit().unwrap();
    let old = Ok(Some(&b"old"[..]));
    assert_eq!(store.read(Key::Settings, &mut buffer), old);
    let mut store = again(store);
    assert_eq!(store.read(Key::Settings, &mut buffer), old);
}

#[test]
fn formatting_leaves_nothing() {
    let mut store = opened(Ram::new());
    store.write(Key::Settings, b"gone").unwrap();
    store.commit().unwrap();
    let Ok(mut store) = FlashStore::format(store.0.close()) else {
        panic!("it does not open");
    };
    assert_eq!(store.read(Key::Settings, &mut [0; 8]), Ok(None));
}

/// A room that is different for each number. The box is pushed to the goal with three pushes.
fn room(number: usize) -> Level {
    let width = 12 + number % 19;
    let height = 4 + number / 19;
    let (wall, floor) = ("#".repeat(width + 2), " ".repeat(width));
    let rest = " ".repeat(width - 8);
    let rows = format!("#{floor}#\n").repeat(height - 2);
    let text = format!("{wall}\n#{floor}#\n#  @$  . {rest}#\n{rows}{wall}");
    Reader::new(text.as_bytes()).next().unwrap().unwrap().level
}

fn session(level: &Level) -> Session {
    Session {
        level: LevelId::of(level),
        place: Place { pack: 0, number: 1 },
        assisted: false,
        elapsed: 77,
    }
}

/// A long walk that is different for each seed.
fn walk(level: &Level, history: &mut History, moves: usize, seed: usize) {
    let mut random = seed as u32;
    let mut left = moves;
    while left > 0 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let direction = Direction::from_index((random >> 24) as u8);
        left -= usize::from(history.step(level, direction).is_some());
    }
}

/// Walks up and down `wandering` times, then solves the level.
fn solved(level: &Level, wandering: usize, past: bool) -> Box<History> {
    use Direction::{Down, Left, Right, Up};
    let mut history = Box::new(History::new(level));
    for _ in 0..wandering {
        history.step(level, Up).unwrap();
        history.step(level, Down).unwrap();
    }
    let way: &[_] = match past {
        false => &[Right, Right, Right],
        true => &[Right, Right, Right, Right, Up, Right, Right, Down, Left],
    };
    for &direction in way {
        history.step(level, direction).unwrap();
    }
    assert!(level.is_solved(history.board()));
    history
}

fn save_game(
    store: &mut FlashStore<Ram>,
    slot: u32,
    level: &Level,
    history: &History,
) -> Result<(), StoreError> {
    let place = (slot, slot + 1);
    // Its knowledge is lost, because another game was in play before.
    let _ = Autosave::new().save(store, place, session(level), (level, None), history)?;
    store.commit()
}

/// `cargo test --lib pico::store -- --nocapture` prints the bytes.
#[test]
fn sixteen_full_games_and_all_results_with_their_solutions_fit() {
    const FULL_GAMES: usize = 16;
    let mut store = opened(Ram::new());
    let mut bests = Box::new(Bests::<RESULTS>::new());
    // Fewest moves: about 100. Fewest pushes: about 130, for every second level.
    let wandering = |number: usize| 20 + number % 60;
    for number in 0..RESULTS {
        let level = room(number);
        for past in [true, false] {
            if past && number % 2 == 0 {
                continue;
            }
            let history = solved(&level, wandering(number) + usize::from(!past) * 15, past);
            let id = LevelId::of(&level);
            let result = LevelResult {
                tally: history.tally(),
                par: None,
                assisted: false,
            };
            assert!(bests.record(id, result).1);
            let solution = Solution::of((id, &level), &history);
            assert!(solution.is_some());
            bests.save(&mut store, solution).unwrap();
        }
    }
    assert_eq!(bests.len(), RESULTS);
    let results = store.0.used_bytes();
    let full = |number: usize| {
        let level = room(number);
        let mut history = Box::new(History::new(&level));
        walk(&level, &mut history, MOVES + 999 * number, number);
        for _ in 0..number * 100 {
            history.undo(&level).unwrap();
        }
        (level, history)
    };
    for number in 0..FULL_GAMES {
        let (level, history) = full(number);
        save_game(&mut store, number as u32, &level, &history).unwrap();
    }
    let all = store.0.used_bytes();
    println!(
        "{RESULTS} results: {results} bytes, {FULL_GAMES} full games: {} bytes",
        all - results
    );
    println!("together {all} of {MOST_BYTES} bytes");
    assert!(all <= MOST_BYTES);

    let mut store = again(store);
    assert_eq!(store.0.used_bytes(), all);
    let mut loaded = Box::new(Bests::<RESULTS>::new());
    loaded.load(&mut store).unwrap();
    let mut back: Box<History> = Box::new(History::new(&room(0)));
    for number in 0..RESULTS {
        let level = room(number);
        let id = LevelId::of(&level);
        assert_eq!(loaded.get(id), bests.get(id));
        let slot = loaded.slot(id).unwrap();
        let pushes = result_item::restore(&mut store, slot, By::Pushes, &level, &mut back);
        assert_eq!(pushes.unwrap().unwrap().pushes, 3);
        let moves = result_item::restore(&mut store, slot, By::Moves, &level, &mut back);
        let expected = wandering(number) * 2 + if number % 2 == 0 { 33 } else { 9 };
        assert_eq!(moves.unwrap().unwrap().moves as usize, expected);
        while back.redo(&level).is_some() {}
        assert!(level.is_solved(back.board()));
    }
    for number in 0..FULL_GAMES {
        let (level, history) = full(number);
        let found = Autosave::new().restore(&mut store, number as u32, &level, &mut back);
        assert_eq!(found, Ok(Some(session(&level))));
        assert_eq!(back.forgotten(), history.forgotten());
        assert_eq!(back.undoable(), history.undoable());
        assert_eq!(back.redoable(), history.redoable());
        assert_eq!(back.board(), history.board());
        assert_eq!(back.base(), history.base());
        for index in 0..MOVES {
            assert_eq!(back.record(index), history.record(index));
        }
    }
}

#[test]
fn when_it_is_full_it_says_so_and_stays_usable() {
    let mut store = opened(Ram::new());
    let mut buffer = [0; ITEM_BYTES];
    store.write(Key::Settings, b"first").unwrap();
    store.commit().unwrap();
    // As large as games get: a restart in every chunk.
    let level = room(3);
    let mut history = Box::new(History::new(&level));
    for seed in 0..170 {
        walk(&level, &mut history, 99, seed);
        history.restart(&level);
    }
    let mut saved = 0;
    let full = loop {
        match save_game(&mut store, saved, &level, &history) {
            Ok(()) => saved += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(full, StoreError::Full);
    assert!(
        (16..=GAMES as u32).contains(&saved),
        "{saved} games of the largest kind"
    );
    println!(
        "{saved} full games with restarts, {} bytes",
        store.0.used_bytes()
    );
    for round in 0..60u8 {
        // Nothing of the game that did not fit is there.
        let slot = saved;
        for part in GamePart::all() {
            let found = store.read(Key::Game { slot, part }, &mut buffer);
            assert_eq!(found, Ok(None));
        }
        // Small items still fit and change.
        store.write(Key::Settings, &[round; 7]).unwrap();
        store.commit().unwrap();
        assert_eq!(
            store.read(Key::Settings, &mut buffer),
            Ok(Some(&[round; 7][..]))
        );
        // A game makes room for another.
        let slot = u32::from(round) % saved;
        Autosave::new().remove(&mut store, slot).unwrap();
        store.commit().unwrap();
        history.undo(&level).unwrap();
        save_game(&mut store, slot, &level, &history).unwrap();
        let refused = save_game(&mut store, saved, &level, &history);
        assert_eq!(refused, Err(StoreError::Full));
        if round % 10 == 9 {
            store = again(store);
        }
        while store.prepare() {}
        assert!(store.is_quick());
    }
    let mut back: Box<History> = Box::new(History::new(&level));
    for slot in 0..saved {
        let found = Autosave::new().restore(&mut store, slot, &level, &mut back);
        assert_eq!(found, Ok(Some(session(&level))));
        while back.redo(&level).is_some() {}
    }
}

#[test]
fn a_full_game_that_goes_on_can_be_saved_while_the_store_is_full() {
    let mut store = opened(Ram::new());
    let level = room(3);
    let mut history = Box::new(History::new(&level));
    walk(&level, &mut history, MOVES, 1);
    let mut saved = 0;
    while save_game(&mut store, saved, &level, &history).is_ok() {
        saved += 1;
    }
    // One is given up for the one in play, as the midend does.
    let mut autosave = Autosave::new();
    autosave.remove(&mut store, 0).unwrap();
    store.commit().unwrap();
    autosave
        .restore(&mut store, 1, &level, &mut history)
        .unwrap();
    for seed in 0..500 {
        walk(&level, &mut history, 20, seed);
        let place = (1, 99);
        let written = autosave.save(&mut store, place, session(&level), (&level, None), &history);
        store.commit().unwrap();
        autosave.saved(written.unwrap());
    }
}
