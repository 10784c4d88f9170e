//! What is known of a push of the path.

use bytemuck::{Pod, Zeroable};

/// The walk to a push, and which windows that begin with it have been tried.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(transparent)]
pub(super) struct Note(u32);

/// Bits of the walk.
const WALK: u32 = 8;

impl Note {
    /// A push with a walk of so many steps; no window has been tried.
    pub(super) fn new(walk: u32) -> Self {
        Self(walk.min((1 << WALK) - 1))
    }

    /// Steps of the walk, once they are counted.
    pub(super) fn walk(self) -> u32 {
        self.0 & ((1 << WALK) - 1)
    }

    pub(super) fn set_walk(&mut self, walk: u32) {
        *self = Self(self.0 - self.walk() + Self::new(walk).0);
    }

    /// Whether the window with this number has not been tried; from now on it has.
    pub(super) fn is_new(&mut self, window: usize) -> bool {
        let was = self.0;
        self.0 |= 1 << (WALK as usize + window);
        self.0 != was
    }

    /// Something near by has changed: every window may be of use again.
    pub(super) fn forget(&mut self) {
        self.0 = self.walk();
    }
}
