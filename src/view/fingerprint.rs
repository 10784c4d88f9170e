//! A short mark of something larger, to see whether it has changed.

use core::hash::Hasher;

/// A hash of 32 bits: a display would have to be wrong for years to show a stale digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u32);

impl Mark {
    pub(super) const EMPTY: Self = Self(0x9E37_79B9);
}

impl Hasher for Mark {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u32(u32::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        // Rotated, so that no bit stays at the top where the product cannot spread it.
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9);
    }

    fn write_i32(&mut self, value: i32) {
        self.write_u32(value as u32);
    }

    fn finish(&self) -> u64 {
        u64::from(self.0)
    }
}
