//! The head of an entry.
//!
//! | bytes | hold |
//! |---|---|
//! | 2 | key |
//! | 2 | length of the item in the lower 12 bits, kind of entry in the upper 4 |
//! | 4 | number of the batch: even for the player's data, odd for copies |
//! | 4 | CRC-32 of the item |
//! | 4 | CRC-32 of the place and of the bytes before |
//!
//! The place is part of the checksum, so that bytes within an item are never taken for an
//! entry when the one before is damaged and the next is searched for.

use super::medium::{MOST_NUMBER, Place};
use crate::format::crc32;

/// Bytes of the head.
pub(super) const HEAD_BYTES: usize = 16;

/// Entries begin at multiples of this.
pub(super) const UNIT: usize = 8;

/// Bytes of an entry with an item of `length` bytes.
pub(super) const fn padded(length: usize) -> usize {
    HEAD_BYTES + length.next_multiple_of(UNIT)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An item.
    Item,
    /// The item with this key is gone.
    Removal,
    /// The batch is complete.
    EndOfBatch,
    /// All that is needed of a sector has been copied.
    Collected,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Item, Self::Removal, Self::EndOfBatch, Self::Collected];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) key: u16,
    pub(super) length: u16,
    pub(super) batch: u32,
    sum: u32,
}

impl Entry {
    pub(super) fn new(kind: Kind, key: u16, batch: u32, item: &[u8]) -> Self {
        Self {
            kind,
            key,
            length: item.len() as u16,
            batch,
            sum: crc32(0, item),
        }
    }

    /// An entry without a key.
    pub(super) fn note(kind: Kind, batch: u32, item: &[u8]) -> Self {
        Self::new(kind, u16::MAX, batch, item)
    }

    /// Whether this is a copy, made to collect a sector.
    pub(super) fn is_copy(&self) -> bool {
        self.batch % 2 == 1
    }

    /// The same entry in another batch.
    pub(super) fn in_batch(self, batch: u32) -> Self {
        Self { batch, ..self }
    }

    /// Bytes of the whole entry.
    pub(super) fn bytes(&self) -> usize {
        padded(usize::from(self.length))
    }

    /// Whether these are the bytes of the item.
    pub(super) fn fits(&self, item: &[u8]) -> bool {
        self.is_sum(crc32(0, item))
    }

    pub(super) fn is_sum(&self, sum: u32) -> bool {
        self.sum == sum
    }

    pub(super) fn encode(&self, place: Place) -> [u8; HEAD_BYTES] {
        let mut head = [0; HEAD_BYTES];
        head[..2].copy_from_slice(&self.key.to_le_bytes());
        let kind = (self.kind as u16) << 12;
        head[2..4].copy_from_slice(&(kind | self.length).to_le_bytes());
        head[4..8].copy_from_slice(&self.batch.to_le_bytes());
        head[8..12].copy_from_slice(&self.sum.to_le_bytes());
        let sum = head_sum(&head, place);
        head[12..].copy_from_slice(&sum.to_le_bytes());
        head
    }

    /// The entry whose head these bytes are; `None` if they are not that of an entry here.
    pub(super) fn decode(head: &[u8; HEAD_BYTES], place: Place) -> Option<Self> {
        let [k0, k1, l0, l1, b0, b1, b2, b3, s0, s1, s2, s3, sum @ ..] = *head;
        let word = u16::from_le_bytes([l0, l1]);
        let kind = *Kind::ALL.get(usize::from(word >> 12))?;
        let length = word & 0xfff;
        let fits = usize::from(length) <= super::ITEM_BYTES
            && place.offset() + padded(usize::from(length)) <= super::SECTOR_BYTES;
        let batch = u32::from_le_bytes([b0, b1, b2, b3]);
        if !fits || batch > MOST_NUMBER || head_sum(head, place) != u32::from_le_bytes(sum) {
            return None;
        }
        Some(Self {
            kind,
            key: u16::from_le_bytes([k0, k1]),
            length,
            batch,
            sum: u32::from_le_bytes([s0, s1, s2, s3]),
        })
    }
}

fn head_sum(head: &[u8; HEAD_BYTES], place: Place) -> u32 {
    let start = crc32(0, &place.to_bytes());
    crc32(start, &head[..HEAD_BYTES - 4])
}
