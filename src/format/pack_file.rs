//! A pack of levels as bytes in flash.
//!
//! | bytes | hold |
//! |---|---|
//! | 4 | `SOKP` |
//! | 2 | version of the format |
//! | 2 | number of levels |
//! | 4 | n, the length of the text in bytes |
//! | 4 | CRC-32 of the eight bytes before and of the text |
//! | n | the levels as text |
//!
//! Numbers are little-endian. The text is read in place, without a copy.

use core::fmt;

use super::crc32;

const MAGIC: [u8; 4] = *b"SOKP";
const VERSION: u16 = 1;

/// Bytes before the text.
pub const HEADER_BYTES: usize = 16;

/// A pack: levels as text, and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackFile<'p> {
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
    /// They are in this later version of the format.
    Future(u16),
    /// The checksum or the length is wrong.
    Corrupt,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPack => write!(f, "this is not a pack of levels"),
            Self::Future(version) => write!(
                f,
                "the pack has version {version}: update the game to read it"
            ),
            Self::Corrupt => write!(f, "the pack is damaged: copy it again"),
        }
    }
}

impl core::error::Error for PackError {}

impl<'p> PackFile<'p> {
    /// The bytes before the text; `None` if its length does not fit 32 bits.
    pub fn header(&self) -> Option<[u8; HEADER_BYTES]> {
        let mut header = [0; HEADER_BYTES];
        let length = u32::try_from(self.text.len()).ok()?;
        header[..4].copy_from_slice(&MAGIC);
        header[4..6].copy_from_slice(&VERSION.to_le_bytes());
        header[6..8].copy_from_slice(&self.levels.to_le_bytes());
        header[8..12].copy_from_slice(&length.to_le_bytes());
        let crc = crc32(crc32(0, &header[4..12]), self.text);
        header[12..].copy_from_slice(&crc.to_le_bytes());
        Some(header)
    }

    /// Reads the pack at the beginning of `bytes`; whatever follows it is ignored.
    pub fn read(bytes: &'p [u8]) -> Result<Self, PackError> {
        let (header, rest) = bytes
            .split_first_chunk::<HEADER_BYTES>()
            .ok_or(PackError::NotAPack)?;
        let [m0, m1, m2, m3, v0, v1, n0, n1, l0, l1, l2, l3, crc @ ..] = *header;
        if [m0, m1, m2, m3] != MAGIC {
            return Err(PackError::NotAPack);
        }
        match u16::from_le_bytes([v0, v1]) {
            VERSION => {}
            0 => return Err(PackError::Corrupt),
            version => return Err(PackError::Future(version)),
        }
        let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
        let text = rest.get(..length).ok_or(PackError::Corrupt)?;
        if crc32(crc32(0, &header[4..12]), text) != u32::from_le_bytes(crc) {
            return Err(PackError::Corrupt);
        }
        let levels = u16::from_le_bytes([n0, n1]);
        Ok(Self { levels, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes(text: &[u8]) -> Vec<u8> {
        let pack = PackFile { levels: 3, text };
        let mut bytes = pack.header().unwrap().to_vec();
        bytes.extend(text);
        bytes
    }

    #[test]
    fn a_pack_is_read_back_whatever_follows_it() {
        let mut bytes = bytes(b"#####\n#@$.#\n#####\n");
        bytes.extend([0xff; 100]);
        let pack = PackFile::read(&bytes).unwrap();
        assert_eq!(pack.levels, 3);
        assert_eq!(pack.text, b"#####\n#@$.#\n#####\n");
    }

    #[test]
    fn without_the_magic_it_is_no_pack_and_later_versions_are_named() {
        assert_eq!(PackFile::read(&[0xff; 64]), Err(PackError::NotAPack));
        assert_eq!(PackFile::read(&[0; 64]), Err(PackError::NotAPack));
        // The first sector of a FAT file system, as CircuitPython's drive begins.
        let mut fat = [0; 512];
        fat[..11].copy_from_slice(b"\xeb\xfe\x90MSDOS5.0");
        assert_eq!(PackFile::read(&fat), Err(PackError::NotAPack));
        assert_eq!(PackFile::read(b"SOKP"), Err(PackError::NotAPack));
        let mut later = bytes(b"text");
        later[4] = 9;
        assert_eq!(PackFile::read(&later), Err(PackError::Future(9)));
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
                bytes[..6].copy_from_slice(b"SOKP\x01\x00");
                let _ = PackFile::read(&bytes);
            }
        }
    }
}
