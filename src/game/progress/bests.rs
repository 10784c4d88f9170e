//! The best results, of as many levels as memory allows.

use heapless::Vec;

use super::best::{Best, LevelResult, Outcome};
use super::item_bytes::ItemBytes;
use super::level_id::LevelId;
use super::store::{ITEM_BYTES, Key, Store, StoreError};
use crate::format::{BadRecord, Bytes};
use crate::puzzle::Mode;

/// The number of levels whose best results are kept: 4.5 KB of memory, 4.7 KB of the store.
pub const BESTS: usize = 24 * PAGE_BESTS;

/// Results in one item of the store.
pub const PAGE_BESTS: usize = 12;

const VERSION: u8 = 1;

/// A result as it is held and stored, in 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Stored {
    id: LevelId,
    /// The bytes of a valid [`Best`], which take less room than the type.
    best: [u8; Best::BYTES],
    /// Orders results by when their levels were last solved; the latest has the largest.
    stamp: u16,
}

impl Stored {
    const BYTES: usize = 8 + Best::BYTES + 2;

    fn best(&self) -> Option<Best> {
        Best::from_bytes(self.best).ok()
    }

    fn is_assisted(&self) -> bool {
        self.best().is_none_or(|best| best.assisted)
    }
}

/// The best results of up to `N` levels.
///
/// When it is full, a new result replaces another: of those with help the one whose level
/// was solved longest ago, or if there are none, the oldest of all. A result without help is
/// never given up for one with help: in that case the new result is dropped.
///
/// Results never move, and [`PAGE_BESTS`] of them share an item of the store, so that saving
/// one costs one write.
#[derive(Clone, Debug)]
pub struct Bests<const N: usize = BESTS> {
    entries: Vec<Stored, N>,
    /// Pages that must still be written to the store, one bit each.
    unsaved: u64,
}

/// How many levels a player has solved, by mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Classic levels.
    pub classic: Count,
    /// Pairs levels.
    pub pairs: Count,
}

/// How many levels there are and how many are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All levels.
    pub levels: u32,
    /// Solved levels, with help or without.
    pub solved: u32,
}

impl Completion {
    /// No levels.
    pub const NONE: Self = Self {
        classic: Count::NONE,
        pairs: Count::NONE,
    };

    /// Both modes together.
    pub fn total(&self) -> Count {
        let mut total = self.classic;
        total.merge(self.pairs);
        total
    }

    /// Counts a level and its best result.
    pub fn add(&mut self, level: LevelId, best: Option<Best>) {
        match level.mode() {
            Mode::Classic => self.classic.add(best),
            Mode::Pairs => self.pairs.add(best),
        }
    }

    /// Counts the levels of another completion as well.
    pub fn merge(&mut self, other: Self) {
        self.classic.merge(other.classic);
        self.pairs.merge(other.pairs);
    }
}

impl Count {
    /// No levels.
    pub const NONE: Self = Self {
        levels: 0,
        solved: 0,
    };

    fn add(&mut self, best: Option<Best>) {
        self.levels += 1;
        self.solved += u32::from(best.is_some());
    }

    fn merge(&mut self, other: Self) {
        self.levels += other.levels;
        self.solved += other.solved;
    }
}

impl<const N: usize> Bests<N> {
    /// Items of the store that hold all results.
    pub const PAGES: usize = {
        assert!(
            N > 0 && N <= 64 * PAGE_BESTS,
            "from 1 to 768 results are kept"
        );
        assert!(2 + PAGE_BESTS * Stored::BYTES <= ITEM_BYTES);
        N.div_ceil(PAGE_BESTS)
    };

    /// No results yet.
    pub const fn new() -> Self {
        // Evaluated here, so that a wrong size is a compile error.
        const { Self::PAGES };
        Self {
            entries: Vec::new(),
            unsaved: 0,
        }
    }

    /// Number of levels with a result.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no level has a result.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The best result of a level.
    pub fn get(&self, id: LevelId) -> Option<Best> {
        self.find(id).and_then(|place| self.entries[place].best())
    }

    /// Records that a level was solved. Returns how the result compares with the best so
    /// far, and the level whose result was dropped for lack of room, which may be this one.
    pub fn record(&mut self, id: LevelId, result: LevelResult) -> (Outcome, Option<LevelId>) {
        let stamp = self.next_stamp();
        let mut best = Best::new(result);
        let mut outcome = Outcome::First;
        let mut evicted = None;
        let place = match self.find(id) {
            Some(place) => {
                if let Some(mut old) = self.entries[place].best() {
                    outcome = old.merge(result);
                    best = old;
                }
                place
            }
            None if self.entries.is_full() => {
                let place = self.first_to_go();
                if best.assisted && !self.entries[place].is_assisted() {
                    return (outcome, Some(id));
                }
                evicted = Some(self.entries[place].id);
                place
            }
            None => self.entries.len(),
        };
        let best = best.to_bytes();
        let entry = Stored { id, best, stamp };
        match self.entries.get_mut(place) {
            Some(old) => *old = entry,
            // There is room: the full case is handled above.
            None => {
                let _ = self.entries.push(entry);
            }
        }
        self.unsaved |= 1 << (place / PAGE_BESTS);
        (outcome, evicted)
    }

    /// Drops every result; the next [`Bests::save`] removes them from the store.
    pub fn erase(&mut self) {
        self.entries.clear();
        self.unsaved = u64::MAX >> (64 - Self::PAGES);
    }

    /// Whether there is something to save.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved != 0
    }

    /// Writes what changed. After an error, the next call tries again.
    pub fn save(&mut self, store: &mut impl Store) -> Result<(), StoreError> {
        if self.unsaved == 0 {
            return Ok(());
        }
        let mut left = self.unsaved;
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let key = Key::Bests { page: number as u8 };
            match self.entries.chunks(PAGE_BESTS).nth(number) {
                Some(page) => store.write(key, encode(page)?.as_slice())?,
                None => store.remove(key)?,
            }
        }
        store.commit()?;
        self.unsaved = 0;
        Ok(())
    }

    /// Replaces all results by those of a store. A page that cannot be read is skipped;
    /// the first such error is returned when all other pages are loaded.
    pub fn load(&mut self, store: &mut impl Store) -> Result<(), super::LoadError> {
        self.entries.clear();
        self.unsaved = 0;
        let mut result = Ok(());
        for page in 0..Self::PAGES as u8 {
            let read = self.load_page(store, page);
            if read.is_err() {
                // Later results move up into its place, so every page has to be saved.
                self.unsaved = u64::MAX >> (64 - Self::PAGES);
                result = result.and(read);
            }
        }
        result
    }

    fn load_page(&mut self, store: &mut impl Store, page: u8) -> Result<(), super::LoadError> {
        let mut buffer = [0; ITEM_BYTES];
        let Some(bytes) = store.read(Key::Bests { page }, &mut buffer)? else {
            return Ok(());
        };
        for entry in decode(bytes)? {
            if self.find(entry.id).is_some() || self.entries.push(entry).is_err() {
                return Err(BadRecord::Corrupt.into());
            }
        }
        Ok(())
    }

    fn find(&self, id: LevelId) -> Option<usize> {
        self.entries.iter().position(|entry| entry.id == id)
    }

    fn first_to_go(&self) -> usize {
        (0..self.entries.len())
            .min_by_key(|&place| {
                let entry = &self.entries[place];
                (!entry.is_assisted(), entry.stamp)
            })
            .unwrap_or(0)
    }

    /// A stamp larger than all others. When the numbers are used up, all results are
    /// renumbered in their order.
    fn next_stamp(&mut self) -> u16 {
        let last = self.entries.iter().map(|entry| entry.stamp).max();
        if last == Some(u16::MAX) {
            // From the earliest on: new stamps are below all stamps still to be replaced.
            let mut above = 0;
            for number in 0..self.entries.len() as u16 {
                let Some(next) = self
                    .entries
                    .iter_mut()
                    .filter(|entry| entry.stamp >= above)
                    .min_by_key(|entry| entry.stamp)
                else {
                    break;
                };
                next.stamp = number;
                above = number + 1;
            }
            self.unsaved = u64::MAX >> (64 - Self::PAGES);
            return self.entries.len() as u16;
        }
        last.map_or(0, |last| last + 1)
    }
}

impl<const N: usize> Default for Bests<N> {
    fn default() -> Self {
        Self::new()
    }
}

fn encode(page: &[Stored]) -> Result<ItemBytes, StoreError> {
    let mut item = ItemBytes::default();
    item.put(&[VERSION, page.len() as u8])?;
    for entry in page {
        item.put(&entry.id.to_bytes())?;
        item.put(&entry.best)?;
        item.put(&entry.stamp.to_le_bytes())?;
    }
    Ok(item)
}

fn decode(bytes: &[u8]) -> Result<Vec<Stored, PAGE_BESTS>, BadRecord> {
    let mut bytes = Bytes::new(bytes);
    BadRecord::check_version(bytes.u8()?, VERSION)?;
    let count = bytes.u8()?;
    let mut page = Vec::new();
    for _ in 0..count {
        let id = LevelId::from_bytes(bytes.array()?);
        let best = Best::from_bytes(bytes.array()?)?.to_bytes();
        let stamp = bytes.u16()?;
        page.push(Stored { id, best, stamp })
            .map_err(|_| BadRecord::Length)?;
    }
    bytes.end()?;
    Ok(page)
}

#[cfg(test)]
mod tests;
