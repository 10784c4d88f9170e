//! Where records are stored.

use core::fmt;

use crate::format::journal;

/// The longest item.
pub const ITEM_BYTES: usize = journal::ITEM_BYTES;

/// What an item holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The player's preferences.
    Settings,
    /// The last order for a new level.
    Order,
    /// A generated level that nobody has played yet.
    Stock {
        /// Number of the level, from 0.
        slot: u8,
    },
    /// A result, with the solution that has the fewest pushes.
    Result {
        /// Number of the result, from 0, below 4,096.
        slot: u16,
    },
    /// The solution with the fewest moves, if it is another one.
    FewestMoves {
        /// Number of the result.
        slot: u16,
    },
    /// The saved game that is in play.
    Current,
    /// A part of a saved game.
    Game {
        /// Number of the game, from 0, below [`MOST_GAMES`].
        slot: u32,
        /// Which part.
        part: GamePart,
    },
}

/// The parts of a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GamePart {
    /// Everything but older moves.
    Head,
    /// A chunk of moves, from 0, below [`MOVE_PARTS`].
    Moves(u8),
    /// The level, if it was generated.
    Level,
}

/// The most chunks of moves in a game.
pub const MOVE_PARTS: u8 = 6;

/// The most games that keys can number, each with eight parts.
pub const MOST_GAMES: u32 = 1 << 20;

/// The first of the keys for games beyond the 4,096th, which have their numbers.
const LATER_GAMES: u32 = 0x3000_0000;

impl GamePart {
    /// Number of parts.
    pub const COUNT: usize = MOVE_PARTS as usize + 2;

    /// The part's number, below [`GamePart::COUNT`]. It must never change, and fits 3 bits.
    pub const fn number(self) -> u32 {
        match self {
            Self::Head => 0,
            Self::Level => 1,
            Self::Moves(chunk) => 2 + chunk as u32,
        }
    }

    /// All parts.
    pub fn all() -> impl Iterator<Item = Self> {
        let moves = (0..MOVE_PARTS).map(Self::Moves);
        [Self::Head, Self::Level].into_iter().chain(moves)
    }
}

impl Key {
    /// The key's number in a file, as `save_file` allows them. It must never change.
    pub const fn code(self) -> u32 {
        match self {
            Self::Settings => 0x0100,
            Self::Order => 0x0200,
            Self::Current => 0x0400,
            Self::Stock { slot } => 0x0300 | slot as u32,
            Self::Result { slot } => 0x1000 | slot as u32 & 0xfff,
            Self::FewestMoves { slot } => 0x2000 | slot as u32 & 0xfff,
            Self::Game { slot, part } if slot < 0x800 => 0x8000 | slot << 4 | part.number(),
            // Half of the numbers up there are unused, but those who have them keep them.
            Self::Game { slot, part } if slot < 0x1000 => {
                0x4000 | (slot & 0x7ff) << 3 | part.number()
            }
            Self::Game { slot, part } => {
                LATER_GAMES | (slot & (MOST_GAMES - 1)) << 3 | part.number()
            }
        }
    }

    /// The number of the game to which the key with this number in a file belongs.
    pub const fn game_of(code: u32) -> Option<u32> {
        match code {
            0x8000..=0xffff => Some(code >> 4 & 0x7ff),
            0x4000..=0x7fff => Some(0x800 | code >> 3 & 0x7ff),
            _ if code >> 23 == LATER_GAMES >> 23 => Some(code >> 3 & (MOST_GAMES - 1)),
            _ => None,
        }
    }
}

/// Why a store failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// There is no room left.
    Full,
    /// The item is longer than [`ITEM_BYTES`], or than the buffer to read it into.
    TooLong,
    /// The stored bytes are damaged.
    Corrupt,
    /// The medium no longer keeps what is written.
    Worn,
    /// It was written by a later version of the game.
    Future,
    /// Reading or writing the medium failed.
    Failed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "no room to save: erase progress in the settings",
            Self::TooLong => "a record is too long to save or read",
            Self::Corrupt => "saved data is damaged",
            Self::Worn => "the memory for progress is worn out",
            Self::Future => "saved data is from a later version: update the game",
            Self::Failed => "saving or loading failed",
        })
    }
}

impl core::error::Error for StoreError {}

/// Stores items by their keys.
///
/// What is written and removed becomes durable with [`Store::commit`], all of it or nothing:
/// after an interruption the items are those of the last commit. Until then, items that were
/// changed must not be read. After an error, everything since the last commit must be written
/// again.
pub trait Store {
    /// Reads an item to the beginning of a buffer; `None` if there is no such item.
    fn read<'b>(&mut self, key: Key, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError>;

    /// Reads the beginning of an item, as much as the buffer holds. A store that checked all
    /// items when it was opened need not check the rest of this one again.
    fn read_start<'b>(
        &mut self,
        key: Key,
        buffer: &'b mut [u8],
    ) -> Result<Option<&'b [u8]>, StoreError> {
        let mut whole = [0; ITEM_BYTES];
        let Some(item) = self.read(key, &mut whole)? else {
            return Ok(None);
        };
        let length = item.len().min(buffer.len());
        let start = &mut buffer[..length];
        start.copy_from_slice(&item[..length]);
        Ok(Some(start))
    }

    /// One more than the largest number of a game that it may hold.
    fn games(&self) -> u32;

    /// Writes an item of at most [`ITEM_BYTES`], in place of the one with the same key.
    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError>;

    /// Removes an item if it exists.
    fn remove(&mut self, key: Key) -> Result<(), StoreError>;

    /// Makes sure that everything written so far survives a power cut.
    fn commit(&mut self) -> Result<(), StoreError>;
}

/// Copies an item to the beginning of a buffer, for stores that hold items in memory.
#[cfg(any(feature = "std", test))]
pub(crate) fn copy_into<'b>(item: &[u8], buffer: &'b mut [u8]) -> Result<&'b [u8], StoreError> {
    let place = buffer.get_mut(..item.len()).ok_or(StoreError::TooLong)?;
    place.copy_from_slice(item);
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::save_file;

    #[test]
    fn no_two_keys_share_a_number() {
        let stock = (0..=u8::MAX).map(|slot| Key::Stock { slot });
        let results = (0..4096).flat_map(|slot| [Key::Result { slot }, Key::FewestMoves { slot }]);
        let slots = (0..5000)
            .chain(65_530..65_550)
            .chain(MOST_GAMES - 9..MOST_GAMES);
        let games =
            slots.flat_map(|slot| GamePart::all().map(move |part| Key::Game { slot, part }));
        let games: Vec<_> = games.collect();
        for key in &games {
            assert!(
                matches!(key, Key::Game { slot, .. } if Key::game_of(key.code()) == Some(*slot))
            );
        }
        let others = [
            Key::Settings,
            Key::Stock { slot: 255 },
            Key::FewestMoves { slot: 4095 },
        ];
        assert!(others.iter().all(|key| Key::game_of(key.code()).is_none()));
        let mut codes: Vec<u32> = [Key::Settings, Key::Order, Key::Current]
            .into_iter()
            .chain(stock)
            .chain(results)
            .chain(games)
            .map(Key::code)
            .collect();
        assert!(codes.iter().all(|&code| save_file::is_key(code)));
        let all = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }
}
