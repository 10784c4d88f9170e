//! Numbers out of bytes and into them.

use super::bad_record::BadRecord;
use super::store::{ITEM_BYTES, StoreError};

/// An item in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Item(heapless::Vec<u8, ITEM_BYTES>);

impl Item {
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

/// The bytes of a record that are still to be read.
pub(super) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], BadRecord> {
        let (head, rest) = self.0.split_first_chunk().ok_or(BadRecord::Length)?;
        self.0 = rest;
        Ok(*head)
    }

    pub(super) fn u8(&mut self) -> Result<u8, BadRecord> {
        self.array().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, BadRecord> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, BadRecord> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, BadRecord> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn rest(self) -> &'a [u8] {
        self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Nothing may be left.
    pub(super) fn end(self) -> Result<(), BadRecord> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(BadRecord::Length)
        }
    }
}
