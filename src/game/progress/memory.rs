//! A store in memory.

use std::collections::BTreeMap;
use std::vec::Vec;

use super::store::{ITEM_BYTES, Key, Store, StoreError, copy_into};

/// Items in memory, gone when it is dropped. It can fail on request, to test power cuts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryStore {
    items: BTreeMap<Key, Vec<u8>>,
    /// Writes and removals that still succeed.
    left: Option<usize>,
}

impl MemoryStore {
    /// An empty store that never fails.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets `writes` more writes and removals succeed and fails all after them, until the
    /// next call. `None` never fails.
    pub fn fail_after(&mut self, writes: Option<usize>) {
        self.left = writes;
    }

    /// The items, in the order of their keys.
    pub fn items(&self) -> impl Iterator<Item = (Key, &[u8])> {
        self.items.iter().map(|(&key, item)| (key, &item[..]))
    }

    fn spend(&mut self) -> Result<(), StoreError> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1).ok_or(StoreError::Failed)?;
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

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        if bytes.len() > ITEM_BYTES {
            return Err(StoreError::TooLong);
        }
        self.spend()?;
        self.items.insert(key, bytes.to_vec());
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        self.spend()?;
        self.items.remove(&key);
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
        assert_eq!(
            store.read(Key::Settings, &mut buffer),
            Ok(Some(&b"two"[..]))
        );
        let short = &mut [0; 2];
        assert_eq!(store.read(Key::Settings, short), Err(StoreError::TooLong));
        store.remove(Key::Settings).unwrap();
        assert_eq!(store.items().count(), 0);
        let long = [0; ITEM_BYTES + 1];
        assert_eq!(store.write(Key::Settings, &long), Err(StoreError::TooLong));
    }

    #[test]
    fn it_fails_on_request() {
        let mut store = MemoryStore::new();
        store.fail_after(Some(1));
        store.write(Key::Settings, b"one").unwrap();
        assert_eq!(store.write(Key::Settings, b"two"), Err(StoreError::Failed));
        assert_eq!(store.remove(Key::Settings), Err(StoreError::Failed));
        assert_eq!(store.items().next(), Some((Key::Settings, &b"one"[..])));
    }
}
