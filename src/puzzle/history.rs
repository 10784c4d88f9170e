//! A level in play with undo and redo.
//!
//! Moves are packed two per byte in a ring buffer. When it is full, the oldest move is
//! forgotten: it is played on `base`, the position before the oldest remembered move, so
//! that everything still in the ring can be undone exactly. A restart is one record;
//! undoing it replays the moves before it.

use super::board::Board;
use super::cell::Direction;
use super::level::Level;
use super::limits::HISTORY_BYTES;
use super::rules::{Kind, Step};

/// One action that can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// A move of the keeper.
    Step(Step),
    /// A return to the level's start.
    Restart,
}

impl Record {
    const RESTART: u8 = 12;

    /// The record as four bits, 0 to 12, as histories and saved games store it.
    pub fn code(self) -> u8 {
        match self {
            Self::Step(Step { direction, kind }) => kind as u8 * 4 + direction.index(),
            Self::Restart => Self::RESTART,
        }
    }

    /// The record for a code; `None` above 12.
    pub fn from_code(code: u8) -> Option<Self> {
        let kind = match code / 4 {
            0 => Kind::Walk,
            1 => Kind::Push,
            2 => Kind::Drop,
            _ => return (code == Self::RESTART).then_some(Self::Restart),
        };
        Some(Self::Step(Step {
            direction: Direction::from_index(code),
            kind,
        }))
    }
}

/// Why there is nothing to undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoUndo {
    /// This is the level's start.
    AtStart,
    /// There were earlier moves, but the history was full and forgot them.
    Forgotten,
}

/// Moves and pushes since the level's start, or since the last restart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Steps of the keeper, including pushes.
    pub moves: u32,
    /// Steps that moved a box.
    pub pushes: u32,
}

impl Tally {
    /// At a level's start.
    pub const NONE: Self = Self {
        moves: 0,
        pushes: 0,
    };

    /// Counts a step.
    pub fn add(&mut self, step: Step) {
        self.moves += 1;
        self.pushes += u32::from(step.is_push());
    }

    fn take(&mut self, step: Step) {
        self.moves -= 1;
        self.pushes -= u32::from(step.is_push());
    }
}

/// A position of a level together with the moves that led to it.
///
/// `BYTES` is the size of the memory, two moves per byte. Every call must be given the
/// level that the history was created with.
#[derive(Clone, Debug)]
pub struct History<const BYTES: usize = HISTORY_BYTES> {
    board: Board,
    tally: Tally,
    base: Board,
    base_tally: Tally,
    ring: Ring<BYTES>,
    /// Number of records in the ring that are played; the rest can be redone.
    played: usize,
    forgotten: u32,
    /// The number of the first record, forgotten ones included, that was remembered since
    /// [`History::settle`].
    changed_from: u32,
}

impl<const BYTES: usize> History<BYTES> {
    /// Most records that are remembered.
    pub const CAPACITY: usize = {
        assert!(BYTES > 0, "a history needs at least one byte of moves");
        BYTES * 2
    };

    /// [`Level::BLANK`] at its start.
    pub const BLANK: Self = {
        // Evaluated here, so that `BYTES == 0` is a compile error.
        const { Self::CAPACITY };
        Self {
            board: Board::BLANK,
            tally: Tally::NONE,
            base: Board::BLANK,
            base_tally: Tally::NONE,
            ring: Ring::new(),
            played: 0,
            forgotten: 0,
            changed_from: 0,
        }
    };

    /// A level at its start.
    pub fn new(level: &Level) -> Self {
        let mut history = Self::BLANK;
        history.reset(level);
        history
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Moves and pushes that led to the current position.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Number of old records that were forgotten because the history was full.
    pub fn forgotten(&self) -> u32 {
        self.forgotten
    }

    /// Number of records that can be undone.
    pub fn undoable(&self) -> usize {
        self.played
    }

    /// Number of records that can be redone.
    pub fn redoable(&self) -> usize {
        self.ring.len - self.played
    }

    /// The remembered records that led to the current position, oldest first.
    pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
        (0..self.played).map(|index| self.ring.get(index))
    }

    /// A remembered record, undone or not, counted from the oldest.
    pub fn record(&self, index: usize) -> Option<Record> {
        (index < self.ring.len).then(|| self.ring.get(index))
    }

    /// Records before this number, forgotten ones included, are the same as when
    /// [`History::settle`] was called.
    pub fn changed_from(&self) -> u32 {
        self.changed_from
    }

    /// From now on, [`History::changed_from`] tells what changes.
    pub fn settle(&mut self) {
        self.changed_from = self.forgotten.saturating_add(self.ring.len as u32);
    }

    /// The position before the oldest remembered record, and the moves that led to it.
    pub fn base(&self) -> (&Board, Tally) {
        (&self.base, self.base_tally)
    }

    /// Starts over at the level's start, with nothing to undo.
    pub fn reset(&mut self, level: &Level) {
        self.rebase(level.start(), Tally::default(), 0);
    }

    /// Starts over at a position of the level that took `forgotten` records to reach.
    pub fn rebase(&mut self, base: &Board, tally: Tally, forgotten: u32) {
        self.board = base.clone();
        self.tally = tally;
        self.base = base.clone();
        self.base_tally = tally;
        self.ring.oldest = 0;
        self.ring.len = 0;
        self.played = 0;
        self.forgotten = forgotten;
        self.changed_from = 0;
    }

    /// Plays and remembers a record of another history. Returns `false` and changes
    /// nothing if play could not have produced this record here: a step that is illegal or
    /// of another kind, or a restart at the start.
    pub fn play(&mut self, level: &Level, record: Record) -> bool {
        match record {
            Record::Step(step) => {
                level.legal_step(&self.board, step.direction) == Some(step)
                    && self.step(level, step.direction).is_some()
            }
            Record::Restart => {
                let moved = self.board != *level.start() || self.tally != Tally::default();
                self.restart(level);
                moved
            }
        }
    }

    /// Plays and remembers a step, which discards everything that could be redone. An
    /// illegal step returns `None` and changes nothing.
    pub fn step(&mut self, level: &Level, direction: Direction) -> Option<Step> {
        let step = level.step(&mut self.board, direction)?;
        self.tally.add(step);
        self.remember(level, Record::Step(step));
        Some(step)
    }

    /// Returns to the level's start as one record. Does nothing at the start.
    pub fn restart(&mut self, level: &Level) {
        if self.board != *level.start() || self.tally != Tally::default() {
            self.board = level.start().clone();
            self.tally = Tally::default();
            self.remember(level, Record::Restart);
        }
    }

    /// Undoes the last record and returns it.
    pub fn undo(&mut self, level: &Level) -> Result<Record, NoUndo> {
        let Some(last) = self.played.checked_sub(1) else {
            return Err(if self.forgotten == 0 {
                NoUndo::AtStart
            } else {
                NoUndo::Forgotten
            });
        };
        let record = self.ring.get(last);
        self.played = last;
        match record {
            Record::Step(step) => {
                level.undo(&mut self.board, step);
                self.tally.take(step);
            }
            Record::Restart => (self.board, self.tally) = self.position_at(level, last),
        }
        Ok(record)
    }

    /// Replays the next undone record, if any, and returns it.
    pub fn redo(&mut self, level: &Level) -> Option<Record> {
        if self.redoable() == 0 {
            return None;
        }
        let record = self.ring.get(self.played);
        self.played += 1;
        apply(level, &mut self.board, &mut self.tally, record);
        Some(record)
    }

    fn remember(&mut self, level: &Level, record: Record) {
        let number = self.forgotten.saturating_add(self.played as u32);
        self.changed_from = self.changed_from.min(number);
        self.ring.len = self.played;
        if self.ring.len == Self::CAPACITY
            && let Some(oldest) = self.ring.pop_oldest()
        {
            apply(level, &mut self.base, &mut self.base_tally, oldest);
            self.forgotten = self.forgotten.saturating_add(1);
        }
        self.ring.push(record);
        self.played = self.ring.len;
    }

    /// The position after the first `played` remembered records, undone or not, and its
    /// tally. Replays from the last restart before it, or from the base.
    pub fn position_at(&self, level: &Level, played: usize) -> (Board, Tally) {
        let played = played.min(self.ring.len);
        let restart = (0..played)
            .rev()
            .find(|&index| self.ring.get(index) == Record::Restart);
        let (mut board, mut tally) = match restart {
            Some(_) => (level.start().clone(), Tally::default()),
            None => (self.base.clone(), self.base_tally),
        };
        for index in restart.map_or(0, |index| index + 1)..played {
            apply(level, &mut board, &mut tally, self.ring.get(index));
        }
        (board, tally)
    }
}

fn apply(level: &Level, board: &mut Board, tally: &mut Tally, record: Record) {
    match record {
        Record::Step(step) => {
            if let Some(step) = level.step(board, step.direction) {
                tally.add(step);
            }
        }
        Record::Restart => {
            *board = level.start().clone();
            *tally = Tally::default();
        }
    }
}

/// Four-bit codes in a ring of bytes.
#[derive(Clone, Debug)]
struct Ring<const BYTES: usize> {
    bytes: [u8; BYTES],
    oldest: usize,
    len: usize,
}

impl<const BYTES: usize> Ring<BYTES> {
    const fn new() -> Self {
        Self {
            bytes: [0; BYTES],
            oldest: 0,
            len: 0,
        }
    }

    /// The index of a record's byte, and the lowest of its four bits there.
    fn place(&self, index: usize) -> (usize, u32) {
        let mut place = self.oldest + index;
        if place >= BYTES * 2 {
            place -= BYTES * 2;
        }
        (place / 2, (place % 2 * 4) as u32)
    }

    fn get(&self, index: usize) -> Record {
        let (byte, shift) = self.place(index);
        // Only valid codes are ever pushed, so the fallback is never used.
        Record::from_code(self.bytes[byte] >> shift & 15).unwrap_or(Record::Restart)
    }

    /// The caller must have made room.
    fn push(&mut self, record: Record) {
        let (byte, shift) = self.place(self.len);
        self.bytes[byte] = self.bytes[byte] & !(15 << shift) | record.code() << shift;
        self.len += 1;
    }

    fn pop_oldest(&mut self) -> Option<Record> {
        self.len = self.len.checked_sub(1)?;
        let record = self.get(0);
        self.oldest = (self.oldest + 1) % (BYTES * 2);
        Some(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text::Reader;

    const ROOM: &[u8] = b"#######\n#@    #\n# $ . #\n#     #\n#######";

    fn room() -> Level {
        Reader::new(ROOM).next().unwrap().unwrap().level
    }

    #[test]
    fn undo_stops_at_the_levels_start() {
        let level = room();
        let mut history = History::<8>::new(&level);
        assert_eq!(history.undo(&level), Err(NoUndo::AtStart));
        history.step(&level, Direction::Right);
        assert!(history.undo(&level).is_ok());
        assert_eq!(history.undo(&level), Err(NoUndo::AtStart));
        assert_eq!(history.board(), level.start());
    }

    #[test]
    fn every_remembered_position_can_be_reconstructed() {
        use Direction::*;
        let level = room();
        let mut history = History::<3>::new(&level);
        let mut seen = vec![(history.board().clone(), history.tally())];
        for direction in [Down, Right, Right, Left, Left, Up, Right, Down] {
            history.step(&level, direction).unwrap();
            seen.push((history.board().clone(), history.tally()));
        }
        history.undo(&level).unwrap();
        history.undo(&level).unwrap();
        let first = history.forgotten() as usize;
        for played in 0..=history.undoable() + history.redoable() {
            assert_eq!(history.position_at(&level, played), seen[first + played]);
        }
    }

    #[test]
    fn a_blocked_step_keeps_redo() {
        let level = room();
        let mut history = History::<8>::new(&level);
        history.step(&level, Direction::Right);
        history.undo(&level).unwrap();
        assert_eq!(history.step(&level, Direction::Up), None);
        assert_eq!(history.redoable(), 1);
    }

    #[test]
    fn undoing_a_restart_restores_position_and_counts() {
        let level = room();
        let mut history = History::<8>::new(&level);
        for direction in [Direction::Down, Direction::Right, Direction::Right] {
            history.step(&level, direction).unwrap();
        }
        let (board, tally) = (history.board().clone(), history.tally());
        history.restart(&level);
        assert_eq!(history.board(), level.start());
        assert_eq!(history.tally(), Tally::default());
        history.step(&level, Direction::Right).unwrap();
        history.undo(&level).unwrap();
        assert_eq!(history.undo(&level), Ok(Record::Restart));
        assert_eq!((history.board(), history.tally()), (&board, tally));
        assert_eq!(
            tally,
            Tally {
                moves: 3,
                pushes: 2
            }
        );
        assert_eq!(history.redo(&level), Some(Record::Restart));
        assert_eq!(history.board(), level.start());
    }

    #[test]
    fn a_restart_at_the_start_is_not_recorded() {
        let level = room();
        let mut history = History::<8>::new(&level);
        history.restart(&level);
        assert_eq!(history.undoable(), 0);
    }

    #[test]
    fn a_full_history_forgets_its_oldest_record_and_reports_it() {
        let level = room();
        let mut history = History::<2>::new(&level);
        for direction in [
            Direction::Down,
            Direction::Right,
            Direction::Left,
            Direction::Up,
            Direction::Right,
        ] {
            history.step(&level, direction).unwrap();
        }
        assert_eq!(history.forgotten(), 1);
        while history.undo(&level).is_ok() {}
        assert_eq!(history.undo(&level), Err(NoUndo::Forgotten));
        let mut expected = level.start().clone();
        level.step(&mut expected, Direction::Down);
        assert_eq!(history.board(), &expected);
        assert_eq!(
            history.tally(),
            Tally {
                moves: 1,
                pushes: 0
            }
        );
    }

    #[test]
    fn codes_up_to_12_are_records_and_others_are_not() {
        for code in 0..=u8::MAX {
            let record = Record::from_code(code);
            assert_eq!(record.is_some(), code <= 12);
            assert_eq!(record.map_or(code, Record::code), code);
        }
    }

    #[test]
    fn only_records_that_play_could_produce_are_accepted() {
        let level = room();
        let mut history = History::<8>::new(&level);
        let step = |direction, kind| Record::Step(Step { direction, kind });
        assert!(!history.play(&level, Record::Restart));
        assert!(!history.play(&level, step(Direction::Up, Kind::Walk)));
        assert!(!history.play(&level, step(Direction::Down, Kind::Push)));
        assert_eq!(history.undoable(), 0);
        assert!(history.play(&level, step(Direction::Down, Kind::Walk)));
        assert!(history.play(&level, step(Direction::Right, Kind::Push)));
        assert!(history.play(&level, Record::Restart));
        assert_eq!(history.undoable(), 3);
        assert_eq!(history.record(2), Some(Record::Restart));
        assert_eq!(history.record(3), None);
    }

    #[test]
    fn a_history_can_continue_from_the_base_of_another() {
        let level = room();
        let mut first = History::<2>::new(&level);
        for index in [2, 1, 3, 0, 1, 1, 2] {
            first.step(&level, Direction::from_index(index)).unwrap();
        }
        let mut second = History::<2>::new(&level);
        let (base, tally) = first.base();
        second.rebase(base, tally, first.forgotten());
        for record in first.records() {
            assert!(second.play(&level, record));
        }
        assert_eq!(second.board(), first.board());
        assert_eq!(second.tally(), first.tally());
        assert_eq!(second.forgotten(), first.forgotten());
        second.reset(&level);
        assert_eq!(second.board(), level.start());
        assert_eq!(second.undo(&level), Err(NoUndo::AtStart));
    }
}
