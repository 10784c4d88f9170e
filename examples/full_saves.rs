//! Writes the flash of somebody who has played a lot, for tests on the emulated Pico: 500
//! results with their solutions and sixteen games with a full history each, after so many
//! saves that every sector has been used.
//!
//! `cargo run --release --example full_saves -- FILE [TITLE [PACKS]] [FLAGS]` writes the region of
//! saves to `FILE`. The game of the built-in level with this title is in play, after so many
//! added packs; without a title there are no games. With `--no-hints`
//! the machine does not think, and with `--fresh` only the settings are saved.

use std::convert::Infallible;
use std::error::Error;

use embedded_storage::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use sokopico::format::regions::SAVES_BYTES;
use sokopico::game::packs::{BUILT_IN, Place};
use sokopico::game::progress::result_item::Solution;
use sokopico::game::progress::{
    Autosave, Bests, FlashStore, Key, LevelId, LevelResult, Session, Settings, Store,
};

use sokopico::puzzle::text::Reader;
use sokopico::puzzle::{Direction, History, Level};

const GAMES: u32 = 16;
const RESULTS: usize = 500;
/// The saves after which every sector has been used more than once.
const SAVES: usize = 6_000;

/// Flash in memory. A program can only clear bits.
struct Ram(Vec<u8>);

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
        self.0.len()
    }
}

impl NorFlash for Ram {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = 4096;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Infallible> {
        self.0[from as usize..to as usize].fill(0xff);
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Infallible> {
        for (old, new) in self.0[offset as usize..].iter_mut().zip(bytes) {
            *old &= new;
        }
        Ok(())
    }
}

/// A generator of random directions (that of Numerical Recipes).
struct Directions(u32);

impl Directions {
    fn next(&mut self) -> Direction {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Direction::from_index((self.0 >> 24) as u8)
    }
}

/// Walks without a push until the history is full and the keeper is back where it began.
fn wander(level: &Level, history: &mut History, seed: u32) {
    let start = history.board().keeper();
    let mut directions = Directions(seed);
    while history.forgotten() == 0 || history.board().keeper() != start {
        let direction = directions.next();
        let step = level.legal_step(history.board(), direction);
        if step.is_some_and(|step| !step.is_push()) {
            history.step(level, direction);
        }
    }
}

/// A room that is different for each number, and its solution after some detours.
fn solved_room(number: usize) -> (Level, Box<History>) {
    let (width, height) = (12 + number % 19, 4 + number / 19);
    let (wall, floor) = ("#".repeat(width + 2), " ".repeat(width));
    let rest = " ".repeat(width - 8);
    let rows = format!("#{floor}#\n").repeat(height - 2);
    let text = format!("{wall}\n#{floor}#\n#  @$  . {rest}#\n{rows}{wall}");
    let mut levels = Reader::new(text.as_bytes());
    let entry = levels.next().expect("a level").expect("that is valid");
    let level = entry.level;
    let mut history = Box::new(History::new(&level));
    for _ in 0..60 + number % 60 {
        history.step(&level, Direction::Up);
        history.step(&level, Direction::Down);
    }
    for _ in 0..3 {
        history.step(&level, Direction::Right);
    }
    assert!(level.is_solved(history.board()));
    (level, history)
}

/// The levels that have a game, with their places: the one with this title first, then others
/// of the last pack.
fn begun(title: &str) -> Vec<(Place, Level)> {
    let all = BUILT_IN.iter().zip(0..).flat_map(|(pack, index)| {
        let levels = pack.levels().filter_map(Result::ok).zip(1..);
        levels.map(move |(entry, number)| {
            let place = Place {
                pack: index,
                number,
            };
            (entry.title.to_string(), (place, entry.level))
        })
    });
    let (chosen, mut others): (Vec<_>, Vec<_>) = all.partition(|(name, _)| name == title);
    others.reverse();
    let levels = chosen.into_iter().chain(others).map(|(_, level)| level);
    levels.take(GAMES as usize).collect()
}

/// Saves a full game for each of some levels; the one in play last, again and again.
fn save_games(store: &mut impl Store, title: &str, packs: u8) -> Result<(), Box<dyn Error>> {
    for (slot, (place, level)) in (0..GAMES).zip(begun(title)).rev() {
        let mut history = Box::new(History::new(&level));
        wander(&level, &mut history, slot);
        let session = Session {
            level: LevelId::of(&level),
            place: Place {
                pack: place.pack + packs,
                ..place
            },
            assisted: false,
            elapsed: 60_000,
        };
        let stamp = GAMES - slot;
        let mut autosave = Autosave::new();
        for _ in 0..if slot == 0 { SAVES } else { 1 } {
            let place = (slot, stamp);
            let saved = autosave.save(store, place, session, (&level, None), &history)?;
            store.commit()?;
            autosave.saved(saved);
        }
    }
    store.write(Key::Current, &[1, 0, 0])?;
    store.commit()?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let is_flag = |argument: &String| argument.starts_with("--");
    let (flags, arguments): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(is_flag);
    let mut arguments = arguments.into_iter();
    let file = arguments.next().ok_or("which FILE to write?")?;
    let title = arguments.next();
    let packs: u8 = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let flash = Ram(vec![0xff; SAVES_BYTES]);
    let mut store = FlashStore::open(flash).map_err(|(_, error)| error)?;
    let settings = Settings {
        hints: !flags.contains(&"--no-hints".to_owned()),
        ..Settings::default()
    };
    store.write(Key::Settings, &settings.encode())?;
    store.commit()?;
    if flags.contains(&"--fresh".to_owned()) {
        std::fs::write(file, store.close().0)?;
        return Ok(());
    }

    let mut bests = Box::new(Bests::<512>::new());
    for number in 0..RESULTS {
        let (level, history) = solved_room(number);
        let id = LevelId::of(&level);
        let result = LevelResult {
            tally: history.tally(),
            par: None,
            assisted: false,
        };
        bests.record(id, result);
        bests.save(&mut store, Solution::of((id, &level), &history))?;
    }

    match title {
        Some(title) => save_games(&mut store, &title, packs)?,
        None => {
            for round in 0..SAVES {
                store.write(Key::Stock { slot: 0 }, &[round as u8; 100])?;
                store.commit()?;
            }
            store.remove(Key::Stock { slot: 0 })?;
            store.commit()?;
        }
    }
    std::fs::write(file, store.close().0)?;
    Ok(())
}
