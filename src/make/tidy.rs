//! The order of pushes in the solution that a draft is trimmed by.
//!
//! The optimal searches count pushes only, and may go back and forth between boxes. Here every
//! run (pushes of one box in a row) is tried a few places earlier; if the rules allow the new
//! order and the keeper walks less, the new order is kept. What is walled off depends on where
//! the keeper walks, so any other order gives other levels for the same codes: the solver's
//! own way to shorten solutions may improve, but this must stay as it is.

use crate::puzzle::{Board, Cell, Direction, Level, Walk};

/// How many places earlier a run is tried.
const REACH: usize = 4;
/// Orders that are tried at most; each is a replay of the solution.
const TRIALS: u32 = 96;

/// A push: the box's cell before it, and its direction.
pub(super) type Push = (Cell, Direction);

/// Pushes, in part of the arena.
pub(super) struct Pushes<'a> {
    words: &'a mut [u32],
    len: usize,
}

impl<'a> Pushes<'a> {
    pub(super) fn new(words: &'a mut [u32]) -> Self {
        Self { words, len: 0 }
    }

    /// Adds a push; `None` if it does not fit.
    pub(super) fn push(&mut self, (cell, direction): Push) -> Option<()> {
        let word = self.words.get_mut(self.len)?;
        *word = u32::from(cell.index()) << 2 | u32::from(direction.index());
        self.len += 1;
        Some(())
    }

    pub(super) fn get(&self, place: usize) -> Option<Push> {
        let &word = self.words[..self.len].get(place)?;
        let (cell, direction) = ((word >> 2) as u16, (word & 3) as u8);
        Some((Cell::from_index(cell), Direction::from_index(direction)))
    }

    /// Where a run begins and ends, by its number.
    fn run(&self, number: usize) -> Option<(usize, usize)> {
        let begins = |&place: &usize| match place.checked_sub(1).and_then(|last| self.get(last)) {
            Some((cell, direction)) => {
                self.get(place).map(|(next, _)| next) != Some(cell.step(direction))
            }
            None => true,
        };
        let mut starts = (0..self.len).filter(begins);
        let start = starts.nth(number)?;
        Some((start, starts.next().unwrap_or(self.len)))
    }
}

/// Walks to a push and makes it, and tells each step; `false` where the rules do not allow it.
pub(super) fn play(
    level: &Level,
    board: &mut Board,
    (cell, direction): Push,
    mut told: impl FnMut(Direction),
) -> bool {
    let stand = cell.step(direction.opposite());
    if !board.boxes().contains(cell) {
        return false;
    }
    if board.keeper() != stand {
        let Some(walk) = Walk::new(&level.open(board), board.keeper(), stand) else {
            return false;
        };
        for step in walk {
            level.step(board, step);
            told(step);
        }
    }
    told(direction);
    level.step(board, direction).is_some()
}

/// The state of reordering pushes.
#[derive(Debug)]
pub(super) struct Tidy {
    /// Moves of the best order so far, which the pushes have unless one is being tried.
    best: u32,
    /// The run that is being moved, and the run before which it is tried.
    run: usize,
    earlier: usize,
    trial: Option<Trial>,
    /// The replay: its position, its next push and its moves so far.
    board: Board,
    next: usize,
    moves: u32,
    left: u32,
}

/// The pushes that were rotated, to be rotated back.
#[derive(Clone, Copy, Debug)]
struct Trial {
    first: usize,
    start: usize,
    end: usize,
}

impl Tidy {
    pub(super) fn new(level: &Level) -> Self {
        Self {
            best: u32::MAX,
            run: 1,
            earlier: 1,
            trial: None,
            board: level.start().clone(),
            next: 0,
            moves: 0,
            left: TRIALS,
        }
    }

    /// Replays one push of the order that is being tried; whether there is more to do.
    pub(super) fn advance(&mut self, level: &Level, pushes: &mut Pushes<'_>) -> bool {
        let good = match pushes.get(self.next) {
            Some(push)
                if play(level, &mut self.board, push, |_| self.moves += 1)
                    && self.moves < self.best =>
            {
                self.next += 1;
                return true;
            }
            Some(_) => false,
            None => level.is_solved(&self.board),
        };
        if good {
            self.best = self.moves;
        } else if let Some(Trial { first, start, end }) = self.trial {
            pushes.words[first..end].rotate_left(end - start);
        }
        self.board = level.start().clone();
        (self.next, self.moves) = (0, 0);
        self.try_next(pushes)
    }

    /// Puts the next run before an earlier one.
    fn try_next(&mut self, pushes: &mut Pushes<'_>) -> bool {
        self.trial = None;
        while self.left > 0 {
            let Some((start, end)) = pushes.run(self.run) else {
                return false;
            };
            if self.earlier > REACH.min(self.run) {
                (self.run, self.earlier) = (self.run + 1, 1);
                continue;
            }
            let Some((first, _)) = pushes.run(self.run - self.earlier) else {
                return false;
            };
            self.earlier += 1;
            self.left -= 1;
            pushes.words[first..end].rotate_right(end - start);
            self.trial = Some(Trial { first, start, end });
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text::Reader;

    #[test]
    fn pushes_that_go_back_and_forth_are_put_in_order() {
        let text = b"##########\n#@$ .#   #\n#  $ .   #\n#        #\n##########";
        let level = Reader::new(text).next().unwrap().unwrap().level;
        let push = |row, column| (Cell::new(row, column).unwrap(), Direction::Right);
        let mut words = [0; 4];
        let mut pushes = Pushes::new(&mut words);
        for (row, column) in [(1, 2), (2, 3), (1, 3), (2, 4)] {
            pushes.push(push(row, column)).unwrap();
        }
        let mut tidy = Tidy::new(&level);
        while tidy.advance(&level, &mut pushes) {}
        let order = [push(1, 2), push(1, 3), push(2, 3), push(2, 4)];
        assert_eq!([0, 1, 2, 3].map(|place| pushes.get(place).unwrap()), order);
    }
}
