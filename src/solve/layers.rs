//! The memory of A* and breadth-first search: exact positions in a word or two each.
//!
//! The bucket's number is part of the key, so an entry keeps only the rest of it, a tag of
//! six bits (A*: how far its bound is above the first one; breadth first: its layer, run
//! round) and whether it has been expanded. Each position may stand in one of two buckets,
//! the emptier one when it comes, which fills the table to some nine tenths.

/// Tags run from 1; 0 is an empty entry.
const TAG_BITS: u32 = 6;
const TAG_MASK: u32 = (1 << TAG_BITS) - 1;
/// How many tags there are.
pub(super) const TAGS: u32 = TAG_MASK;
/// Set where the second bucket was taken.
const SECOND: u32 = 1 << TAG_BITS;
/// Set where the position has been expanded.
const EXPANDED: u32 = SECOND << 1;
const MARKS: u32 = EXPANDED | TAG_MASK;
const REST_SHIFT: u32 = TAG_BITS + 2;
const REST_BITS: u32 = u32::BITS - REST_SHIFT;
/// Entries of a bucket, roughly; what fills the pool best is taken.
const WAYS: usize = 16;

/// Where a table's entries are and how they are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    key_bits: u32,
    bucket_bits: u32,
    ways: usize,
    /// Words of an entry.
    width: usize,
}

impl Layout {
    /// The narrowest layout for exact keys of so many bits in a pool, if there is one.
    pub(super) fn new(key_bits: u32, pool: usize) -> Option<Self> {
        [1, 2].into_iter().find_map(|width| {
            let slots = pool / width;
            let bucket_bits = (slots / WAYS).checked_ilog2()?.min(key_bits / 2);
            let fits = key_bits <= bucket_bits + REST_BITS + u32::BITS * (width as u32 - 1);
            fits.then_some(Self {
                key_bits,
                bucket_bits,
                ways: slots >> bucket_bits,
                width,
            })
        })
    }

    /// How many positions fit.
    pub(super) fn slots(&self) -> usize {
        self.ways << self.bucket_bits
    }

    fn words(&self) -> usize {
        self.slots() * self.width
    }

    /// Clears a part of the table; whether there is more to clear after it.
    pub(super) fn clear(&self, pool: &mut [u32], from: usize, count: usize) -> bool {
        let end = (from + count).min(self.words());
        pool[from.min(end)..end].fill(0);
        end < self.words()
    }

    /// A key as bucket and rest, by the first or the second way of splitting it.
    fn split(&self, key: u64, second: bool) -> (usize, u64) {
        let turned = if second {
            self.turn(key, self.bucket_bits)
        } else {
            key
        };
        (
            (turned & ((1 << self.bucket_bits) - 1)) as usize,
            turned >> self.bucket_bits,
        )
    }

    fn join(&self, bucket: usize, rest: u64, second: bool) -> u64 {
        let key = rest << self.bucket_bits | bucket as u64;
        if second {
            self.turn(key, self.key_bits - self.bucket_bits)
        } else {
            key
        }
    }

    /// Turns a key's bits round to the right.
    fn turn(&self, key: u64, by: u32) -> u64 {
        let mask = u64::MAX >> (u64::BITS - self.key_bits);
        (key >> by | key << (self.key_bits - by)) & mask
    }

    fn entry(&self, rest: u64, second: bool) -> (u32, u32) {
        let mark = if second { SECOND } else { 0 };
        let head = if self.width == 1 {
            rest
        } else {
            rest >> u32::BITS
        };
        ((head as u32) << REST_SHIFT | mark, rest as u32)
    }

    /// The slot of a key.
    pub(super) fn find(&self, pool: &[u32], key: u64) -> Option<usize> {
        [false, true].into_iter().find_map(|second| {
            let (bucket, rest) = self.split(key, second);
            let (head, tail) = self.entry(rest, second);
            (bucket * self.ways..(bucket + 1) * self.ways).find(|&slot| {
                let word = pool[slot * self.width];
                word & TAG_MASK != 0
                    && word & !MARKS == head
                    && (self.width == 1 || pool[slot * self.width + 1] == tail)
            })
        })
    }

    /// Adds a key that is not there yet, and returns its slot. It takes an empty slot, or
    /// else the one that may go and is the oldest: `age` tells for a tag and whether its
    /// position is expanded, with 0 for what has to stay. `None` where all have to.
    pub(super) fn add(
        &self,
        pool: &mut [u32],
        key: u64,
        tag: u32,
        age: impl Fn(u32, bool) -> u32,
    ) -> Option<usize> {
        let mut choice = None;
        let mut best = 0;
        for second in [false, true] {
            let (bucket, rest) = self.split(key, second);
            let end = (bucket + 1) * self.ways;
            for slot in bucket * self.ways..end {
                let word = pool[slot * self.width];
                let empty = word & TAG_MASK == 0;
                // Slots fill from the front, so the first empty one tells how many there are.
                let worth = if empty {
                    u32::MAX / 2 + (end - slot) as u32
                } else {
                    age(word & TAG_MASK, word & EXPANDED != 0)
                };
                if worth > best {
                    best = worth;
                    choice = Some((slot, rest, second));
                }
                if empty {
                    break;
                }
            }
        }
        let (slot, rest, second) = choice?;
        let (head, tail) = self.entry(rest, second);
        pool[slot * self.width] = head | tag;
        if self.width == 2 {
            pool[slot * self.width + 1] = tail;
        }
        Some(slot)
    }

    /// The tag in a slot and whether its position is expanded; tag 0 where it is empty.
    pub(super) fn marks(&self, pool: &[u32], slot: usize) -> (u32, bool) {
        let word = pool[slot * self.width];
        (word & TAG_MASK, word & EXPANDED != 0)
    }

    /// Changes the marks of a slot that is not empty.
    pub(super) fn mark(&self, pool: &mut [u32], slot: usize, tag: u32, expanded: bool) {
        let word = &mut pool[slot * self.width];
        *word = *word & !MARKS | tag | if expanded { EXPANDED } else { 0 };
    }

    /// The key in a slot that is not empty.
    pub(super) fn key(&self, pool: &[u32], slot: usize) -> u64 {
        let head = pool[slot * self.width];
        let mut rest = u64::from(head >> REST_SHIFT);
        if self.width == 2 {
            rest = rest << u32::BITS | u64::from(pool[slot * self.width + 1]);
        }
        self.join(slot / self.ways, rest, head & SECOND != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_both_widths_come_back_from_their_slots() {
        for bits in [14, 30, 31, 50, 61] {
            let mut pool = [0u32; 4096];
            let layout = Layout::new(bits, pool.len()).unwrap();
            let mask = (1u64 << bits) - 1;
            let keys = (1..1500u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3 & mask);
            let unique: std::collections::BTreeSet<u64> = keys.collect();
            for &key in &unique {
                assert_eq!(layout.find(&pool, key), None);
                let slot = layout
                    .add(&mut pool, key, 7, |_, _| 0)
                    .expect("there is room");
                assert_eq!(layout.find(&pool, key), Some(slot));
                assert_eq!(layout.key(&pool, slot), key, "{bits} bits");
                layout.mark(&mut pool, slot, 9, true);
                assert_eq!(layout.marks(&pool, slot), (9, true));
                assert_eq!(layout.find(&pool, key), Some(slot));
            }
        }
    }

    #[test]
    fn a_full_table_lets_go_of_the_oldest_that_may_go() {
        let mut pool = [0u32; 256];
        let layout = Layout::new(28, pool.len()).unwrap();
        let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 30 & 0x0fff_ffff;
        let mut count = 0;
        while layout.add(&mut pool, key(count), 1, |_, _| 0).is_some() {
            count += 1;
        }
        assert!(count > 150, "full after {count}");
        let slot = layout.add(&mut pool, key(count), 2, |tag, _| tag).unwrap();
        assert_eq!(
            (layout.marks(&pool, slot), layout.key(&pool, slot)),
            ((2, false), key(count))
        );
    }
}
