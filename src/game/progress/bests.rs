//! The best results of as many levels as memory allows.

use heapless::Vec;

use super::bad_record::BadRecord;
use super::best::{Best, Deed, Outcome};
use super::bytes::{Bytes, Item};
use super::level_id::LevelId;
use super::stars::Stars;
use super::store::{ITEM_BYTES, Key, Store, StoreError};
use crate::puzzle::Mode;

/// Levels whose best results are kept: 8 KB of memory, and 8 KB of the store.
pub const BESTS: usize = 42 * PAGE_BESTS;

/// Results in one item of the store.
pub const PAGE_BESTS: usize = 12;

const VERSION: u8 = 1;

/// A result as it is kept and stored, 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    id: LevelId,
    /// Small and sound: only a [`Best`] gets in.
    best: [u8; Best::BYTES],
    /// The larger, the later the level was solved last.
    stamp: u16,
}

impl Entry {
    const BYTES: usize = 8 + Best::BYTES + 2;

    fn best(&self) -> Option<Best> {
        Best::from_bytes(self.best).ok()
    }

    fn is_assisted(&self) -> bool {
        self.best().is_none_or(|best| best.assisted)
    }
}

/// The best results of up to `N` levels, by their names.
///
/// When it is full, a new level takes the place of another: of those solved with help the
/// one solved longest ago, and if there are none, the one solved longest ago of all. What
/// a player did alone is never given up for what the machine helped with: then the new
/// result is not kept.
///
/// Results stay in their places, [`PAGE_BESTS`] to an item of the store, so that a result
/// costs one write.
#[derive(Clone, Debug)]
pub struct Bests<const N: usize = BESTS> {
    entries: Vec<Entry, N>,
    /// The pages that the store does not have yet, one bit each.
    unsaved: u64,
}

/// How far a player got in some levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The Classic levels among them.
    pub classic: Count,
    /// The Pairs levels among them.
    pub pairs: Count,
}

/// How far a player got in some levels of one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many there are.
    pub levels: u32,
    /// How many were solved, with help or without.
    pub solved: u32,
    /// How many were solved only with help.
    pub assisted: u32,
    /// How many were solved without help at par.
    pub at_par: u32,
    /// The stars earned, of three a level.
    pub stars: u32,
}

impl Completion {
    /// Both modes together.
    pub fn total(&self) -> Count {
        let (a, b) = (self.classic, self.pairs);
        Count {
            levels: a.levels + b.levels,
            solved: a.solved + b.solved,
            assisted: a.assisted + b.assisted,
            at_par: a.at_par + b.at_par,
            stars: a.stars + b.stars,
        }
    }
}

impl Count {
    fn add(&mut self, best: Option<Best>) {
        self.levels += 1;
        if let Some(best) = best {
            self.solved += 1;
            self.assisted += u32::from(best.assisted);
            self.at_par += u32::from(best.stars == Stars::Three);
            self.stars += u32::from(best.stars.count());
        }
    }
}

impl<const N: usize> Bests<N> {
    /// Items of the store that hold all results.
    pub const PAGES: usize = {
        assert!(
            N > 0 && N <= 64 * PAGE_BESTS,
            "from 1 to 768 results are kept"
        );
        assert!(2 + PAGE_BESTS * Entry::BYTES <= ITEM_BYTES);
        N.div_ceil(PAGE_BESTS)
    };

    /// No results yet.
    pub const fn new() -> Self {
        // Named here, a wrong size is refused when it is compiled.
        const { Self::PAGES };
        Self {
            entries: Vec::new(),
            unsaved: 0,
        }
    }

    /// How many levels have a result.
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

    /// Takes in that a level was solved. Says what that changed, and which level's result
    /// had to go for it: this one's own, if it was not kept.
    pub fn record(&mut self, id: LevelId, deed: Deed) -> (Outcome, Option<LevelId>) {
        let stamp = self.next_stamp();
        let mut best = Best::new(deed);
        let mut outcome = Outcome::First;
        let mut evicted = None;
        let place = match self.find(id) {
            Some(place) => {
                if let Some(mut old) = self.entries[place].best() {
                    outcome = old.merge(deed);
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
        let entry = Entry { id, best, stamp };
        match self.entries.get_mut(place) {
            Some(old) => *old = entry,
            // There is room: a full one was answered above.
            None => {
                let _ = self.entries.push(entry);
            }
        }
        self.unsaved |= 1 << (place / PAGE_BESTS);
        (outcome, evicted)
    }

    /// How far a player got in the levels of a pack.
    pub fn completion(&self, pack: impl IntoIterator<Item = LevelId>) -> Completion {
        let mut completion = Completion::default();
        for id in pack {
            let count = match id.mode() {
                Mode::Classic => &mut completion.classic,
                Mode::Pairs => &mut completion.pairs,
            };
            count.add(self.get(id));
        }
        completion
    }

    /// Forgets every result; the next [`Bests::save`] removes them from the store.
    pub fn erase(&mut self) {
        self.entries.clear();
        self.unsaved = u64::MAX >> (64 - Self::PAGES);
    }

    /// Whether the store does not have everything yet.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved != 0
    }

    /// Writes what changed. What fails is tried again the next time.
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

    /// Reads what a store has, in place of what is here. A page that cannot be read is
    /// passed over and told, first come first told; the rest is there.
    pub fn load(&mut self, store: &mut impl Store) -> Result<(), super::LoadError> {
        self.entries.clear();
        self.unsaved = 0;
        let mut result = Ok(());
        for page in 0..Self::PAGES as u8 {
            let read = self.load_page(store, page);
            if read.is_err() {
                // Later results move up, and take its place when they are saved.
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

    /// A stamp later than all. When there is none, all are numbered anew in their order.
    fn next_stamp(&mut self) -> u16 {
        let last = self.entries.iter().map(|entry| entry.stamp).max();
        if last == Some(u16::MAX) {
            // From the earliest on: numbers given lie below those still to be given.
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

fn encode(page: &[Entry]) -> Result<Item, StoreError> {
    let mut item = Item::default();
    item.put(&[VERSION, page.len() as u8])?;
    for entry in page {
        item.put(&entry.id.to_bytes())?;
        item.put(&entry.best)?;
        item.put(&entry.stamp.to_le_bytes())?;
    }
    Ok(item)
}

fn decode(bytes: &[u8]) -> Result<Vec<Entry, PAGE_BESTS>, BadRecord> {
    let mut bytes = Bytes::new(bytes);
    BadRecord::check_version(bytes.u8()?, VERSION)?;
    let count = bytes.u8()?;
    let mut page = Vec::new();
    for _ in 0..count {
        let id = LevelId::from_bytes(bytes.array()?);
        let best = Best::from_bytes(bytes.array()?)?.to_bytes();
        let stamp = bytes.u16()?;
        page.push(Entry { id, best, stamp })
            .map_err(|_| BadRecord::Length)?;
    }
    bytes.end()?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::progress::{LoadError, MemoryStore};
    use crate::puzzle::Tally;
    use crate::puzzle::text::Par;
    use proptest::prelude::*;

    fn id(number: u64) -> LevelId {
        LevelId::from_bytes(number.to_le_bytes())
    }

    fn deed(moves: u32, assisted: bool) -> Deed {
        Deed {
            tally: Tally {
                moves,
                pushes: moves / 2,
            },
            par: Some(Par {
                pushes: 10,
                proven: true,
            }),
            assisted,
        }
    }

    fn kept<const N: usize>(bests: &Bests<N>) -> std::vec::Vec<u64> {
        (0..100)
            .filter(|&number| bests.get(id(number)).is_some())
            .collect()
    }

    #[test]
    fn a_kept_result_takes_sixteen_bytes() {
        assert_eq!(Entry::BYTES, 16);
        assert_eq!(size_of::<Entry>(), 16);
        assert!(size_of::<Bests>() <= BESTS * 16 + 16);
    }

    #[test]
    fn the_first_to_go_was_solved_with_help_and_longest_ago() {
        let mut bests = Bests::<4>::new();
        for (number, assisted) in [(1, false), (2, true), (3, false), (4, true)] {
            assert_eq!(bests.record(id(number), deed(30, assisted)).1, None);
        }
        // Solved again, 2 is later than 4.
        bests.record(id(2), deed(50, true));
        for (number, goes) in [(5, 4), (6, 2), (7, 1), (8, 3), (9, 5)] {
            let (outcome, evicted) = bests.record(id(number), deed(30, false));
            assert_eq!((outcome, evicted), (Outcome::First, Some(id(goes))));
        }
        // Nothing done alone goes for something done with help.
        assert_eq!(bests.record(id(10), deed(30, true)).1, Some(id(10)));
        assert_eq!(kept(&bests), [6, 7, 8, 9]);
    }

    #[test]
    fn the_order_outlives_the_last_stamp_and_the_store() {
        let mut bests = Bests::<4>::new();
        let mut store = MemoryStore::new();
        for number in [3, 1, 2] {
            bests.record(id(number), deed(30, false));
        }
        for (entry, stamp) in bests.entries.iter_mut().zip([65_533, 65_534, 65_535]) {
            entry.stamp = stamp;
        }
        bests.record(id(4), deed(30, false));
        bests.save(&mut store).unwrap();
        let mut loaded = Bests::<4>::new();
        loaded.load(&mut store).unwrap();
        for (number, goes) in [(5, 3), (6, 1), (7, 2), (8, 4), (9, 5)] {
            let evicted = loaded.record(id(number), deed(30, false)).1;
            assert_eq!(evicted, Some(id(goes)));
        }
    }

    #[test]
    fn completion_counts_each_mode() {
        let mut bests = Bests::<8>::new();
        bests.record(id(2), deed(20, false));
        bests.record(id(4), deed(90, true));
        bests.record(id(5), deed(24, false));
        let completion = bests.completion([2, 4, 6, 5, 7].map(id));
        let classic = Count {
            levels: 3,
            solved: 2,
            assisted: 1,
            at_par: 1,
            stars: 4,
        };
        let pairs = Count {
            levels: 2,
            solved: 1,
            assisted: 0,
            at_par: 0,
            stars: 2,
        };
        assert_eq!(completion, Completion { classic, pairs });
        assert_eq!(completion.total().solved, 3);
        assert_eq!(completion.total().stars, 6);
    }

    #[test]
    fn a_result_costs_one_write_and_a_failed_one_is_tried_again() {
        let mut bests = Bests::<30>::new();
        let mut store = MemoryStore::new();
        for number in 0..30 {
            bests.record(id(number), deed(30, false));
        }
        bests.save(&mut store).unwrap();
        assert_eq!(store.items().count(), 3);
        assert!(!bests.is_unsaved());
        bests.record(id(13), deed(20, false));
        store.fail_after(Some(0));
        assert_eq!(bests.save(&mut store), Err(StoreError::Failed));
        assert!(bests.is_unsaved());
        store.fail_after(Some(1));
        bests.save(&mut store).unwrap();
        let mut loaded = Bests::<30>::new();
        loaded.load(&mut store).unwrap();
        assert_eq!(loaded.get(id(13)), bests.get(id(13)));
        store.fail_after(None);
        bests.erase();
        bests.save(&mut store).unwrap();
        assert_eq!(store.items().count(), 0);
    }

    #[test]
    fn a_bad_page_costs_only_its_own_results() {
        let mut bests = Bests::<30>::new();
        let mut store = MemoryStore::new();
        for number in 0..30 {
            bests.record(id(number), deed(30, false));
        }
        bests.save(&mut store).unwrap();
        store.write(Key::Bests { page: 1 }, &[2, 0]).unwrap();
        assert_eq!(
            bests.load(&mut store),
            Err(LoadError::Record(BadRecord::Future(2)))
        );
        assert_eq!(bests.len(), 18);
        bests.save(&mut store).unwrap();
        bests.load(&mut store).unwrap();
        assert_eq!(bests.len(), 18);
    }

    #[test]
    fn any_damage_to_a_page_is_an_error_or_other_sound_results() {
        let mut bests = Bests::<12>::new();
        for number in 0..3 {
            bests.record(id(number), deed(20 + number as u32, number == 1));
        }
        let whole = encode(&bests.entries).unwrap();
        let whole = whole.as_slice();
        assert_eq!(decode(whole).unwrap().len(), 3);
        for len in 0..whole.len() {
            assert_eq!(decode(&whole[..len]).unwrap_err(), BadRecord::Length);
        }
        let mut store = MemoryStore::new();
        for place in 0..whole.len() {
            for byte in 0..=u8::MAX {
                let mut damaged = whole.to_vec();
                damaged[place] = byte;
                store.write(Key::Bests { page: 0 }, &damaged).unwrap();
                let mut loaded = Bests::<12>::new();
                let _ = loaded.load(&mut store);
                for entry in &loaded.entries {
                    assert!(entry.best().is_some());
                }
                loaded.record(id(77), deed(20, false));
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_saved_is_loaded(
            deeds in proptest::collection::vec((0u64..60, any::<u32>(), any::<bool>()), 0..200)
        ) {
            let mut bests = Bests::<40>::new();
            let mut store = MemoryStore::new();
            for (number, moves, assisted) in deeds {
                let own = bests.get(id(number)).filter(|best| !best.assisted);
                bests.record(id(number), deed(moves, assisted));
                if let Some(own) = own {
                    let now = bests.get(id(number)).unwrap();
                    prop_assert!(!now.assisted && now.moves <= own.moves && now.stars >= own.stars);
                }
            }
            bests.save(&mut store).unwrap();
            let mut loaded = Bests::<40>::new();
            loaded.load(&mut store).unwrap();
            for number in 0..60 {
                prop_assert_eq!(loaded.get(id(number)), bests.get(id(number)));
            }
        }

        #[test]
        fn no_bytes_make_a_page_panic(bytes in proptest::collection::vec(any::<u8>(), 0..ITEM_BYTES)) {
            let _ = decode(&bytes);
        }
    }
}
