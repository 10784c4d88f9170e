//! Flash as the journal uses it: sectors with a mark and a number, and entries in them.

use embedded_storage::nor_flash::NorFlash;

use super::collect::Collected;
use super::entry::{Entry, HEAD_BYTES, UNIT, padded};
use super::{ENTRY_BYTES, JournalError, SECTOR_BYTES};
use crate::format::crc32;

/// The first bytes of each sector that the journal has used.
pub const MAGIC: [u8; 4] = *b"SOKJ";
pub(super) const VERSION: u16 = 1;
const MARK_BYTES: usize = 8;
const NUMBER_BYTES: usize = 8;

/// Where entries begin in a sector.
pub(super) const ENTRIES: usize = MARK_BYTES + 2 * NUMBER_BYTES;

/// Numbers of sectors and batches beyond this are not valid, so that counting on cannot overflow.
/// No flash lives long enough to reach it.
pub(super) const MOST_NUMBER: u32 = u32::MAX / 2;

/// Bytes at the end of a sector for the note that another sector has been copied, twice. So all
/// of a sector fits another, with that note.
pub(super) const NOTE_BYTES: usize = 2 * padded(Collected::BYTES);

/// Sectors that are erased ahead of time.
const READY_SECTORS: usize = 3;

/// Attempts to erase a sector before it counts as worn.
const ATTEMPTS: usize = 2;

/// Where an entry is: its sector and offset, in units of 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u16);

impl Place {
    /// No entry is here: its head would not fit.
    pub(super) const NONE: Self = Self(u16::MAX);

    const UNITS: usize = SECTOR_BYTES / UNIT;

    pub(super) fn new(sector: usize, offset: usize) -> Self {
        Self((sector * Self::UNITS + offset / UNIT) as u16)
    }

    pub(super) fn sector(self) -> usize {
        usize::from(self.0) / Self::UNITS
    }

    pub(super) fn offset(self) -> usize {
        usize::from(self.0) % Self::UNITS * UNIT
    }

    /// The address of the entry's head.
    pub(super) fn address(self) -> u32 {
        u32::from(self.0) * UNIT as u32
    }

    /// The address of the entry's item.
    pub(super) fn item(self) -> u32 {
        self.address() + HEAD_BYTES as u32
    }

    pub(super) fn to_bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }
}

/// What a sector can be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It must be erased before it is used.
    Dirty,
    /// It has a number, but nothing in it counts. Nothing may be written anywhere until it is
    /// erased, because what was cut short in it could become valid.
    Stale,
    /// It is erased, and has its mark.
    Clean,
    /// It cannot be erased any more.
    Worn,
    /// It has entries, of which this many bytes are still needed.
    Used(u16),
}

/// The end of the sector that is being filled.
#[derive(Clone, Copy, Debug)]
struct End {
    sector: usize,
    offset: usize,
}

pub(super) struct Medium<F, const SECTORS: usize> {
    pub(super) flash: F,
    pub(super) states: [State; SECTORS],
    /// `None` until a sector has been opened since the start, and after a failure.
    end: Option<End>,
    /// The sector that was opened last; the next one comes after it, so that all wear evenly.
    pub(super) newest: usize,
    /// The number of the sector that was opened last.
    pub(super) number: u32,
}

impl<F: NorFlash, const SECTORS: usize> Medium<F, SECTORS> {
    pub(super) fn new(flash: F) -> Self {
        const {
            assert!(UNIT.is_multiple_of(F::WRITE_SIZE) && F::READ_SIZE == 1);
            assert!(SECTOR_BYTES.is_multiple_of(F::ERASE_SIZE));
        }
        Self {
            flash,
            states: [State::Dirty; SECTORS],
            end: None,
            newest: SECTORS - 1,
            number: 0,
        }
    }

    pub(super) fn read(&mut self, address: u32, bytes: &mut [u8]) -> Result<(), JournalError> {
        let read = self.flash.read(address, bytes);
        read.map_err(|_| JournalError::Failed)
    }

    /// The entry at a place, if its head is valid.
    pub(super) fn entry(&mut self, place: Place) -> Result<Option<Entry>, JournalError> {
        let mut head = [0; HEAD_BYTES];
        self.read(place.address(), &mut head)?;
        Ok(Entry::decode(&head, place))
    }

    /// Whether an entry's item is as it was written.
    pub(super) fn is_whole(&mut self, place: Place, entry: &Entry) -> Result<bool, JournalError> {
        let mut sum = 0;
        let mut buffer = [0; 64];
        let mut address = place.item();
        let mut left = usize::from(entry.length);
        while left > 0 {
            let part = &mut buffer[..left.min(64)];
            self.read(address, part)?;
            sum = crc32(sum, part);
            address += part.len() as u32;
            left -= part.len();
        }
        Ok(entry.is_sum(sum))
    }

    /// Programs bytes, and says whether flash has kept them.
    fn program(&mut self, address: u32, bytes: &[u8]) -> Result<bool, JournalError> {
        let written = self.flash.write(address, bytes);
        written.map_err(|_| JournalError::Failed)?;
        let mut buffer = [0; 64];
        for (part, at) in bytes.chunks(buffer.len()).zip((address..).step_by(64)) {
            let found = &mut buffer[..part.len()];
            self.read(at, found)?;
            if found != part {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Programs an entry that fits the sector that is being filled.
    pub(super) fn append(&mut self, entry: &Entry, item: &[u8]) -> Result<Place, JournalError> {
        let end = self.end.ok_or(JournalError::Failed)?;
        let place = Place::new(end.sector, end.offset);
        if self.put(place, entry, item)? {
            self.end = Some(End {
                offset: end.offset + entry.bytes(),
                ..end
            });
            return Ok(place);
        }
        // What is in the sector stays readable, but nothing more goes there.
        self.end = None;
        self.seal(place)?;
        Err(JournalError::Worn)
    }

    /// Programs an entry, and says whether flash has kept it.
    #[inline(never)]
    pub(super) fn put(
        &mut self,
        place: Place,
        entry: &Entry,
        item: &[u8],
    ) -> Result<bool, JournalError> {
        let mut bytes = [0xff; ENTRY_BYTES];
        bytes[..HEAD_BYTES].copy_from_slice(&entry.encode(place));
        bytes[HEAD_BYTES..HEAD_BYTES + item.len()].copy_from_slice(item);
        self.program(place.address(), &bytes[..entry.bytes()])
    }

    /// Clears the head of whatever is at a place, which ends the sector.
    pub(super) fn seal(&mut self, place: Place) -> Result<(), JournalError> {
        self.program(place.address(), &[0; HEAD_BYTES]).map(|_| ())
    }

    /// Bytes that are free in the sector that is being filled, besides those for a note.
    pub(super) fn room(&self) -> usize {
        self.end.map_or(0, |end| {
            (SECTOR_BYTES - NOTE_BYTES).saturating_sub(end.offset)
        })
    }

    /// Bytes that can be written without an erase.
    pub(super) fn quick_room(&self) -> usize {
        if self.count(|state| state == State::Stale) > 0 {
            return 0;
        }
        let clean = self.count(|state| state == State::Clean);
        let openings = clean.min(self.spare().saturating_sub(1));
        self.room() + openings * (SECTOR_BYTES - NOTE_BYTES - ENTRIES)
    }

    /// Whether a sector is worn.
    pub(super) fn is_worn(&self) -> bool {
        self.count(|state| state == State::Worn) > 0
    }

    /// Sectors that hold nothing.
    pub(super) fn spare(&self) -> usize {
        self.count(|state| matches!(state, State::Dirty | State::Stale | State::Clean))
    }

    pub(super) fn live_bytes(&self) -> usize {
        let live = self.states.iter().map(|state| match state {
            State::Used(live) => usize::from(*live),
            _ => 0,
        });
        live.sum()
    }

    /// Counts the bytes of an entry as needed.
    pub(super) fn keep(&mut self, place: Place, bytes: usize) {
        if let Some(State::Used(live)) = self.states.get_mut(place.sector()) {
            *live += bytes as u16;
        }
    }

    /// Counts the bytes of an entry as no longer needed.
    pub(super) fn let_go(&mut self, place: Place, bytes: usize) {
        if let Some(State::Used(live)) = self.states.get_mut(place.sector()) {
            *live = live.saturating_sub(bytes as u16);
        }
    }

    fn count(&self, is: impl Fn(State) -> bool) -> usize {
        self.states.iter().filter(|&&state| is(state)).count()
    }

    /// The sectors in the order in which they are filled, from the one after the newest.
    fn ring(&self) -> impl Iterator<Item = usize> + use<F, SECTORS> {
        let newest = self.newest;
        (1..=SECTORS).map(move |step| (newest + step) % SECTORS)
    }

    fn next(&self, wanted: State) -> Option<usize> {
        self.ring().find(|&sector| self.states[sector] == wanted)
    }

    /// Whether there is room for a note.
    pub(super) fn has_note_room(&self) -> bool {
        self.end
            .is_some_and(|end| end.offset + NOTE_BYTES <= SECTOR_BYTES)
    }

    /// Whether a sector is being filled.
    pub(super) fn is_filling(&self, sector: usize) -> bool {
        self.end.is_some_and(|end| end.sector == sector)
    }

    /// Nothing more goes to the sector that is being filled.
    pub(super) fn close(&mut self) {
        self.end = None;
    }

    /// Begins to fill another sector.
    pub(super) fn open_next(&mut self) -> Result<(), JournalError> {
        self.end = None;
        if self.number >= MOST_NUMBER {
            return Err(JournalError::Worn);
        }
        loop {
            let Some(sector) = self.next(State::Clean) else {
                let dirty = self.next(State::Dirty).ok_or(JournalError::Worn)?;
                self.erase(dirty)?;
                continue;
            };
            // An erase that was cut short may have left the mark, and entries that do not count.
            if !self.is_blank(sector, ENTRIES)? {
                self.erase(sector)?;
                continue;
            }
            let number = self.number + 1;
            if self.set_number(sector, number)? {
                self.number = number;
                self.newest = sector;
                self.states[sector] = State::Used(0);
                self.end = Some(End {
                    sector,
                    offset: ENTRIES,
                });
                return Ok(());
            }
            self.states[sector] = State::Worn;
        }
    }

    /// Erases what must be erased before anything is written.
    pub(super) fn erase_stale(&mut self) -> Result<(), JournalError> {
        while let Some(sector) = self.next(State::Stale) {
            self.erase(sector)?;
        }
        Ok(())
    }

    /// Erases one sector ahead of time, if that is of use.
    pub(super) fn erase_one(&mut self) -> Result<bool, JournalError> {
        let clean = self.count(|state| state == State::Clean);
        let ahead = || self.next(State::Dirty).filter(|_| clean < READY_SECTORS);
        let Some(sector) = self.next(State::Stale).or_else(ahead) else {
            return Ok(false);
        };
        self.erase(sector)?;
        Ok(true)
    }

    fn erase(&mut self, sector: usize) -> Result<(), JournalError> {
        let start = (sector * SECTOR_BYTES) as u32;
        for _ in 0..ATTEMPTS {
            let erased = self.flash.erase(start, start + SECTOR_BYTES as u32);
            erased.map_err(|_| JournalError::Failed)?;
            if self.is_blank(sector, 0)? && self.program(start, &mark())? {
                self.states[sector] = State::Clean;
                return Ok(());
            }
        }
        self.states[sector] = State::Worn;
        Ok(())
    }

    /// Whether a sector is blank from an offset on.
    fn is_blank(&mut self, sector: usize, from: usize) -> Result<bool, JournalError> {
        let mut buffer = [0; 64];
        for offset in (from..SECTOR_BYTES).step_by(buffer.len()) {
            let part = &mut buffer[..(SECTOR_BYTES - offset).min(64)];
            self.read((sector * SECTOR_BYTES + offset) as u32, part)?;
            if part.iter().any(|&byte| byte != 0xff) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Gives a sector its number. Says whether flash has kept at least one of its copies.
    pub(super) fn set_number(&mut self, sector: usize, number: u32) -> Result<bool, JournalError> {
        let mut bytes = [0; NUMBER_BYTES];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        bytes[4..].copy_from_slice(&number_sum(number).to_le_bytes());
        let first = (sector * SECTOR_BYTES + MARK_BYTES) as u32;
        let kept = self.program(first, &bytes)?;
        Ok(self.program(first + NUMBER_BYTES as u32, &bytes)? || kept)
    }

    /// What the first bytes of a sector say.
    pub(super) fn title(&mut self, sector: usize) -> Result<Title, JournalError> {
        let mut bytes = [0; ENTRIES];
        self.read((sector * SECTOR_BYTES) as u32, &mut bytes)?;
        let (marked, numbers) = bytes.split_at(MARK_BYTES);
        let number = numbers.chunks_exact(NUMBER_BYTES).find_map(|copy| {
            let (number, sum) = copy.split_first_chunk::<4>()?;
            let number = u32::from_le_bytes(*number);
            let valid = number_sum(number).to_le_bytes() == *sum && number <= MOST_NUMBER;
            valid.then_some(number)
        });
        Ok(match (number, version(marked)) {
            (_, Some(version)) if version > VERSION => Title::Future(version),
            (Some(number), _) => Title::Number(number),
            (None, Some(_)) if numbers.iter().all(|&byte| byte == 0xff) => Title::Clean,
            _ => Title::Nothing,
        })
    }
}

/// What the first bytes of a sector say.
pub(super) enum Title {
    /// It is erased, and empty.
    Clean,
    /// It has entries, and is this one in the order of writing.
    Number(u32),
    /// It was written by this later version.
    Future(u16),
    /// Nothing that makes sense.
    Nothing,
}

/// The checksum of a number. It begins with the magic, because that of four blank bytes would
/// be blank, too.
fn number_sum(number: u32) -> u32 {
    crc32(crc32(0, &MAGIC), &number.to_le_bytes())
}

fn mark() -> [u8; MARK_BYTES] {
    let [m0, m1, m2, m3] = MAGIC;
    let [v0, v1] = VERSION.to_le_bytes();
    [m0, m1, m2, m3, v0, v1, !v0, !v1]
}

/// The version of a mark.
fn version(mark: &[u8]) -> Option<u16> {
    let (magic, rest) = mark.split_first_chunk::<4>()?;
    let &[v0, v1, n0, n1] = rest else { return None };
    let valid = *magic == MAGIC && [v0, v1] == [!n0, !n1];
    valid.then(|| u16::from_le_bytes([v0, v1]))
}
