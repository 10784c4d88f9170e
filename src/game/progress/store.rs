//! Where records are stored.

use core::fmt;

/// The longest item. With its key and the store's own bookkeeping it fits a flash page of
/// 256 bytes.
pub const ITEM_BYTES: usize = 200;

/// What an item holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The player's preferences.
    Settings,
    /// The position in play, without its moves.
    Session,
    /// A page of best results.
    Bests {
        /// Number of the page, from 0.
        page: u8,
    },
    /// The last order for a new level.
    Order,
    /// A generated level.
    Made {
        /// 0 and 1 for the level in play (the saved position says which of them); from 2
        /// on for the levels in stock.
        slot: u8,
    },
    /// A chunk of the moves of the position in play.
    Moves {
        /// Slot of the chunk, from 0.
        slot: u8,
        /// Which of the two copies.
        copy: bool,
    },
}

impl Key {
    /// The key's number in the store. It must never change.
    pub const fn code(self) -> u16 {
        match self {
            Self::Settings => 0x0100,
            Self::Session => 0x0200,
            Self::Bests { page } => 0x0300 | page as u16,
            Self::Order => 0x0700,
            Self::Made { slot } => 0x0600 | slot as u16,
            Self::Moves { slot, copy: false } => 0x0400 | slot as u16,
            Self::Moves { slot, copy: true } => 0x0500 | slot as u16,
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
    /// Reading or writing the medium failed.
    Failed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "no room to save: erase progress in the settings",
            Self::TooLong => "a record is too long to save or read",
            Self::Corrupt => "saved data is damaged",
            Self::Failed => "saving or loading failed",
        })
    }
}

impl core::error::Error for StoreError {}

/// Stores items by their keys.
///
/// A write is atomic: if it is interrupted, the item is either the old one or the new one.
/// Writes reach the medium in order, at the latest with [`Store::commit`].
pub trait Store {
    /// Reads an item to the beginning of a buffer; `None` if there is no such item.
    fn read<'b>(&mut self, key: Key, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError>;

    /// Writes an item of at most [`ITEM_BYTES`], in place of the one with the same key.
    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError>;

    /// Removes an item if it exists.
    fn remove(&mut self, key: Key) -> Result<(), StoreError>;

    /// Makes sure that everything written so far survives a power cut.
    fn commit(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
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

    #[test]
    fn no_two_keys_share_a_number() {
        let pages = (0..=u8::MAX).map(|page| Key::Bests { page });
        let slots =
            (0..=u8::MAX).flat_map(|slot| [false, true].map(|copy| Key::Moves { slot, copy }));
        let made = (0..=u8::MAX).map(|slot| Key::Made { slot });
        let mut codes: Vec<u16> = [Key::Settings, Key::Session, Key::Order]
            .into_iter()
            .chain(pages)
            .chain(made)
            .chain(slots)
            .map(Key::code)
            .collect();
        let all = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }
}
