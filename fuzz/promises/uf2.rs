// UF2 files: an image that is read can be written and read again.

use sokopico::format::pack_file::PackFile;
use sokopico::format::regions::{FLASH, INBOX};
use sokopico::format::uf2::Image;

pub(crate) fn check(bytes: &[u8]) {
    let Some(image) = Image::from_uf2(bytes) else {
        return;
    };
    let _ = PackFile::read(&image.bytes_at(FLASH + INBOX));
    let file = image.to_uf2();
    // Sectors are written whole, so a block may become sixteen.
    assert!(!file.is_empty() && file.len() <= 16 * bytes.len());
    assert_eq!(Image::from_uf2(&file), Some(image));
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut image = Image::default();
    image.put(FLASH + INBOX, b"SOKP");
    let file = image.to_uf2();
    vec![file[..512].to_vec(), file[..1024].to_vec()]
}
