//! Random numbers: the same ones from the same seed on every machine.
//!
//! Level codes and node counts depend on these very numbers: a change here changes both.

/// Marsaglia's xorshift on 32 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(u32);

impl Random {
    /// The numbers of a seed; seeds next to each other give unrelated numbers.
    pub(crate) fn new(seed: u32) -> Self {
        Self::from_mixed(scatter(seed))
    }

    /// The numbers that begin after a state, for callers that mix their seed themselves.
    pub(crate) fn from_mixed(state: u32) -> Self {
        // Zero would stay zero.
        Self(state.max(1))
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A number below a bound; 0 for a bound of 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.next()) * u64::from(bound)) >> 32) as u32
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn within(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True with a probability of one in `times`.
    pub(crate) fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of the items, each equally likely; `None` if there are none.
    pub(crate) fn pick<T>(&mut self, items: impl Iterator<Item = T> + Clone) -> Option<T> {
        let count = items.clone().count() as u32;
        let mut items = items;
        items.nth(self.below(count) as usize)
    }
}

/// Mixes the bits of a number, so that numbers next to each other become unrelated.
pub(crate) fn scatter(number: u32) -> u32 {
    let mut bits = number.wrapping_add(0x7f4a_7c15);
    bits = (bits ^ bits >> 16).wrapping_mul(0x21f0_aaad);
    bits = (bits ^ bits >> 15).wrapping_mul(0x735a_2d97);
    bits ^ bits >> 15
}
