//! A record on its way to a store.

use super::store::{ITEM_BYTES, StoreError};

/// An item in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemBytes(heapless::Vec<u8, ITEM_BYTES>);

impl ItemBytes {
    /// Appends bytes, or says that they are too many for an item.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.0
            .extend_from_slice(bytes)
            .map_err(|_| StoreError::TooLong)
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.0
    }
}
