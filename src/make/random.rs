//! Random numbers: the same ones from the same seed on every machine.

/// Marsaglia's xorshift on 32 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Random(u32);

impl Random {
    pub(super) fn new(seed: u32) -> Self {
        // Zero would stay zero.
        Self(scatter(seed).max(1))
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

    /// A number from `low` to `high`, both included.
    pub(super) fn within(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True once in so many times.
    pub(super) fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of several, or `None` of none.
    pub(super) fn pick<T>(&mut self, items: impl Iterator<Item = T> + Clone) -> Option<T> {
        let count = items.clone().count() as u32;
        let mut items = items;
        items.nth(self.below(count) as usize)
    }
}

/// Mixes the bits of a number, so that near numbers have nothing in common.
pub fn scatter(number: u32) -> u32 {
    let mut bits = number.wrapping_add(0x7f4a_7c15);
    bits = (bits ^ bits >> 16).wrapping_mul(0x21f0_aaad);
    bits = (bits ^ bits >> 15).wrapping_mul(0x735a_2d97);
    bits ^ bits >> 15
}
