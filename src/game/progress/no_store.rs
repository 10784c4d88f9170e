//! A store for machines without one.

use super::store::{Key, Store, StoreError};

/// Has nothing and keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStore;

impl Store for NoStore {
    fn read<'b>(&mut self, _: Key, _: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        Ok(None)
    }

    fn games(&self) -> u32 {
        0
    }

    fn write(&mut self, _: Key, _: &[u8]) -> Result<(), StoreError> {
        Ok(())
    }

    fn remove(&mut self, _: Key) -> Result<(), StoreError> {
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
