//! A binary heap in memory of the caller's: the least entry comes first.

/// How many entries there are; they are in a table that the caller keeps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Heap {
    len: usize,
}

impl Heap {
    /// Adds an entry; the table must have room for it.
    pub(super) fn insert(&mut self, table: &mut [u32], entry: u32) {
        let mut place = self.len;
        self.len += 1;
        while place > 0 {
            let above = (place - 1) / 2;
            if table[above] <= entry {
                break;
            }
            table[place] = table[above];
            place = above;
        }
        table[place] = entry;
    }

    /// Takes the least entry.
    pub(super) fn take(&mut self, table: &mut [u32]) -> Option<u32> {
        let len = self.len.checked_sub(1)?;
        let (least, last) = (table[0], table[len]);
        self.len = len;
        let mut place = 0;
        loop {
            let mut below = 2 * place + 1;
            if below + 1 < len && table[below + 1] < table[below] {
                below += 1;
            }
            if below >= len || table[below] >= last {
                break;
            }
            table[place] = table[below];
            place = below;
        }
        table[place] = last;
        Some(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn entries_come_out_in_order(entries in proptest::collection::vec(any::<u32>(), 0..60)) {
            let mut table = [0; 60];
            let mut heap = Heap::default();
            for &entry in &entries {
                heap.insert(&mut table, entry);
            }
            let mut sorted = entries;
            sorted.sort_unstable();
            for entry in sorted {
                prop_assert_eq!(heap.take(&mut table), Some(entry));
            }
            prop_assert_eq!(heap.take(&mut table), None);
        }
    }
}
