//! The level in play: its history, its origin, and the step that is being animated.

use core::fmt;

use super::library::packs::Place;
use super::progress::{CodeText, Kept, LevelId, Session};
use crate::make::Grade;
use crate::puzzle::text::{Entry, Par, Text};
use crate::puzzle::{
    Board, Cell, CellSet, Direction, History, Kind, Level, Record, Step, Tally, stuck_boxes,
};

/// The duration of a step's animation, in milliseconds. Shorter than the repeat interval of a
/// key, so that one step ends before the next begins.
pub const STEP_MS: u32 = 90;

/// A step that is being animated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The step.
    pub step: Step,
    /// The keeper's square before the step.
    pub from: Cell,
    /// When the step was taken.
    pub began: u32,
}

impl Motion {
    /// How much of the step is done at time `now`, in eighths; 8 when it is over.
    pub fn eighths(&self, now: u32) -> u32 {
        (now.wrapping_sub(self.began).min(STEP_MS) * 8) / STEP_MS
    }
}

/// Where a level comes from, and what it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'p> {
    /// A pack: the level's place and title.
    Pack(Place, Text<'p>),
    /// Generated on this machine: its code and grade.
    Made(CodeText, Grade),
}

impl fmt::Display for Source<'_> {
    /// The title, or the code of a generated level.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pack(_, title) => title.fmt(f),
            Self::Made(code, _) => code.fmt(f),
        }
    }
}

/// The level in play, or the last one that was played.
#[derive(Clone, Debug)]
pub struct Play<'p> {
    level: Level,
    history: History,
    id: LevelId,
    source: Source<'p>,
    par: Option<Par>,
    /// Whether it can be continued: it was begun and neither solved nor abandoned.
    is_on: bool,
    assisted: bool,
    elapsed: u32,
    motion: Option<Motion>,
    facing: Direction,
    stuck: CellSet,
    unsaved: bool,
}

impl<'p> Play<'p> {
    /// The state before any level is played.
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

    /// Begins a level of a pack.
    pub(super) fn open(&mut self, entry: &Entry<'p>, place: Place) {
        self.source = Source::Pack(place, entry.title);
        self.par = entry.par;
        self.level.clone_from(&entry.level);
        self.begin();
    }

    /// Begins a generated level.
    pub(super) fn open_made(&mut self, kept: &Kept) {
        self.source = Source::Made(kept.code, kept.grade);
        self.par = Some(kept.par);
        self.level.clone_from(&kept.level);
        self.begin();
    }

    /// Begins the level again, with an empty history.
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

    /// Takes over a saved session of this level; the history is already restored.
    pub(super) fn resume(&mut self, session: Session) {
        self.assisted = session.assisted;
        self.elapsed = session.elapsed;
        self.unsaved = false;
        self.history.settle();
        self.settle();
    }

    /// Ends the level: it cannot be continued, and the next save removes it from the store.
    pub(super) fn end(&mut self) {
        self.is_on = false;
        self.unsaved = true;
    }

    /// Ends the level without changing what is saved.
    pub(super) fn abandon(&mut self) {
        self.is_on = false;
        self.unsaved = false;
    }

    /// Whether it can be continued.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether something has changed since the last save.
    pub(super) fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    /// Call this after the position was saved.
    pub(super) fn saved(&mut self) {
        self.unsaved = false;
        self.history.settle();
    }

    /// Whether there is nothing to undo or redo.
    pub(super) fn is_untouched(&self) -> bool {
        self.history.undoable() + self.history.redoable() == 0
    }

    /// Marks the level as played with the machine's help.
    pub(super) fn assist(&mut self) {
        self.assisted = true;
        self.unsaved = true;
    }

    /// Number of records played so far, forgotten ones included.
    pub(super) fn depth(&self) -> u32 {
        self.history.forgotten() + self.history.undoable() as u32
    }

    /// The position at a depth.
    pub(super) fn position_at(&self, depth: u32) -> Board {
        let played = depth.saturating_sub(self.history.forgotten());
        self.history.position_at(&self.level, played as usize).0
    }

    /// The depth at which the level began or was last restarted, as far as it is remembered.
    pub(super) fn begun(&self) -> u32 {
        let restart = (0..self.history.undoable())
            .rev()
            .find(|&index| self.history.record(index) == Some(Record::Restart));
        self.history.forgotten() + restart.map_or(0, |index| index as u32 + 1)
    }

    /// The level's walls, goals and start.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        self.history.board()
    }

    /// The current position with its undoable and redoable moves.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Moves and pushes so far.
    pub fn tally(&self) -> Tally {
        self.history.tally()
    }

    /// The identity of the level in saved records.
    pub fn id(&self) -> LevelId {
        self.id
    }

    /// Where the level comes from, with its title or code.
    pub fn source(&self) -> Source<'p> {
        self.source
    }

    /// The place of a level that comes from a pack.
    pub fn place(&self) -> Option<Place> {
        match self.source {
            Source::Pack(place, _) => Some(place),
            Source::Made(..) => None,
        }
    }

    /// The record to save of a generated level.
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

    /// The fewest pushes, proven or best known.
    pub fn par(&self) -> Option<Par> {
        self.par
    }

    /// Whether the player had help from the machine.
    pub fn assisted(&self) -> bool {
        self.assisted
    }

    /// Playing time so far, in milliseconds.
    pub fn elapsed(&self) -> u32 {
        self.elapsed
    }

    /// The step that is being animated.
    pub fn motion(&self) -> Option<Motion> {
        self.motion
    }

    /// The direction in which the keeper looks.
    pub fn facing(&self) -> Direction {
        self.facing
    }

    /// Squares of boxes that are stuck; any of them makes the position lost.
    pub fn stuck(&self) -> &CellSet {
        &self.stuck
    }

    /// Whether every box is on a goal, or in its hole.
    pub fn is_solved(&self) -> bool {
        self.level.is_solved(self.board())
    }

    /// Whether no box can be pushed from here.
    pub fn is_immobile(&self) -> bool {
        let board = self.board();
        let open = self.level.open(board);
        let reach = self.level.reach(board);
        Direction::ALL.into_iter().all(|way| {
            let pushable = reach.shifted(way) & *board.boxes() & open.shifted(way.opposite());
            pushable.is_empty()
        })
    }

    /// What is saved besides the moves.
    pub(super) fn session(&self) -> Session {
        Session {
            level: self.id,
            place: self.place().unwrap_or(Place::MADE),
            assisted: self.assisted,
            elapsed: self.elapsed,
        }
    }

    /// What a step would do; `None` if something blocks it.
    pub(super) fn would(&self, direction: Direction) -> Option<Step> {
        self.level.legal_step(self.board(), direction)
    }

    /// Takes a step; if something blocks it, the keeper only turns that way.
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

    /// Undoes records until a depth is reached, or nothing is left to undo.
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

    /// Redoes the next step, animated, while a solution is watched.
    pub(super) fn redo_step(&mut self, now: u32) -> Option<Step> {
        let from = self.board().keeper();
        let Record::Step(step) = self.history.redo(&self.level)? else {
            return None;
        };
        self.facing = step.direction;
        self.motion = Some(Motion {
            step,
            from,
            began: now,
        });
        Some(step)
    }

    /// Goes back to the start, as one step that can be undone.
    pub(super) fn restart(&mut self) {
        self.history.restart(&self.level);
        self.unsaved = true;
        self.settle();
    }

    /// Ends the animation of a step when its time is over.
    pub(super) fn pass(&mut self, now: u32) {
        self.motion.take_if(|motion| motion.eighths(now) >= 8);
    }

    /// Adds milliseconds to the playing time.
    pub(super) fn add_time(&mut self, elapsed: u32) {
        self.elapsed = self.elapsed.saturating_add(elapsed);
    }

    /// Level and history as separate borrows, for saving and restoring.
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
