//! The memory of A* and breadth-first search: exact positions in a few bytes each.
//!
//! The bucket's number is part of the key, so an entry keeps only the rest of it, in as many
//! bytes as that takes, after a byte of marks: a tag (A*: how far its bound is above the
//! first one; breadth first: its layer, modulo the number of tags) and whether it has been
//! expanded. Most small levels need three bytes a position, so that fifty thousand fit. A
//! position goes into the emptier one of two buckets, which fills the table to some nine
//! tenths.

/// Tags run from 1; 0 is an empty entry.
const TAG_MASK: u8 = (1 << 6) - 1;
/// How many tags there are.
pub(super) const TAGS: u32 = TAG_MASK as u32;
/// Set where the second bucket was taken.
const SECOND: u8 = 1 << 6;
/// Set where the position has been expanded.
const EXPANDED: u8 = 1 << 7;
/// Entries of a bucket, roughly: the number that fills the pool best is taken.
const WAYS: usize = 16;
/// The longest rest of a key, in bytes.
const MAX_REST: usize = 8;

/// What was found in some slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looked {
    /// What was looked for, in this slot.
    Found(usize),
    /// Nothing up to this slot. The least tag of what is not expanded there, `u32::MAX` where
    /// there is none.
    Least { end: usize, tag: u32 },
}

/// How the entries of the table lie in the pool and are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct PositionTable {
    key_bits: u32,
    bucket_bits: u32,
    ways: usize,
    /// Bytes of an entry.
    width: usize,
}

impl PositionTable {
    /// The table with the narrowest entries for exact keys of `key_bits` bits in `pool`
    /// words, if there is one.
    pub(super) fn new(key_bits: u32, pool: usize) -> Option<Self> {
        (2..=1 + MAX_REST).find_map(|width| {
            let slots = pool * 4 / width;
            let bucket_bits = (slots / WAYS).checked_ilog2()?.min(key_bits / 2);
            let fits = key_bits <= bucket_bits + u8::BITS * (width as u32 - 1);
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

    /// Clears a part of the table, in words; whether there is more to clear after it.
    pub(super) fn clear(&self, pool: &mut [u32], from: usize, count: usize) -> bool {
        let words = (self.slots() * self.width).div_ceil(4);
        let end = (from + count).min(words);
        pool[from.min(end)..end].fill(0);
        end < words
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

    /// Rotates a key's bits to the right.
    fn turn(&self, key: u64, by: u32) -> u64 {
        let mask = u64::MAX >> (u64::BITS - self.key_bits);
        (key >> by | key << (self.key_bits - by)) & mask
    }

    fn entry<'p>(&self, pool: &'p [u32], slot: usize) -> &'p [u8] {
        let bytes: &[u8] = bytemuck::cast_slice(pool);
        &bytes[slot * self.width..(slot + 1) * self.width]
    }

    fn entry_mut<'p>(&self, pool: &'p mut [u32], slot: usize) -> &'p mut [u8] {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(pool);
        &mut bytes[slot * self.width..(slot + 1) * self.width]
    }

    /// The slot of a key.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(super) fn find(&self, pool: &[u32], key: u64) -> Option<usize> {
        let bytes: &[u8] = bytemuck::cast_slice(pool);
        for (second, mark) in [(false, 0), (true, SECOND)] {
            let (bucket, rest) = self.split(key, second);
            let rest = rest.to_le_bytes();
            let first = bucket * self.ways;
            let mut place = first * self.width;
            for slot in first..first + self.ways {
                let entry = &bytes[place..place + self.width];
                // Slots fill from the front.
                if entry[0] & TAG_MASK == 0 {
                    break;
                }
                let same = entry[1] == rest[0] && entry[2..] == rest[1..self.width - 1];
                if same && entry[0] & SECOND == mark {
                    return Some(slot);
                }
                place += self.width;
            }
        }
        None
    }

    /// Looks through `count` slots from a slot on, or to the end of the table, for a position
    /// with a tag that is not expanded.
    pub(super) fn look(&self, pool: &[u32], from: usize, count: usize, wanted: u32) -> Looked {
        let bytes: &[u8] = bytemuck::cast_slice(pool);
        // Compared as one less than the tag: empty slots and expanded positions are then
        // above all tags.
        let wanted = (wanted as u8).wrapping_sub(1);
        let most = EXPANDED - 1;
        let mut least = most;
        let end = self.slots().min(from + count);
        let mut bucket_end = (from / self.ways + 1) * self.ways;
        let mut slot = from;
        while slot < end {
            let mut place = slot * self.width;
            let stop = bucket_end.min(end);
            while slot < stop {
                let marks = (bytes[place] & !SECOND).wrapping_sub(1);
                if marks == wanted {
                    return Looked::Found(slot);
                }
                if marks == u8::MAX {
                    // Slots fill from the front.
                    break;
                }
                least = least.min(marks);
                slot += 1;
                place += self.width;
            }
            slot = stop;
            bucket_end += self.ways;
        }
        Looked::Least {
            end: slot,
            tag: if least == most {
                u32::MAX
            } else {
                u32::from(least) + 1
            },
        }
    }

    /// Adds a key that is not there yet, and returns its slot. It takes an empty slot, or
    /// else the one that may go and is the oldest: `age` is called with an entry's tag and
    /// whether its position is expanded, and returns 0 for an entry that has to stay. `None`
    /// if all have to stay.
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
                let (tag, expanded) = self.marks(pool, slot);
                // Slots fill from the front, so the first empty one shows how full the bucket
                // is.
                let worth = if tag == 0 {
                    u32::MAX / 2 + (end - slot) as u32
                } else {
                    age(tag, expanded)
                };
                if worth > best {
                    best = worth;
                    choice = Some((slot, rest, second));
                }
                if tag == 0 {
                    break;
                }
            }
        }
        let (slot, rest, second) = choice?;
        let entry = self.entry_mut(pool, slot);
        entry[0] = tag as u8 | if second { SECOND } else { 0 };
        entry[1..].copy_from_slice(&rest.to_le_bytes()[..self.width - 1]);
        Some(slot)
    }

    /// The tag in a slot and whether its position is expanded; tag 0 where it is empty.
    #[inline]
    pub(super) fn marks(&self, pool: &[u32], slot: usize) -> (u32, bool) {
        let bytes: &[u8] = bytemuck::cast_slice(pool);
        let marks = bytes[slot * self.width];
        (u32::from(marks & TAG_MASK), marks & EXPANDED != 0)
    }

    /// Changes the marks of a slot that is not empty.
    pub(super) fn mark(&self, pool: &mut [u32], slot: usize, tag: u32, expanded: bool) {
        let marks = &mut self.entry_mut(pool, slot)[0];
        *marks = *marks & SECOND | tag as u8 | if expanded { EXPANDED } else { 0 };
    }

    /// The key in a slot that is not empty.
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    pub(super) fn key(&self, pool: &[u32], slot: usize) -> u64 {
        let entry = self.entry(pool, slot);
        let mut rest = [0; MAX_REST];
        rest[..self.width - 1].copy_from_slice(&entry[1..]);
        self.join(
            slot / self.ways,
            u64::from_le_bytes(rest),
            entry[0] & SECOND != 0,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_both_widths_come_back_from_their_slots() {
        for bits in [14, 30, 31, 50, 61] {
            let mut pool = [0u32; 4096];
            let table = PositionTable::new(bits, pool.len()).unwrap();
            let mask = (1u64 << bits) - 1;
            let keys = (1..1500u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3 & mask);
            let unique: std::collections::BTreeSet<u64> = keys.collect();
            for &key in &unique {
                assert_eq!(table.find(&pool, key), None);
                let slot = table
                    .add(&mut pool, key, 7, |_, _| 0)
                    .expect("there is room");
                assert_eq!(table.find(&pool, key), Some(slot));
                assert_eq!(table.key(&pool, slot), key, "{bits} bits");
                table.mark(&mut pool, slot, 9, true);
                assert_eq!(table.marks(&pool, slot), (9, true));
                assert_eq!(table.find(&pool, key), Some(slot));
            }
        }
    }

    #[test]
    fn a_full_table_lets_go_of_the_oldest_that_may_go() {
        let mut pool = [0u32; 256];
        let table = PositionTable::new(28, pool.len()).unwrap();
        let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 30 & 0x0fff_ffff;
        let mut count = 0;
        while table.add(&mut pool, key(count), 1, |_, _| 0).is_some() {
            count += 1;
        }
        assert!(count > 150, "full after {count}");
        let slot = table.add(&mut pool, key(count), 2, |tag, _| tag).unwrap();
        assert_eq!(
            (table.marks(&pool, slot), table.key(&pool, slot)),
            ((2, false), key(count))
        );
    }
}
