//! Saved progress as a file: a log of what was saved, batch after batch.
//!
//! | bytes | hold |
//! |---|---|
//! | 8 | `sokopico` |
//! | 2 | version of the format |
//! | 2 | zero |
//! | 4 | the file's number, drawn at random |
//! | 4 | length of the part that was written before the file got its name |
//! | 4 | CRC-32 of the 20 bytes before; up to here all versions are the same |
//! | n each | batches |
//!
//! A batch is what one commit changes, all of it or nothing:
//!
//! | bytes | hold |
//! |---|---|
//! | 4 | the file's number |
//! | 4 | n, the length of the changes |
//! | 4 | CRC-32 of the eight bytes before |
//! | n | the changes: key, length, bytes; the length of a removed item is `0xffff` |
//! | 4 | CRC-32 of the twelve bytes before and of the changes |
//!
//! A key has two bytes. One from `0x3000` to `0x3fff` is the upper half of a long key, whose lower
//! half follows.
//!
//! Numbers are little-endian. The file's number keeps a batch of another file, which a file
//! system may leave behind the end after a power cut, from being taken for one of this file.
//!
//! Reading a damaged file finds every batch that is whole. An append that was cut short is no
//! damage: it was never confirmed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::vec::Vec;

use super::crc32;

const MAGIC: &[u8; 8] = b"sokopico";
const VERSION: u16 = 1;

/// Bytes before the first batch.
pub const HEADER_BYTES: usize = 24;
/// Bytes of a batch before and after its changes.
const LEAD_BYTES: usize = 12;
const SUM_BYTES: usize = 4;
/// The length that stands for a removal.
const REMOVED: u16 = u16::MAX;

/// Items by their keys, for which [`is_key`] holds, each shorter than 65,535 bytes.
pub type Items = BTreeMap<u32, Vec<u8>>;

/// Upper halves of long keys, which are no short ones.
const LONG: RangeInclusive<u16> = 0x3000..=0x3fff;

/// Whether a file can hold an item of this key.
pub fn is_key(key: u32) -> bool {
    let (upper, lower) = ((key >> 16) as u16, key as u16);
    match upper {
        0 => !LONG.contains(&lower),
        upper => LONG.contains(&upper),
    }
}

fn put_key(key: u32, bytes: &mut Vec<u8>) {
    debug_assert!(is_key(key), "{key:#x}");
    let upper = (key >> 16) as u16;
    if upper != 0 {
        bytes.extend(upper.to_le_bytes());
    }
    bytes.extend((key as u16).to_le_bytes());
}

/// The key at the beginning of some bytes, and the bytes after it.
fn take_key(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (&first, rest) = bytes.split_first_chunk()?;
    let first = u16::from_le_bytes(first);
    if !LONG.contains(&first) {
        return Some((first.into(), rest));
    }
    let (&lower, rest) = rest.split_first_chunk()?;
    let lower = u16::from_le_bytes(lower);
    Some((u32::from(first) << 16 | u32::from(lower), rest))
}

/// What was found in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The items of all batches that are whole.
    pub items: Items,
    /// The keys of all changes since the file got its name.
    pub appended: BTreeSet<u32>,
    /// Whether that is everything.
    pub condition: Condition,
}

/// In what condition a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Every byte was read.
    Whole(Log),
    /// The last append did not complete. Nothing else is missing.
    Interrupted(Log),
    /// Bytes were lost.
    Damaged,
    /// It is in this later version of the format.
    Later(u16),
}

/// A log that can be appended to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Log {
    /// The file's number.
    pub number: u32,
    /// Where the next batch goes.
    pub end: usize,
}

/// The bytes of a new file: each item in a batch of its own, so that damage costs few.
pub fn whole(number: u32, items: &Items) -> Vec<u8> {
    let mut file = vec![0; HEADER_BYTES];
    for (&key, item) in items {
        file.extend(batch(number, [(key, Some(&item[..]))]));
    }
    let length = file.len() as u32;
    file[..8].copy_from_slice(MAGIC);
    file[8..10].copy_from_slice(&VERSION.to_le_bytes());
    file[12..16].copy_from_slice(&number.to_le_bytes());
    file[16..20].copy_from_slice(&length.to_le_bytes());
    let sum = crc32(0, &file[..20]);
    file[20..24].copy_from_slice(&sum.to_le_bytes());
    file
}

/// The bytes of a batch. `None` removes an item.
pub fn batch<'i>(
    number: u32,
    changes: impl IntoIterator<Item = (u32, Option<&'i [u8]>)>,
) -> Vec<u8> {
    let mut batch = vec![0; LEAD_BYTES];
    for (key, item) in changes {
        let length = item.map_or(REMOVED, |item| item.len() as u16);
        put_key(key, &mut batch);
        batch.extend(length.to_le_bytes());
        batch.extend(item.unwrap_or_default());
    }
    let length = (batch.len() - LEAD_BYTES) as u32;
    batch[..4].copy_from_slice(&number.to_le_bytes());
    batch[4..8].copy_from_slice(&length.to_le_bytes());
    let sum = crc32(0, &batch[..8]);
    batch[8..12].copy_from_slice(&sum.to_le_bytes());
    let sum = crc32(0, &batch);
    batch.extend(sum.to_le_bytes());
    batch
}

/// Bytes that [`whole`] would write.
pub fn whole_bytes(items: &Items) -> usize {
    let key_bytes = |key: u32| if key >> 16 == 0 { 2 } else { 4 };
    let batch =
        |(&key, item): (&u32, &Vec<u8>)| LEAD_BYTES + key_bytes(key) + 2 + item.len() + SUM_BYTES;
    HEADER_BYTES + items.iter().map(batch).sum::<usize>()
}

/// The number of the file that begins with these bytes, if they are a good header of this
/// version.
pub fn number(header: &[u8]) -> Option<u32> {
    let header = Header::read(header)?;
    (header.version == VERSION).then_some(header.number)
}

/// Reads a file. Takes time in proportion to its length, whatever it holds.
pub fn read(file: &[u8]) -> Contents {
    let header = Header::read(file);
    if let Some(Header { version, .. }) = header
        && version > VERSION
    {
        return Contents {
            items: Items::new(),
            appended: BTreeSet::new(),
            condition: Condition::Later(version),
        };
    }
    let header = header.filter(|header| header.version == VERSION);
    let (mut items, mut appended) = (Items::new(), BTreeSet::new());
    // Without a header, the first batch tells.
    let mut number = header.map(|header| header.number);
    let mut at = if header.is_some() { HEADER_BYTES } else { 0 };
    let mut damaged = header.is_none();
    let mut interrupted_at = None;
    let blank_from = file
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    while at < file.len() {
        match Piece::read(&file[at..], number) {
            Piece::Batch { lead, changes } => {
                number = Some(lead);
                match read_changes(changes) {
                    Some(changes) => {
                        if header.is_some_and(|header| at >= header.length) {
                            appended.extend(changes.iter().map(|(key, _)| *key));
                        }
                        apply(&changes, &mut items);
                    }
                    None => damaged = true,
                }
                at += LEAD_BYTES + changes.len() + SUM_BYTES;
            }
            Piece::BadChanges { bytes } => {
                damaged = true;
                at += bytes;
            }
            Piece::Cut => {
                interrupted_at = Some(at);
                break;
            }
            // A file system may lengthen a file before it writes what was appended.
            Piece::Noise if at >= blank_from => {
                interrupted_at = Some(at);
                break;
            }
            Piece::Noise => {
                damaged = true;
                at += 1;
            }
        }
    }
    let end = interrupted_at.unwrap_or(file.len());
    // Only appends can be cut short: the part before them was whole when it got its name.
    let condition = match header {
        Some(header) if !damaged && end >= header.length => {
            let Header { number, .. } = header;
            let log = Log { number, end };
            match interrupted_at {
                None => Condition::Whole(log),
                Some(_) => Condition::Interrupted(log),
            }
        }
        _ => Condition::Damaged,
    };
    Contents {
        items,
        appended,
        condition,
    }
}

#[derive(Clone, Copy)]
struct Header {
    version: u16,
    number: u32,
    length: usize,
}

impl Header {
    /// `None` if it is damaged or not a header at all.
    fn read(file: &[u8]) -> Option<Self> {
        let header: &[u8; HEADER_BYTES] = file.first_chunk()?;
        let good = header.starts_with(MAGIC) && crc32(0, &header[..20]) == word(header, 20)?;
        good.then_some(Self {
            version: u16::from_le_bytes([header[8], header[9]]),
            number: word(header, 12)?,
            length: word(header, 16)? as usize,
        })
    }
}

/// What a part of a file begins with.
enum Piece<'f> {
    /// A batch, and its file's number.
    Batch { lead: u32, changes: &'f [u8] },
    /// A batch of this length whose changes are damaged.
    BadChanges { bytes: usize },
    /// The beginning of a batch, up to the end of the file.
    Cut,
    /// Anything else.
    Noise,
}

impl<'f> Piece<'f> {
    /// `number` is the file's, if that is known.
    fn read(rest: &'f [u8], number: Option<u32>) -> Self {
        let Some((lead, after)) = rest.split_first_chunk::<LEAD_BYTES>() else {
            return Self::Cut;
        };
        if crc32(0, &lead[..8]).to_le_bytes() != lead[8..]
            || word(lead, 0).is_none_or(|own| number.is_some_and(|number| number != own))
        {
            return Self::Noise;
        }
        let length = word(lead, 4).unwrap_or(0) as usize;
        let Some((changes, after)) = after.split_at_checked(length) else {
            return Self::Cut;
        };
        let Some(sum) = word(after, 0) else {
            return Self::Cut;
        };
        if crc32(crc32(0, lead), changes) != sum {
            return Self::BadChanges {
                bytes: LEAD_BYTES + length + SUM_BYTES,
            };
        }
        Self::Batch {
            lead: word(lead, 0).unwrap_or(0),
            changes,
        }
    }
}

type Change<'f> = (u32, Option<&'f [u8]>);

/// The changes of a batch; `None` if these are none.
fn read_changes(mut bytes: &[u8]) -> Option<Vec<Change<'_>>> {
    let mut changes = Vec::new();
    while !bytes.is_empty() {
        let (key, rest) = take_key(bytes)?;
        let (&length, rest) = rest.split_first_chunk()?;
        let length = match u16::from_le_bytes(length) {
            REMOVED => None,
            length => Some(usize::from(length)),
        };
        let (item, rest) = rest.split_at_checked(length.unwrap_or(0))?;
        changes.push((key, length.map(|_| item)));
        bytes = rest;
    }
    Some(changes)
}

fn apply(changes: &[Change<'_>], items: &mut Items) {
    for (key, item) in changes {
        match item {
            Some(item) => drop(items.insert(*key, item.to_vec())),
            None => drop(items.remove(key)),
        }
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NUMBER: u32 = 0x1234_5678;

    fn items() -> Items {
        Items::from([
            (0, vec![7; 20]),
            (0x400, vec![]),
            (0x401, vec![0; 9]),
            (0xffff, vec![1, 2]),
            (0x3fff_ffff, vec![3; 5]),
        ])
    }

    /// A file of five items and two batches, with the places where they begin and the items
    /// after each.
    fn file() -> (Vec<u8>, Vec<(usize, Items)>) {
        let mut after = items();
        let mut file = whole(NUMBER, &after);
        assert_eq!(file.len(), whole_bytes(&after));
        let mut ends = vec![(file.len(), after.clone())];
        file.extend(batch(NUMBER, [(0, Some(&b"new"[..])), (0x400, None)]));
        after.insert(0, b"new".to_vec());
        after.remove(&0x400);
        ends.push((file.len(), after.clone()));
        file.extend(batch(NUMBER, [(5, Some(&[0xff; 40][..]))]));
        after.insert(5, vec![0xff; 40]);
        ends.push((file.len(), after));
        (file, ends)
    }

    /// An item that was in the file at some time.
    fn was_there(key: u32, item: &[u8]) -> bool {
        let (_, ends) = file();
        let mut times = ends.iter();
        times.any(|(_, items)| items.get(&key).is_some_and(|was| was == item))
    }

    #[test]
    fn batches_are_read_in_their_order() {
        let (file, ends) = file();
        let appended = [&[][..], &[0, 0x400], &[0, 5, 0x400]];
        for ((end, items), appended) in ends.into_iter().zip(appended) {
            let log = Log {
                number: NUMBER,
                end,
            };
            let contents = Contents {
                items,
                appended: appended.iter().copied().collect(),
                condition: Condition::Whole(log),
            };
            assert_eq!(read(&file[..end]), contents);
        }
        assert_eq!(number(&file), Some(NUMBER));
        assert_eq!(number(&file[..HEADER_BYTES - 1]), None);
    }

    #[test]
    fn an_append_that_is_cut_short_is_left_out_whole() {
        let (file, ends) = file();
        for length in 0..file.len() {
            let before = ends.iter().rfind(|(end, _)| *end <= length);
            let mut blank = file[..length].to_vec();
            blank.resize(file.len() + 100, 0);
            for cut in [&file[..length], &blank] {
                let contents = read(cut);
                match before {
                    Some((end, items)) => {
                        assert_eq!(contents.items, *items, "{length}");
                        let log = Log {
                            number: NUMBER,
                            end: *end,
                        };
                        let tail = match cut.len() == *end {
                            true => Condition::Whole(log),
                            false => Condition::Interrupted(log),
                        };
                        // Zeros in the middle of a batch of full length look like damage.
                        let filled = cut.len() > file.len() && length > *end;
                        let damaged = filled && contents.condition == Condition::Damaged;
                        assert!(damaged || contents.condition == tail, "{length}");
                    }
                    None => assert_eq!(contents.condition, Condition::Damaged, "{length}"),
                }
            }
        }
    }

    #[test]
    fn every_flipped_bit_is_noticed_and_costs_one_batch() {
        let (file, ends) = file();
        let (_, all) = &ends[2];
        for bit in 0..file.len() * 8 {
            let mut bad = file.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let contents = read(&bad);
            assert_eq!(contents.condition, Condition::Damaged, "bit {bit}");
            let read = &contents.items;
            assert!(read.iter().all(|(key, item)| was_there(*key, item)));
            let differs = |key: &&u32| all.get(key) != read.get(key);
            // The first batch after the items has two changes.
            let keys = [0, 5, 0x400, 0x401, 0xffff, 0x3fff_ffff];
            let lost = keys.iter().filter(differs).count();
            assert!(lost <= 2, "bit {bit} costs {lost} items");
            if bit < HEADER_BYTES * 8 {
                assert_eq!(lost, 0, "bit {bit} of the header");
            }
        }
    }

    #[test]
    fn later_versions_are_named_and_earlier_ones_do_not_exist() {
        let header = |version: u8| {
            let mut file = whole(NUMBER, &items());
            file[8] = version;
            let sum = crc32(0, &file[..20]);
            file[20..24].copy_from_slice(&sum.to_le_bytes());
            file
        };
        let contents = read(&header(9));
        assert_eq!(contents.condition, Condition::Later(9));
        assert_eq!(contents.items, Items::new());
        assert_eq!(read(&header(0)).condition, Condition::Damaged);
        assert_eq!(number(&header(9)), None);
        assert_eq!(read(b"").condition, Condition::Damaged);
    }

    #[test]
    fn a_batch_of_another_file_does_not_count() {
        let (mut file, ends) = file();
        let (_, all) = &ends[2];
        file.extend(batch(NUMBER + 1, [(0, None)]));
        let contents = read(&file);
        assert_eq!(
            (&contents.items, contents.condition),
            (all, Condition::Damaged)
        );
    }

    #[test]
    fn long_noise_is_read_in_one_pass() {
        // Each of these would take minutes if every byte were the start of another search.
        let mut zeros = vec![0; 8 << 20];
        zeros.push(1);
        assert_eq!(read(&zeros).condition, Condition::Damaged);
        let lead = &batch(NUMBER, [(0, Some(&[0; 50_000][..]))])[..LEAD_BYTES];
        let leads = lead.repeat(400_000);
        assert_eq!(read(&leads).condition, Condition::Damaged);
    }

    proptest! {
        #[test]
        fn any_damage_leaves_only_what_was_there(
            at in 0usize..300,
            noise in prop::collection::vec(any::<u8>(), 0..60),
            insert: bool,
        ) {
            let (mut file, _) = file();
            let at = at % file.len();
            let to = if insert { at } else { (at + noise.len()).min(file.len()) };
            file.splice(at..to, noise);
            let contents = read(&file);
            for (key, item) in &contents.items {
                prop_assert!(was_there(*key, item));
            }
        }

        #[test]
        fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let contents = read(&bytes);
            prop_assert_eq!(contents.condition, Condition::Damaged);
        }
    }
}
