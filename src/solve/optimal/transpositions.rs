//! The transposition table of IDA*: positions that have failed, and with how much slack.
//!
//! A word an entry, several entries a bucket. What is kept is the slack, the bound's surplus
//! over the least that the position needs: unlike a depth it survives long solutions in five
//! bits. The bucket's number is part of the key, so 27 more bits of key are exact for
//! positions of up to some 40 bits; with more bits a match is only very likely, and the
//! search does not call its answer proven.
//!
//! Worth: IDA* alone solves 108, 132 and 144; without the table 71, 81 and 104.

/// Bits of a slack: 0 is an empty entry.
const SLACK_BITS: u32 = 5;
const SLACK_MASK: u32 = (1 << SLACK_BITS) - 1;
const WAYS: usize = 4;

/// Where a position's entry is, if it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// What identifies the position within its bucket.
    signature: u32,
    /// The bucket's first word.
    bucket: usize,
}

/// A table in the caller's words; its number of buckets is a power of two.
#[derive(Debug)]
pub(super) struct Transpositions<'t> {
    words: &'t mut [u32],
    bucket_bits: u32,
}

impl<'t> Transpositions<'t> {
    /// Words that a table takes of a pool: as many whole buckets as a power of two allows.
    pub(super) fn words_for(pool: usize) -> usize {
        match pool / WAYS {
            0 => 0,
            buckets => WAYS << buckets.ilog2(),
        }
    }

    /// A table over words that [`Transpositions::words_for`] has measured, with as many buckets as
    /// these bits number; it is not cleared.
    pub(super) fn new(words: &'t mut [u32], bucket_bits: u32) -> Self {
        Self { words, bucket_bits }
    }

    /// Bits that number the buckets of a table of `words` words.
    pub(super) fn bucket_bits(words: usize) -> u32 {
        (words / WAYS).checked_ilog2().unwrap_or(0)
    }

    /// Bits of a key up to which a match in a table of `words` words is certain.
    pub(super) fn exact_bits(words: usize) -> u32 {
        Self::bucket_bits(words) + u32::BITS - SLACK_BITS
    }

    /// Whether a position has failed with this slack before.
    #[inline]
    pub(super) fn has_failed(&self, entry: Slot, slack: u32) -> bool {
        // A table without words has no buckets.
        let bucket = self.words.get(entry.bucket..entry.bucket + WAYS);
        let mut words = bucket.unwrap_or_default().iter();
        let found = words.find(|&&word| is_of(word, entry.signature));
        // The highest value stands for that slack or more, so it proves nothing.
        slack < SLACK_MASK && found.is_some_and(|word| word & SLACK_MASK > slack)
    }

    /// Notes that a position has failed with this slack.
    pub(super) fn note(&mut self, Slot { signature, bucket }: Slot, slack: u32) {
        let Some(entries) = self.words.get_mut(bucket..bucket + WAYS) else {
            return;
        };
        let level = (slack + 1).min(SLACK_MASK);
        let found = entries.iter().position(|&entry| is_of(entry, signature));
        // Replace what has the least slack: it is the cheapest to find again.
        let weakest = || (0..entries.len()).min_by_key(|&way| entries[way] & SLACK_MASK);
        if let Some(way) = found.or_else(weakest) {
            entries[way] = signature | level;
        }
    }

    /// Where a position is to be found.
    #[inline]
    pub(super) fn entry(&self, key: u64) -> Slot {
        let (low, high) = (key as u32, (key >> 32) as u32);
        // The bits above the bucket's; on the Pico a 64-bit shift would be a call.
        let rest = low >> self.bucket_bits | high << 1 << (31 - self.bucket_bits);
        Slot {
            signature: rest << SLACK_BITS,
            bucket: (low & ((1 << self.bucket_bits) - 1)) as usize * WAYS,
        }
    }
}

#[inline]
fn is_of(entry: u32, signature: u32) -> bool {
    entry & !SLACK_MASK == signature && entry & SLACK_MASK != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(table: &mut Transpositions<'_>, key: u64, slack: u32) -> bool {
        let entry = table.entry(key);
        let failed = table.has_failed(entry, slack);
        if !failed {
            table.note(entry, slack);
        }
        failed
    }

    #[test]
    fn a_position_fails_again_only_with_as_little_slack() {
        let mut words = [0; 64];
        let bits = Transpositions::bucket_bits(words.len());
        let mut table = Transpositions::new(&mut words, bits);
        assert!(!failed(&mut table, 77, 3));
        assert!(failed(&mut table, 77, 3));
        assert!(failed(&mut table, 77, 0));
        assert!(!failed(&mut table, 77, 4));
        assert!(failed(&mut table, 77, 4));
        assert!(!failed(&mut table, 77, 100));
        assert!(
            !failed(&mut table, 77, 100),
            "a slack past the last level is never trusted"
        );
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        assert_eq!(Transpositions::words_for(3), 0);
        assert!(!failed(&mut Transpositions::new(&mut [], 0), 1, 1));
    }
}
