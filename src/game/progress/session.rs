//! A saved game without its older moves.

use super::item_bytes::ItemBytes;
use super::level_id::LevelId;
use super::store::StoreError;
use crate::format::{BadRecord, Bytes};
use crate::game::packs::Place;
use crate::puzzle::{
    Board, Cell, CellSet, History, Letter, Level, MAX_PAIRS, MAX_SIDE, Mode, Tally,
};

/// A level in play, without its position.
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

/// Everything that is stored of a game except its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) session: Session,
    /// Orders games by when they were played; the latest has the largest.
    pub(super) stamp: u32,
    /// Pushes up to the position.
    pub(super) pushes: u16,
    /// Moves that the history no longer holds.
    pub(super) forgotten: u32,
    /// Moves that it holds.
    pub(super) records: u16,
    /// How many of those are played; the rest can be redone.
    pub(super) played: u16,
    /// Checksum over the checksums of all chunks of moves.
    pub(super) crc: u32,
    /// The position before the first held move, if that is not the level's start.
    pub(super) base: Option<Base>,
}

/// A position as it is stored: not yet checked against a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Base {
    tally: Tally,
    keeper: u16,
    boxes: Boxes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Boxes {
    /// The squares of all boxes.
    Classic(CellSet),
    /// One square for each letter of the level, in order; [`NOWHERE`] for a box that dropped
    /// into its hole.
    Pairs(heapless::Vec<u16, MAX_PAIRS>),
}

const NOWHERE: u16 = u16::MAX;

impl Base {
    fn of<const BYTES: usize>(level: &Level, history: &History<BYTES>) -> Self {
        let (board, tally) = history.base();
        let index = |cell: Cell| cell.index();
        let boxes = match level.mode() {
            Mode::Classic => Boxes::Classic(*board.boxes()),
            Mode::Pairs => Boxes::Pairs(
                letters(level)
                    .map(|letter| board.box_of(letter).map_or(NOWHERE, index))
                    .collect(),
            ),
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
        let board = match (level.mode(), &self.boxes) {
            (Mode::Classic, Boxes::Classic(boxes)) => {
                level.position(keeper, boxes.iter().map(|cell| (cell, None)))
            }
            (Mode::Pairs, Boxes::Pairs(squares)) => {
                let valid = |&index: &u16| index == NOWHERE || square(index).is_some();
                if letters(level).count() != squares.len() || !squares.iter().all(valid) {
                    return None;
                }
                let boxes = letters(level).zip(squares);
                level.position(
                    keeper,
                    boxes.filter_map(|(letter, &index)| Some((square(index)?, Some(letter)))),
                )
            }
            _ => None,
        }?;
        Some((board, self.tally))
    }

    fn encode(&self, item: &mut ItemBytes) -> Result<(), StoreError> {
        item.put(&self.tally.moves.to_le_bytes())?;
        item.put(&self.tally.pushes.to_le_bytes())?;
        item.put(&self.keeper.to_le_bytes())?;
        match &self.boxes {
            Boxes::Classic(boxes) => {
                for row in boxes.rows() {
                    item.put(&row.to_le_bytes())?;
                }
            }
            Boxes::Pairs(squares) => {
                item.put(&[squares.len() as u8])?;
                for index in squares {
                    item.put(&index.to_le_bytes())?;
                }
            }
        }
        Ok(())
    }

    fn decode(bytes: &mut Bytes<'_>, mode: Mode) -> Result<Self, BadRecord> {
        let tally = Tally {
            moves: bytes.u32()?,
            pushes: bytes.u32()?,
        };
        let keeper = bytes.u16()?;
        let boxes = match mode {
            Mode::Classic => {
                let mut rows = [0; MAX_SIDE];
                for row in &mut rows {
                    *row = bytes.u32()?;
                }
                Boxes::Classic(CellSet::from_rows(rows))
            }
            Mode::Pairs => {
                let mut squares = heapless::Vec::new();
                for _ in 0..bytes.u8()? {
                    squares.push(bytes.u16()?).map_err(|_| BadRecord::Corrupt)?;
                }
                Boxes::Pairs(squares)
            }
        };
        Ok(Self {
            tally,
            keeper,
            boxes,
        })
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
        stamp: u32,
        level: &Level,
        history: &History<BYTES>,
        crc: u32,
    ) -> Self {
        Self {
            session,
            stamp,
            pushes: u16::try_from(history.tally().pushes).unwrap_or(u16::MAX),
            forgotten: history.forgotten(),
            records: (history.undoable() + history.redoable()) as u16,
            played: history.undoable() as u16,
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
        item.put(&self.stamp.to_le_bytes())?;
        item.put(&self.pushes.to_le_bytes())?;
        item.put(&self.forgotten.to_le_bytes())?;
        item.put(&self.records.to_le_bytes())?;
        item.put(&self.played.to_le_bytes())?;
        item.put(&self.crc.to_le_bytes())?;
        if let Some(base) = &self.base {
            base.encode(&mut item)?;
        }
        Ok(item)
    }

    /// The head at the beginning of some bytes, and the bytes after it.
    pub(super) fn decode(bytes: &[u8]) -> Result<(Self, &[u8]), BadRecord> {
        let mut bytes = Bytes::new(bytes);
        BadRecord::check_version(bytes.u8()?, Self::VERSION)?;
        let flags = bytes.u8()?;
        let level = LevelId::from_bytes(bytes.array()?);
        let head = Self {
            session: Session {
                level,
                place: Place {
                    pack: bytes.u8()?,
                    number: bytes.u16()?,
                },
                assisted: flags & Self::ASSISTED != 0,
                elapsed: bytes.u32()?,
            },
            stamp: bytes.u32()?,
            pushes: bytes.u16()?,
            forgotten: bytes.u32()?,
            records: bytes.u16()?,
            played: bytes.u16()?,
            crc: bytes.u32()?,
            base: match flags & Self::BASE {
                0 => None,
                _ => Some(Base::decode(&mut bytes, level.mode())?),
            },
        };
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
        match sound {
            true => Ok((head, bytes.rest())),
            false => Err(BadRecord::Corrupt),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Direction;
    use crate::puzzle::text::Reader;

    /// A room of the whole grid with as many boxes as it holds: 897.
    fn crowd() -> String {
        let edge = "#".repeat(32);
        let full = format!("#{}#\n", "*".repeat(30)).repeat(29);
        format!("{edge}\n{full}#@ $.{}#\n{edge}", "*".repeat(26))
    }

    fn saved_and_read(text: &str, way: Direction) {
        let level = Reader::new(text.as_bytes()).next().unwrap().unwrap().level;
        let mut history = History::<1>::new(&level);
        for _ in 0..4 {
            history.step(&level, way).unwrap();
            history.step(&level, way.opposite()).unwrap();
        }
        assert!(history.forgotten() > 0);
        let session = Session {
            level: LevelId::of(&level),
            place: Place { pack: 1, number: 7 },
            assisted: false,
            elapsed: 0,
        };
        let head = Head::new(session, 1, &level, &history, 0);
        let item = head.encode().unwrap();
        let (read, rest) = Head::decode(item.as_slice()).unwrap();
        assert!(rest.is_empty());
        assert_eq!(read, head);
        let (board, tally) = history.base();
        assert_eq!(
            read.base.unwrap().board(&level),
            Some((board.clone(), tally))
        );
        for length in 0..item.as_slice().len() {
            assert!(Head::decode(&item.as_slice()[..length]).is_err());
        }
    }

    #[test]
    fn a_position_is_saved_with_any_number_of_boxes() {
        saved_and_read("######\n#@ $.#\n######", Direction::Right);
        saved_and_read("######\n#@ Aa#\n######", Direction::Right);
        saved_and_read(&crowd(), Direction::Right);
        // Boxes in a room of their own are part of the position, too.
        saved_and_read("######\n#@ $.#\n######\n#*$.*#\n######", Direction::Right);
    }

    #[test]
    fn a_position_of_another_mode_is_refused() {
        let classic = Base {
            tally: Tally::default(),
            keeper: Cell::at(1, 1).index(),
            boxes: Boxes::Classic(CellSet::from_iter([Cell::at(1, 3)])),
        };
        let pairs = "######\n#@ Aa#\n######";
        let level = Reader::new(pairs.as_bytes()).next().unwrap().unwrap().level;
        assert_eq!(classic.board(&level), None);
    }
}
