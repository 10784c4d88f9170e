//! A pack of levels as bytes in flash.
//!
//! | bytes | hold |
//! |---|---|
//! | 4 | `SOKP` |
//! | 2 | version of the format |
//! | 2 | number of levels |
//! | 4 | n, the length of the text in bytes |
//! | 4 | CRC-32 of the text |
//! | 24 | the name in UTF-8, padded with zeros |
//! | 4 | CRC-32 of the 36 bytes between `SOKP` and here |
//! | n | the levels as text |
//!
//! Numbers are little-endian. The text is read in place, without a copy. The header has a
//! checksum of its own, so that a pack whose text is damaged still has a name and a length.
//! Every version has its length where it is here.

use core::fmt;

use super::crc32;
use super::regions::SECTOR;

/// The first bytes of a pack. Without them there is no pack, whatever follows: they are
/// written last, and clearing them removes it.
pub const MAGIC: [u8; 4] = *b"SOKP";
const VERSION: u16 = 2;

/// Bytes before the text.
pub const HEADER_BYTES: usize = 44;
/// Bytes of the longest name.
pub const NAME_BYTES: usize = 24;
/// Where the name is in the header.
pub const NAME_AT: usize = 16;

/// The name of a pack: 1 to [`NAME_BYTES`] bytes, without control characters, and without
/// spaces at its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackName([u8; NAME_BYTES]);

/// Why a text is not the name of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadName {
    /// It is empty.
    Empty,
    /// It has more than [`NAME_BYTES`] bytes.
    TooLong,
    /// It has control characters, or spaces at its ends.
    Unprintable,
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a pack needs a name"),
            Self::TooLong => write!(f, "the name of a pack has at most {NAME_BYTES} bytes"),
            Self::Unprintable => write!(
                f,
                "the name of a pack has no control characters, and no spaces at its ends"
            ),
        }
    }
}

impl core::error::Error for BadName {}

impl PackName {
    /// Checks a name.
    pub fn new(name: &str) -> Result<Self, BadName> {
        if name.is_empty() {
            return Err(BadName::Empty);
        }
        if name.trim() != name || name.chars().any(char::is_control) {
            return Err(BadName::Unprintable);
        }
        let mut bytes = [0; NAME_BYTES];
        let place = bytes.get_mut(..name.len()).ok_or(BadName::TooLong)?;
        place.copy_from_slice(name.as_bytes());
        Ok(Self(bytes))
    }

    /// The name in the bytes of a header, padded with zeros; `None` if it is not valid.
    pub fn read(bytes: &[u8]) -> Option<&str> {
        let end = bytes.iter().position(|&byte| byte == 0);
        let (name, padding) = bytes.split_at(end.unwrap_or(bytes.len()));
        let name = core::str::from_utf8(name).ok()?;
        let is_good = Self::new(name).is_ok() && padding.iter().all(|&byte| byte == 0);
        is_good.then_some(name)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        Self::read(&self.0).unwrap_or("")
    }
}

impl fmt::Display for PackName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What stands before a pack's text. Two packs with equal headers are the same pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackHeader {
    /// The name that the menu shows.
    pub name: PackName,
    /// Number of levels in the text.
    pub levels: u16,
    /// Bytes of the text.
    pub length: u32,
    /// Checksum of the text.
    pub crc: u32,
}

/// A pack: a name, levels as text, and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackFile<'p> {
    /// The name that the menu shows.
    pub name: PackName,
    /// Number of levels in the text.
    pub levels: u16,
    /// The levels, in any format that a text reader takes.
    pub text: &'p [u8],
}

/// Why bytes are not a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackError {
    /// They do not begin as a pack does. In flash that is no fault: the place is blank, or
    /// holds what another program left there, such as CircuitPython's drive.
    NotAPack,
    /// They are in this other version of the format.
    Version(u16),
    /// A checksum or the length is wrong.
    Corrupt,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPack => write!(f, "this is not a pack of levels"),
            Self::Version(version) if *version < VERSION => write!(
                f,
                "the pack has the old version {version}: pack its levels again"
            ),
            Self::Version(version) => write!(
                f,
                "the pack has version {version}: update the game to read it"
            ),
            Self::Corrupt => write!(f, "the pack is damaged: copy it again"),
        }
    }
}

impl core::error::Error for PackError {}

impl PackHeader {
    /// The header as bytes.
    pub fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..6].copy_from_slice(&VERSION.to_le_bytes());
        bytes[6..8].copy_from_slice(&self.levels.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.length.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.crc.to_le_bytes());
        bytes[NAME_AT..40].copy_from_slice(&self.name.0);
        let crc = crc32(0, &bytes[4..40]);
        bytes[40..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// Reads a header. Whether the text is whole is not checked here.
    pub fn read(bytes: &[u8; HEADER_BYTES]) -> Result<Self, PackError> {
        let [
            m0,
            m1,
            m2,
            m3,
            v0,
            v1,
            n0,
            n1,
            _,
            _,
            _,
            _,
            c0,
            c1,
            c2,
            c3,
            ..,
        ] = *bytes;
        if [m0, m1, m2, m3] != MAGIC {
            return Err(PackError::NotAPack);
        }
        match u16::from_le_bytes([v0, v1]) {
            VERSION => {}
            0 => return Err(PackError::Corrupt),
            version => return Err(PackError::Version(version)),
        }
        if crc32(0, &bytes[4..40]).to_le_bytes() != bytes[40..] {
            return Err(PackError::Corrupt);
        }
        let name = PackName::read(&bytes[NAME_AT..40]).map(PackName::new);
        let Some(Ok(name)) = name else {
            return Err(PackError::Corrupt);
        };
        Ok(Self {
            name,
            levels: u16::from_le_bytes([n0, n1]),
            length: claimed_length(bytes),
            crc: u32::from_le_bytes([c0, c1, c2, c3]),
        })
    }

    /// Bytes of header and text.
    pub fn total(&self) -> usize {
        HEADER_BYTES.saturating_add(self.length as usize)
    }

    /// Sectors of header and text.
    pub fn sectors(&self) -> usize {
        self.total().div_ceil(SECTOR)
    }
}

/// The length that a header gives for its text, whatever its version and even if it is
/// damaged.
pub(super) fn claimed_length(bytes: &[u8; HEADER_BYTES]) -> u32 {
    let [_, _, _, _, _, _, _, _, l0, l1, l2, l3, ..] = *bytes;
    u32::from_le_bytes([l0, l1, l2, l3])
}

impl<'p> PackFile<'p> {
    /// What stands before the text; `None` if its length does not fit 32 bits.
    pub fn header(&self) -> Option<PackHeader> {
        Some(PackHeader {
            name: self.name,
            levels: self.levels,
            length: u32::try_from(self.text.len()).ok()?,
            crc: crc32(0, self.text),
        })
    }

    /// Reads the pack at the beginning of `bytes`; whatever follows it is ignored.
    pub fn read(bytes: &'p [u8]) -> Result<Self, PackError> {
        let (header, rest) = bytes.split_first_chunk().ok_or(PackError::NotAPack)?;
        let header = PackHeader::read(header)?;
        let text = rest.get(..header.length as usize);
        let text = text.filter(|text| crc32(0, text) == header.crc);
        Ok(Self {
            name: header.name,
            levels: header.levels,
            text: text.ok_or(PackError::Corrupt)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes(text: &[u8]) -> Vec<u8> {
        let name = PackName::new("Ten rooms").unwrap();
        let pack = PackFile {
            name,
            levels: 3,
            text,
        };
        let mut bytes = pack.header().unwrap().to_bytes().to_vec();
        bytes.extend(text);
        bytes
    }

    #[test]
    fn a_pack_is_read_back_whatever_follows_it() {
        let mut bytes = bytes(b"#####\n#@$.#\n#####\n");
        bytes.extend([0xff; 100]);
        let pack = PackFile::read(&bytes).unwrap();
        assert_eq!((pack.name.as_str(), pack.levels), ("Ten rooms", 3));
        assert_eq!(pack.text, b"#####\n#@$.#\n#####\n");
    }

    #[test]
    fn without_the_magic_it_is_no_pack_and_other_versions_are_named() {
        assert_eq!(PackFile::read(&[0xff; 64]), Err(PackError::NotAPack));
        assert_eq!(PackFile::read(&[0; 64]), Err(PackError::NotAPack));
        // The first sector of a FAT file system, as CircuitPython's drive begins.
        let mut fat = [0; 512];
        fat[..11].copy_from_slice(b"\xeb\xfe\x90MSDOS5.0");
        assert_eq!(PackFile::read(&fat), Err(PackError::NotAPack));
        assert_eq!(PackFile::read(b"SOKP"), Err(PackError::NotAPack));
        for version in [1, 9] {
            let mut other = bytes(b"text");
            other[4] = version;
            let error = PackFile::read(&other).unwrap_err();
            assert_eq!(error, PackError::Version(version.into()));
        }
    }

    #[test]
    fn names_are_printable_and_fit() {
        let longest = "x".repeat(NAME_BYTES);
        for good in ["A", "Ten rooms", "Söndag", &longest] {
            assert_eq!(PackName::new(good).unwrap().as_str(), good);
        }
        for (bad, why) in [
            ("", BadName::Empty),
            (" x", BadName::Unprintable),
            ("x ", BadName::Unprintable),
            ("a\nb", BadName::Unprintable),
            ("a\0", BadName::Unprintable),
            ("a\u{85}b", BadName::Unprintable),
            (&"é".repeat(13), BadName::TooLong),
        ] {
            assert_eq!(PackName::new(bad), Err(why), "{bad:?}");
        }
    }

    #[test]
    fn a_header_with_a_bad_name_is_damaged_even_if_its_checksum_is_right() {
        for name in [*b"\0\0\0\0", *b" a\0\0", *b"\xff\0\0\0", *b"a\0b\0"] {
            let mut bytes = bytes(b"text");
            bytes[NAME_AT..40].fill(0);
            bytes[NAME_AT..NAME_AT + 4].copy_from_slice(&name);
            let crc = crc32(0, &bytes[4..40]);
            bytes[40..44].copy_from_slice(&crc.to_le_bytes());
            assert_eq!(PackFile::read(&bytes), Err(PackError::Corrupt), "{name:?}");
        }
    }

    #[test]
    fn any_flipped_bit_and_any_missing_byte_is_noticed() {
        let good = bytes(b"#####\n#@$.#\n#####\n");
        for bit in 0..good.len() * 8 {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert!(PackFile::read(&bad).is_err(), "bit {bit}");
        }
        for length in 0..good.len() {
            assert!(PackFile::read(&good[..length]).is_err(), "{length} bytes");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = PackFile::read(&bytes);
            let mut bytes = bytes;
            if bytes.len() >= 6 {
                bytes[..6].copy_from_slice(b"SOKP\x02\x00");
                let _ = PackFile::read(&bytes);
            }
            if bytes.len() >= HEADER_BYTES {
                let crc = crc32(0, &bytes[4..40]);
                bytes[40..44].copy_from_slice(&crc.to_le_bytes());
                let _ = PackFile::read(&bytes);
            }
        }
    }
}
