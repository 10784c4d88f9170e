//! A level in the making: floor, goals, boxes and keeper, which can still be changed.

use heapless::Vec;

use super::recipe::Recipe;
use crate::puzzle::{Cell, CellSet, Direction, Letter, Level, Mode, Sketch};

/// The most boxes of a draft.
pub(super) const MAX_BOXES: usize = Recipe::MAX_BOXES as usize;

/// One square for each box.
pub(super) type Squares = Vec<Cell, MAX_BOXES>;

/// A level that is not validated yet.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) mode: Mode,
    pub(super) floor: CellSet,
    /// In Pairs, each is the hole of the box at the same index.
    pub(super) goals: Squares,
    pub(super) boxes: Squares,
    pub(super) keeper: Cell,
}

impl Draft {
    /// The level, with walls only where they touch the floor; `None` if it is not valid,
    /// for example with a box on its own hole.
    pub(super) fn level(&self) -> Option<Level> {
        let mut sketch = Sketch::new();
        for cell in around(&self.floor) {
            sketch.draw(cell, b'#');
        }
        let goals: CellSet = self.goals.iter().copied().collect();
        let on = |cell, plain, on_goal| if goals.contains(cell) { on_goal } else { plain };
        match self.mode {
            Mode::Classic => {
                goals.iter().for_each(|cell| sketch.draw(cell, b'.'));
                for &cell in &self.boxes {
                    sketch.draw(cell, on(cell, b'$', b'*'));
                }
                sketch.draw(self.keeper, on(self.keeper, b'@', b'+'));
            }
            Mode::Pairs => {
                for (place, (&hole, &cell)) in self.goals.iter().zip(&self.boxes).enumerate() {
                    let letter = Letter::new(place)?;
                    sketch.draw(cell, letter.box_symbol());
                    sketch.dig(hole, letter).ok()?;
                }
                sketch.draw(self.keeper, b'@');
            }
        }
        let level = sketch.validate().ok()?;
        (*level.floor() == self.floor).then_some(level)
    }

    /// Moves everything to the top left corner.
    pub(super) fn crop(&mut self) {
        let rows = self.floor.rows();
        let columns = rows.iter().fold(0, |all, row| all | row);
        let (Some(first), false) = (self.floor.first(), columns == 0) else {
            return;
        };
        let (up, left) = (first.row() - 1, columns.trailing_zeros() as usize - 1);
        let moved = |cell: Cell| Cell::at(cell.row() - up, cell.column() - left);
        self.floor = self.floor.iter().map(moved).collect();
        self.goals.iter_mut().for_each(|cell| *cell = moved(*cell));
        self.boxes.iter_mut().for_each(|cell| *cell = moved(*cell));
        self.keeper = moved(self.keeper);
    }
}

/// The squares that touch a set, corners included, without the set itself.
pub(super) fn around(set: &CellSet) -> CellSet {
    let wide = *set | set.shifted(Direction::Left) | set.shifted(Direction::Right);
    (wide | wide.shifted(Direction::Up) | wide.shifted(Direction::Down)) - *set
}

/// The squares of a set that have at most `most` of their four neighbours in it.
pub(super) fn with_few_neighbours(set: &CellSet, most: u32) -> CellSet {
    set.iter()
        .filter(|&cell| {
            let inside = |&way: &Direction| set.contains(cell.step(way));
            Direction::ALL.iter().filter(|&way| inside(way)).count() as u32 <= most
        })
        .collect()
}
