//! Building the bytes of an item.

use super::store::{ITEM_BYTES, StoreError};

/// The bytes of an item that is being encoded.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemBytes(heapless::Vec<u8, ITEM_BYTES>);

impl ItemBytes {
    /// Appends bytes; an error if the item gets longer than [`ITEM_BYTES`].
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.0
            .extend_from_slice(bytes)
            .map_err(|_| StoreError::TooLong)
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.0
    }
}
