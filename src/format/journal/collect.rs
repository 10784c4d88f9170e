//! Making room: copying what is still needed of a sector, so that it can be erased.

use embedded_storage::nor_flash::NorFlash;

use super::entry::{Entry, Kind};
use super::medium::{Place, State};
use super::{ITEM_BYTES, Journal, JournalError, SECTOR_BYTES, SPARE_SECTORS};

/// One in this many times, the sector that was filled longest ago is collected even if little
/// is gained: items that never change would otherwise spare their sectors all wear.
const OLDEST_EVERY: u32 = 8;

/// Attempts to write an entry before flash counts as worn.
const ATTEMPTS: usize = 4;

impl<F: NorFlash, const SECTORS: usize, const KEYS: usize> Journal<F, SECTORS, KEYS> {
    /// Writes an entry. Where flash does not keep it, it goes to another sector.
    #[inline(never)]
    pub(super) fn put(&mut self, entry: &Entry, item: &[u8]) -> Result<Place, JournalError> {
        for _ in 0..ATTEMPTS {
            self.make_room(entry.bytes())?;
            match self.medium.append(entry, item) {
                Err(JournalError::Worn) => {}
                done => return done,
            }
        }
        Err(JournalError::Worn)
    }

    /// Makes what is left of an incomplete batch disappear, so that another can begin, for
    /// which there is some room.
    pub(super) fn cleanse(&mut self) -> Result<(), JournalError> {
        while self.tainted != 0 {
            let sector = self.tainted.trailing_zeros() as usize;
            if matches!(self.medium.states.get(sector), Some(State::Used(_))) {
                if self.medium.is_filling(sector) {
                    self.medium.close();
                }
                self.collect(sector)?;
            }
            self.tainted &= !(1 << sector);
        }
        for _ in 0..SECTORS {
            if self.medium.spare() >= SPARE_SECTORS || !self.gains_by_collecting() {
                break;
            }
            self.collect_any()?;
        }
        self.medium.erase_stale()
    }

    /// Makes sure that an entry of `bytes` bytes can be appended.
    fn make_room(&mut self, bytes: usize) -> Result<(), JournalError> {
        self.medium.erase_stale()?;
        // Every round gains some bytes, unless sectors are worn or damaged.
        for _ in 0..4 * SECTORS {
            if self.medium.room() >= bytes {
                return Ok(());
            }
            // The last spare sector is for copies.
            if self.medium.spare() > 1 {
                self.medium.open_next()?;
            } else {
                self.collect_any()?;
                self.medium.erase_stale()?;
            }
        }
        Err(JournalError::Worn)
    }

    /// Whether a sector can be collected that is not full of items.
    pub(super) fn gains_by_collecting(&self) -> bool {
        self.emptiest()
            .is_some_and(|(_, live)| live + super::ENTRY_BYTES <= SECTOR_BYTES)
    }

    /// Collects the sector that gains most, or the oldest.
    pub(super) fn collect_any(&mut self) -> Result<(), JournalError> {
        let oldest = self.oldest()?.filter(|&sector| self.is_free(sector));
        let turn = self.medium.number.is_multiple_of(OLDEST_EVERY);
        let emptiest = self.emptiest().map(|(sector, _)| sector);
        let victim = oldest.filter(|_| turn).or(emptiest);
        let none = match self.medium.is_worn() {
            true => JournalError::Worn,
            false => JournalError::Full,
        };
        self.collect(victim.ok_or(none)?)
    }

    /// Copies what is still needed of a sector, after which it is stale.
    fn collect(&mut self, victim: usize) -> Result<(), JournalError> {
        if self.is_broken {
            return Err(JournalError::Worn);
        }
        self.medium.erase_stale()?;
        // Copies do not count before the end, so after a failure nothing may follow.
        self.is_broken = true;
        self.copy(victim)?;
        self.is_broken = false;
        self.medium.states[victim] = State::Stale;
        Ok(())
    }

    #[inline(never)]
    fn copy(&mut self, victim: usize) -> Result<(), JournalError> {
        let Some(number) = self.medium.number_of(victim)? else {
            return Err(JournalError::Corrupt);
        };
        let is_oldest = self.oldest()? == Some(victim);
        let batch = self.next_number(1)?;
        let mut item = [0; ITEM_BYTES];
        let mut walk = self.medium.walk(victim);
        while let Some((place, entry)) = self.medium.next_entry(&mut walk)? {
            if self.place(entry.key) != Some(place) {
                continue;
            }
            let item = &mut item[..usize::from(entry.length)];
            self.medium.read(place.item(), item)?;
            let is_lost = !entry.fits(item);
            // The removal of an item hides older versions of it: before this sector there are none.
            if is_lost || is_oldest && entry.kind == Kind::Removal {
                self.damaged += u16::from(is_lost);
                self.point(entry.key, Place::NONE);
                continue;
            }
            let copy = self.append_copy(&entry.in_batch(batch), item)?;
            self.medium.keep(copy, entry.bytes());
            self.point(entry.key, copy);
        }
        let item = Collected {
            sector: number,
            complete: self.complete,
        };
        let item = item.encode();
        // A sector that took a copy has room for it; one that took none may have a note already.
        if !self.medium.has_note_room() {
            self.medium.open_next()?;
        }
        let note = Entry::note(Kind::Collected, batch, &item);
        self.medium.append(&note, &item)?;
        // All copies depend on it, so damage to a single one must not matter.
        self.medium.append(&note, &item)?;
        Ok(())
    }

    /// Appends a copy, for which the last spare sector may be used.
    fn append_copy(&mut self, entry: &Entry, item: &[u8]) -> Result<Place, JournalError> {
        if self.medium.room() < entry.bytes() {
            self.medium.open_next()?;
        }
        self.medium.append(entry, item)
    }

    /// Whether a sector may be collected now: it is complete, and has no part of the current
    /// batch. Nor has it an item that the batch changes: a copy would come after the change.
    fn is_free(&self, sector: usize) -> bool {
        let has = |place: Place| place.sector() == sector;
        let is_in_batch =
            |&(key, place): &(u16, Place)| has(place) || self.place(key).is_some_and(has);
        matches!(self.medium.states[sector], State::Used(_))
            && !self.medium.is_filling(sector)
            && !self.batch.iter().any(is_in_batch)
    }

    /// The sector that may be collected with the fewest bytes to copy, and their number.
    fn emptiest(&self) -> Option<(usize, usize)> {
        let free = (0..SECTORS).filter(|&sector| self.is_free(sector));
        let live = free.map(|sector| match self.medium.states[sector] {
            State::Used(live) => (sector, usize::from(live)),
            _ => (sector, 0),
        });
        live.min_by_key(|&(_, live)| live)
    }

    /// The sector in use that was filled first.
    fn oldest(&mut self) -> Result<Option<usize>, JournalError> {
        let mut oldest: Option<(usize, u32)> = None;
        for sector in 0..SECTORS {
            if !matches!(self.medium.states[sector], State::Used(_)) {
                continue;
            }
            if let Some(number) = self.medium.number_of(sector)?
                && oldest.is_none_or(|(_, first)| number < first)
            {
                oldest = Some((sector, number));
            }
        }
        Ok(oldest.map(|(sector, _)| sector))
    }
}

/// What is noted when a sector has been copied.
pub(super) struct Collected {
    /// The number of the sector.
    pub(super) sector: u32,
    /// The last complete batch at that time, whose end may have been in the sector.
    pub(super) complete: u32,
}

impl Collected {
    pub(super) const BYTES: usize = 8;

    fn encode(&self) -> [u8; Self::BYTES] {
        (u64::from(self.complete) << 32 | u64::from(self.sector)).to_le_bytes()
    }

    pub(super) fn decode(bytes: [u8; Self::BYTES]) -> Self {
        let both = u64::from_le_bytes(bytes);
        Self {
            sector: both as u32,
            complete: (both >> 32) as u32,
        }
    }
}
