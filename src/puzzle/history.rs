//! A level in play, with every move remembered.
//!
//! Moves are packed two to a byte in a ring. When it is full the oldest move is forgotten:
//! it is played on `base`, the position before the oldest remembered move, so that
//! everything still in the ring can be undone exactly. A restart is one record: undoing it
//! plays the moves before it again.

use super::board::Board;
use super::cell::Direction;
use super::level::Level;
use super::limits::HISTORY_BYTES;
use super::rules::{Kind, Step};

/// One thing that was done and can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// A move of the keeper.
    Step(Step),
    /// Back to the level's start.
    Restart,
}

impl Record {
    const RESTART: u8 = 12;

    /// The record in four bits, 0 to 12: what histories and saved games hold.
    pub fn code(self) -> u8 {
        match self {
            Self::Step(Step { direction, kind }) => kind as u8 * 4 + direction.index(),
            Self::Restart => Self::RESTART,
        }
    }

    /// The record of a code, if it is one.
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
    /// This is how the level began.
    AtStart,
    /// There were earlier moves, but the history was full and forgot them.
    Forgotten,
}

/// Moves and pushes since the level's start, or since the last restart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Steps of the keeper, pushes among them.
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

/// A position of a level with its moves, so that the two always agree.
///
/// `BYTES` sizes the memory, two moves a byte. Every call takes the same level that the
/// history began with.
#[derive(Clone, Debug)]
pub struct History<const BYTES: usize = HISTORY_BYTES> {
    board: Board,
    tally: Tally,
    base: Board,
    base_tally: Tally,
    ring: Ring<BYTES>,
    /// Records of the ring that are played; those after it can be redone.
    played: usize,
    forgotten: u32,
}

impl<const BYTES: usize> History<BYTES> {
    /// Records that are remembered.
    pub const CAPACITY: usize = {
        assert!(BYTES > 0, "a history remembers at least one byte of moves");
        BYTES * 2
    };

    /// [`Level::BLANK`] at its start.
    pub const BLANK: Self = {
        // Named here, a history without room is refused when it is compiled.
        const { Self::CAPACITY };
        Self {
            board: Board::BLANK,
            tally: Tally::NONE,
            base: Board::BLANK,
            base_tally: Tally::NONE,
            ring: Ring::new(),
            played: 0,
            forgotten: 0,
        }
    };

    /// A level at its start.
    pub fn new(level: &Level) -> Self {
        let mut history = Self::BLANK;
        history.reset(level);
        history
    }

    /// The position in play.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Moves and pushes that led to this position.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// How many of the oldest records a full history has forgotten.
    pub fn forgotten(&self) -> u32 {
        self.forgotten
    }

    /// How many records can be undone.
    pub fn undoable(&self) -> usize {
        self.played
    }

    /// How many records can be redone.
    pub fn redoable(&self) -> usize {
        self.ring.len - self.played
    }

    /// The records that led here, oldest first.
    pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
        (0..self.played).map(|index| self.ring.get(index))
    }

    /// A remembered record, undone or not, counted from the oldest.
    pub fn record(&self, index: usize) -> Option<Record> {
        (index < self.ring.len).then(|| self.ring.get(index))
    }

    /// The position before the oldest remembered record, and the moves that led to it.
    pub fn base(&self) -> (&Board, Tally) {
        (&self.base, self.base_tally)
    }

    /// Begins anew at the level's start, with nothing to undo.
    pub fn reset(&mut self, level: &Level) {
        self.rebase(level.start(), Tally::default(), 0);
    }

    /// Begins anew at a position of the level to which `forgotten` records had led.
    pub fn rebase(&mut self, base: &Board, tally: Tally, forgotten: u32) {
        self.board = base.clone();
        self.tally = tally;
        self.base = base.clone();
        self.base_tally = tally;
        self.ring.oldest = 0;
        self.ring.len = 0;
        self.played = 0;
        self.forgotten = forgotten;
    }

    /// Plays a record of another history and remembers it. `false`, and nothing changes,
    /// where playing on from here could not have made this record: a step that the rules
    /// forbid or that does something else, or a restart that changes nothing.
    pub fn play(&mut self, level: &Level, record: Record) -> bool {
        match record {
            Record::Step(step) => {
                level.legal_step(&self.board, step.direction) == Some(step)
                    && self.step(level, step.direction).is_some()
            }
            Record::Restart => {
                let away = self.board != *level.start() || self.tally != Tally::default();
                self.restart(level);
                away
            }
        }
    }

    /// Plays a step and remembers it; what could be redone is gone. `None`, and nothing
    /// changes, where the rules forbid it.
    pub fn step(&mut self, level: &Level, direction: Direction) -> Option<Step> {
        let step = level.step(&mut self.board, direction)?;
        self.tally.add(step);
        self.remember(level, Record::Step(step));
        Some(step)
    }

    /// Goes back to the level's start as one record. At the start it does nothing.
    pub fn restart(&mut self, level: &Level) {
        if self.board != *level.start() || self.tally != Tally::default() {
            self.board = level.start().clone();
            self.tally = Tally::default();
            self.remember(level, Record::Restart);
        }
    }

    /// Takes the last record back and says which it was.
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

    /// Plays the next undone record again and says which it was, if there is one.
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

    /// The position in which so many of the remembered records are played, whether or not
    /// they are now, and its tally: from the last restart before it, or from the base.
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

    /// The byte of a record, and where in it its four bits begin.
    fn place(&self, index: usize) -> (usize, u32) {
        let mut place = self.oldest + index;
        if place >= BYTES * 2 {
            place -= BYTES * 2;
        }
        (place / 2, (place % 2 * 4) as u32)
    }

    fn get(&self, index: usize) -> Record {
        let (byte, shift) = self.place(index);
        // Only codes of records are ever pushed.
        Record::from_code(self.bytes[byte] >> shift & 15).unwrap_or(Record::Restart)
    }

    /// The caller has made room.
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
    fn every_remembered_position_can_be_seen_again() {
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
    fn a_blocked_step_leaves_redo_alone() {
        let level = room();
        let mut history = History::<8>::new(&level);
        history.step(&level, Direction::Right);
        history.undo(&level).unwrap();
        assert_eq!(history.step(&level, Direction::Up), None);
        assert_eq!(history.redoable(), 1);
    }

    #[test]
    fn a_restart_is_one_record_and_comes_back_with_its_counts() {
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
    fn a_restart_at_the_start_is_nothing() {
        let level = room();
        let mut history = History::<8>::new(&level);
        history.restart(&level);
        assert_eq!(history.undoable(), 0);
    }

    #[test]
    fn a_full_history_forgets_its_oldest_and_says_so() {
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
    fn a_code_is_a_record_and_other_codes_are_none() {
        for code in 0..=u8::MAX {
            let record = Record::from_code(code);
            assert_eq!(record.is_some(), code <= 12);
            assert_eq!(record.map_or(code, Record::code), code);
        }
    }

    #[test]
    fn only_a_record_that_play_could_make_is_played() {
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
    fn a_history_goes_on_from_the_base_of_another() {
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
