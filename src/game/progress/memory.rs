//! A store in memory.

use std::collections::BTreeMap;
use std::vec::Vec;

use super::store::{ITEM_BYTES, Key, Store, StoreError, copy_into};

/// Items in memory, gone when it is dropped. It can fail on request, to test power cuts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryStore {
    items: BTreeMap<Key, Vec<u8>>,
    /// What is written since the last commit; `None` for what is removed.
    staged: Vec<(Key, Option<Vec<u8>>)>,
    /// Writes, removals and commits that still succeed.
    left: Option<usize>,
    /// Bytes that fit.
    capacity: Option<usize>,
}

impl MemoryStore {
    /// An empty store that never fails.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets `writes` more writes, removals and commits succeed and fails all after them,
    /// until the next call. `None` never fails.
    pub fn fail_after(&mut self, writes: Option<usize>) {
        self.left = writes;
    }

    /// From now on, at most `bytes` bytes of items fit.
    pub fn limit(&mut self, bytes: usize) {
        self.capacity = Some(bytes);
    }

    /// The items, in the order of their keys.
    pub fn items(&self) -> impl Iterator<Item = (Key, &[u8])> {
        self.items.iter().map(|(&key, item)| (key, &item[..]))
    }

    /// After an error, nothing since the last commit is left.
    fn spend(&mut self) -> Result<(), StoreError> {
        if let Some(left) = &mut self.left {
            let Some(less) = left.checked_sub(1) else {
                self.staged.clear();
                return Err(StoreError::Failed);
            };
            *left = less;
        }
        Ok(())
    }
}

impl Store for MemoryStore {
    fn read<'b>(&mut self, key: Key, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        self.items
            .get(&key)
            .map(|item| copy_into(item, buffer))
            .transpose()
    }

    fn games(&self) -> u32 {
        let codes = self.items.keys().map(|key| key.code());
        codes
            .filter_map(Key::game_of)
            .max()
            .map_or(0, |last| last + 1)
    }

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        if bytes.len() > ITEM_BYTES {
            self.staged.clear();
            return Err(StoreError::TooLong);
        }
        self.spend()?;
        let all = self.items.values().map(Vec::len);
        let staged = self.staged.iter().flat_map(|(_, item)| item).map(Vec::len);
        let used: usize = all.chain(staged).sum();
        if self.capacity.is_some_and(|most| used + bytes.len() > most) {
            self.staged.clear();
            return Err(StoreError::Full);
        }
        self.staged.push((key, Some(bytes.to_vec())));
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        self.spend()?;
        self.staged.push((key, None));
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.spend()?;
        for (key, item) in self.staged.drain(..) {
            match item {
                Some(item) => self.items.insert(key, item),
                None => self.items.remove(&key),
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_replaced_removed_and_never_too_long() {
        let mut store = MemoryStore::new();
        let mut buffer = [0; ITEM_BYTES];
        assert_eq!(store.read(Key::Settings, &mut buffer), Ok(None));
        store.write(Key::Settings, b"one").unwrap();
        store.write(Key::Settings, b"two").unwrap();
        store.commit().unwrap();
        assert_eq!(
            store.read(Key::Settings, &mut buffer),
            Ok(Some(&b"two"[..]))
        );
        let short = &mut [0; 2];
        assert_eq!(store.read(Key::Settings, short), Err(StoreError::TooLong));
        store.remove(Key::Settings).unwrap();
        store.commit().unwrap();
        assert_eq!(store.items().count(), 0);
        let long = [0; ITEM_BYTES + 1];
        assert_eq!(store.write(Key::Settings, &long), Err(StoreError::TooLong));
    }

    #[test]
    fn it_fails_on_request() {
        let mut store = MemoryStore::new();
        store.fail_after(Some(3));
        store.write(Key::Settings, b"one").unwrap();
        store.commit().unwrap();
        store.write(Key::Settings, b"two").unwrap();
        assert_eq!(store.commit(), Err(StoreError::Failed));
        assert_eq!(store.remove(Key::Settings), Err(StoreError::Failed));
        assert_eq!(store.items().next(), Some((Key::Settings, &b"one"[..])));
    }
    #[test]
    fn after_any_error_nothing_since_the_last_commit_is_left() {
        let long = [0; ITEM_BYTES + 1];
        let mut store = MemoryStore::new();
        store.write(Key::Settings, b"half").unwrap();
        assert_eq!(store.write(Key::Order, &long), Err(StoreError::TooLong));
        store.limit(9);
        store.write(Key::Settings, b"half").unwrap();
        assert_eq!(store.write(Key::Order, b"others"), Err(StoreError::Full));
        store.fail_after(Some(1));
        store.write(Key::Settings, b"half").unwrap();
        assert_eq!(store.remove(Key::Order), Err(StoreError::Failed));
        store.fail_after(None);
        store.commit().unwrap();
        assert_eq!(store.items().count(), 0);
    }
}
