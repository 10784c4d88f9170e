//! The memory of the searches for the fewest moves: boxes, the keeper's square and a tag.
//!
//! The bucket comes from the boxes alone, so that a look into two buckets finds every square
//! on which the keeper is known to have stood with these boxes. An entry has as many bytes as
//! its bits need: the rest of the boxes' number that the bucket does not tell, the keeper's
//! square, two marks, and in what is left the tag, which is never 0.

use crate::solve::base::key::Keys;
use crate::solve::base::mix::Mixer;

/// Entries of a bucket, roughly: the number that fills the pool best is taken.
const WAYS: usize = 16;
/// Bits of a tag at most: more would never be needed.
const MAX_TAG_BITS: u32 = 20;
/// Bytes of an entry at most.
const MAX_WIDTH: usize = 8;

/// A state in its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) slot: usize,
    pub(super) keeper: u8,
    pub(super) tag: u32,
    pub(super) expanded: bool,
}

/// How the entries lie in the pool and are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateTable {
    mixer: Mixer,
    keeper_bits: u32,
    bucket_bits: u32,
    tag_bits: u32,
    ways: usize,
    /// Bytes of an entry.
    width: usize,
}

impl StateTable {
    /// The table with the narrowest entries in `pool` words whose tags have at least
    /// `least_tag_bits` bits, if there is one. The keys must be exact.
    pub(super) fn new(keys: &Keys<'_>, pool: usize, least_tag_bits: u32) -> Option<Self> {
        let keeper_bits = keys.keeper_bits();
        let box_bits = (keys.bits() - keeper_bits).max(2);
        (2..=MAX_WIDTH).find_map(|width| {
            let slots = pool * 4 / width;
            let bucket_bits = (slots / WAYS).checked_ilog2()?.min(box_bits);
            let bits = u8::BITS * width as u32;
            let other_bits = box_bits - bucket_bits + keeper_bits + 2;
            let tag_bits = bits.checked_sub(other_bits)?.min(MAX_TAG_BITS);
            (tag_bits >= least_tag_bits).then_some(Self {
                mixer: Mixer::new(box_bits),
                keeper_bits,
                bucket_bits,
                tag_bits,
                ways: slots >> bucket_bits,
                width,
            })
        })
    }

    /// Bits of a tag.
    pub(super) fn tag_bits(&self) -> u32 {
        self.tag_bits
    }

    fn tag_mask(&self) -> u32 {
        (1 << self.tag_bits) - 1
    }

    /// How many states fit.
    pub(super) fn slots(&self) -> usize {
        self.ways << self.bucket_bits
    }

    /// Clears a part of the table, in words; whether there is more to clear after it.
    pub(super) fn clear(&self, pool: &mut [u32], from: usize, count: usize) -> bool {
        let words = (self.slots() * self.width).div_ceil(4);
        let end = (from + count).min(words);
        pool[from.min(end)..end].fill(0);
        end < words
    }

    fn expanded_mark(&self) -> u64 {
        1 << self.tag_bits
    }

    /// Set where the second bucket was taken.
    fn second_mark(&self) -> u64 {
        2 << self.tag_bits
    }

    /// Where the keeper's square stands in an entry.
    fn keeper_shift(&self) -> u32 {
        self.tag_bits + 2
    }

    /// The two buckets of some boxes, and what their entries have above the keeper's square.
    fn buckets(&self, number: u64) -> ([usize; 2], u64) {
        let mixed = self.mixer.mix(number >> self.keeper_bits);
        let rest = mixed >> self.bucket_bits;
        let first = mixed as u32 & self.bucket_mask();
        (
            [first as usize, (first ^ self.apart(rest)) as usize],
            rest << (self.keeper_shift() + self.keeper_bits),
        )
    }

    fn bucket_mask(&self) -> u32 {
        (1 << self.bucket_bits) - 1
    }

    /// How the number of the second bucket differs from that of the first.
    fn apart(&self, rest: u64) -> u32 {
        let mixed = (rest as u32 ^ (rest >> 32) as u32)
            .wrapping_add(1)
            .wrapping_mul(0x9e37_79b1);
        (mixed >> 12 ^ mixed >> 22) & self.bucket_mask()
    }

    fn read(&self, pool: &[u32], slot: usize) -> u64 {
        let bytes: &[u8] = bytemuck::cast_slice(pool);
        let place = slot * self.width;
        let mut entry = [0; MAX_WIDTH];
        entry[..self.width].copy_from_slice(&bytes[place..place + self.width]);
        u64::from_le_bytes(entry)
    }

    fn write(&self, pool: &mut [u32], slot: usize, entry: u64) {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(pool);
        let place = slot * self.width;
        bytes[place..place + self.width].copy_from_slice(&entry.to_le_bytes()[..self.width]);
    }

    fn tag_of(&self, entry: u64) -> u32 {
        entry as u32 & self.tag_mask()
    }

    /// Calls `see` with every state that has these boxes.
    #[inline(always)]
    pub(super) fn each(&self, pool: &[u32], number: u64, mut see: impl FnMut(Entry)) {
        let (buckets, rest) = self.buckets(number);
        let keeper_mask = (1u64 << self.keeper_bits) - 1;
        for (bucket, mark) in buckets.into_iter().zip([0, self.second_mark()]) {
            // All bits but the tag, the mark of expansion and the keeper's square.
            let mask = !(self.second_mark() - 1) & !(keeper_mask << self.keeper_shift());
            let first = bucket * self.ways;
            for slot in first..first + self.ways {
                let entry = self.read(pool, slot);
                // Slots fill from the front.
                if entry == 0 {
                    break;
                }
                if entry & mask == rest | mark {
                    see(Entry {
                        slot,
                        keeper: (entry >> self.keeper_shift() & keeper_mask) as u8,
                        tag: self.tag_of(entry),
                        expanded: entry & self.expanded_mark() != 0,
                    });
                }
            }
        }
    }

    /// Adds a state that is not there yet, and returns its slot. It takes an empty slot, or
    /// else the one that may go and is the oldest: `age` is called with an entry's tag and
    /// whether it is expanded, and returns 0 for an entry that has to stay. `None` if all have
    /// to stay.
    pub(super) fn add(
        &self,
        pool: &mut [u32],
        (number, keeper): (u64, u8),
        tag: u32,
        age: impl Fn(u32, bool) -> u32,
    ) -> Option<usize> {
        let (buckets, rest) = self.buckets(number);
        let (mut choice, mut best) = (None, 0);
        for (bucket, mark) in buckets.into_iter().zip([0, self.second_mark()]) {
            let end = (bucket + 1) * self.ways;
            for slot in bucket * self.ways..end {
                let entry = self.read(pool, slot);
                // Slots fill from the front, so the first empty one shows how full the bucket
                // is.
                let worth = if entry == 0 {
                    u32::MAX / 2 + (end - slot) as u32
                } else {
                    age(self.tag_of(entry), entry & self.expanded_mark() != 0)
                };
                if worth > best {
                    (choice, best) = (Some((slot, mark)), worth);
                }
                if entry == 0 {
                    break;
                }
            }
        }
        let (slot, mark) = choice?;
        let keeper = u64::from(keeper) << self.keeper_shift();
        self.write(pool, slot, rest | keeper | mark | u64::from(tag));
        Some(slot)
    }

    /// Changes the marks of a slot that is not empty.
    pub(super) fn mark(&self, pool: &mut [u32], slot: usize, tag: u32, expanded: bool) {
        let entry = self.read(pool, slot) & !(self.second_mark() - 1);
        let mark = if expanded { self.expanded_mark() } else { 0 };
        self.write(pool, slot, entry | mark | u64::from(tag));
    }

    /// The tag in a slot and whether its state is expanded; tag 0 where it is empty.
    #[inline]
    pub(super) fn marks(&self, pool: &[u32], slot: usize) -> (u32, bool) {
        let entry = self.read(pool, slot);
        (self.tag_of(entry), entry & self.expanded_mark() != 0)
    }

    /// The boxes' number and the keeper's square in a slot that is not empty.
    pub(super) fn state(&self, pool: &[u32], slot: usize) -> (u64, u8) {
        let entry = self.read(pool, slot);
        let above = entry >> self.keeper_shift();
        let keeper = above & ((1 << self.keeper_bits) - 1);
        let rest = above >> self.keeper_bits;
        let bucket = (slot / self.ways) as u32;
        let first = match entry & self.second_mark() {
            0 => bucket,
            _ => bucket ^ self.apart(rest),
        };
        let mixed = rest << self.bucket_bits | u64::from(first);
        (self.mixer.unmix(mixed) << self.keeper_bits, keeper as u8)
    }

    /// The first slot of the bucket after that of a slot.
    pub(super) fn next_bucket(&self, slot: usize) -> usize {
        (slot / self.ways + 1) * self.ways
    }

    /// Empties a slot; the last entry of the bucket takes its place.
    pub(super) fn remove(&self, pool: &mut [u32], slot: usize) {
        let end = self.next_bucket(slot);
        let last = (slot..end).rev().find(|&other| self.read(pool, other) != 0);
        let last = last.unwrap_or(slot);
        let entry = self.read(pool, last);
        self.write(pool, slot, entry);
        self.write(pool, last, 0);
    }
}
