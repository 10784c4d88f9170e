//! Saving the position in play, move by move, so that a power cut loses nothing saved before.
//!
//! Moves are numbered from the session's first, dropped ones included, and stored
//! [`CHUNK_RECORDS`] to an item, so that playing on changes only the last item. Each chunk
//! has two copies in the store, and the head says which of them is current. A changed chunk
//! overwrites the copy that is not current, and the head is written last. So the head in the
//! store always refers to complete moves, whenever the power fails.

use core::fmt;

use super::item_bytes::ItemBytes;
use super::level_id::LevelId;
use super::session::{Head, Session};
use super::store::{ITEM_BYTES, Key, Store, StoreError};
use crate::format::{BadRecord, Bytes, crc32};
use crate::puzzle::{HISTORY_BYTES, History, Level, Record};

/// Bytes of moves in one item, two records a byte.
const CHUNK_BYTES: usize = 192;

const CHUNK_RECORDS: u32 = CHUNK_BYTES as u32 * 2;

/// A full history may begin and end in the middle of a chunk, so it needs one more.
const SLOTS: usize = HISTORY_BYTES.div_ceil(CHUNK_BYTES) + 1;
const _: () = assert!(SLOTS <= 64 && 4 + CHUNK_BYTES <= ITEM_BYTES);

/// The code of no move: it fills a chunk before the first move and after the last.
const BLANK: u8 = 15;

/// Why saved data cannot be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The store could not be read.
    Store(StoreError),
    /// The bytes are not a valid record.
    Record(BadRecord),
    /// It belongs to another level.
    OtherLevel,
    /// Its moves are illegal on this level.
    Illegal,
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<BadRecord> for LoadError {
    fn from(error: BadRecord) -> Self {
        Self::Record(error)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Record(error) => error.fmt(f),
            Self::OtherLevel => write!(f, "the saved position belongs to another level"),
            Self::Illegal => write!(f, "the saved moves do not fit the level"),
        }
    }
}

impl core::error::Error for LoadError {}

/// Saves and restores the position in play.
///
/// It remembers what is in the store, so that a save writes only what changed: usually the
/// head and the last moves.
#[derive(Clone, Debug)]
pub struct Autosave {
    /// The copies that are current in the store, one bit for each slot.
    copies: u64,
    /// The level whose moves are stored.
    level: Option<LevelId>,
    /// Checksums of its stored chunks, by slot.
    sums: [Option<u32>; SLOTS],
}

impl Autosave {
    /// Knows nothing about the store yet: call [`Autosave::find`] first.
    pub const fn new() -> Self {
        Self {
            copies: 0,
            level: None,
            sums: [None; SLOTS],
        }
    }

    /// The session that was saved last, if any.
    pub fn find(&mut self, store: &mut impl Store) -> Result<Option<Session>, LoadError> {
        Ok(self.head(store)?.map(|head| head.session))
    }

    fn head(&mut self, store: &mut impl Store) -> Result<Option<Head>, LoadError> {
        *self = Self::new();
        let mut buffer = [0; ITEM_BYTES];
        let Some(bytes) = store.read(Key::Session, &mut buffer)? else {
            return Ok(None);
        };
        let head = Head::decode(bytes)?;
        self.copies = head.copies;
        Ok(Some(head))
    }

    /// Restores the position in play with all its moves, undone ones included, by playing
    /// them. `None` if nothing was saved. In that case, and after any error, the history is
    /// at the level's start: nothing is ever half restored.
    pub fn restore<const BYTES: usize>(
        &mut self,
        store: &mut impl Store,
        level: &Level,
        history: &mut History<BYTES>,
    ) -> Result<Option<Session>, LoadError> {
        history.reset(level);
        let Some(head) = self.head(store)? else {
            return Ok(None);
        };
        if head.session.level != LevelId::of(level) {
            return Err(LoadError::OtherLevel);
        }
        let result = self.replay(store, &head, level, history);
        if result.is_err() {
            history.reset(level);
            self.sums = [None; SLOTS];
        } else {
            self.level = Some(head.session.level);
        }
        result.map(|()| Some(head.session))
    }

    fn replay<const BYTES: usize>(
        &mut self,
        store: &mut impl Store,
        head: &Head,
        level: &Level,
        history: &mut History<BYTES>,
    ) -> Result<(), LoadError> {
        const { assert!(BYTES <= HISTORY_BYTES, "a history longer than its slots") };
        if usize::from(head.records) > History::<BYTES>::CAPACITY {
            return Err(BadRecord::Corrupt.into());
        }
        if let Some(base) = &head.base {
            let (board, tally) = base.board(level).ok_or(LoadError::Illegal)?;
            history.rebase(&board, tally, head.forgotten);
        }
        let end = head.forgotten + u32::from(head.records);
        let mut crc = 0;
        for number in chunks(head.forgotten, end) {
            let (slot, key) = place(number, head.copies);
            let mut buffer = [0; ITEM_BYTES];
            let bytes = store.read(key, &mut buffer)?.ok_or(BadRecord::Length)?;
            let sum = crc32(0, bytes);
            crc = crc32(crc, &sum.to_le_bytes());
            self.sums[slot] = Some(sum);
            let mut bytes = Bytes::new(bytes);
            if bytes.u32()? != number {
                return Err(BadRecord::Corrupt.into());
            }
            let (first, last) = span(number, head.forgotten, end);
            let moves = bytes.rest();
            if moves.len() != packed_len(number, last) {
                return Err(BadRecord::Length.into());
            }
            for index in first..last {
                let within = index - number * CHUNK_RECORDS;
                let code = moves[(within / 2) as usize] >> (within % 2 * 4) & 15;
                let record = Record::from_code(code).ok_or(BadRecord::Corrupt)?;
                if !history.play(level, record) {
                    return Err(LoadError::Illegal);
                }
            }
        }
        if crc != head.crc {
            return Err(BadRecord::Corrupt.into());
        }
        for _ in head.played..head.records {
            history.undo(level).map_err(|_| LoadError::Illegal)?;
        }
        Ok(())
    }

    /// Saves the position in play. After an error the store still has the previous save, and
    /// the caller may try again.
    pub fn save<const BYTES: usize>(
        &mut self,
        store: &mut impl Store,
        session: Session,
        level: &Level,
        history: &History<BYTES>,
    ) -> Result<(), StoreError> {
        const { assert!(BYTES <= HISTORY_BYTES, "a history longer than its slots") };
        if self.level != Some(session.level) {
            self.level = Some(session.level);
            self.sums = [None; SLOTS];
        }
        // They become current with the head.
        let mut copies = self.copies;
        let mut sums = self.sums;
        let start = history.forgotten();
        let end = start + (history.undoable() + history.redoable()) as u32;
        let mut crc = 0;
        for number in chunks(start, end) {
            let item = pack(history, number)?;
            let sum = crc32(0, item.as_slice());
            crc = crc32(crc, &sum.to_le_bytes());
            let slot = place(number, copies).0;
            if sums[slot] != Some(sum) {
                copies ^= 1 << slot;
                sums[slot] = Some(sum);
                store.write(place(number, copies).1, item.as_slice())?;
            }
        }
        let head = Head::new(session, level, history, copies, crc);
        store.write(Key::Session, head.encode()?.as_slice())?;
        store.commit()?;
        self.copies = copies;
        self.sums = sums;
        Ok(())
    }

    /// Removes the saved position: first the head, so that it never refers to missing moves.
    pub fn clear(&mut self, store: &mut impl Store) -> Result<(), StoreError> {
        store.remove(Key::Session)?;
        *self = Self::new();
        for slot in 0..SLOTS as u8 {
            store.remove(Key::Moves { slot, copy: false })?;
            store.remove(Key::Moves { slot, copy: true })?;
        }
        store.commit()
    }
}

impl Default for Autosave {
    fn default() -> Self {
        Self::new()
    }
}

/// The numbers of the chunks that hold the records from `start` to before `end`.
fn chunks(start: u32, end: u32) -> core::ops::Range<u32> {
    if start == end {
        return 0..0;
    }
    start / CHUNK_RECORDS..end.div_ceil(CHUNK_RECORDS)
}

/// The records of a chunk among those from `start` to before `end`.
fn span(number: u32, start: u32, end: u32) -> (u32, u32) {
    let first = number * CHUNK_RECORDS;
    (first.max(start), (first + CHUNK_RECORDS).min(end))
}

/// Bytes of a chunk's moves that end before `last`.
fn packed_len(number: u32, last: u32) -> usize {
    (last - number * CHUNK_RECORDS).div_ceil(2) as usize
}

fn place(number: u32, copies: u64) -> (usize, Key) {
    let slot = number as usize % SLOTS;
    let copy = copies >> slot & 1 == 1;
    (
        slot,
        Key::Moves {
            slot: slot as u8,
            copy,
        },
    )
}

/// A chunk as an item: its number, then its records, the earlier in the lower half of a byte.
fn pack<const BYTES: usize>(
    history: &History<BYTES>,
    number: u32,
) -> Result<ItemBytes, StoreError> {
    let start = history.forgotten();
    let end = start + (history.undoable() + history.redoable()) as u32;
    let (_, last) = span(number, start, end);
    let code = |index: u32| {
        index
            .checked_sub(start)
            .and_then(|index| history.record(index as usize))
            .map_or(BLANK, Record::code)
    };
    let mut item = ItemBytes::default();
    item.put(&number.to_le_bytes())?;
    let first = number * CHUNK_RECORDS;
    for pair in 0..packed_len(number, last) as u32 {
        let index = first + pair * 2;
        item.put(&[code(index) | code(index + 1) << 4])?;
    }
    Ok(item)
}

#[cfg(test)]
mod tests;
