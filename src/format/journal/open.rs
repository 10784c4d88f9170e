//! What a start finds in flash, and repairs.

use embedded_storage::nor_flash::NorFlash;

use super::collect::Collected;
use super::entry::{Entry, HEAD_BYTES, Kind, UNIT};
use super::medium::{ENTRIES, MOST_NUMBER, Medium, Place, State, Title};
use super::{ITEM_BYTES, Journal, JournalError, SECTOR_BYTES};

/// A way through the entries of a sector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    sector: usize,
    offset: usize,
    /// Whether bytes were skipped that are no entry.
    skipped: bool,
}

/// What the first way through all entries finds.
struct Survey {
    /// The last complete batch of copies.
    copies: u32,
    /// Whether all entries count, so that the places that were found are right.
    all_counts: bool,
}

/// The sectors in use and their numbers, in the order of writing.
type Order<const SECTORS: usize> = heapless::Vec<(u32, u8), SECTORS>;

impl<F: NorFlash, const SECTORS: usize> Medium<F, SECTORS> {
    pub(super) fn walk(&self, sector: usize) -> Walk {
        Walk {
            sector,
            offset: ENTRIES,
            skipped: false,
        }
    }

    /// The next entry whose head is valid. Right after an entry, blank or cleared bytes are the
    /// end; after bytes that are no entry they may be part of a damaged one.
    pub(super) fn next_entry(
        &mut self,
        walk: &mut Walk,
    ) -> Result<Option<(Place, Entry)>, JournalError> {
        let mut is_after_entry = true;
        while walk.offset + HEAD_BYTES <= SECTOR_BYTES {
            let place = Place::new(walk.sector, walk.offset);
            let mut head = [0; HEAD_BYTES];
            self.read(place.address(), &mut head)?;
            // The last byte alone tells most heads from blank ones.
            let last = head[HEAD_BYTES - 1];
            if is_after_entry && matches!(last, 0 | 0xff) && head == [last; HEAD_BYTES] {
                break;
            }
            if let Some(entry) = Entry::decode(&head, place) {
                walk.offset += entry.bytes();
                return Ok(Some((place, entry)));
            }
            is_after_entry = false;
            walk.skipped = true;
            walk.offset += UNIT;
        }
        Ok(None)
    }

    /// The number of a sector in use.
    pub(super) fn number_of(&mut self, sector: usize) -> Result<Option<u32>, JournalError> {
        Ok(match self.title(sector)? {
            Title::Number(number) => Some(number),
            _ => None,
        })
    }

    /// Finds the sectors in use.
    fn find_sectors(&mut self) -> Result<Order<SECTORS>, JournalError> {
        let mut order = Order::new();
        for sector in 0..SECTORS {
            self.states[sector] = match self.title(sector)? {
                Title::Future(version) => return Err(JournalError::Future(version)),
                Title::Clean => State::Clean,
                Title::Nothing => State::Dirty,
                Title::Number(number) => {
                    // There is room for all sectors.
                    let _ = order.push((number, sector as u8));
                    State::Used(0)
                }
            };
        }
        order.sort_unstable();
        Ok(order)
    }

    /// Completes what a cut may have interrupted in the newest sector, and ends the sector.
    /// Sectors that were opened after it, but never got an entry, are stale.
    #[inline(never)]
    fn settle(&mut self, order: &mut Order<SECTORS>) -> Result<(), JournalError> {
        while let Some(&(number, sector)) = order.last() {
            let sector = usize::from(sector);
            self.number = self.number.max(number);
            let mut last = None;
            // One buffer for the last whole item, and one for the next.
            let mut buffers = [[0; ITEM_BYTES]; 2];
            let [whole, next] = &mut buffers;
            let mut walk = self.walk(sector);
            while let Some((place, entry)) = self.next_entry(&mut walk)? {
                let item = &mut next[..usize::from(entry.length)];
                self.read(place.item(), item)?;
                if entry.fits(item) {
                    last = Some((place, entry));
                    core::mem::swap(whole, next);
                }
            }
            if let Some((place, entry)) = last {
                self.newest = sector;
                self.set_number(sector, number)?;
                self.put(place, &entry, &whole[..usize::from(entry.length)])?;
                let end = place.offset() + entry.bytes();
                if end + HEAD_BYTES <= SECTOR_BYTES {
                    self.seal(Place::new(sector, end))?;
                }
                break;
            }
            self.states[sector] = State::Stale;
            order.pop();
        }
        Ok(())
    }
}

impl<F: NorFlash, const SECTORS: usize, const KEYS: usize> Journal<F, SECTORS, KEYS> {
    /// Opens the journal in flash and repairs what power cuts interrupted. Flash that holds
    /// no journal becomes an empty one with the first write.
    #[inline(never)]
    pub fn open(flash: F) -> Result<Self, (F, JournalError)> {
        const { assert!(Self::MOST_BYTES > 0) };
        let mut journal = Self {
            medium: Medium::new(flash),
            places: [Place::NONE; KEYS],
            batch: heapless::Vec::new(),
            touched: 0,
            number: None,
            last_number: 0,
            complete: 0,
            tainted: 0,
            is_broken: false,
            damaged: 0,
        };
        match journal.load() {
            Ok(()) => Ok(journal),
            Err(error) => Err((journal.close(), error)),
        }
    }

    #[inline(never)]
    fn load(&mut self) -> Result<(), JournalError> {
        let mut order = self.medium.find_sectors()?;
        self.medium.settle(&mut order)?;
        let survey = self.survey(&order)?;
        order.retain(|&(_, sector)| self.medium.states[usize::from(sector)] != State::Stale);
        if !survey.all_counts {
            self.find_items(&order, survey.copies, false)?;
        }
        if !self.count_bytes(true)? {
            self.find_items(&order, survey.copies, true)?;
            self.count_bytes(false)?;
        }
        Ok(())
    }

    /// Counts the bytes that are needed. With `checks` it returns whether all items are as they
    /// were written, and stops at the first that is not.
    fn count_bytes(&mut self, checks: bool) -> Result<bool, JournalError> {
        for state in &mut self.medium.states {
            if let State::Used(live) = state {
                *live = 0;
            }
        }
        for key in 0..KEYS as u16 {
            if let Some(place) = self.place(key)
                && let Some(entry) = self.medium.entry(place)?
            {
                if checks && !self.medium.is_whole(place, &entry)? {
                    return Ok(false);
                }
                self.medium.keep(place, entry.bytes());
            }
        }
        Ok(true)
    }

    /// Finds the last complete batch, sectors that were copied but not erased any more, and
    /// where items are if everything counts. That is so unless the power was cut during a save,
    /// and makes one way through all of flash enough.
    #[inline(never)]
    fn survey(&mut self, order: &Order<SECTORS>) -> Result<Survey, JournalError> {
        let mut copies = 0;
        // The newest entries that count only if their batch is complete.
        let (mut newest_change, mut newest_copy) = (0, 0);
        let mut all_counts = true;
        for &(_, sector) in order {
            let mut walk = self.medium.walk(usize::from(sector));
            let mut is_empty = true;
            while let Some((place, entry)) = self.medium.next_entry(&mut walk)? {
                is_empty = false;
                self.last_number = self.last_number.max(entry.batch);
                let is_change = self.take(place, &entry);
                if entry.is_copy() {
                    newest_copy = newest_copy.max(entry.batch);
                } else if is_change {
                    newest_change = newest_change.max(entry.batch);
                }
                if entry.kind == Kind::EndOfBatch {
                    self.complete = self.complete.max(entry.batch);
                }
                let mut item = [0; Collected::BYTES];
                if entry.kind != Kind::Collected || usize::from(entry.length) != item.len() {
                    continue;
                }
                self.medium.read(place.item(), &mut item)?;
                if !entry.fits(&item) {
                    continue;
                }
                copies = copies.max(entry.batch);
                let collected = Collected::decode(item);
                self.complete = self.complete.max(collected.complete.min(MOST_NUMBER));
                let number = collected.sector;
                // Damage can leave a note of a sector that is newer than all that are left. The
                // next sector must not get its number, or it would count as copied.
                if number <= MOST_NUMBER {
                    self.medium.number = self.medium.number.max(number);
                }
                if let Some(&(_, sector)) = order.iter().find(|(other, _)| *other == number) {
                    self.medium.states[usize::from(sector)] = State::Stale;
                    all_counts = false;
                }
            }
            self.damaged += u16::from(walk.skipped);
            all_counts &= !is_empty;
        }
        self.last_number = self.last_number.max(self.complete);
        all_counts &= newest_copy <= copies && newest_change <= self.complete;
        Ok(Survey { copies, all_counts })
    }

    /// Takes an entry as the newest of its key. Returns whether it belongs to one.
    fn take(&mut self, place: Place, entry: &Entry) -> bool {
        let key = usize::from(entry.key);
        if !matches!(entry.kind, Kind::Item | Kind::Removal) || key >= KEYS {
            return false;
        }
        if entry.kind == Kind::Item || self.places[key] != Place::NONE {
            self.places[key] = place;
        }
        true
    }

    /// Finds where the items of all complete batches are; `copies` is the last complete batch of
    /// copies. With `checks`, an item that is damaged does not replace an older version of it.
    /// That reads all of flash, most of which is outdated, so it is left out unless it is needed.
    fn find_items(
        &mut self,
        order: &Order<SECTORS>,
        copies: u32,
        checks: bool,
    ) -> Result<(), JournalError> {
        self.places = [Place::NONE; KEYS];
        self.damaged = 0;
        for &(_, sector) in order {
            let sector = usize::from(sector);
            let mut walk = self.medium.walk(sector);
            let mut counts = false;
            while let Some((place, entry)) = self.medium.next_entry(&mut walk)? {
                if entry.is_copy() && entry.batch > copies {
                    self.tainted |= 1 << sector;
                    continue;
                }
                counts = true;
                let key = usize::from(entry.key);
                if !matches!(entry.kind, Kind::Item | Kind::Removal) || key >= KEYS {
                    continue;
                }
                if !entry.is_copy() && entry.batch > self.complete {
                    self.tainted |= 1 << sector;
                } else if checks && !self.medium.is_whole(place, &entry)? {
                    self.damaged += 1;
                } else {
                    self.take(place, &entry);
                }
            }
            if counts {
                self.damaged += u16::from(walk.skipped);
            } else {
                // It was opened for copies that were never completed, and perhaps erased in part.
                self.medium.states[sector] = State::Stale;
                self.tainted &= !(1 << sector);
            }
        }
        Ok(())
    }
}
