//! Positions that differ only by walking are one.

use crate::puzzle::{Board, Cell, Letter, Level, Mode};

/// The exact name of a position up to walking: the boxes' squares, and last the first
/// square of the keeper's region.
///
/// In Classic boxes are alike, so their squares stand in reading order. In Pairs each letter
/// has its own place: two boxes that have changed places make another position, and a search
/// that ignores this calls solvable levels unsolvable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(Box<[u16]>);

impl Key {
    /// In place of the square of a box that is gone; the grid has 1024 squares.
    const GONE: u16 = u16::MAX;

    pub(super) fn new(level: &Level, board: &Board) -> Self {
        let keeper = level.reach(board).first().map(Cell::index);
        Self(match level.mode() {
            Mode::Classic => board
                .boxes()
                .iter()
                .map(Cell::index)
                .chain(keeper)
                .collect(),
            Mode::Pairs => Letter::all()
                .filter(|&letter| level.hole(letter).is_some())
                .map(|letter| board.box_of(letter).map_or(Self::GONE, Cell::index))
                .chain(keeper)
                .collect(),
        })
    }
}
