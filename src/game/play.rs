//! The level in play: its position with every move, and what a player sees of it.

use core::fmt;

use super::library::packs::Place;
use super::progress::{CodeText, Kept, LevelId, Session};
use crate::make::Grade;
use crate::puzzle::text::{Entry, Par, Text};
use crate::puzzle::{
    Board, Cell, CellSet, Direction, History, Kind, Level, Record, Step, Tally, stuck_boxes,
};

/// How long a step is drawn for, in milliseconds: shorter than a key repeats, so that one
/// step ends before the next begins.
pub const STEP_MS: u32 = 90;

/// A step that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// What was done.
    pub step: Step,
    /// Where the keeper comes from.
    pub from: Cell,
    /// When it began.
    pub began: u32,
}

impl Motion {
    /// How much of the step is done at a time, in eighths; 8 once it is over.
    pub fn eighths(&self, now: u32) -> u32 {
        (now.wrapping_sub(self.began).min(STEP_MS) * 8) / STEP_MS
    }
}

/// Where a level comes from, and what it is called.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source<'p> {
    /// A pack, and its title there.
    Pack(Place, Text<'p>),
    /// It was made here from a code; its grade.
    Made(CodeText, Grade),
}

impl fmt::Display for Source<'_> {
    /// Its title, or its code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pack(_, title) => title.fmt(f),
            Self::Made(code, _) => code.fmt(f),
        }
    }
}

/// A level in play, or the last one that was.
#[derive(Clone, Debug)]
pub struct Play<'p> {
    level: Level,
    history: History,
    id: LevelId,
    source: Source<'p>,
    par: Option<Par>,
    /// Whether it can be continued: it was begun, and neither solved nor given up.
    is_on: bool,
    assisted: bool,
    elapsed: u32,
    motion: Option<Motion>,
    facing: Direction,
    stuck: CellSet,
    unsaved: bool,
}

impl<'p> Play<'p> {
    /// Before any level is played.
    pub(super) const NONE: Self = Self {
        level: Level::BLANK,
        history: History::BLANK,
        id: LevelId::NONE,
        source: Source::Pack(Place { pack: 0, number: 0 }, Text::EMPTY),
        par: None,
        is_on: false,
        assisted: false,
        elapsed: 0,
        motion: None,
        facing: Direction::Down,
        stuck: CellSet::EMPTY,
        unsaved: false,
    };

    /// Puts a level of a pack on the table, at its start.
    pub(super) fn open(&mut self, entry: &Entry<'p>, place: Place) {
        self.source = Source::Pack(place, entry.title);
        self.par = entry.par;
        self.level.clone_from(&entry.level);
        self.begin();
    }

    /// The same with a level that was made here.
    pub(super) fn open_made(&mut self, kept: &Kept) {
        self.source = Source::Made(kept.code, kept.grade);
        self.par = Some(kept.par);
        self.level.clone_from(&kept.level);
        self.begin();
    }

    /// Begins the level as if it had not been played.
    pub(super) fn begin(&mut self) {
        self.id = LevelId::of(&self.level);
        self.history.reset(&self.level);
        self.is_on = true;
        self.assisted = false;
        self.elapsed = 0;
        self.unsaved = true;
        self.settle();
        self.facing = Direction::Down;
    }

    /// Takes up what was saved of this level.
    pub(super) fn resume(&mut self, session: Session) {
        self.assisted = session.assisted;
        self.elapsed = session.elapsed;
        self.unsaved = false;
        self.settle();
    }

    /// Ends it: it is solved, or given up.
    pub(super) fn end(&mut self) {
        self.is_on = false;
        self.unsaved = true;
    }

    /// Gives it up without a trace: what the store has stays as it is.
    pub(super) fn abandon(&mut self) {
        self.is_on = false;
        self.unsaved = false;
    }

    /// Whether it can be continued.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether the store does not have this position yet.
    pub(super) fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    /// The store has this position now.
    pub(super) fn saved(&mut self) {
        self.unsaved = false;
    }

    /// Marks it as played with the machine's help.
    pub(super) fn assist(&mut self) {
        self.assisted = true;
        self.unsaved = true;
    }

    /// The place in all that was ever done: records played, forgotten ones included.
    pub(super) fn depth(&self) -> u32 {
        self.history.forgotten() + self.history.undoable() as u32
    }

    /// The position at a depth.
    pub(super) fn position_at(&self, depth: u32) -> Board {
        let played = depth.saturating_sub(self.history.forgotten());
        self.history.position_at(&self.level, played as usize).0
    }

    /// The depth at which the level began, or began again, as far as is remembered.
    pub(super) fn begun(&self) -> u32 {
        let restart = (0..self.history.undoable())
            .rev()
            .find(|&index| self.history.record(index) == Some(Record::Restart));
        self.history.forgotten() + restart.map_or(0, |index| index as u32 + 1)
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The position.
    pub fn board(&self) -> &Board {
        self.history.board()
    }

    /// The position with every move.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Its moves and pushes.
    pub fn tally(&self) -> Tally {
        self.history.tally()
    }

    /// What records call the level.
    pub fn id(&self) -> LevelId {
        self.id
    }

    /// Where the level comes from.
    pub fn source(&self) -> Source<'p> {
        self.source
    }

    /// Where it stands, if it is of a pack.
    pub fn place(&self) -> Option<Place> {
        match self.source {
            Source::Pack(place, _) => Some(place),
            Source::Made(..) => None,
        }
    }

    /// What is kept of it, if it was made here.
    pub(super) fn kept(&self) -> Option<Kept> {
        let Source::Made(code, grade) = self.source else {
            return None;
        };
        Some(Kept {
            code,
            level: self.level.clone(),
            par: self.par?,
            grade,
        })
    }

    /// Its par.
    pub fn par(&self) -> Option<Par> {
        self.par
    }

    /// Whether the machine helped.
    pub fn assisted(&self) -> bool {
        self.assisted
    }

    /// How long it has been played, in milliseconds.
    pub fn elapsed(&self) -> u32 {
        self.elapsed
    }

    /// The step that is being drawn, if there is one.
    pub fn motion(&self) -> Option<Motion> {
        self.motion
    }

    /// Which way the keeper looks.
    pub fn facing(&self) -> Direction {
        self.facing
    }

    /// Boxes that prove the position lost.
    pub fn stuck(&self) -> &CellSet {
        &self.stuck
    }

    /// Whether every box is home.
    pub fn is_solved(&self) -> bool {
        self.level.is_solved(self.board())
    }

    /// Whether no box can be pushed any more.
    pub fn is_immobile(&self) -> bool {
        let board = self.board();
        let open = self.level.open(board);
        let reach = self.level.reach(board);
        Direction::ALL.into_iter().all(|way| {
            let pushable = reach.shifted(way) & *board.boxes() & open.shifted(way.opposite());
            pushable.is_empty()
        })
    }

    /// What is saved of it besides its moves; a level that was made here is in a slot of
    /// the store.
    pub(super) fn session(&self, slot: u8) -> Session {
        let made = Place {
            pack: Place::MADE,
            number: slot.into(),
        };
        Session {
            level: self.id,
            place: self.place().unwrap_or(made),
            assisted: self.assisted,
            elapsed: self.elapsed,
        }
    }

    /// What a step would do.
    pub(super) fn would(&self, direction: Direction) -> Option<Step> {
        self.level.legal_step(self.board(), direction)
    }

    /// Steps, or only looks that way where something is in the way.
    pub(super) fn step(&mut self, direction: Direction, now: u32) -> Option<Step> {
        self.facing = direction;
        let from = self.board().keeper();
        let step = self.history.step(&self.level, direction)?;
        self.unsaved = true;
        self.motion = Some(Motion {
            step,
            from,
            began: now,
        });
        if step.is_push() {
            self.look_for_stuck();
        }
        Some(step)
    }

    pub(super) fn undo(&mut self) -> Option<Record> {
        let record = self.history.undo(&self.level).ok()?;
        self.settle_after(record);
        Some(record)
    }

    /// Takes steps back until a depth is reached, or nothing is left to take back.
    pub(super) fn undo_to(&mut self, depth: u32) {
        while self.depth() > depth && self.history.undo(&self.level).is_ok() {}
        self.unsaved = true;
        self.settle();
    }

    pub(super) fn redo(&mut self) -> Option<Record> {
        let record = self.history.redo(&self.level)?;
        self.settle_after(record);
        Some(record)
    }

    /// Back to the start, as one step that can be undone.
    pub(super) fn restart(&mut self) {
        self.history.restart(&self.level);
        self.unsaved = true;
        self.settle();
    }

    /// Ends the step that is being drawn when its time is over.
    pub(super) fn pass(&mut self, now: u32) {
        self.motion.take_if(|motion| motion.eighths(now) >= 8);
    }

    /// Counts time that it is played for.
    pub(super) fn add_time(&mut self, elapsed: u32) {
        self.elapsed = self.elapsed.saturating_add(elapsed);
    }

    /// Level and history apart, to restore the one from the other's records.
    pub(super) fn parts(&mut self) -> (&Level, &mut History) {
        (&self.level, &mut self.history)
    }

    fn settle_after(&mut self, record: Record) {
        self.unsaved = true;
        self.motion = None;
        match record {
            Record::Step(step) => {
                self.facing = step.direction;
                if step.kind != Kind::Walk {
                    self.look_for_stuck();
                }
            }
            Record::Restart => self.settle(),
        }
    }

    fn settle(&mut self) {
        self.motion = None;
        self.look_for_stuck();
    }

    fn look_for_stuck(&mut self) {
        self.stuck = stuck_boxes(&self.level, self.history.board());
    }
}
