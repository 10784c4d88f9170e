//! Moves as bytes.
//!
//! One byte says how they are packed: [`DIRECTIONS`] in two bits each, because the level
//! tells which of them push; or [`RECORDS`] in four bits each, if there is a restart among
//! them. The earlier ones are in the lower bits of a byte.

use super::item_bytes::ItemBytes;
use super::store::StoreError;
use crate::format::BadRecord;
use crate::puzzle::{Direction, History, Level, Record};

const DIRECTIONS: u8 = 0;
const RECORDS: u8 = 1;

/// Stands for a record that is not known any more.
const BLANK: u8 = 15;

/// Bytes that `count` moves without a restart take.
pub(super) const fn packed_bytes(count: usize) -> usize {
    1 + count.div_ceil(4)
}

/// Appends moves to an item; `None` stands for one that is not known any more.
pub(super) fn pack(
    item: &mut ItemBytes,
    records: impl Iterator<Item = Option<Record>> + Clone,
) -> Result<(), StoreError> {
    let restarts = records
        .clone()
        .any(|record| record == Some(Record::Restart));
    let (form, bits) = if restarts {
        (RECORDS, 4)
    } else {
        (DIRECTIONS, 2)
    };
    item.put(&[form])?;
    let mut byte = 0;
    let mut used = 0;
    for record in records {
        let code = match (record, form) {
            (Some(Record::Step(step)), DIRECTIONS) => step.direction.index(),
            (Some(record), _) => record.code(),
            (None, DIRECTIONS) => 0,
            (None, _) => BLANK,
        };
        byte |= code << used;
        used += bits;
        if used == 8 {
            item.put(&[byte])?;
            (byte, used) = (0, 0);
        }
    }
    match used {
        0 => Ok(()),
        _ => item.put(&[byte]),
    }
}

/// Packed moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedMoves<'b> {
    bytes: &'b [u8],
    bits: usize,
}

impl<'b> PackedMoves<'b> {
    /// The first `count` moves of some bytes, and the bytes after them.
    pub(super) fn split(bytes: &'b [u8], count: usize) -> Result<(Self, &'b [u8]), BadRecord> {
        let (&form, bytes) = bytes.split_first().ok_or(BadRecord::Length)?;
        let bits = match form {
            DIRECTIONS => 2,
            RECORDS => 4,
            _ => return Err(BadRecord::Corrupt),
        };
        let length = (count * bits).div_ceil(8);
        let (bytes, rest) = bytes.split_at_checked(length).ok_or(BadRecord::Length)?;
        Ok((Self { bytes, bits }, rest))
    }

    /// The first `count` moves, which must be all.
    pub(super) fn all(bytes: &'b [u8], count: usize) -> Result<Self, BadRecord> {
        match Self::split(bytes, count)? {
            (moves, []) => Ok(moves),
            _ => Err(BadRecord::Length),
        }
    }

    fn code(&self, index: usize) -> u8 {
        let bit = index * self.bits;
        let byte = self.bytes.get(bit / 8).copied().unwrap_or(0);
        byte >> (bit % 8) & ((1 << self.bits) - 1)
    }

    /// The direction of a move; `None` if it is a restart.
    #[cfg(feature = "std")]
    pub(super) fn direction(&self, index: usize) -> Option<Direction> {
        match self.bits {
            2 => Some(Direction::from_index(self.code(index))),
            _ => match Record::from_code(self.code(index))? {
                Record::Step(step) => Some(step.direction),
                Record::Restart => None,
            },
        }
    }

    /// Plays a move. `false` if it is illegal there.
    pub(super) fn play<const BYTES: usize>(
        &self,
        index: usize,
        level: &Level,
        history: &mut History<BYTES>,
    ) -> bool {
        match self.bits {
            2 => {
                let direction = Direction::from_index(self.code(index));
                history.step(level, direction).is_some()
            }
            _ => Record::from_code(self.code(index))
                .is_some_and(|record| history.play(level, record)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::progress::ITEM_BYTES;
    use proptest::prelude::*;

    fn packed(records: &[Option<Record>]) -> ItemBytes {
        let mut item = ItemBytes::default();
        pack(&mut item, records.iter().copied()).unwrap();
        item
    }

    /// Every code of a record, and one that is not known any more.
    fn record() -> impl Strategy<Value = Option<Record>> {
        (0u8..14).prop_map(Record::from_code)
    }

    fn step() -> impl Strategy<Value = Option<Record>> {
        (0u8..13).prop_map(|code| Record::from_code(code % 12).filter(|_| code < 12))
    }

    /// The codes that a history or a level makes moves of.
    fn check(records: &[Option<Record>]) -> Result<(), TestCaseError> {
        let item = packed(records);
        let bytes = item.as_slice();
        let restarts = records.contains(&Some(Record::Restart));
        let per_byte = if restarts { 2 } else { 4 };
        prop_assert_eq!(bytes.len(), 1 + records.len().div_ceil(per_byte));
        prop_assert_eq!(bytes[0], if restarts { RECORDS } else { DIRECTIONS });
        let moves = PackedMoves::all(bytes, records.len()).unwrap();
        for (index, record) in records.iter().enumerate() {
            let code = moves.code(index);
            match (record, restarts) {
                (Some(record), true) => prop_assert_eq!(Record::from_code(code), Some(*record)),
                (None, true) => prop_assert_eq!(Record::from_code(code), None),
                (Some(Record::Step(step)), false) => {
                    prop_assert_eq!(moves.direction(index), Some(step.direction));
                }
                (_, false) => prop_assert!(record.is_none()),
            }
        }
        // As a part of more bytes, and never of fewer.
        let more = [bytes, b"more"].concat();
        let (_, rest) = PackedMoves::split(&more, records.len()).unwrap();
        prop_assert_eq!(rest, b"more");
        prop_assert!(PackedMoves::all(&more, records.len()).is_err());
        for length in 0..bytes.len() {
            let short = PackedMoves::split(&bytes[..length], records.len());
            prop_assert_eq!(short.err(), Some(BadRecord::Length));
        }
        Ok(())
    }

    #[test]
    fn the_bytes_of_moves_never_change() {
        let steps = [0, 5, 10, 3, 1].map(Record::from_code);
        assert_eq!(packed(&steps).as_slice(), [0, 0b11_10_01_00, 0b01]);
        let with_restart = [Some(5), Some(12), None].map(|code| Record::from_code(code?));
        assert_eq!(packed(&with_restart).as_slice(), [1, 0xc5, 0x0f]);
        assert_eq!(packed(&[]).as_slice(), [0]);
    }

    #[test]
    fn as_many_as_fit_an_item_fit_and_no_more() {
        let step = Record::from_code(3);
        for (count, fits) in [(ITEM_BYTES * 4 - 4, true), (ITEM_BYTES * 4 - 3, false)] {
            let mut item = ItemBytes::default();
            let records = core::iter::repeat_n(step, count);
            assert_eq!(pack(&mut item, records).is_ok(), fits);
            assert_eq!(packed_bytes(count) <= ITEM_BYTES, fits);
        }
    }

    proptest! {
        #[test]
        fn any_records_come_back(records in proptest::collection::vec(record(), 0..300)) {
            check(&records)?;
        }

        #[test]
        fn steps_alone_take_two_bits_each(records in proptest::collection::vec(step(), 0..300)) {
            check(&records)?;
        }

        #[test]
        fn any_bytes_are_moves_or_an_error(
            bytes in proptest::collection::vec(any::<u8>(), 0..40), count in 0usize..200,
        ) {
            let count = count.min(bytes.len() * 4);
            if let Ok(moves) = PackedMoves::all(&bytes, count) {
                // Beyond the end, too, there is no panic.
                for index in 0..count + 10 {
                    let _ = moves.direction(index);
                }
            }
        }
    }
}
