//! UF2, the file format of the RP2040's boot drive: pages of flash with their addresses,
//! each in a block of its own.

use std::collections::BTreeMap;
use std::vec::Vec;

use super::regions::{FIRMWARE_BYTES, FLASH};

const BLOCK: usize = 512;
/// Bytes of flash in a block: one page.
const PAGE: usize = 256;
const MAGIC: [u32; 3] = [0x0a32_4655, 0x9e5d_5157, 0x0ab1_6f30];
const HAS_FAMILY: u32 = 0x2000;
const RP2040: u32 = 0xe48b_ff56;

/// What to write to flash, in whole pages: the unused rest of a page is blank (`0xff`).
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Image {
    pages: BTreeMap<u32, [u8; PAGE]>,
}

impl Image {
    /// Adds bytes at an absolute address, over what was there.
    pub fn put(&mut self, address: u32, bytes: &[u8]) {
        for (address, &byte) in (address..).zip(bytes) {
            let at = address % PAGE as u32;
            let page = self.pages.entry(address - at).or_insert([0xff; PAGE]);
            page[at as usize] = byte;
        }
    }

    /// The bytes from the start of a page up to the first page that is missing.
    pub fn bytes_at(&self, address: u32) -> Vec<u8> {
        (address..)
            .step_by(PAGE)
            .map_while(|address| self.pages.get(&address))
            .flatten()
            .copied()
            .collect()
    }

    /// The image as a UF2 file.
    pub fn to_uf2(&self) -> Vec<u8> {
        let mut file = Vec::new();
        for (number, (&address, page)) in (0u32..).zip(&self.pages) {
            let start = file.len();
            let count = self.pages.len() as u32;
            let head = [
                MAGIC[0],
                MAGIC[1],
                HAS_FAMILY,
                address,
                PAGE as u32,
                number,
                count,
                RP2040,
            ];
            file.extend(head.iter().flat_map(|word| word.to_le_bytes()));
            file.extend(page);
            file.resize(start + BLOCK - 4, 0);
            file.extend(MAGIC[2].to_le_bytes());
        }
        file
    }

    /// Reads a UF2 file; `None` if it is not one for the RP2040.
    pub fn from_uf2(file: &[u8]) -> Option<Self> {
        let mut image = Self::default();
        if file.is_empty() || !file.len().is_multiple_of(BLOCK) {
            return None;
        }
        for block in file.chunks_exact(BLOCK) {
            let word = |index: usize| {
                let bytes = block[index * 4..index * 4 + 4].try_into().ok()?;
                Some(u32::from_le_bytes(bytes))
            };
            let magic = [word(0)?, word(1)?, word(BLOCK / 4 - 1)?];
            let (address, length) = (word(3)?, word(4)? as usize);
            let good = magic == MAGIC && word(7)? == RP2040 && length == PAGE;
            if !good || !address.is_multiple_of(PAGE as u32) {
                return None;
            }
            image.put(address, &block[32..32 + PAGE]);
        }
        Some(image)
    }

    /// The segments of a firmware's ELF file that are loaded from flash; `None` if there
    /// are none.
    pub fn from_elf(elf: &[u8]) -> Option<Self> {
        const LOAD: u32 = 1;
        let word = |at: usize| Some(u32::from_le_bytes(*elf.get(at..)?.first_chunk()?));
        let half = |at: usize| Some(u16::from_le_bytes(*elf.get(at..)?.first_chunk()?));
        elf.strip_prefix(b"\x7fELF\x01\x01")?;
        let mut image = Self::default();
        let (table, size, count) = (word(28)? as usize, half(42)?, half(44)?);
        for index in 0..usize::from(count) {
            let at = table + index * usize::from(size);
            let (offset, address, length) = (word(at + 4)?, word(at + 12)?, word(at + 16)?);
            if word(at)? == LOAD && (FLASH..FLASH + FIRMWARE_BYTES as u32).contains(&address) {
                let start = offset as usize;
                image.put(address, elf.get(start..start + length as usize)?);
            }
        }
        (!image.pages.is_empty()).then_some(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_read_back_from_its_file() {
        let mut image = Image::default();
        let bytes: Vec<u8> = (0..1000u32).map(|n| (n * 7) as u8).collect();
        image.put(0x1010_0000, &bytes);
        let file = image.to_uf2();
        assert_eq!(file.len(), 4 * BLOCK);
        assert_eq!(Image::from_uf2(&file).as_ref(), Some(&image));
        let back = image.bytes_at(0x1010_0000);
        assert_eq!(back[..1000], bytes);
        assert!(back[1000..].iter().all(|&byte| byte == 0xff));
        assert_eq!(image.bytes_at(0x1000_0000), []);
    }

    /// Values from the specification of the format.
    #[test]
    fn a_block_follows_the_specification() {
        let mut image = Image::default();
        image.put(0x1000_0000, &[1, 2, 3]);
        image.put(0x1000_1000, &[4]);
        let file = image.to_uf2();
        assert_eq!(file[..8], *b"UF2\n\x57\x51\x5d\x9e");
        assert_eq!(file[BLOCK - 4..BLOCK], 0x0ab1_6f30u32.to_le_bytes());
        let words = |block: usize| -> Vec<u32> {
            file[block * BLOCK..]
                .chunks_exact(4)
                .take(8)
                .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
                .collect()
        };
        assert_eq!(words(0)[2..], [0x2000, 0x1000_0000, 256, 0, 2, 0xe48b_ff56]);
        assert_eq!(words(1)[2..], [0x2000, 0x1000_1000, 256, 1, 2, 0xe48b_ff56]);
    }

    #[test]
    fn other_files_are_refused() {
        let mut image = Image::default();
        image.put(0x1010_0000, &[1; 300]);
        let good = image.to_uf2();
        assert_eq!(Image::from_uf2(&[]), None);
        assert_eq!(Image::from_uf2(&good[..700]), None);
        for byte in [0, 5, 16, 28, BLOCK - 1] {
            let mut bad = good.clone();
            bad[byte] ^= 0x40;
            assert_eq!(Image::from_uf2(&bad), None, "byte {byte}");
        }
        assert_eq!(Image::from_elf(b"\x7fELF\x01\x01 and nothing more"), None);
        assert_eq!(Image::from_elf(b"#####"), None);
    }
}
