// A player's results as items of a store, and as lines of text. If the first byte is odd, the
// others are lines; else they are items: a byte for the key, two for the length, and bytes.

use sokopico::game::progress::{ITEM_BYTES, Key, MemoryStore, Store};
use sokopico::host::results::SolutionLine;

use super::dump::{check_store, record};

/// The keys of four results.
fn key(code: u8) -> Key {
    let slot = u16::from(code / 2 % 4);
    match code % 2 {
        0 => Key::Result { slot },
        _ => Key::FewestMoves { slot },
    }
}

pub(crate) fn check(bytes: &[u8]) {
    match bytes.split_first() {
        Some((first, lines)) if first % 2 == 1 => {
            for line in String::from_utf8_lossy(lines).split('\n') {
                if let Ok(Some(read)) = SolutionLine::read(line) {
                    let written = read.to_string();
                    let again = SolutionLine::read(&written);
                    assert_eq!(again, Ok(Some(read)), "{line:?}");
                }
            }
        }
        Some((_, items)) => check_items(items),
        None => {}
    }
}

fn check_items(mut bytes: &[u8]) {
    let mut store = MemoryStore::new();
    while let Some((&[code, n0, n1], rest)) = bytes.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes([n0, n1]));
        let (item, rest) = rest.split_at(length.min(rest.len()).min(ITEM_BYTES));
        store.write(key(code), item).expect("it fits");
        store.commit().expect("memory never fails");
        bytes = rest;
    }
    check_store(&mut store);
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut store = MemoryStore::new();
    record(&mut store);
    let mut items = vec![0];
    for (wanted, item) in store.items() {
        let code = (0..8).find(|&code| key(code) == wanted).expect("few results");
        items.push(code);
        items.extend((item.len() as u16).to_le_bytes());
        items.extend(item);
    }
    let lines = "1# level\nfbeb38d07b143d7c\tmoves\t5\t9\tRRdrruLLL\tTwo ways\n\
                 fbeb38d07b143d7c\tpushes\t5\t9\tRRdrruLLL\r\n";
    vec![items, lines.into()]
}
