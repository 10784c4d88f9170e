//! The position in play, without its moves.

use super::item_bytes::ItemBytes;
use super::level_id::LevelId;
use super::store::StoreError;
use crate::format::{BadRecord, Bytes};
use crate::game::packs::Place;
use crate::puzzle::{Board, Cell, History, Letter, Level, MAX_BOXES, Mode, Tally};

/// The level in play, without its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Which level it is, and its mode.
    pub level: LevelId,
    /// Its place when it was saved: where to look for it first.
    pub place: Place,
    /// Whether the machine helped.
    pub assisted: bool,
    /// Playing time so far, in milliseconds.
    pub elapsed: u32,
}

/// Everything that is stored of a session except its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) session: Session,
    /// Moves that the history no longer holds.
    pub(super) forgotten: u32,
    /// Moves that it holds.
    pub(super) records: u16,
    /// How many of those are played; the rest can be redone.
    pub(super) played: u16,
    /// Which copy of each slot holds its moves, one bit a slot.
    pub(super) copies: u64,
    /// Checksum over the checksums of all moves.
    pub(super) crc: u32,
    /// The position before the first held move, if that is not the level's start.
    pub(super) base: Option<Base>,
}

/// A position as it is stored: not yet checked against a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Base {
    tally: Tally,
    keeper: u16,
    /// The squares of the boxes. In Pairs one entry for each letter of the level, in order;
    /// [`NOWHERE`] for a box that dropped into its hole.
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

    /// The position, if it is valid on this level.
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

    /// A limit that keeps the history's move counter from overflowing.
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
