//! The part of a level that changes in play.

use super::cell::Cell;
use super::cell_set::CellSet;
use super::letter::{ByLetter, Letter};
use super::level::{Level, Mode};

/// A position of a level: where the boxes and the keeper are.
///
/// Only the rules change it, so it is always a position of its level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) boxes: CellSet,
    pub(super) keeper: Cell,
    /// In Pairs, the square of each box that is still on the board.
    pub(super) lettered: ByLetter,
}

impl Board {
    /// The board of [`Level::BLANK`].
    pub const BLANK: Self = Self {
        boxes: CellSet::EMPTY,
        keeper: Cell::at(1, 1),
        lettered: ByLetter::EMPTY,
    };

    /// The boxes on the board; in Pairs those that have not dropped in.
    pub fn boxes(&self) -> &CellSet {
        &self.boxes
    }

    /// Where the keeper stands.
    pub fn keeper(&self) -> Cell {
        self.keeper
    }

    /// In Pairs, where a box is; `None` once it has dropped in.
    pub fn box_of(&self, letter: Letter) -> Option<Cell> {
        self.lettered.get(letter)
    }

    /// In Pairs, which box stands on a square.
    pub fn letter_at(&self, cell: Cell) -> Option<Letter> {
        self.lettered.find(cell)
    }
}

impl Level {
    /// The position with these boxes and this keeper; `None` if it is no position of this
    /// level. All must be on the floor, no two on one square; boxes that the keeper can never
    /// reach are where they were at the start. Classic needs every box; in Pairs each box has
    /// a letter of the level and is not on its own hole. Does not check whether the position
    /// can be reached from the start.
    pub fn position(
        &self,
        keeper: Cell,
        boxes: impl IntoIterator<Item = (Cell, Option<Letter>)>,
    ) -> Option<Board> {
        let mut board = Board {
            boxes: CellSet::EMPTY,
            keeper,
            lettered: ByLetter::EMPTY,
        };
        let sealed = self.start.boxes - self.floor;
        let room = self.floor | sealed;
        for (cell, letter) in boxes {
            if !room.contains(cell) || board.boxes.contains(cell) {
                return None;
            }
            board.boxes.insert(cell);
            match (self.mode, letter) {
                (Mode::Classic, None) => {}
                (Mode::Pairs, Some(letter))
                    if self.hole(letter).is_some_and(|hole| hole != cell)
                        && board.box_of(letter).is_none() =>
                {
                    board.lettered.set(letter, Some(cell));
                }
                _ => return None,
            }
        }
        let same_sealed = (sealed - board.boxes).is_empty()
            && sealed
                .iter()
                .all(|cell| board.letter_at(cell) == self.start.letter_at(cell));
        let complete = same_sealed
            && (self.mode == Mode::Pairs || board.boxes.len() == self.start.boxes.len());
        let keeper_fits = self.floor.contains(keeper) && !board.boxes.contains(keeper);
        (complete && keeper_fits).then_some(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text::Reader;

    fn level(text: &[u8]) -> Level {
        Reader::new(text).next().unwrap().unwrap().level
    }

    #[test]
    fn a_classic_position_has_all_boxes_on_separate_floor_squares() {
        let level = level(b"#######\n#@ $$ #\n#  .. #\n#######");
        let at = |row, column| (Cell::at(row, column), None);
        let keeper = Cell::at(1, 1);
        let start = level.position(keeper, [at(1, 3), at(1, 4)]);
        assert_eq!(start.as_ref(), Some(level.start()));
        assert!(level.position(keeper, [at(2, 5), at(1, 2)]).is_some());
        for (keeper, boxes) in [
            (keeper, &[at(1, 3)][..]),
            (keeper, &[at(1, 3), at(1, 3)]),
            (keeper, &[at(1, 1), at(1, 3)]),
            (keeper, &[at(0, 1), at(1, 3)]),
            (keeper, &[at(1, 3), at(1, 4), at(1, 5)]),
            (Cell::at(0, 0), &[at(1, 3), at(1, 4)]),
            (keeper, &[at(1, 3), (Cell::at(1, 4), Letter::all().next())]),
        ] {
            assert_eq!(level.position(keeper, boxes.iter().copied()), None);
        }
    }

    #[test]
    fn boxes_that_the_keeper_can_never_reach_stay_where_they_are() {
        let classic = level(b"######\n#@ $.#\n######\n#*$.*#\n######");
        let keeper = Cell::at(1, 1);
        let at = |row, column| (Cell::at(row, column), None);
        let start = [at(1, 3), at(3, 1), at(3, 2), at(3, 4)];
        assert_eq!(
            classic.position(keeper, start).as_ref(),
            Some(classic.start())
        );
        for wrong in [at(3, 3), at(1, 2), at(2, 2)] {
            assert_eq!(
                classic.position(keeper, [start[0], start[1], start[3], wrong]),
                None
            );
        }
        let pairs = level(b"######\n#@ Aa#\n######\n#BbCc#\n######");
        let pair = |cell: (Cell, _), symbol| (cell.0, Letter::from_symbol(symbol));
        let [a, b, c] = [
            pair(at(1, 3), b'A'),
            pair(at(3, 1), b'B'),
            pair(at(3, 3), b'C'),
        ];
        assert_eq!(
            pairs.position(keeper, [a, b, c]).as_ref(),
            Some(pairs.start())
        );
        assert!(pairs.position(keeper, [b, c]).is_some());
        assert_eq!(pairs.position(keeper, [a, b]), None);
        let swapped = [a, pair(b, b'C'), pair(c, b'B')];
        assert_eq!(pairs.position(keeper, swapped), None);
    }

    #[test]
    fn a_pairs_position_needs_letters_of_the_level_off_their_own_holes() {
        let level = level(b"#######\n#@ AB #\n#  ab #\n#######");
        let letter = |symbol| Letter::from_symbol(symbol);
        let keeper = Cell::at(1, 1);
        let a = (Cell::at(1, 3), letter(b'A'));
        let b = (Cell::at(1, 4), letter(b'B'));
        assert_eq!(level.position(keeper, [a, b]).as_ref(), Some(level.start()));
        let one_dropped = level.position(keeper, [b]).unwrap();
        assert_eq!(one_dropped.boxes().len(), 1);
        for wrong in [
            (Cell::at(1, 4), None),
            (Cell::at(1, 4), letter(b'A')),
            (Cell::at(1, 4), letter(b'C')),
            (Cell::at(2, 4), letter(b'B')),
        ] {
            assert_eq!(level.position(keeper, [a, wrong]), None);
        }
    }
}
