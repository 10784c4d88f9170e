// Files of saved progress: whatever can be read can be written as a whole file and extended. The
// first byte says whether checksums are made right first, so that damage gets behind them.

use sokopico::format::crc32;
use sokopico::format::save_file::{self, Condition, HEADER_BYTES, Items};

pub(crate) fn check(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else {
        return;
    };
    let mut file = file.to_vec();
    if first % 2 == 1 {
        repair(&mut file);
    }
    let contents = save_file::read(&file);
    if let Condition::Whole(log) | Condition::Interrupted(log) = contents.condition {
        assert_eq!(save_file::number(&file), Some(log.number));
        // A batch that is appended is read with all before it.
        file.truncate(log.end);
        file.extend(save_file::batch(log.number, [(7, Some(&b"new"[..])), (8, None)]));
        let mut items = contents.items.clone();
        items.insert(7, b"new".to_vec());
        items.remove(&8);
        let extended = save_file::read(&file);
        assert_eq!(extended.items, items);
        assert!(matches!(extended.condition, Condition::Whole(log) if log.end == file.len()));
    }
    let file = save_file::whole(1, &contents.items);
    assert_eq!(file.len(), save_file::whole_bytes(&contents.items));
    let again = save_file::read(&file);
    assert_eq!(again.items, contents.items);
    assert!(matches!(again.condition, Condition::Whole(_)));
}

/// Makes the checksums of the header and of all batches right, and gives these their number.
fn repair(file: &mut [u8]) {
    let Some((header, mut rest)) = file.split_first_chunk_mut::<HEADER_BYTES>() else {
        return;
    };
    let sum = crc32(0, &header[..20]);
    header[20..].copy_from_slice(&sum.to_le_bytes());
    while let Some((lead, after)) = rest.split_first_chunk_mut::<12>() {
        lead[..4].copy_from_slice(&header[12..16]);
        let sum = crc32(0, &lead[..8]);
        lead[8..].copy_from_slice(&sum.to_le_bytes());
        let length = u32::from_le_bytes([lead[4], lead[5], lead[6], lead[7]]);
        let Some((changes, after)) = after.split_at_mut_checked(length as usize) else {
            return;
        };
        let Some((sum, after)) = after.split_first_chunk_mut() else {
            return;
        };
        *sum = crc32(crc32(0, lead), changes).to_le_bytes();
        rest = after;
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let items = Items::from([(0, vec![]), (0x100, vec![1; 7]), (0xffff, vec![0; 40]), (0x3000_8000, vec![2])]);
    let mut file = save_file::whole(3, &items);
    file.extend(save_file::batch(3, [(0, None), (5, Some(&b"five"[..]))]));
    let prefixed = |first: u8| [&[first], &file[..]].concat();
    vec![prefixed(0), prefixed(1)]
}
