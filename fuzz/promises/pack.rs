// Packs: bytes that are accepted have text that can be read to its end.

use sokopico::format::crc32;
use sokopico::format::pack_file::PackFile;
use sokopico::puzzle::text::Reader;

pub(crate) fn check(bytes: &[u8]) {
    match PackFile::read(bytes) {
        Ok(pack) => {
            // A board takes at least a line, and a text without boards is one error.
            let boards = Reader::new(pack.text).count();
            assert!(boards <= pack.text.len() + 1);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A pack of version 1, which stays a seed when there are others.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let text = b"#####\n#@$.#\n#####\nTitle: One\n\n######\n#@A a#\n######\n";
    let mut about = b"\x01\0\x02\0".to_vec();
    about.extend((text.len() as u32).to_le_bytes());
    let sum = crc32(crc32(0, &about), text);
    let pack = [b"SOKP", &about[..], &sum.to_le_bytes(), text].concat();
    vec![pack, vec![0xff; 64]]
}
