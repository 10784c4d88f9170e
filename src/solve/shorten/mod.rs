//! A known solution made better: window after window is solved again.
//!
//! A window is some of the solution's pushes in a row. A search brings the boxes that they
//! move from where they are before the window to where they are after it in fewer pushes,
//! while all other boxes stand still as walls; the pushes that it finds replace the old. When
//! nothing more is gained, boxes near by may move as well. Then moves count, too: a window
//! is replaced by one with fewer pushes, or with as many and fewer moves. Windows begin
//! and end between two runs (pushes of one box in a row), and grow. The path is a solution at
//! any moment; it never gets more pushes, nor more moves with as many pushes once moves count.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | which window is next, and the path with what was gained |
//! | `window` | the cheapest way from one position of the path to a later one, by A* |
//! | `note` | the walk to each push, and which windows have been tried |
//! | `heap` | the nodes of a window that are still open |
//!
//! Worth: 15,396 moves instead of 17,593 on the 146 levels of Microban whose fewest pushes are
//! proven within 100,000 nodes (`sokopico solve --ablate --optimal`).

mod heap;
mod note;
mod window;

use crate::solve::MAX_BOXES;
use crate::solve::base::position::{Position, Push};
use crate::solve::base::solution::{MAX_PUSHES, unpack};
use crate::solve::base::terrain::{NONE, Terrain};
use crate::solve::base::walks::{self, Walks};
use crate::solve::base::workplace::Workplace;
use note::Note;
use window::{Frame, Window, WindowEvent};

/// Runs of a window, one round after the other.
const WIDTHS: [usize; 8] = [2, 3, 4, 6, 9, 13, 20, 32];
/// Words of the notes.
const NOTES: usize = MAX_PUSHES;

/// Cost of opening a window in work units, and the pushes up to its end that can be replayed
/// for one unit.
const OPEN: u32 = 4;
const PUSHES: usize = 16;

/// Work units that shortening may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// While only pushes count. Of no use where there cannot be fewer.
    pub(super) pushes: u32,
    /// After that.
    pub(super) moves: u32,
}

/// What windows are looking for, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Fewer pushes.
    Pushes,
    /// The same, with boxes near by.
    Wide,
    /// Fewer pushes, or as many and fewer moves.
    Moves,
}

/// The state of shortening the solution on the path.
#[derive(Debug)]
pub(super) struct Shorten {
    /// The position in which the path begins.
    start: [u16; MAX_BOXES],
    keeper: u8,
    pub(super) length: usize,
    stage: Stage,
    /// Where the next window begins, and which of the widths it has.
    from: usize,
    round: usize,
    /// Whether this pass over all widths has found something.
    gained: bool,
    /// How many pushes are noted; in [`Stage::Moves`], with their walks.
    noted: usize,
    window: Option<Window>,
    left: Effort,
    /// Work units besides flood fills.
    pub(super) other_work: u32,
}

impl Shorten {
    /// Shortens the first `length` pushes of the path, which begin in the given position.
    pub(super) fn new(start: [u16; MAX_BOXES], keeper: u8, length: usize, effort: Effort) -> Self {
        Self {
            start,
            keeper,
            length,
            stage: match effort.pushes {
                0 => Stage::Moves,
                _ => Stage::Pushes,
            },
            from: 0,
            round: 0,
            gained: false,
            noted: 0,
            window: None,
            left: effort,
            other_work: 0,
        }
    }

    /// Moves of the path, once they count.
    pub(super) fn moves(&self, work: &Workplace<'_>) -> Option<u32> {
        let is_noted = self.stage == Stage::Moves && self.noted == self.length;
        let notes: &[Note] = bytemuck::cast_slice(work.pool.get(..NOTES)?);
        is_noted.then(|| moves(&notes[..self.length]))
    }

    /// Does a piece of work; whether there is more to try.
    pub(super) fn advance(&mut self, work: &mut Workplace<'_>) -> bool {
        if work.pool.len() < NOTES {
            return false;
        }
        let before = work.position.work_done().wrapping_add(self.other_work);
        let more = match (&self.window, self.noted < self.length) {
            (Some(_), _) => self.advance_window(work),
            (None, true) => self.note(work),
            (None, false) => self.open(work),
        };
        let now = work.position.work_done().wrapping_add(self.other_work);
        let left = match self.stage {
            Stage::Pushes | Stage::Wide => &mut self.left.pushes,
            Stage::Moves => &mut self.left.moves,
        };
        *left = left.saturating_sub(now.wrapping_sub(before));
        if more && *left > 0 {
            return true;
        }
        if self.stage == Stage::Moves {
            return false;
        }
        self.stage = Stage::Moves;
        (self.from, self.round, self.noted) = (0, 0, 0);
        self.window = None;
        self.left.moves > 0
    }

    /// Begins the notes of the path, in [`Stage::Moves`] one walk at a time.
    fn note(&mut self, work: &mut Workplace<'_>) -> bool {
        let (terrain, position) = (&work.terrain, &mut work.position);
        let notes: &mut [Note] = bytemuck::cast_slice_mut(&mut work.pool[..NOTES]);
        if self.stage != Stage::Moves {
            notes[..self.length].fill(Note::default());
            self.noted = self.length;
            return true;
        }
        if self.noted == 0 {
            position.restore(terrain, &self.start, self.keeper);
        }
        let code = work.path[self.noted];
        let (cell, direction) = unpack(code);
        let mut walks = Walks::new();
        walks.find(terrain, &position.open, position.keeper);
        self.other_work += walks::COST;
        let stand = terrain.number_of(cell.step(direction.opposite()));
        let Some(steps) = walks.to(stand) else {
            return false;
        };
        notes[self.noted] = Note::new(u32::from(steps));
        replay(terrain, position, &[code]);
        self.noted += 1;
        true
    }

    fn advance_window(&mut self, work: &mut Workplace<'_>) -> bool {
        let Some(window) = &mut self.window else {
            return true;
        };
        let (notes, pool) = work.pool.split_at_mut(NOTES);
        let before = window.work;
        let event = window.advance(&work.terrain, &mut work.position, pool);
        self.other_work += window.work - before;
        match event {
            WindowEvent::Going => return true,
            WindowEvent::Nothing => self.from = self.after(work.path, self.from, self.stride()),
            WindowEvent::Better(pushes) => {
                let Frame { from, to, .. } = window.frame;
                let notes: &mut [Note] = bytemuck::cast_slice_mut(notes);
                work.path.copy_within(to..self.length, from + pushes);
                notes.copy_within(to..self.length, from + pushes);
                self.length -= to - from - pushes;
                self.noted = self.length;
                let (path, notes) = (&mut work.path[..self.length], &mut notes[..self.length]);
                window.write(&work.terrain, pool, &mut path[from..], &mut notes[from..]);
                self.forget(path, notes, from, from + pushes);
                self.gained = true;
            }
        }
        self.window = None;
        true
    }

    /// Forgets which windows have been tried where they might reach pushes that have changed.
    fn forget(&self, path: &[u16], notes: &mut [Note], from: usize, to: usize) {
        let mut runs = 0;
        for place in (0..path.len().min(to + 1)).rev() {
            runs += usize::from(place < from && begins_run(path, place));
            if runs > WIDTHS[WIDTHS.len() - 1] {
                return;
            }
            notes[place].forget();
        }
    }

    /// Runs between the starts of two windows in a round.
    fn stride(&self) -> usize {
        (WIDTHS[self.round] / 3).max(1)
    }

    /// Opens the next window; `false` after the last one.
    fn open(&mut self, work: &mut Workplace<'_>) -> bool {
        if self.from >= self.length {
            self.from = 0;
            self.round += 1;
            if self.round == WIDTHS.len() {
                self.round = 0;
                let gained = core::mem::take(&mut self.gained);
                self.stage = match self.stage {
                    Stage::Pushes if !gained => Stage::Wide,
                    Stage::Wide if gained => Stage::Pushes,
                    stage if gained => stage,
                    _ => return false,
                };
            }
        }
        let (from, to) = (
            self.from,
            self.after(work.path, self.from, WIDTHS[self.round]),
        );
        let (notes, pool) = work.pool.split_at_mut(NOTES);
        let notes: &mut [Note] = bytemuck::cast_slice_mut(notes);
        let number = self.stage as usize * WIDTHS.len() + self.round;
        self.other_work += 1;
        if notes[from].is_new(number) {
            self.other_work += OPEN + (to / PUSHES) as u32;
            let frame = Frame {
                from,
                to,
                is_wide: self.stage == Stage::Wide,
                moves: (self.stage == Stage::Moves).then(|| {
                    let next = notes[..self.length].get(to);
                    moves(&notes[from..to]) + next.map_or(0, |next| next.walk())
                }),
            };
            let (terrain, position) = (&work.terrain, &mut work.position);
            position.restore(terrain, &self.start, self.keeper);
            let path = &work.path[..self.length];
            replay(terrain, position, &path[..from]);
            self.window = Window::new(terrain, position, path, frame, pool);
        }
        if self.window.is_none() {
            self.from = self.after(work.path, self.from, self.stride());
        }
        true
    }

    /// Where the next `runs` runs after a place end.
    fn after(&self, path: &[u16], place: usize, runs: usize) -> usize {
        let path = &path[..self.length];
        let mut starts = (place + 1..path.len()).filter(|&next| begins_run(path, next));
        starts.nth(runs - 1).unwrap_or(path.len())
    }
}

/// Whether a run begins with a push of the path.
fn begins_run(path: &[u16], place: usize) -> bool {
    place == 0 || {
        let (cell, direction) = unpack(path[place - 1]);
        unpack(path[place]).0 != cell.step(direction)
    }
}

/// The moves of pushes, walks included.
fn moves(notes: &[Note]) -> u32 {
    notes.iter().map(|note| note.walk() + 1).sum()
}

/// Makes pushes of a path.
fn replay(terrain: &Terrain<'_>, position: &mut Position<'_>, path: &[u16]) {
    for &code in path {
        let (cell, direction) = unpack(code);
        let square = terrain.number_of(cell);
        let which = position.occupant(square);
        let target = terrain.next(square, direction);
        if which == NONE || target == NONE {
            return;
        }
        let push = Push::single(terrain, position, which, direction, target);
        position.apply(terrain, push);
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::text::Reader;
    use crate::solve::solver::Phase;
    use crate::solve::{ARENA_WORDS, Solver, Status, Strategy};

    /// The windows keep the count by what they gain; the steps are counted anew.
    #[test]
    fn the_moves_that_are_kept_are_those_of_the_path() {
        let (mut counted, mut gained) = (0, 0);
        for entry in Reader::new(include_bytes!("../bench.xsb")) {
            let level = entry.unwrap().level;
            for strategy in [Strategy::OPTIMAL, Strategy::QUICK] {
                let mut arena = std::vec![0; ARENA_WORDS];
                let mut solver = Solver::new(&level, level.start(), &mut arena)
                    .with_strategy(strategy)
                    .with_node_limit(5_000);
                let mut before = None;
                while let Status::Working(_) = solver.step(1) {
                    let (Phase::Shorten { shorten, .. }, Some(work)) =
                        (&solver.phase, &solver.work)
                    else {
                        continue;
                    };
                    let moves = shorten.moves(work);
                    if let Some(moves) = moves.filter(|_| moves != before) {
                        let steps = solver.best().unwrap().steps();
                        assert_eq!(steps.count(), moves as usize);
                        counted += 1;
                        gained += usize::from(before.is_some());
                    }
                    before = moves;
                }
            }
        }
        assert!(counted > 10 && gained > 10, "{counted}, {gained}");
    }
}
