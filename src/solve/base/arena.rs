//! One block of memory, handed out once.

use crate::puzzle::{CellSet, MAX_SIDE};

/// Takes typed tables off the front of the caller's arena. What is left is the pool that
/// the searches share.
#[derive(Debug)]
pub(crate) struct Arena<'a>(&'a mut [u32]);

impl<'a> Arena<'a> {
    pub(crate) fn new(memory: &'a mut [u32]) -> Self {
        Self(memory)
    }

    /// A zeroed table of words, or `None` where the arena is too small.
    pub(crate) fn words(&mut self, len: usize) -> Option<&'a mut [u32]> {
        let memory = core::mem::take(&mut self.0);
        if len > memory.len() {
            self.0 = memory;
            return None;
        }
        let (table, rest) = memory.split_at_mut(len);
        self.0 = rest;
        table.fill(0);
        Some(table)
    }

    /// A zeroed table of half-words.
    pub(crate) fn halves(&mut self, len: usize) -> Option<&'a mut [u16]> {
        let table = self.words(len.div_ceil(2))?;
        bytemuck::cast_slice_mut(table).get_mut(..len)
    }

    /// A zeroed table of bytes.
    pub(crate) fn bytes(&mut self, len: usize) -> Option<&'a mut [u8]> {
        let table = self.words(len.div_ceil(4))?;
        bytemuck::cast_slice_mut(table).get_mut(..len)
    }

    /// An empty set of squares.
    pub(crate) fn set(&mut self) -> Option<&'a mut CellSet> {
        bytemuck::cast_slice_mut(self.words(MAX_SIDE)?).first_mut()
    }

    /// All that is left; not zeroed.
    pub(crate) fn rest(self) -> &'a mut [u32] {
        self.0
    }
}
