//! The identity of a level in records.

use core::fmt::{self, Write};
use core::str::FromStr;

use crate::puzzle::{Level, Mode};

/// A level's identity in records: a hash of its text as [`Level::picture`] writes it, with
/// its mode in the lowest bit. It stays the same when the level moves to another pack, file
/// or dialect, or gets another title.
///
/// 64 bits, because among 10,000 levels the chance of a collision is 1 in 86 with 32 bits
/// and 1 in 10^11 with 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LevelId(u64);

impl LevelId {
    /// The identity of no level.
    pub const NONE: Self = Self(0);

    /// Stands for a level whose record cannot be read.
    pub(super) const UNREADABLE: Self = Self(u64::MAX);

    /// The identity of a level.
    pub fn of(level: &Level) -> Self {
        let mut hasher = Fnv1a::new();
        // Writing to the hasher never fails.
        let _ = write!(
            hasher,
            "{}\n{}",
            level.mode().name(),
            level.picture(level.start())
        );
        Self(hasher.0 & !1 | u64::from(level.mode() == Mode::Pairs))
    }

    /// The mode of the level.
    pub fn mode(self) -> Mode {
        if self.0 & 1 == 0 {
            Mode::Classic
        } else {
            Mode::Pairs
        }
    }

    /// As bytes, lowest first.
    pub fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// Bytes of [`LevelId::short`].
    pub(super) const SHORT_BYTES: usize = 6;

    /// A part of it, for tables in memory: among 10,000 levels and 500 results the chance of a
    /// collision is 1 in 10^7. The mode is in it, and it is neither all zeros nor all ones.
    pub(super) fn short(self) -> [u8; Self::SHORT_BYTES] {
        let [b0, b1, b2, b3, b4, b5, ..] = self.to_bytes();
        // The two values that mean something else are given to two neighbours.
        let b5 = b5.clamp(1, 0xfe);
        [b0, b1, b2, b3, b4, b5]
    }

    /// Reads an identity; any eight bytes are valid.
    pub fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }
}

impl fmt::Debug for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// As 16 hexadecimal digits.
impl fmt::Display for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A text that is not an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadLevelId;

impl FromStr for LevelId {
    type Err = BadLevelId;

    fn from_str(text: &str) -> Result<Self, BadLevelId> {
        let is_number = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_number);
        number.map(Self).ok_or(BadLevelId)
    }
}

/// The hash of Fowler, Noll and Vo, variant 1a: byte by byte, the same on every machine.
struct Fnv1a(u64);

impl Fnv1a {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    fn new() -> Self {
        Self(Self::OFFSET)
    }

    fn take(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(Self::PRIME);
    }
}

impl Write for Fnv1a {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.take(byte);
        }
        Ok(())
    }

    /// A picture is written letter by letter, nearly all of which are one byte long.
    fn write_char(&mut self, letter: char) -> fmt::Result {
        match u8::try_from(letter) {
            Ok(byte) if byte.is_ascii() => self.take(byte),
            _ => return self.write_str(letter.encode_utf8(&mut [0; 4])),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text::Reader;

    fn id(text: &str) -> LevelId {
        let entry = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        LevelId::of(&entry.level)
    }

    #[test]
    fn the_hash_is_that_of_its_authors() {
        let mut hasher = Fnv1a::new();
        hasher.write_str("foobar").unwrap();
        assert_eq!(hasher.0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_level_keeps_its_identity_in_any_file_and_format() {
        let name = id("#####\n#@$.#\n#####");
        assert_eq!(name.to_string(), "80a3882e62f83c12");
        assert_eq!("80A3882e62f83c12".parse(), Ok(name));
        for bad in [
            "",
            "80a3882e62f83c1",
            "+0a3882e62f83c12",
            "80a3882e62f83c1g",
        ] {
            assert_eq!(bad.parse::<LevelId>(), Err(BadLevelId), "{bad}");
        }
        assert_eq!(id("; 7\n#####\n#@$.#\n#####\nTitle: One\nPar: 1"), name);
        assert_eq!(id("5#|#@$.#|5#"), name);
        assert_eq!(LevelId::from_bytes(name.to_bytes()), name);
    }

    #[test]
    fn another_board_or_mode_is_another_level() {
        let name = id("#####\n#@$.#\n#####");
        let pairs = id("#####\n#@Aa#\n#####");
        assert_eq!((name.mode(), pairs.mode()), (Mode::Classic, Mode::Pairs));
        assert_ne!(name, pairs);
        assert_ne!(name, id("#####\n#.$@#\n#####"));
        assert_ne!(name, id("######\n#@$. #\n######"));
    }
    #[test]
    fn the_short_identity_has_the_mode_and_is_never_blank() {
        for high in 0..=u8::MAX {
            for low in [0, 1, 0xff] {
                let bytes = [low, 0, 0, 0, 0, high, 0, 0];
                let short = LevelId::from_bytes(bytes).short();
                assert_eq!(short[0] & 1, low & 1);
                assert_ne!(short, [0; 6]);
                let bytes = [low, 0xff, 0xff, 0xff, 0xff, high, 0xff, 0xff];
                assert_ne!(LevelId::from_bytes(bytes).short(), [0xff; 6]);
            }
        }
        let name = LevelId::from_bytes([1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(name.short(), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn only_two_values_of_a_byte_are_shared() {
        let shorts = (0..=u8::MAX).map(|b5| LevelId::from_bytes([9, 9, 9, 9, 9, b5, 0, 0]).short());
        let mut shorts: std::vec::Vec<_> = shorts.collect();
        shorts.dedup();
        assert_eq!(shorts.len(), 254);
    }
}
