//! Positions in twelve bytes each: all that were expanded, and the best of the others.
//!
//! A position is its parent and the macro move from it; boxes and keeper are found by
//! playing the moves from the start again. Its signature chooses a bucket, so the pool is
//! its own hash table. In a full bucket the worst open position makes room: a search that
//! keeps the children that it will never come to needs ten times the memory.

/// Words of a record.
pub(super) const RECORD: usize = 3;
/// Records of a bucket.
const BUCKET: usize = 16;
/// Records that are looked at together; a bucket consists of such groups.
const GROUP: usize = 8;
const _: () = assert!(BUCKET.is_multiple_of(GROUP));
/// No record.
pub(super) const NOWHERE: u16 = u16::MAX;
/// The most feature cells.
pub(super) const MAX_CELLS: usize = 1023;
const MAX_SCORE: u32 = (1 << 13) - 1;
const MAX_WEIGHT: u32 = (1 << 6) - 1;
/// Where the fields of a record's last word begin; the direction is below them. What is compared
/// to find the best one of a cell is in the highest bits.
const CELL: u32 = 22;
const OPEN: u32 = 21;
const WEIGHT: u32 = 15;
const SCORE: u32 = 2;
/// The cell of a record that is not there.
const FREE: u32 = 1023 << CELL;

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) signature: u32,
    pub(super) parent: u16,
    pub(super) from: u8,
    pub(super) to: u8,
    /// The last push's direction.
    pub(super) direction: u8,
    pub(super) cell: u16,
    pub(super) weight: u8,
    pub(super) score: u32,
    pub(super) open: bool,
}

/// The records.
#[derive(Debug)]
pub(super) struct Pool<'t>(&'t mut [[u32; RECORD]]);

impl<'t> Pool<'t> {
    pub(super) fn new(memory: &'t mut [u32]) -> Self {
        let buckets = (memory.len() / RECORD / BUCKET).min(usize::from(NOWHERE) / BUCKET);
        let length = buckets * BUCKET * RECORD;
        Self(bytemuck::cast_slice_mut(&mut memory[..length]))
    }

    /// How many records there is room for.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill([0, 0, FREE]);
    }

    pub(super) fn get(&self, index: u16) -> Record {
        let [signature, move_, rest] = self.0[usize::from(index)];
        Record {
            signature,
            parent: (move_ >> 16) as u16,
            from: (move_ >> 8) as u8,
            to: move_ as u8,
            direction: rest as u8 & 3,
            score: rest >> SCORE & MAX_SCORE,
            weight: (rest >> WEIGHT & MAX_WEIGHT) as u8,
            cell: (rest >> CELL) as u16,
            open: rest >> OPEN & 1 != 0,
        }
    }

    fn bucket(&self, signature: u32) -> core::ops::Range<usize> {
        let buckets = self.0.len() / BUCKET;
        let bucket = ((u64::from(signature) * buckets as u64) >> 32) as usize;
        bucket * BUCKET..(bucket + 1) * BUCKET
    }

    /// The record with a signature.
    pub(super) fn find(&self, signature: u32) -> Option<u16> {
        self.bucket(signature)
            .find(|&index| self.0[index][0] == signature && self.0[index][2] & FREE != FREE)
            .map(|index| index as u16)
    }

    /// Puts a record into its bucket. Where that is full, the open record with the highest
    /// score makes room, and its cell is returned; a record that is worse than all and not
    /// `urgent` is refused.
    pub(super) fn insert(&mut self, record: &Record, urgent: bool) -> Result<Option<u16>, ()> {
        let mut place = None;
        let mut worst = if urgent {
            0
        } else {
            record.score.min(MAX_SCORE)
        };
        for index in self.bucket(record.signature) {
            let rest = self.0[index][2];
            if rest & FREE == FREE {
                place = Some((index, None));
                break;
            }
            let score = rest >> SCORE & MAX_SCORE;
            if rest >> OPEN & 1 != 0 && score > worst {
                worst = score;
                place = Some((index, Some((rest >> CELL) as u16)));
            }
        }
        let (index, evicted) = place.ok_or(())?;
        self.put(index, record);
        Ok(evicted)
    }

    fn put(&mut self, index: usize, record: &Record) {
        self.0[index] = [
            record.signature,
            u32::from(record.parent) << 16 | u32::from(record.from) << 8 | u32::from(record.to),
            u32::from(record.cell) << CELL
                | u32::from(record.open) << OPEN
                | u32::from(record.weight).min(MAX_WEIGHT) << WEIGHT
                | record.score.min(MAX_SCORE) << SCORE
                | u32::from(record.direction),
        ];
    }

    /// Makes an open position one that is expanded.
    pub(super) fn close(&mut self, index: u16) {
        self.0[usize::from(index)][2] &= !(1 << OPEN);
    }

    /// Lowers the weight of an open position by one.
    pub(super) fn lighten(&mut self, index: u16) {
        let rest = &mut self.0[usize::from(index)][2];
        if *rest >> WEIGHT & MAX_WEIGHT > 0 {
            *rest -= 1 << WEIGHT;
        }
    }

    /// The open position of a cell with the least weight and score; or score alone.
    pub(super) fn best(&self, cell: u16, weighs: bool) -> Option<u16> {
        let wanted = u32::from(cell) << CELL | 1 << OPEN;
        let mask = if weighs { !0 } else { MAX_SCORE << SCORE };
        let (mut least, mut best) = (u32::MAX, None);
        let fits = |rest: u32| (rest ^ wanted) >> OPEN == 0;
        // Few records fit, and all are looked at for every node: eight at a time, which takes
        // half as long. A bucket is filled from its start, so
        // a group whose first record is free is empty.
        let (groups, _) = self.0.as_chunks::<GROUP>();
        for (group, records) in groups.iter().enumerate() {
            let is_empty = records[0][2] & FREE == FREE;
            if is_empty || !records.iter().any(|&[_, _, rest]| fits(rest)) {
                continue;
            }
            for (index, &[_, _, rest]) in records.iter().enumerate() {
                if fits(rest) && rest & mask < least {
                    (least, best) = (rest & mask, Some((group * GROUP + index) as u16));
                }
            }
        }
        best
    }
}
