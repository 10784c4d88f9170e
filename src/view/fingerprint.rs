//! A short hash of something larger, to detect whether it has changed.

use core::hash::Hasher;

/// A 32-bit hash. Collisions are so rare that a stale pixel would take years to appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint(u32);

impl Fingerprint {
    pub(super) const EMPTY: Self = Self(0x9E37_79B9);
}

impl Hasher for Fingerprint {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u32(u32::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        // The rotation moves the top bits down, where the multiplication can spread them.
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9);
    }

    fn write_i32(&mut self, value: i32) {
        self.write_u32(value as u32);
    }

    fn finish(&self) -> u64 {
        u64::from(self.0)
    }
}
