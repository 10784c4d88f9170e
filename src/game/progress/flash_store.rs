//! Progress in flash.
//!
//! The journal keeps items whole through power cuts and wears all sectors evenly. Here every
//! key of the game gets its number in the journal.
//!
//! Wear: a save in play writes about 120 bytes: the head of the game with the last moves, and
//! now and then a chunk of them. `cargo test --test saves -- --nocapture` counts the erases of
//! a year.

use embedded_storage::nor_flash::NorFlash;

use super::store::{GamePart, Key, Store, StoreError};
use crate::format::journal::{Journal, JournalError, SECTOR_BYTES};
use crate::format::regions::SAVES_BYTES;

const SECTORS: usize = SAVES_BYTES / SECTOR_BYTES;

// The numbers of keys must never change.
const STOCK: usize = 3;
const STOCKS: usize = 13;
const RESULT: usize = STOCK + STOCKS;
const RESULTS: usize = 512;
const FEWEST_MOVES: usize = RESULT + RESULTS;
const GAME: usize = FEWEST_MOVES + RESULTS;
const GAMES: usize = 32;
const KEYS: usize = GAME + GAMES * GamePart::COUNT;

/// The index: what is held in memory to find items without reading all of flash.
const _: () = assert!(size_of::<Journal<(), SECTORS, KEYS>>() <= 3 * 1024);

/// The most bytes that one save writes while the player is busy: a game's head, two chunks of
/// its moves, a result, and settings.
const SAVE_BYTES: usize = 3 * 1024;

/// A store in flash.
pub struct FlashStore<F: NorFlash>(Journal<F, SECTORS, KEYS>);

impl<F: NorFlash> FlashStore<F> {
    /// Opens the store in flash, and repairs what a power cut interrupted.
    pub fn open(flash: F) -> Result<Self, (F, StoreError)> {
        match Journal::open(flash) {
            Ok(journal) => Ok(Self(journal)),
            Err((flash, error)) => Err((flash, store_error(error))),
        }
    }

    /// Erases everything and opens the empty store.
    pub fn format(mut flash: F) -> Result<Self, (F, StoreError)> {
        match flash.erase(0, SAVES_BYTES as u32) {
            Ok(()) => Self::open(flash),
            Err(_) => Err((flash, StoreError::Failed)),
        }
    }

    /// Gives flash back.
    pub fn close(self) -> F {
        self.0.close()
    }

    /// Number of items that were found damaged.
    pub fn damaged(&self) -> u16 {
        self.0.damaged()
    }

    /// Whether a save can be written without erasing a sector, which takes long and keeps
    /// interrupts off.
    pub fn is_quick(&self) -> bool {
        self.0.is_quick(SAVE_BYTES)
    }

    /// Does one step of what can be done before the next save, such as erasing a sector.
    /// Returns whether there is more. To be called while the machine is idle.
    pub fn prepare(&mut self) -> bool {
        // An error will be reported by the next save.
        self.0.prepare().unwrap_or(false)
    }
}

impl<F: NorFlash> Store for FlashStore<F> {
    fn read<'b>(&mut self, key: Key, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        match number(key) {
            Some(number) => self.0.read(number, buffer).map_err(store_error),
            None => Ok(None),
        }
    }

    fn read_start<'b>(
        &mut self,
        key: Key,
        buffer: &'b mut [u8],
    ) -> Result<Option<&'b [u8]>, StoreError> {
        match number(key) {
            Some(number) => self.0.read_start(number, buffer).map_err(store_error),
            None => Ok(None),
        }
    }

    fn games(&self) -> u32 {
        GAMES as u32
    }

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        let written = match number(key) {
            Some(number) => self.0.write(number, bytes),
            None => Err(JournalError::Full),
        };
        self.or_abandon(written)
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        match number(key) {
            Some(number) => {
                let removed = self.0.remove(number);
                self.or_abandon(removed)
            }
            None => Ok(()),
        }
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        let committed = self.0.commit();
        self.or_abandon(committed)
    }
}

impl<F: NorFlash> FlashStore<F> {
    /// After an error, everything since the last commit is given up.
    fn or_abandon(&mut self, result: Result<(), JournalError>) -> Result<(), StoreError> {
        result.map_err(|error| {
            self.0.abandon();
            store_error(error)
        })
    }
}

/// The number of a key in the journal; `None` if it has none.
fn number(key: Key) -> Option<u16> {
    let among =
        |first: usize, slot: usize, count: usize| (slot < count).then_some((first + slot) as u16);
    match key {
        Key::Settings => Some(0),
        Key::Order => Some(1),
        Key::Current => Some(2),
        Key::Stock { slot } => among(STOCK, slot.into(), STOCKS),
        Key::Result { slot } => among(RESULT, slot.into(), RESULTS),
        Key::FewestMoves { slot } => among(FEWEST_MOVES, slot.into(), RESULTS),
        Key::Game { slot, part } => {
            let first = GAME + part.number() as usize * GAMES;
            among(first, slot as usize, GAMES)
        }
    }
}

fn store_error(error: JournalError) -> StoreError {
    match error {
        JournalError::Full => StoreError::Full,
        JournalError::TooLong => StoreError::TooLong,
        JournalError::Corrupt => StoreError::Corrupt,
        JournalError::Worn => StoreError::Worn,
        JournalError::Future(_) => StoreError::Future,
        JournalError::Failed => StoreError::Failed,
    }
}

#[cfg(test)]
mod tests;
