//! Random numbers: few, cheap and the same everywhere.

/// Marsaglia's xorshift on 32 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Random(u32);

impl Random {
    pub(super) fn new(seed: u32) -> Self {
        // Zero would stay zero.
        Self(scatter(seed ^ 0x9e37_79b9) | 1)
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A number below a bound, or 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.next()) * u64::from(bound)) >> 32) as u32
    }
}

/// Mixes the bits of a number (the finalizer of MurmurHash3).
pub(super) fn scatter(number: u32) -> u32 {
    let mut bits = number.wrapping_add(0x9e37_79b9);
    bits = (bits ^ bits >> 16).wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ bits >> 13).wrapping_mul(0xc2b2_ae35);
    bits ^ bits >> 16
}
