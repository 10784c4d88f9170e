//! NOR flash in memory that loses its power as real flash does.

use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};

pub(crate) const SECTOR: usize = 4096;
const PAGE: usize = 256;

/// Random numbers, the same from the same seed (Marsaglia's xorshift).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Seeds next to each other give unrelated numbers, and zero would stay zero.
        let mut random = Self((seed ^ 0x9e37_79b9_7f4a_7c15).max(1));
        for _ in 0..8 {
            random.next();
        }
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// True with a probability of one in `times`.
    pub(crate) fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }
}

/// How much an interrupted operation leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tear {
    /// Whole bytes from the first on, and some bits of the next.
    Prefix,
    /// Any of the bits.
    Subset,
    /// Any of the bits, and some that read differently each time.
    Unstable,
}

/// Flash whose power fails in the middle of operation number `cut`, counted from the last
/// [`Nor::power_on`]. From then on nothing is written, and nothing can be read.
#[derive(Clone)]
pub(crate) struct Nor {
    pub(crate) bytes: Vec<u8>,
    /// Bits that are neither 0 nor 1: each read gives another value.
    unstable: Vec<u8>,
    random: Random,
    pub(crate) cut: Option<(usize, Tear)>,
    dead: bool,
    /// The most bytes that an interrupted operation has done.
    pub(crate) reach: usize,
    /// Pages programmed and sectors erased since the power came on.
    pub(crate) operations: usize,
    /// Bytes programmed, pads included.
    pub(crate) programmed: usize,
    /// How often each sector was erased.
    pub(crate) erases: Vec<u32>,
    /// Sectors that no longer erase.
    pub(crate) worn: Vec<usize>,
}

#[derive(Debug)]
pub(crate) struct NoPower;

impl NorFlashError for NoPower {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl Nor {
    pub(crate) fn new(sectors: usize, seed: u64) -> Self {
        Self {
            bytes: vec![0xff; sectors * SECTOR],
            unstable: vec![0; sectors * SECTOR],
            random: Random::new(seed),
            cut: None,
            dead: false,
            reach: usize::MAX,
            operations: 0,
            programmed: 0,
            erases: vec![0; sectors],
            worn: Vec::new(),
        }
    }

    pub(crate) fn power_on(&mut self) {
        self.dead = false;
        self.cut = None;
        self.operations = 0;
    }

    pub(crate) fn is_dead(&self) -> bool {
        self.dead
    }

    /// Whether this operation is interrupted, and how.
    fn interruption(&mut self) -> Result<Option<Tear>, NoPower> {
        if self.dead {
            return Err(NoPower);
        }
        let now = self.operations;
        self.operations += 1;
        let cut = self.cut.filter(|&(cut, _)| cut == now);
        self.dead = cut.is_some();
        Ok(cut.map(|(_, tear)| tear))
    }

    /// Changes bytes to `wanted`, as far as an interrupted operation gets.
    fn tear(&mut self, start: usize, wanted: &[u8], tear: Tear) {
        let most = wanted.len().min(self.reach);
        let reached = self.random.below(most as u32 + 1) as usize;
        // How likely each bit is to have changed, of 256.
        let share = self.random.below(257);
        for (offset, &byte) in wanted.iter().enumerate() {
            let at = start + offset;
            let changing = self.bytes[at] ^ byte;
            if changing == 0 {
                continue;
            }
            let whole = match tear {
                Tear::Prefix if offset < reached => 0xff,
                Tear::Prefix if offset > reached => 0,
                _ => self.bits(share),
            };
            self.bytes[at] ^= changing & whole;
            if tear == Tear::Unstable {
                let between = self.bits(24);
                self.unstable[at] |= changing & between;
            }
        }
    }

    /// A byte in which each bit is set with a probability of `share` in 256.
    fn bits(&mut self, share: u32) -> u8 {
        (0..8).fold(0, |bits, bit| {
            bits | u8::from(self.random.below(256) < share) << bit
        })
    }
}

impl ErrorType for Nor {
    type Error = NoPower;
}

impl ReadNorFlash for Nor {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NoPower> {
        if self.dead {
            return Err(NoPower);
        }
        let start = offset as usize;
        bytes.copy_from_slice(&self.bytes[start..start + bytes.len()]);
        for (at, byte) in (start..).zip(bytes) {
            if self.unstable[at] != 0 {
                *byte ^= self.unstable[at] & self.random.next() as u8;
            }
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for Nor {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NoPower> {
        assert!(from.is_multiple_of(SECTOR as u32) && to.is_multiple_of(SECTOR as u32));
        for start in (from as usize..to as usize).step_by(SECTOR) {
            self.erases[start / SECTOR] += 1;
            let tear = self.interruption()?;
            if let Some(tear) = tear {
                self.tear(start, &[0xff; SECTOR], tear);
                return Err(NoPower);
            }
            if !self.worn.contains(&(start / SECTOR)) {
                self.bytes[start..start + SECTOR].fill(0xff);
                self.unstable[start..start + SECTOR].fill(0);
            }
        }
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NoPower> {
        let mut start = offset as usize;
        let mut rest = bytes;
        while !rest.is_empty() {
            let (page, after) = rest.split_at(rest.len().min(PAGE - start % PAGE));
            let wanted: Vec<u8> = (start..)
                .zip(page)
                .map(|(at, byte)| self.bytes[at] & byte)
                .collect();
            self.programmed += page.len();
            if let Some(tear) = self.interruption()? {
                self.tear(start, &wanted, tear);
                return Err(NoPower);
            }
            for ((at, wanted), byte) in (start..).zip(wanted).zip(page) {
                self.bytes[at] = wanted;
                // What is programmed is 0 for good; what is not stays as it was.
                self.unstable[at] &= byte;
            }
            start += page.len();
            rest = after;
        }
        Ok(())
    }
}
