// Firmware files: what is accepted lies in the firmware's part of flash.

use sokopico::format::regions::{FIRMWARE_BYTES, FLASH};
use sokopico::format::uf2::Image;

pub(crate) fn check(bytes: &[u8]) {
    let Some(image) = Image::from_elf(bytes) else {
        return;
    };
    let file = image.to_uf2();
    for block in file.chunks_exact(512) {
        let address = u32::from_le_bytes([block[12], block[13], block[14], block[15]]);
        assert!((FLASH..FLASH + FIRMWARE_BYTES as u32).contains(&address));
    }
    assert_eq!(Image::from_uf2(&file), Some(image));
}

/// A header, two segments in flash and one in RAM, and their bytes.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut elf = b"\x7fELF\x01\x01".to_vec();
    elf.resize(52, 0);
    (elf[28], elf[42], elf[44]) = (52, 32, 3);
    for (offset, address) in [(148, FLASH), (156, FLASH + 0x100), (148, 0x2000_0000)] {
        let words = [1, offset, address, address, 8, 8, 5, 4];
        elf.extend(words.iter().flat_map(|word: &u32| word.to_le_bytes()));
    }
    elf.extend(*b"firmware in flash");
    vec![elf]
}
