//! A bijection on numbers of a given number of bits, so that all bits depend on all of them.

const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9];

/// Mixes the bits of numbers, and takes that back.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Mixer {
    bits: u32,
    /// Half of the bits or more.
    half: u32,
    mask: u64,
    inverses: [u64; 2],
}

impl Mixer {
    /// A mixer for numbers of `bits` bits, 2 to 64.
    pub(crate) fn new(bits: u32) -> Self {
        Self {
            bits,
            half: bits.div_ceil(2),
            mask: u64::MAX >> (u64::BITS - bits),
            inverses: FACTORS.map(inverse),
        }
    }

    /// Mixes a number.
    #[inline]
    pub(crate) fn mix(&self, mut number: u64) -> u64 {
        if self.bits <= 32 {
            return u64::from(self.mix_short(number as u32));
        }
        for factor in FACTORS {
            number = number.wrapping_mul(factor) & self.mask;
            // By half the bits or more, so that doing it twice undoes it.
            number ^= shift(number, self.half);
        }
        number
    }

    /// The same for numbers that fit into one word: the upper word would not matter.
    fn mix_short(&self, mut number: u32) -> u32 {
        for factor in FACTORS {
            number = number.wrapping_mul(factor as u32) & self.mask as u32;
            number ^= number >> self.half;
        }
        number
    }

    /// The number that [`Mixer::mix`] made this of.
    #[inline]
    pub(crate) fn unmix(&self, mut mixed: u64) -> u64 {
        for factor in [self.inverses[1], self.inverses[0]] {
            mixed ^= shift(mixed, self.half);
            mixed = mixed.wrapping_mul(factor) & self.mask;
        }
        mixed
    }
}

/// A number shifted right by 1 to 32 places: on the Pico, other shifts of 64 bits are calls.
#[inline(always)]
fn shift(number: u64, places: u32) -> u64 {
    let (low, high) = (number as u32, (number >> 32) as u32);
    if places == 32 {
        return u64::from(high);
    }
    let low = low >> places | high << (32 - places);
    u64::from(high >> places) << 32 | u64::from(low)
}

/// The inverse of an odd number modulo 2^64 (Newton's iteration).
fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    for _ in 0..5 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}
