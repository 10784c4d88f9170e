//! Traps: pushes that lose at once, as the game's warning would show.
//!
//! A rating asks about hundreds of pushes of one level, so the live squares are found once.

use super::draft::MAX_BOXES;
use super::meter::Meter;
use crate::puzzle::{Board, Cell, CellSet, Letter, Level, Mode, live_squares, stuck_among};

/// Work units of finding the live squares of a box.
const LIVE: u32 = 10;

/// The live squares of a level.
pub(super) struct Traps<'l> {
    level: &'l Level,
    /// For each letter from A on, in Classic one for all boxes. A level with letters beyond
    /// these is never made, but hosts rate some: theirs are found at each question.
    live: heapless::Vec<CellSet, MAX_BOXES>,
}

impl<'l> Traps<'l> {
    pub(super) const fn new(level: &'l Level) -> Self {
        let live = heapless::Vec::new();
        Self { level, live }
    }

    /// Finds the live squares before the first question, which is then a short one.
    pub(super) async fn prepare(&mut self, meter: &mut Meter<'_>) {
        if self.level.mode() == Mode::Pairs {
            for letter in Letter::all().take(MAX_BOXES) {
                if self.level.hole(letter).is_some() {
                    meter.spend(LIVE).await;
                }
                // There is room for this many.
                let _ = self.live.push(self.find(Some(letter)));
            }
        } else {
            let _ = self.live.push(self.find(None));
        }
        meter.spend(LIVE).await;
    }

    fn find(&self, letter: Option<Letter>) -> CellSet {
        let goals = match letter {
            Some(letter) => self.level.hole(letter).into_iter().collect(),
            None => *self.level.goals(),
        };
        live_squares(self.level, goals)
    }

    /// Whether pushing the box on `from` to the next square `to` loses at once.
    pub(super) fn is_trap(&self, board: &Board, from: Cell, to: Cell) -> bool {
        let pushed = board.letter_at(from);
        if pushed.is_some_and(|letter| self.level.hole(letter) == Some(to)) {
            return false;
        }
        let boxes = board.boxes().iter().map(|cell| match cell == from {
            true => (to, pushed),
            false => (cell, board.letter_at(cell)),
        });
        let live = |letter: Option<Letter>| {
            let known = self.live.get(letter.map_or(0, Letter::index));
            known.copied().unwrap_or_else(|| self.find(letter))
        };
        !stuck_among(self.level, boxes, live).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::meter::Meter;
    use crate::puzzle::text::Reader;
    use crate::puzzle::{Direction, stuck_boxes};
    use crate::solve::finish;

    /// Pushed down, A stands above B. Both could only go sideways into niches that they
    /// never come out of.
    const NICHES: &str =
        "#######\n###@###\n###A###\n##   ##\n## B ##\n### ###\n#  a  #\n#  b  #\n#######";
    /// The same in Classic.
    const CLASSIC: &str =
        "#######\n###@###\n###$###\n##   ##\n## $ ##\n### ###\n#  .  #\n#  .  #\n#######";
    /// Pushed down, the box only follows the corridor.
    const FREE: &str =
        "#######\n###@###\n###A###\n##   ##\n##   ##\n### ###\n#  a  #\n#     #\n#######";

    #[test]
    fn a_trap_is_a_push_that_the_game_warns_of() {
        for (text, expected) in [(NICHES, true), (CLASSIC, true), (FREE, false)] {
            let level = Reader::new(text.as_bytes()).next().unwrap().unwrap().level;
            let mut board = level.start().clone();
            let mut traps = Traps::new(&level);
            let spent = core::cell::Cell::new(0);
            finish(traps.prepare(&mut Meter::new(1, &spent)));
            let from = board.keeper().step(Direction::Down);
            let is_trap = traps.is_trap(&board, from, from.step(Direction::Down));
            level.step(&mut board, Direction::Down).unwrap();
            let stuck = stuck_boxes(&level, &board);
            assert_eq!((is_trap, !stuck.is_empty()), (expected, expected), "{text}");
        }
    }
}
