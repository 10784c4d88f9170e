//! Items in NOR flash that survive power cuts, however often they come.
//!
//! An item is up to [`ITEM_BYTES`] bytes under a number, its key. Changes are collected in a
//! batch, and [`Journal::commit`] makes the whole batch durable: after a power cut all of it
//! is there, or none. Nothing is overwritten in place. Entries are appended to a sector until
//! it is full, then to the next; sectors whose entries are mostly outdated are collected,
//! which means that what is still needed is copied and the sector is erased.
//!
//! | bytes of a sector | hold |
//! |---|---|
//! | 8 | mark: `SOKJ`, version, its complement. Written when an erase is complete |
//! | 8, twice | the sector's number in the order of writing, and its CRC-32 |
//! | rest | entries, each padded to 8 bytes: a head of 16 bytes (`entry`), then the item |
//!
//! # Power cuts
//!
//! A cut interrupts at most one operation. It may leave any of the bits that were to change
//! changed or unchanged, and some of them between the two, so that they read differently from
//! time to time. Therefore no operation relies on the one before it unless a later one, or
//! [`Journal::open`], has shown that it is complete:
//!
//! - A program that was cut short is found at the end of the newest sector. Opening programs
//!   the last whole entry once more, which completes bits that are between 0 and 1, and clears
//!   the place after it, so that an entry that was cut short can never become valid later.
//!   Nothing is appended to that sector any more.
//! - A sector without a mark is erased. One with a mark but not blank is erased again before it
//!   is used: its erase was cut short.
//! - The sector's number is there twice, because an attempt to write it may have been cut short
//!   without a trace, and left bits that spoil the second attempt.
//! - A batch counts once its last entry says that it is complete. Of batches only the newest
//!   can be incomplete: before the next one begins, sectors that hold parts of it are collected.
//! - A sector is collected by copying what is needed. An entry then says that all is copied:
//!   without it the copies do not count, and with it the sector does not. It is there twice, so
//!   that damage to one of them costs nothing.
//!
//! Why not sequential-storage, which was used before: in 8.0.2 a header of which a cut wrote
//! only the beginning is completed by the first byte of the next item (its issue 136), it has
//! no batches, and it looks an item up by reading all of flash.
//!
//! | file | idea |
//! |---|---|
//! | `entry` | the head of an entry |
//! | `medium` | flash: verified programs, erases, sectors and their numbers |
//! | `open` | what a start finds, and repairs |
//! | `collect` | making room |

mod collect;
mod entry;
mod medium;
mod open;

use core::fmt;

use embedded_storage::nor_flash::NorFlash;

use self::entry::{Entry, HEAD_BYTES, Kind, padded};
use self::medium::{ENTRIES, MOST_NUMBER, Medium, NOTE_BYTES, Place};

pub use self::medium::MAGIC;

/// The longest item.
pub const ITEM_BYTES: usize = 1000;

/// Bytes of a sector, the unit of erasing.
pub const SECTOR_BYTES: usize = 4096;

/// Most items in a batch.
const BATCH_ITEMS: usize = 32;

/// The longest entry.
const ENTRY_BYTES: usize = padded(ITEM_BYTES);

/// Sectors that are never filled, so that there is always room to collect others.
const SPARE_SECTORS: usize = 4;

/// Why the journal cannot do what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// There is no room for the item: others must be removed first.
    Full,
    /// The item is longer than [`ITEM_BYTES`], or than the buffer to read it into; or the
    /// key is too large, or the batch has too many items.
    TooLong,
    /// The item's bytes have changed since they were written.
    Corrupt,
    /// Flash no longer keeps what is written.
    Worn,
    /// The journal was written by a later version of the game.
    Future(u16),
    /// Flash reported an error.
    Failed,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => write!(f, "there is no room left"),
            Self::TooLong => write!(f, "an item is too long"),
            Self::Corrupt => write!(f, "an item is damaged"),
            Self::Worn => write!(f, "flash is worn out"),
            Self::Future(version) => {
                write!(f, "it has version {version}: update the game to read it")
            }
            Self::Failed => write!(f, "flash does not answer"),
        }
    }
}

impl core::error::Error for JournalError {}

/// A journal in `SECTORS` sectors of flash, for keys below `KEYS`.
///
/// It holds where each item is in memory, two bytes a key.
pub struct Journal<F, const SECTORS: usize, const KEYS: usize> {
    medium: Medium<F, SECTORS>,
    /// Where each committed item is, or its removal if older versions of it may exist.
    places: [Place; KEYS],
    /// Items of the current batch. They are not read by anybody until they are committed.
    batch: heapless::Vec<(u16, Place), BATCH_ITEMS>,
    /// Sectors with entries of the current batch, one bit each.
    touched: u64,
    /// The number of the current batch, if it has items.
    number: Option<u32>,
    /// The largest number of a batch so far.
    last_number: u32,
    /// The number of the last complete batch.
    complete: u32,
    /// Sectors with parts of incomplete batches, one bit each.
    tainted: u64,
    /// Collecting a sector failed, so that nothing may be written any more.
    is_broken: bool,
    damaged: u16,
}

impl<F: NorFlash, const SECTORS: usize, const KEYS: usize> Journal<F, SECTORS, KEYS> {
    /// The most bytes of entries that are kept: less than there is room for, because a sector
    /// may end in a gap into which the next entry does not fit.
    pub const MOST_BYTES: usize = {
        assert!(SECTORS > SPARE_SECTORS && SECTORS <= 64 && KEYS < u16::MAX as usize);
        (SECTORS - SPARE_SECTORS) * (SECTOR_BYTES - ENTRIES - NOTE_BYTES - ENTRY_BYTES)
    };

    /// Bytes that an item of `length` bytes takes.
    pub const fn cost(length: usize) -> usize {
        padded(length)
    }

    /// Bytes of all entries that are still needed.
    pub fn used_bytes(&self) -> usize {
        self.medium.live_bytes()
    }

    /// Entries that were found damaged when the journal was opened, other than by a cut.
    pub fn damaged(&self) -> u16 {
        self.damaged
    }

    /// Gives flash back.
    pub fn close(self) -> F {
        self.medium.flash
    }

    /// Reads a committed item to the beginning of a buffer; `None` if there is no such item.
    pub fn read<'b>(
        &mut self,
        key: u16,
        buffer: &'b mut [u8],
    ) -> Result<Option<&'b [u8]>, JournalError> {
        let Some(place) = self.place(key) else {
            return Ok(None);
        };
        let entry = self.medium.entry(place)?.ok_or(JournalError::Corrupt)?;
        if entry.kind == Kind::Removal {
            return Ok(None);
        }
        let item = buffer
            .get_mut(..usize::from(entry.length))
            .ok_or(JournalError::TooLong)?;
        self.medium.read(place.item(), item)?;
        match entry.fits(item) {
            true => Ok(Some(item)),
            false => Err(JournalError::Corrupt),
        }
    }

    /// Reads the beginning of a committed item, as much as the buffer holds. The item's bytes are
    /// not checked again: they were when the journal was opened or the item was written.
    pub fn read_start<'b>(
        &mut self,
        key: u16,
        buffer: &'b mut [u8],
    ) -> Result<Option<&'b [u8]>, JournalError> {
        let Some(place) = self.place(key) else {
            return Ok(None);
        };
        let entry = self.medium.entry(place)?.ok_or(JournalError::Corrupt)?;
        if entry.kind == Kind::Removal {
            return Ok(None);
        }
        let length = buffer.len().min(entry.length.into());
        let start = &mut buffer[..length];
        self.medium.read(place.item(), start)?;
        Ok(Some(start))
    }

    /// Writes an item, in place of the one with the same key, as part of the current batch.
    pub fn write(&mut self, key: u16, item: &[u8]) -> Result<(), JournalError> {
        if self.used_bytes() + padded(item.len()) > Self::MOST_BYTES {
            return Err(JournalError::Full);
        }
        self.append(key, Kind::Item, item)
    }

    /// Removes an item if it exists, as part of the current batch.
    pub fn remove(&mut self, key: u16) -> Result<(), JournalError> {
        let pending = self.batch.iter().any(|&(other, _)| other == key);
        if self.place(key).is_none() && !pending {
            return Ok(());
        }
        self.append(key, Kind::Removal, &[])
    }

    /// Ends the batch: from now on all of it survives a power cut.
    pub fn commit(&mut self) -> Result<(), JournalError> {
        let Some(number) = self.number else {
            return Ok(());
        };
        self.put(&Entry::note(Kind::EndOfBatch, number, &[]), &[])?;
        self.number = None;
        self.touched = 0;
        self.complete = number;
        for (key, place) in core::mem::take(&mut self.batch) {
            self.point(key, place);
        }
        Ok(())
    }

    /// Gives up the current batch: its changes never happened. To be called after an error,
    /// unless the same changes are tried again.
    pub fn abandon(&mut self) {
        self.number = None;
        self.tainted |= core::mem::take(&mut self.touched);
        for (_, place) in core::mem::take(&mut self.batch) {
            self.forget(place);
        }
    }

    /// Whether a batch of items that cost `bytes` can be written without erasing a sector,
    /// which takes long.
    pub fn is_quick(&self, bytes: usize) -> bool {
        let gaps = bytes / (SECTOR_BYTES - ENTRIES - NOTE_BYTES - ENTRY_BYTES) + 1;
        let needed = bytes + HEAD_BYTES + gaps * ENTRY_BYTES;
        self.medium.quick_room() >= needed
    }

    /// Does one step of what can be done before it is needed: erases a sector, or collects
    /// one. Returns whether there is more. To be called while nobody waits.
    pub fn prepare(&mut self) -> Result<bool, JournalError> {
        if self.medium.erase_one()? {
            return Ok(true);
        }
        if self.number.is_none() && self.tainted != 0 {
            self.cleanse()?;
            return Ok(true);
        }
        if self.medium.spare() < SPARE_SECTORS && self.gains_by_collecting() {
            self.collect_any()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn append(&mut self, key: u16, kind: Kind, item: &[u8]) -> Result<(), JournalError> {
        if item.len() > ITEM_BYTES || usize::from(key) >= KEYS {
            return Err(JournalError::TooLong);
        }
        let known = self.batch.iter().position(|&(other, _)| other == key);
        if known.is_none() && self.batch.is_full() {
            return Err(JournalError::TooLong);
        }
        let number = match self.number {
            Some(number) => number,
            None => self.begin()?,
        };
        let entry = Entry::new(kind, key, number, item);
        let place = self.put(&entry, item)?;
        self.touched |= 1 << place.sector();
        self.medium.keep(place, entry.bytes());
        if let Some(known) = known {
            let (_, old) = self.batch.swap_remove(known);
            self.forget(old);
        }
        // There is room: that was checked first.
        let _ = self.batch.push((key, place));
        Ok(())
    }

    /// Begins a batch, and returns its number.
    fn begin(&mut self) -> Result<u32, JournalError> {
        self.cleanse()?;
        let number = self.next_number(0)?;
        self.number = Some(number);
        Ok(number)
    }

    /// A number for a batch that is larger than all before, and odd or even.
    fn next_number(&mut self, odd: u32) -> Result<u32, JournalError> {
        let next = self.last_number + 1;
        let number = next + u32::from(next % 2 != odd);
        if number > MOST_NUMBER {
            return Err(JournalError::Worn);
        }
        self.last_number = number;
        Ok(number)
    }

    fn place(&self, key: u16) -> Option<Place> {
        let place = self.places.get(usize::from(key)).copied();
        place.filter(|&place| place != Place::NONE)
    }

    /// Makes `place` the current entry of a key, whose bytes count already.
    fn point(&mut self, key: u16, place: Place) {
        let Some(current) = self.places.get_mut(usize::from(key)) else {
            return;
        };
        let old = core::mem::replace(current, place);
        if old != Place::NONE {
            self.forget(old);
        }
    }

    /// An entry is no longer needed.
    fn forget(&mut self, place: Place) {
        // An entry that cannot be read any more is counted until its sector is collected.
        if let Ok(Some(entry)) = self.medium.entry(place) {
            let bytes = padded(usize::from(entry.length));
            self.medium.let_go(place, bytes);
        }
    }
}
