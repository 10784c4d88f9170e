//! Fewer pushes for a known solution: window after window is solved again. Then fewer moves:
//! `tidy` reorders the pushes.
//!
//! A window is some of the solution's pushes in a row. A search brings the boxes that they
//! move from where they are before the window to where they are after it in the fewest
//! pushes, while all other boxes stand still as walls; if that takes fewer, the new pushes
//! replace the old. When nothing more is gained, boxes near by may move as well. Windows begin
//! and end between two runs (pushes of one box in a row), and grow. The path is a solution at
//! any moment.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | which window is next, and the path with what was gained |
//! | `window` | the fewest pushes from one position of the path to a later one, by A* |
//! | `tidy` | fewer moves for the same pushes, in another order |

mod tidy;
mod window;

use crate::solve::MAX_BOXES;
use crate::solve::base::position::{Position, Push};
use crate::solve::base::solution::unpack;
use crate::solve::base::terrain::{NONE, Terrain};
use crate::solve::base::workplace::Workplace;
pub(super) use tidy::Tidy;
use window::{Window, WindowEvent};

/// Runs of a window, one round after the other.
const WIDTHS: [usize; 8] = [2, 3, 4, 6, 9, 13, 20, 32];

/// The state of shortening the solution on the path.
#[derive(Debug)]
pub(super) struct Shorten {
    /// The position in which the path begins.
    start: [u16; MAX_BOXES],
    keeper: u8,
    pub(super) length: usize,
    /// Where the next window begins, and which of the widths it has.
    from: usize,
    round: usize,
    /// Whether this pass over all widths has found something.
    gained: bool,
    /// Whether windows move boxes near by too: once nothing is gained without.
    wide: bool,
    window: Option<Window>,
    /// Work units that all windows together may still take.
    left: u32,
    /// Nodes so far.
    pub(super) nodes: u32,
    /// Work units besides flood fills.
    pub(super) other_work: u32,
}

/// Cost of opening a window in work units, and the pushes up to its end that can be replayed
/// for one unit.
const OPEN: u32 = 4;
const PUSHES: usize = 16;
/// Cost of measuring a window's distances, or of clearing its memory.
const PREPARE: u32 = 3;

impl Shorten {
    /// Shortens the first `length` pushes of the path, which begin in the given position,
    /// for up to `effort` work units.
    pub(super) fn new(start: [u16; MAX_BOXES], keeper: u8, length: usize, effort: u32) -> Self {
        Self {
            start,
            keeper,
            length,
            from: 0,
            round: 0,
            gained: false,
            wide: false,
            window: None,
            left: effort,
            nodes: 0,
            other_work: 0,
        }
    }

    /// Does a piece of work; whether there is more to try.
    pub(super) fn advance(&mut self, work: &mut Workplace<'_>) -> bool {
        let before = work.position.work_done().wrapping_add(self.other_work);
        let more = self.advance_window(work);
        let now = work.position.work_done().wrapping_add(self.other_work);
        self.left = self.left.saturating_sub(now.wrapping_sub(before));
        more && self.left > 0
    }

    fn advance_window(&mut self, work: &mut Workplace<'_>) -> bool {
        let Some(window) = &mut self.window else {
            return self.open(work);
        };
        let before = window.nodes;
        let event = window.advance(&work.terrain, &mut work.position, work.pool);
        let spent = window.nodes - before;
        self.nodes += spent;
        if spent == 0 {
            self.other_work += PREPARE;
        }
        match event {
            WindowEvent::Going => return true,
            WindowEvent::Nothing => self.from = self.after(work.path, self.from, self.stride()),
            WindowEvent::Better(pushes) => {
                let (from, to) = (window.from, window.to);
                window.write(
                    &work.terrain,
                    work.pool,
                    &mut work.path[from..from + pushes],
                );
                work.path.copy_within(to..self.length, from + pushes);
                self.length -= to - from - pushes;
                self.gained = true;
            }
        }
        self.window = None;
        true
    }

    /// Runs between the starts of two windows in a round.
    fn stride(&self) -> usize {
        (WIDTHS[self.round] / 3).max(1)
    }

    /// Opens the next window.
    fn open(&mut self, work: &mut Workplace<'_>) -> bool {
        if self.from >= self.length {
            self.from = 0;
            self.round += 1;
            if self.round == WIDTHS.len() {
                self.round = 0;
                // After a gain, first without the boxes near by again.
                let was_wide = self.wide;
                self.wide = !core::mem::take(&mut self.gained);
                return !(self.wide && was_wide);
            }
        }
        let to = self.after(work.path, self.from, WIDTHS[self.round]);
        self.other_work += OPEN + (to / PUSHES) as u32;
        let (terrain, position) = (&work.terrain, &mut work.position);
        position.restore(terrain, &self.start, self.keeper);
        let path = &work.path[..self.length];
        replay(terrain, position, &path[..self.from]);
        let window = Window::new(terrain, position, path, self.from, to, work.pool, self.wide);
        match window {
            Some(window) => self.window = Some(window),
            None => self.from = self.after(work.path, self.from, self.stride()),
        }
        true
    }

    /// Where the next `runs` runs after a place end.
    fn after(&self, path: &[u16], place: usize, runs: usize) -> usize {
        let path = &path[..self.length];
        let begins = |&next: &usize| {
            let (cell, direction) = unpack(path[next - 1]);
            unpack(path[next]).0 != cell.step(direction)
        };
        let mut starts = (place + 1..path.len()).filter(begins);
        starts.nth(runs - 1).unwrap_or(path.len())
    }
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
