//! The position in play, without its moves.

use super::item_bytes::ItemBytes;
use super::level_id::LevelId;
use super::store::StoreError;
use crate::format::{BadRecord, Bytes};
use crate::game::packs::Place;
use crate::puzzle::{Board, Cell, History, Letter, Level, MAX_BOXES, Mode, Tally};

/// A level in play, besides its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Which level; it knows its mode.
    pub level: LevelId,
    /// Where it stood when it was saved: the first place to look for it.
    pub place: Place,
    /// Whether the machine gave a hand.
    pub assisted: bool,
    /// For how long it has been played, in milliseconds.
    pub elapsed: u32,
}

/// What the store has of a session besides its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) session: Session,
    /// Records that the history has forgotten.
    pub(super) forgotten: u32,
    /// Records that it remembers.
    pub(super) records: u16,
    /// How many of them are played.
    pub(super) played: u16,
    /// Which copy of each slot holds its moves, one bit a slot.
    pub(super) copies: u64,
    /// Checksum over the checksums of all moves.
    pub(super) crc: u32,
    /// Where the remembered records begin, if not at the level's start.
    pub(super) base: Option<Base>,
}

/// A position of a level whose boxes are not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Base {
    tally: Tally,
    keeper: u16,
    /// The squares of the boxes; in Pairs one for each letter of the level in turn, where
    /// a box that dropped in has none.
    boxes: heapless::Vec<u16, MAX_BOXES>,
}

const NOWHERE: u16 = u16::MAX;

impl Base {
    fn of<const BYTES: usize>(level: &Level, history: &History<BYTES>) -> Self {
        let (board, tally) = history.base();
        let index = |cell: Cell| cell.index();
        let boxes = match level.mode() {
            Mode::Classic => board.boxes().iter().map(index).take(MAX_BOXES).collect(),
            Mode::Pairs => letters(level)
                .map(|letter| board.box_of(letter).map_or(NOWHERE, index))
                .collect(),
        };
        Self {
            tally,
            keeper: index(board.keeper()),
            boxes,
        }
    }

    /// The position, if it is one of this level.
    pub(super) fn board(&self, level: &Level) -> Option<(Board, Tally)> {
        let keeper = square(self.keeper)?;
        let board = match level.mode() {
            Mode::Classic => {
                if self.boxes.iter().any(|&index| square(index).is_none()) {
                    return None;
                }
                let boxes = self.boxes.iter().filter_map(|&index| square(index));
                level.position(keeper, boxes.map(|cell| (cell, None)))
            }
            Mode::Pairs => {
                if letters(level).count() != self.boxes.len()
                    || self
                        .boxes
                        .iter()
                        .any(|&index| index != NOWHERE && square(index).is_none())
                {
                    return None;
                }
                let boxes = letters(level).zip(&self.boxes);
                level.position(
                    keeper,
                    boxes.filter_map(|(letter, &index)| Some((square(index)?, Some(letter)))),
                )
            }
        }?;
        Some((board, self.tally))
    }
}

fn letters(level: &Level) -> impl Iterator<Item = Letter> {
    Letter::all().filter(|&letter| level.hole(letter).is_some())
}

fn square(index: u16) -> Option<Cell> {
    (usize::from(index) < Cell::COUNT).then(|| Cell::from_index(index))
}

impl Head {
    const VERSION: u8 = 1;
    const ASSISTED: u8 = 1;
    const BASE: u8 = 2;

    /// A history that has forgotten more could count over the end of its numbers.
    const MOST_FORGOTTEN: u32 = u32::MAX / 2;

    pub(super) fn new<const BYTES: usize>(
        session: Session,
        level: &Level,
        history: &History<BYTES>,
        copies: u64,
        crc: u32,
    ) -> Self {
        Self {
            session,
            forgotten: history.forgotten(),
            records: (history.undoable() + history.redoable()) as u16,
            played: history.undoable() as u16,
            copies,
            crc,
            base: (history.forgotten() > 0).then(|| Base::of(level, history)),
        }
    }

    pub(super) fn encode(&self) -> Result<ItemBytes, StoreError> {
        let assisted = u8::from(self.session.assisted) * Self::ASSISTED;
        let base = u8::from(self.base.is_some()) * Self::BASE;
        let mut item = ItemBytes::default();
        item.put(&[Self::VERSION, assisted | base])?;
        item.put(&self.session.level.to_bytes())?;
        item.put(&[self.session.place.pack])?;
        item.put(&self.session.place.number.to_le_bytes())?;
        item.put(&self.session.elapsed.to_le_bytes())?;
        item.put(&self.forgotten.to_le_bytes())?;
        item.put(&self.records.to_le_bytes())?;
        item.put(&self.played.to_le_bytes())?;
        item.put(&self.copies.to_le_bytes())?;
        item.put(&self.crc.to_le_bytes())?;
        if let Some(base) = &self.base {
            item.put(&base.tally.moves.to_le_bytes())?;
            item.put(&base.tally.pushes.to_le_bytes())?;
            item.put(&base.keeper.to_le_bytes())?;
            item.put(&[base.boxes.len() as u8])?;
            for index in &base.boxes {
                item.put(&index.to_le_bytes())?;
            }
        }
        Ok(item)
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, BadRecord> {
        let mut bytes = Bytes::new(bytes);
        BadRecord::check_version(bytes.u8()?, Self::VERSION)?;
        let flags = bytes.u8()?;
        let head = Self {
            session: Session {
                level: LevelId::from_bytes(bytes.array()?),
                place: Place {
                    pack: bytes.u8()?,
                    number: bytes.u16()?,
                },
                assisted: flags & Self::ASSISTED != 0,
                elapsed: bytes.u32()?,
            },
            forgotten: bytes.u32()?,
            records: bytes.u16()?,
            played: bytes.u16()?,
            copies: bytes.u64()?,
            crc: bytes.u32()?,
            base: if flags & Self::BASE == 0 {
                None
            } else {
                let tally = Tally {
                    moves: bytes.u32()?,
                    pushes: bytes.u32()?,
                };
                let keeper = bytes.u16()?;
                let mut boxes = heapless::Vec::new();
                for _ in 0..bytes.u8()? {
                    boxes.push(bytes.u16()?).map_err(|_| BadRecord::Corrupt)?;
                }
                Some(Base {
                    tally,
                    keeper,
                    boxes,
                })
            },
        };
        bytes.end()?;
        let sound = flags & !(Self::ASSISTED | Self::BASE) == 0
            && head.played <= head.records
            && head.forgotten <= Self::MOST_FORGOTTEN
            && match &head.base {
                None => head.forgotten == 0,
                Some(base) => {
                    base.tally.pushes <= base.tally.moves
                        && base.tally.moves <= head.forgotten
                        && head.forgotten > 0
                }
            };
        sound.then_some(head).ok_or(BadRecord::Corrupt)
    }
}
