//! Saving a game, move by move, so that a power cut loses nothing saved before.
//!
//! Moves are numbered from the game's first, forgotten ones included. [`CHUNK`] of them share
//! an item; those after the last multiple of [`BLOCK`] are in the head. So playing on changes
//! only the head, and now and then the last chunk; once the history is full, also the first
//! chunk, whose earliest moves are forgotten. The store makes each save whole.

use core::fmt;
use core::ops::Range;

use super::item_bytes::ItemBytes;
use super::kept::Kept;
use super::level_id::LevelId;
use super::moves::{PackedMoves, pack};
use super::session::{Head, Session};
use super::store::{GamePart, ITEM_BYTES, Key, MOVE_PARTS, Store, StoreError};
use crate::format::{BadRecord, Bytes, crc32};
use crate::puzzle::{HISTORY_BYTES, History, Level, Record};

/// Moves in a block: the head holds fewer than that.
const BLOCK: u32 = 256;

/// Moves in a chunk.
const CHUNK: u32 = 7 * BLOCK;

/// A full history may begin and end in the middle of a chunk.
const PARTS: usize = (HISTORY_BYTES * 2).div_ceil(CHUNK as usize) + 1;
const _: () = assert!(PARTS == MOVE_PARTS as usize && 5 + CHUNK as usize / 2 <= ITEM_BYTES);

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
            Self::OtherLevel => write!(f, "the saved game belongs to another level"),
            Self::Illegal => write!(f, "the saved moves do not fit the level"),
        }
    }
}

impl core::error::Error for LoadError {}

/// Saves and restores the game in play.
///
/// It remembers what is in the store, so that a save writes only what changed: usually the
/// head.
#[derive(Clone, Debug)]
pub struct Autosave {
    /// The slot whose contents are known.
    slot: Option<u32>,
    /// Whether a generated level is stored with the game.
    has_level: bool,
    /// Checksums of its stored chunks, by part.
    sums: [Option<u32>; PARTS],
    /// The moves that are stored.
    span: Span,
}

impl Autosave {
    /// Knows nothing about the store yet.
    pub const fn new() -> Self {
        Self {
            slot: None,
            has_level: false,
            sums: [None; PARTS],
            span: Span { start: 0, end: 0 },
        }
    }

    /// The session of a saved game, if there is one in this slot.
    pub fn find(store: &mut impl Store, slot: u32) -> Result<Option<Session>, LoadError> {
        Ok(head(store, slot)?.map(|head| head.session))
    }

    /// The generated level of a saved game.
    #[inline(never)]
    pub fn level(store: &mut impl Store, slot: u32) -> Result<Option<Kept>, LoadError> {
        let mut buffer = [0; ITEM_BYTES];
        let part = GamePart::Level;
        let bytes = store.read(Key::Game { slot, part }, &mut buffer)?;
        Ok(bytes.map(Kept::decode).transpose()?)
    }

    /// Restores a game with all its moves, undone ones included, by playing them. `None` if
    /// there is none in this slot. In that case, and after any error, the history is at the
    /// level's start: nothing is ever half restored.
    pub fn restore<const BYTES: usize>(
        &mut self,
        store: &mut impl Store,
        slot: u32,
        level: &Level,
        history: &mut History<BYTES>,
    ) -> Result<Option<Session>, LoadError> {
        *self = Self::new();
        history.reset(level);
        let result = self.replay(store, slot, level, history);
        match result {
            Ok(Some(session)) => {
                self.slot = Some(slot);
                self.has_level = session.place.is_made();
            }
            _ => {
                history.reset(level);
                *self = Self::new();
            }
        }
        result
    }

    #[inline(never)]
    fn replay<const BYTES: usize>(
        &mut self,
        store: &mut impl Store,
        slot: u32,
        level: &Level,
        history: &mut History<BYTES>,
    ) -> Result<Option<Session>, LoadError> {
        const { assert!(BYTES <= HISTORY_BYTES, "a history longer than its parts") };
        let mut buffer = [0; ITEM_BYTES];
        let part = GamePart::Head;
        let Some(bytes) = store.read(Key::Game { slot, part }, &mut buffer)? else {
            return Ok(None);
        };
        let (head, tail) = Head::decode(bytes)?;
        if head.session.level != LevelId::of(level) {
            return Err(LoadError::OtherLevel);
        }
        if usize::from(head.records) > History::<BYTES>::CAPACITY {
            return Err(BadRecord::Corrupt.into());
        }
        if let Some(base) = &head.base {
            let (board, tally) = base.board(level).ok_or(LoadError::Illegal)?;
            history.rebase(&board, tally, head.forgotten);
        }
        let span = Span::of(&head);
        self.span = span;
        let mut crc = 0;
        for number in span.chunks() {
            let mut buffer = [0; ITEM_BYTES];
            let (index, key) = place(slot, number);
            let bytes = store.read(key, &mut buffer)?.ok_or(BadRecord::Length)?;
            let sum = crc32(0, bytes);
            crc = crc32(crc, &sum.to_le_bytes());
            self.sums[index] = Some(sum);
            let mut bytes = Bytes::new(bytes);
            if bytes.u32()? != number {
                return Err(BadRecord::Corrupt.into());
            }
            let stored = span.stored(number);
            let moves = PackedMoves::all(bytes.rest(), stored.len())?;
            for index in stored.clone().filter(|&index| index >= span.start) {
                play(&moves, index - stored.start, level, history)?;
            }
        }
        if crc != head.crc {
            return Err(BadRecord::Corrupt.into());
        }
        let tail = PackedMoves::all(tail, span.tail().len())?;
        for index in 0..span.tail().len() as u32 {
            play(&tail, index, level, history)?;
        }
        for _ in head.played..head.records {
            history.undo(level).map_err(|_| LoadError::Illegal)?;
        }
        Ok(Some(head.session))
    }

    /// Writes a game to a slot, for the next commit. The history must have been settled when the
    /// game was last saved or restored. After an error the store still has the
    /// previous save, and the caller may try again. Call [`Autosave::saved`] after the commit.
    ///
    /// `made` is the level if it was generated.
    #[inline(never)]
    pub fn save<const BYTES: usize>(
        &mut self,
        store: &mut impl Store,
        (slot, stamp): (u32, u32),
        session: Session,
        (level, made): (&Level, Option<&Kept>),
        history: &History<BYTES>,
    ) -> Result<Saved, StoreError> {
        const { assert!(BYTES <= HISTORY_BYTES, "a history longer than its parts") };
        let is_known = self.slot == Some(slot);
        let mut after = match is_known {
            true => self.clone(),
            false => Self::new(),
        };
        after.slot = Some(slot);
        if let Some(made) = made.filter(|_| !after.has_level) {
            let part = GamePart::Level;
            store.write(Key::Game { slot, part }, made.encode()?.as_slice())?;
            after.has_level = true;
        }
        let start = history.forgotten();
        let end = start + (history.undoable() + history.redoable()) as u32;
        let span = Span { start, end };
        after.span = span;
        let record =
            |index: u32| -> Option<Record> { history.record(index.checked_sub(start)? as usize) };
        let mut crc = 0;
        let mut used = [false; PARTS];
        for number in span.chunks() {
            let (index, key) = place(slot, number);
            used[index] = true;
            let same = is_known && self.span.shares(span, number, history.changed_from());
            if let Some(sum) = after.sums[index].filter(|_| same) {
                crc = crc32(crc, &sum.to_le_bytes());
                continue;
            }
            let mut item = ItemBytes::default();
            item.put(&number.to_le_bytes())?;
            pack(&mut item, span.stored(number).map(record))?;
            let sum = crc32(0, item.as_slice());
            crc = crc32(crc, &sum.to_le_bytes());
            if after.sums[index] != Some(sum) {
                store.write(key, item.as_slice())?;
                after.sums[index] = Some(sum);
            }
        }
        // Moves that were undone and replaced by fewer, or a game that begins again.
        for index in (0..PARTS).filter(|&index| !used[index]) {
            if after.sums[index].take().is_some() || !is_known {
                let part = GamePart::Moves(index as u8);
                store.remove(Key::Game { slot, part })?;
            }
        }
        let mut item = Head::new(session, stamp, level, history, crc).encode()?;
        pack(&mut item, span.tail().map(record))?;
        let part = GamePart::Head;
        store.write(Key::Game { slot, part }, item.as_slice())?;
        Ok(Saved(after))
    }

    /// Takes note that what [`Autosave::save`] wrote is committed.
    pub fn saved(&mut self, saved: Saved) {
        *self = saved.0;
    }

    /// Removes a saved game, with the next commit.
    pub fn remove(&mut self, store: &mut impl Store, slot: u32) -> Result<(), StoreError> {
        if self.slot == Some(slot) {
            *self = Self::new();
        }
        for part in GamePart::all() {
            store.remove(Key::Game { slot, part })?;
        }
        Ok(())
    }
}

impl Default for Autosave {
    fn default() -> Self {
        Self::new()
    }
}

/// What will be in the store after a commit.
#[must_use]
pub struct Saved(Autosave);

/// What is stored of a game except its moves.
#[inline(never)]
pub(super) fn head(store: &mut impl Store, slot: u32) -> Result<Option<Head>, LoadError> {
    let mut buffer = [0; ITEM_BYTES];
    let part = GamePart::Head;
    match store.read(Key::Game { slot, part }, &mut buffer)? {
        Some(bytes) => Ok(Some(Head::decode(bytes)?.0)),
        None => Ok(None),
    }
}

fn play<const BYTES: usize>(
    moves: &PackedMoves<'_>,
    index: u32,
    level: &Level,
    history: &mut History<BYTES>,
) -> Result<(), LoadError> {
    match moves.play(index as usize, level, history) {
        true => Ok(()),
        false => Err(LoadError::Illegal),
    }
}

/// The moves that a history holds: from `start` to before `end`.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn of(head: &Head) -> Self {
        Self {
            start: head.forgotten,
            end: head.forgotten + u32::from(head.records),
        }
    }

    /// Moves before this are in chunks.
    fn split(self) -> u32 {
        (self.end / BLOCK * BLOCK).max(self.start)
    }

    /// The moves that are in the head.
    fn tail(self) -> Range<u32> {
        self.split()..self.end
    }

    /// The numbers of the chunks.
    fn chunks(self) -> Range<u32> {
        match self.split() {
            split if split == self.start => 0..0,
            split => self.start / CHUNK..split.div_ceil(CHUNK),
        }
    }

    /// Whether a chunk has the same moves in a later span, if none before `changed_from` changed.
    fn shares(self, later: Self, number: u32, changed_from: u32) -> bool {
        let (now, then) = (later.stored(number), self.stored(number));
        let blank = |span: Self| span.start.saturating_sub(now.start);
        now == then && now.end <= changed_from && blank(self) == blank(later)
    }

    /// The moves of a chunk, from its first on even if that is forgotten.
    fn stored(self, number: u32) -> Range<u32> {
        let first = number * CHUNK;
        first..(first + CHUNK).min(self.split())
    }
}

/// Where a chunk is stored: the number of its part, and its key.
fn place(slot: u32, number: u32) -> (usize, Key) {
    let index = number as usize % PARTS;
    let part = GamePart::Moves(index as u8);
    (index, Key::Game { slot, part })
}

#[cfg(test)]
mod tests;
