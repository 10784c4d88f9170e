//! UF2, the file format of the RP2040's boot drive: pages of flash with their addresses,
//! each in a block of its own.
//!
//! The boot ROM erases one sector for every 16 block numbers: that of the first block which
//! arrives of them (erratum RP2040-E14 of the data sheet). So every sector is written whole,
//! and 16 numbers in a row, from a multiple of 16 on, belong to the same sector.

use std::collections::BTreeMap;
use std::vec::Vec;

use super::regions::{FIRMWARE_BYTES, FLASH, SECTOR};

const BLOCK: usize = 512;
/// Bytes of flash in a block: one page.
const PAGE: usize = 256;
const MAGIC: [u32; 3] = [0x0a32_4655, 0x9e5d_5157, 0x0ab1_6f30];
const HAS_FAMILY: u32 = 0x2000;
const RP2040: u32 = 0xe48b_ff56;

/// What to write to flash, in whole sectors: the unused rest of a sector is blank (`0xff`).
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Image {
    sectors: BTreeMap<u32, [u8; SECTOR]>,
}

impl Image {
    /// Adds bytes at an absolute address, over what was there.
    pub fn put(&mut self, address: u32, bytes: &[u8]) {
        for (address, &byte) in (address..=u32::MAX).zip(bytes) {
            let at = address % SECTOR as u32;
            let sector = self.sectors.entry(address - at).or_insert([0xff; SECTOR]);
            sector[at as usize] = byte;
        }
    }

    /// The bytes from the start of a sector up to the first sector that is missing.
    pub fn bytes_at(&self, address: u32) -> Vec<u8> {
        (address..=u32::MAX)
            .step_by(SECTOR)
            .map_while(|address| self.sectors.get(&address))
            .flatten()
            .copied()
            .collect()
    }

    /// The image as a UF2 file.
    pub fn to_uf2(&self) -> Vec<u8> {
        let pages = self.sectors.iter().flat_map(|(&start, sector)| {
            let addresses = (start..=u32::MAX).step_by(PAGE);
            addresses.zip(sector.chunks_exact(PAGE))
        });
        let count = (self.sectors.len() * SECTOR / PAGE) as u32;
        let mut file = Vec::new();
        for (number, (address, page)) in (0u32..).zip(pages) {
            let start = file.len();
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
    /// are none, or if they go beyond the space for the firmware or have more bytes than that.
    pub fn from_elf(elf: &[u8]) -> Option<Self> {
        const LOAD: u32 = 1;
        const END: u32 = FLASH + FIRMWARE_BYTES as u32;
        let word = |at: usize| Some(u32::from_le_bytes(*elf.get(at..)?.first_chunk()?));
        let half = |at: usize| Some(u16::from_le_bytes(*elf.get(at..)?.first_chunk()?));
        elf.strip_prefix(b"\x7fELF\x01\x01")?;
        let mut image = Self::default();
        let mut room = FIRMWARE_BYTES;
        let (table, size, count) = (word(28)? as usize, half(42)?, half(44)?);
        for index in 0..usize::from(count) {
            let at = table + index * usize::from(size);
            let (offset, address, length) = (word(at + 4)?, word(at + 12)?, word(at + 16)?);
            if word(at)? == LOAD && (FLASH..END).contains(&address) {
                let start = offset as usize;
                let bytes = elf.get(start..start + length as usize)?;
                if length > END - address {
                    return None;
                }
                // Segments that overlap could otherwise keep this busy for hours.
                room = room.checked_sub(bytes.len())?;
                image.put(address, bytes);
            }
        }
        (!image.sectors.is_empty()).then_some(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::pack_file::{HEADER_BYTES, PackFile, PackName};
    use crate::format::regions::{FLASH_BYTES, INBOX, INBOX_BYTES, LIBRARY, SCRATCH};
    use std::collections::BTreeSet;

    /// An image of these bytes at these addresses, each byte made from its address.
    fn image(parts: &[(u32, usize)]) -> Image {
        let mut image = Image::default();
        for &(address, length) in parts {
            let bytes = (address..).take(length);
            let bytes: Vec<u8> = bytes.map(|n| (n % 251) as u8).collect();
            image.put(address, &bytes);
        }
        image
    }

    /// The largest pack that fits.
    fn pack() -> Image {
        let text = vec![b'#'; INBOX_BYTES - HEADER_BYTES];
        let pack = PackFile {
            name: PackName::new("Large").unwrap(),
            levels: 1,
            text: &text,
        };
        let mut image = Image::default();
        image.put(FLASH + INBOX, &pack.header().unwrap().to_bytes());
        image.put(FLASH + INBOX + HEADER_BYTES as u32, &text);
        image
    }

    /// An ELF file with the header and the segments alone.
    fn elf(segments: &[(u32, usize)]) -> Vec<u8> {
        let (mut table, mut data) = (Vec::new(), Vec::new());
        for &(address, length) in segments {
            let offset = 52 + 32 * segments.len() + data.len();
            let length_word = length as u32;
            let words = [
                1,
                offset as u32,
                address,
                address,
                length_word,
                length_word,
                0,
                0,
            ];
            table.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            data.extend((address..).take(length).map(|n| (n % 251) as u8));
        }
        let mut elf = b"\x7fELF\x01\x01".to_vec();
        elf.resize(52, 0);
        elf[28] = 52;
        elf[42] = 32;
        elf[44] = segments.len() as u8;
        elf.extend(table.into_iter().chain(data));
        elf
    }

    /// Address, number and count of each block.
    fn blocks(file: &[u8]) -> Vec<(u32, usize, usize)> {
        let block = |block: &[u8]| {
            let word = |at| u32::from_le_bytes(*block[at..].first_chunk().unwrap());
            (word(12), word(20) as usize, word(24) as usize)
        };
        file.chunks_exact(BLOCK).map(block).collect()
    }

    /// Copies a file onto the boot drive, block by block in this order: flash as the boot ROM
    /// leaves it.
    fn copy(file: &[u8], order: impl Iterator<Item = usize>, flash: &mut [u8]) {
        let blocks = blocks(file);
        let mut erased = BTreeSet::new();
        for at in order {
            let (address, number, _) = blocks[at];
            let page = (address - FLASH) as usize;
            if erased.insert(number / 16) {
                let sector = page - page % SECTOR;
                flash[sector..sector + SECTOR].fill(0xff);
            }
            let bytes = &file[at * BLOCK + 32..][..PAGE];
            for (cell, byte) in flash[page..].iter_mut().zip(bytes) {
                *cell &= byte;
            }
        }
    }

    /// Images with all kinds of gaps.
    fn images() -> Vec<Image> {
        let firmware = [(FLASH + 0x100, 0xc0), (FLASH, 0x100), (FLASH + 0x1c0, 9000)];
        vec![
            pack(),
            Image::from_elf(&elf(&firmware)).unwrap(),
            image(&[(FLASH + 0x100, 1)]),
            image(&[(FLASH, 1), (FLASH + 0x1300, 300), (FLASH + 0x5000, 5000)]),
            image(&[(FLASH + 0x1ff0, 32), (FLASH + 0xf_ff00, 0x200)]),
            image(&[(FLASH + INBOX + 0xf00, 4096)]),
        ]
    }

    #[test]
    fn sixteen_numbers_in_a_row_are_the_pages_of_one_sector() {
        for image in images() {
            let blocks = blocks(&image.to_uf2());
            assert!(!blocks.is_empty() && blocks.len().is_multiple_of(16));
            for (at, &(address, number, count)) in blocks.iter().enumerate() {
                assert_eq!((number, count), (at, blocks.len()));
                let (first, _, _) = blocks[number - number % 16];
                assert!(first.is_multiple_of(SECTOR as u32), "{first:x}");
                assert_eq!((address - first) as usize, number % 16 * PAGE);
            }
            let addresses: BTreeSet<u32> = blocks.iter().map(|block| block.0).collect();
            assert_eq!(addresses.len(), blocks.len(), "a page is there twice");
        }
        // Without gaps, numbers are addresses.
        for (address, number, _) in blocks(&pack().to_uf2()) {
            assert_eq!((address - FLASH - INBOX) as usize, number * PAGE);
        }
    }

    #[test]
    fn the_boot_rom_writes_the_image_and_nothing_else_in_any_order() {
        for image in images() {
            let file = image.to_uf2();
            let count = file.len() / BLOCK;
            // Nothing of what was in flash before may shine through.
            let before = vec![0x5a; FLASH_BYTES];
            let mut after = before.clone();
            for (&address, sector) in &image.sectors {
                let at = (address - FLASH) as usize;
                after[at..at + SECTOR].copy_from_slice(sector);
            }
            let orders: [Vec<usize>; 3] = [
                (0..count).collect(),
                (0..count).rev().collect(),
                // 7919 is a prime larger than any count.
                (0..count).map(|n| n * 7919 % count).collect(),
            ];
            for order in orders {
                let mut flash = before.clone();
                copy(&file, order.into_iter(), &mut flash);
                assert!(flash == after);
            }
        }
    }

    #[test]
    fn a_firmware_and_a_pack_stay_in_their_parts_of_flash() {
        let last = |image: &Image| *image.sectors.keys().last().unwrap() + SECTOR as u32;
        assert_eq!(last(&pack()), FLASH + LIBRARY);
        assert_eq!(*pack().sectors.keys().next().unwrap(), FLASH + INBOX);

        let largest = elf(&[(FLASH, FIRMWARE_BYTES)]);
        assert_eq!(last(&Image::from_elf(&largest).unwrap()), FLASH + SCRATCH);
        let too_large = elf(&[(FLASH + 1, FIRMWARE_BYTES)]);
        assert_eq!(Image::from_elf(&too_large), None);
        // 0x1234 bytes reach into a second sector, and no further.
        let small = elf(&[(FLASH, 0x100), (FLASH + 0x100, 0x1134)]);
        let small = Image::from_elf(&small).unwrap();
        assert_eq!(last(&small), FLASH + 0x2000);
        assert_eq!(small.to_uf2().len(), 32 * BLOCK);
    }

    #[test]
    fn an_image_is_read_back_from_its_file() {
        let bytes: Vec<u8> = (0..1000u32).map(|n| (n * 7) as u8).collect();
        let mut image = Image::default();
        image.put(0x1010_0000, &bytes);
        let file = image.to_uf2();
        assert_eq!(file.len(), 16 * BLOCK);
        assert_eq!(Image::from_uf2(&file).as_ref(), Some(&image));
        let back = image.bytes_at(0x1010_0000);
        assert_eq!(back[..1000], bytes);
        assert!(back[1000..].iter().all(|&byte| byte == 0xff));
        assert_eq!(image.bytes_at(0x1000_0000), []);
        // Other programs write no blank pages.
        assert_eq!(Image::from_uf2(&file[..4 * BLOCK]).as_ref(), Some(&image));
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
        let tail = |address, number| [0x2000, address, 256, number, 32, 0xe48b_ff56];
        assert_eq!(words(0)[2..], tail(0x1000_0000, 0));
        assert_eq!(words(1)[2..], tail(0x1000_0100, 1));
        assert_eq!(words(16)[2..], tail(0x1000_1000, 16));
    }

    #[test]
    fn the_last_sector_of_all_addresses_is_written_and_read() {
        let mut last = Image::default();
        last.put(0xffff_f000, &[7; SECTOR]);
        assert_eq!(last.bytes_at(0xffff_f000).len(), SECTOR);
        assert_eq!(Image::from_uf2(&last.to_uf2()), Some(last));
    }

    #[test]
    fn segments_that_overlap_without_end_are_refused() {
        let mut endless = elf(&[(FLASH, 100_000)]);
        // 65,535 times the same entry.
        endless[42..46].copy_from_slice(&[0, 0, 0xff, 0xff]);
        assert_eq!(Image::from_elf(&endless), None);
        let overlapping = elf(&[(FLASH, FIRMWARE_BYTES), (FLASH, 1)]);
        assert_eq!(Image::from_elf(&overlapping), None);
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
