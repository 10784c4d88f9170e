//! Reading numbers from the bytes of a record.

use super::bad_record::BadRecord;

/// The bytes of a record that have not been read yet.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], BadRecord> {
        let (head, rest) = self.0.split_first_chunk().ok_or(BadRecord::Length)?;
        self.0 = rest;
        Ok(*head)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, BadRecord> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, BadRecord> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, BadRecord> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn rest(self) -> &'a [u8] {
        self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks that nothing is left.
    pub(crate) fn end(self) -> Result<(), BadRecord> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(BadRecord::Length)
        }
    }
}
