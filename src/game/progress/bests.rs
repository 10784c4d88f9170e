//! The best results, of as many levels as memory allows.

use super::best::{Best, LevelResult, Outcome};
use super::level_id::LevelId;
use super::result_item::{self, ResultItem, Solution};
use super::store::{Key, Store, StoreError};
use super::{BadRecord, LoadError};

/// The number of levels whose results are kept. On the Pico that takes 7 KB of memory; on a
/// host there is room for all that anybody solves.
pub const BESTS: usize = if cfg!(feature = "std") { 4096 } else { 512 };

/// Results that are removed with one commit.
const REMOVED_AT_ONCE: u16 = 8;

/// A result as it is held, in 14 bytes.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// A part of the level's identity, enough to tell apart all levels that anybody has.
    id: ShortId,
    /// The bytes of a valid [`Best`], which take less room than the type.
    best: [u8; Best::BYTES],
    /// Orders results by when their levels were last solved; the latest has the largest.
    stamp: u16,
}

type ShortId = [u8; LevelId::SHORT_BYTES];

/// No level has this identity. It stands for a slot without a result.
const FREE: ShortId = [0; LevelId::SHORT_BYTES];
/// Nor this one. It stands for a slot whose item cannot be read, perhaps because it is from
/// a later version, and so is left alone.
const UNREADABLE: ShortId = [0xff; LevelId::SHORT_BYTES];

impl Held {
    const NONE: Self = Self {
        id: FREE,
        best: [0; Best::BYTES],
        stamp: 0,
    };

    fn best(&self) -> Option<Best> {
        Best::from_bytes(self.best).ok()
    }

    fn is_taken(&self) -> bool {
        self.id != FREE && self.id != UNREADABLE
    }

    fn is_assisted(&self) -> bool {
        self.best().is_none_or(|best| best.is_assisted())
    }
}

/// The best results of up to `N` levels, by the slots in which they are stored.
///
/// When it is full, a new result replaces another: of those with help the one whose level
/// was solved longest ago, or if there are none, the oldest of all. A result without help is
/// never given up for one with help: in that case the new result is dropped.
#[derive(Clone, Debug)]
pub struct Bests<const N: usize = BESTS> {
    slots: [Held; N],
    /// All results were erased, of which those from this slot on are still in the store.
    erased_from: Option<u16>,
    /// Usually one, but several levels may be solved while saving fails.
    unsaved: heapless::Vec<Unsaved, UNSAVED>,
}

/// The most results that wait to be saved. If saving fails for longer, the earliest are lost.
const UNSAVED: usize = 8;

/// A result that must still be written to the store.
#[derive(Clone, Copy, Debug)]
struct Unsaved {
    slot: u16,
    id: LevelId,
    /// Then the solution is not the player's.
    assisted: bool,
}

impl<const N: usize> Bests<N> {
    /// No results yet.
    pub const fn new() -> Self {
        assert!(N > 0 && N <= 4096, "keys have room for 4,096 results");
        Self {
            slots: [Held::NONE; N],
            erased_from: None,
            unsaved: heapless::Vec::new(),
        }
    }

    /// Number of levels with a result.
    pub fn len(&self) -> usize {
        self.slots.iter().filter(|held| held.is_taken()).count()
    }

    /// Whether no level has a result.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the result of another level would replace one.
    pub fn is_full(&self) -> bool {
        self.slots.iter().all(|held| held.id != FREE)
    }

    /// Whether a player's result of this level would replace that of another.
    pub fn replaces_for(&self, id: LevelId) -> bool {
        let first = || self.first_to_go().map(|slot| self.slots[slot]);
        self.slot(id).is_none() && self.is_full() && first().is_some_and(|held| !held.is_assisted())
    }

    /// The best result of a level.
    pub fn get(&self, id: LevelId) -> Option<Best> {
        self.slots[usize::from(self.slot(id)?)].best()
    }

    /// The slot of a level's result.
    pub fn slot(&self, id: LevelId) -> Option<u16> {
        let short = id.short();
        let slot = self.slots.iter().position(|held| held.id == short)?;
        Some(slot as u16)
    }

    /// Records that a level was solved. Returns how the result compares with the best so
    /// far, and whether there was room for it.
    pub fn record(&mut self, id: LevelId, result: LevelResult) -> (Outcome, bool) {
        let stamp = self.next_stamp();
        let mut best = Best::new(result);
        let mut outcome = Outcome::First;
        let slot = match self.slot(id).map(usize::from) {
            Some(slot) => {
                if let Some(mut old) = self.slots[slot].best() {
                    outcome = old.merge(result);
                    best = old;
                }
                slot
            }
            None => match self.slots.iter().position(|held| held.id == FREE) {
                Some(slot) => slot,
                None => {
                    let Some(slot) = self.first_to_go() else {
                        return (outcome, false);
                    };
                    if best.is_assisted() && !self.slots[slot].is_assisted() {
                        return (outcome, false);
                    }
                    slot
                }
            },
        };
        self.slots[slot] = Held {
            id: id.short(),
            best: best.to_bytes(),
            stamp,
        };
        let slot = slot as u16;
        self.unsaved.retain(|other| other.slot != slot);
        if self.unsaved.is_full() {
            self.unsaved.remove(0);
        }
        // There is room now.
        let _ = self.unsaved.push(Unsaved {
            slot,
            id,
            assisted: result.assisted,
        });
        (outcome, true)
    }

    /// Drops every result; the next [`Bests::save`] removes them from the store.
    pub fn erase(&mut self) {
        self.slots = [Held::NONE; N];
        self.erased_from = Some(0);
        self.unsaved.clear();
    }

    /// Whether there is something to save.
    pub fn is_unsaved(&self) -> bool {
        self.erased_from.is_some() || !self.unsaved.is_empty()
    }

    /// Writes what changed. `solution` is that of the level that was recorded last, if it is
    /// known. After an error, the next call tries again.
    pub fn save(
        &mut self,
        store: &mut impl Store,
        solution: Option<Solution<'_>>,
    ) -> Result<(), StoreError> {
        if let Some(first) = self.erased_from {
            self.remove_from(first, store)?;
        }
        while let Some(&Unsaved { slot, id, assisted }) = self.unsaved.first() {
            let Held { best, stamp, .. } = self.slots[usize::from(slot)];
            let item = ResultItem { id, stamp, best };
            result_item::write(store, slot, item, solution.filter(|_| !assisted))?;
            store.commit()?;
            self.unsaved.remove(0);
        }
        Ok(())
    }

    /// Writes results that are not saved yet without their solutions; [`Bests::save`] is still to
    /// be called for those.
    pub fn save_alone(&mut self, store: &mut impl Store) -> Result<(), StoreError> {
        for &Unsaved { slot, id, .. } in &self.unsaved {
            let Held { best, stamp, .. } = self.slots[usize::from(slot)];
            result_item::write(store, slot, ResultItem { id, stamp, best }, None)?;
            store.commit()?;
        }
        Ok(())
    }

    /// Removes all items from a slot on, some with each commit.
    fn remove_from(&mut self, first: u16, store: &mut impl Store) -> Result<(), StoreError> {
        for slot in first..N as u16 {
            store.remove(Key::Result { slot })?;
            store.remove(Key::FewestMoves { slot })?;
            if slot % REMOVED_AT_ONCE == 0 {
                store.commit()?;
                self.erased_from = Some(slot + 1);
            }
        }
        store.commit()?;
        self.erased_from = None;
        Ok(())
    }

    /// Replaces all results by those of a store. One that cannot be read is skipped; the
    /// first such error is returned when all others are loaded.
    pub fn load(&mut self, store: &mut impl Store) -> Result<(), LoadError> {
        self.erased_from = None;
        self.unsaved.clear();
        let mut result = Ok(());
        let mut seen = Seen([0; 128]);
        for slot in 0..N {
            self.slots[slot] = match result_item::read(store, slot as u16) {
                Ok(Some(ResultItem { id, stamp, best }))
                    if !seen.insert(id.short()) || self.is_first(id, slot) =>
                {
                    let id = id.short();
                    Held { id, best, stamp }
                }
                Ok(None) => Held::NONE,
                bad => {
                    let error = bad.err().unwrap_or(BadRecord::Corrupt.into());
                    result = result.and(Err(error));
                    Held {
                        id: UNREADABLE,
                        ..Held::NONE
                    }
                }
            };
        }
        result
    }

    /// Whether no slot before this one has a result of the level.
    fn is_first(&self, id: LevelId, slot: usize) -> bool {
        let short = id.short();
        short != FREE && self.slots[..slot].iter().all(|held| held.id != short)
    }

    fn first_to_go(&self) -> Option<usize> {
        let taken = (0..N).filter(|&slot| self.slots[slot].is_taken());
        taken.min_by_key(|&slot| (!self.slots[slot].is_assisted(), self.slots[slot].stamp))
    }

    /// A stamp larger than all others. When the numbers are used up, new ones are the largest
    /// all the same: of several such, the first slot goes first.
    fn next_stamp(&self) -> u16 {
        let taken = self.slots.iter().filter(|held| held.is_taken());
        let last = taken.map(|held| held.stamp).max();
        last.map_or(0, |last| last.saturating_add(1))
    }
}

/// Tells most identities apart without comparing each with all others, which takes long on a
/// small machine.
struct Seen([u32; 128]);

impl Seen {
    /// Adds an identity. `false` if it was certainly not there.
    fn insert(&mut self, [b0, b1, ..]: ShortId) -> bool {
        let bit = u16::from_le_bytes([b0, b1]) >> 1;
        let word = &mut self.0[usize::from(bit >> 5) % 128];
        let mask = 1 << (bit & 31);
        let seen = *word & mask != 0;
        *word |= mask;
        seen
    }
}

impl<const N: usize> Default for Bests<N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
