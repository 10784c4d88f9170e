//! Where the squares of a level are on a display.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::game::display::{Orientation, best_fit, whole_side};
use crate::puzzle::{Cell, Direction, Level};

/// Where the squares of a level are: as large as fits, rotated if that makes them larger,
/// and scrolled if not even the smallest squares fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    pane: (Point, Size),
    side: i32,
    turned: bool,
    /// Columns and rows of the level as shown, after any rotation.
    extent: (i32, i32),
    /// The first visible column and row.
    first: (i32, i32),
    /// The top left pixel of the first visible square.
    origin: Point,
    /// Number of visible columns and rows.
    in_sight: (i32, i32),
}

impl Stage {
    /// A level in a pane, scrolled so that the square `centre` is visible.
    pub fn new(level: &Level, pane: Rectangle, centre: Cell, orientation: Orientation) -> Self {
        let upright = (level.width() as i32, level.height() as i32);
        let (side, turned) = best_fit(upright, pane.size, orientation);
        let extent = if turned {
            (upright.1, upright.0)
        } else {
            upright
        };
        let mut stage = Self {
            pane: (pane.top_left, pane.size),
            side,
            turned,
            extent,
            first: (0, 0),
            origin: Point::zero(),
            in_sight: extent,
        };
        let (column, row) = stage.seen_at(centre);
        let across = window(extent.0, pane.size.width as i32 / side, column);
        let down = window(extent.1, pane.size.height as i32 / side, row);
        stage.first = (across.0, down.0);
        stage.in_sight = (across.1, down.1);
        let spare = Point::new(
            pane.size.width as i32 - across.1 * side,
            pane.size.height as i32 - down.1 * side,
        );
        stage.origin = pane.top_left + spare / 2;
        stage
    }

    /// The side of a level's squares in a pane of this size, in pixels; `None` if not all of
    /// them fit.
    pub fn side_in(level: &Level, pane: Size, orientation: Orientation) -> Option<i32> {
        let upright = (level.width() as i32, level.height() as i32);
        whole_side(upright, pane, orientation)
    }

    /// The area given to the level, including any margin.
    pub fn pane(&self) -> Rectangle {
        Rectangle::new(self.pane.0, self.pane.1)
    }

    /// The side of a square in pixels.
    pub fn side(&self) -> i32 {
        self.side
    }

    /// Whether the level is rotated: up in the level is right on the display.
    pub fn is_turned(&self) -> bool {
        self.turned
    }

    /// The part of the pane that squares cover.
    pub fn bounds(&self) -> Rectangle {
        let (columns, rows) = self.in_sight;
        let size = Size::new((columns * self.side) as u32, (rows * self.side) as u32);
        Rectangle::new(self.origin, size).intersection(&self.pane())
    }

    /// The square at a column and row of the level as shown; `None` outside the level.
    pub fn cell(&self, column: i32, row: i32) -> Option<Cell> {
        let (columns, rows) = self.extent;
        if !(0..columns).contains(&column) || !(0..rows).contains(&row) {
            return None;
        }
        let (column, row) = if self.turned {
            (row, columns - 1 - column)
        } else {
            (column, row)
        };
        Cell::new(row as usize, column as usize)
    }

    /// The visible columns and rows.
    pub fn in_sight(&self) -> (core::ops::Range<i32>, core::ops::Range<i32>) {
        let ((column, row), (columns, rows)) = (self.first, self.in_sight);
        (column..column + columns, row..row + rows)
    }

    /// The top left pixel of a square, visible or not.
    pub fn corner(&self, cell: Cell) -> Point {
        let (column, row) = self.seen_at(cell);
        self.corner_at(column, row)
    }

    /// The top left pixel of the square at a column and row as shown.
    pub fn corner_at(&self, column: i32, row: i32) -> Point {
        let (first_column, first_row) = self.first;
        self.origin + Point::new(column - first_column, row - first_row) * self.side
    }

    /// The visible part of a square.
    pub fn area(&self, cell: Cell) -> Rectangle {
        let area = Rectangle::new(self.corner(cell), Size::new_equal(self.side as u32));
        area.intersection(&self.bounds())
    }

    /// A direction of the level as it appears on the display.
    pub fn seen(&self, direction: Direction) -> Direction {
        if self.turned {
            direction.clockwise()
        } else {
            direction
        }
    }

    fn seen_at(&self, cell: Cell) -> (i32, i32) {
        let (column, row) = (cell.column() as i32, cell.row() as i32);
        if self.turned {
            (self.extent.0 - 1 - row, column)
        } else {
            (column, row)
        }
    }
}

/// The squares of a row that are in sight where only `fitting` of them fit: the first, and
/// how many. It moves on by a third at a time, so that most steps move nothing but the keeper.
fn window(squares: i32, fitting: i32, centre: i32) -> (i32, i32) {
    let fitting = fitting.max(1);
    if squares <= fitting {
        return (0, squares);
    }
    let stride = (fitting / 3).max(1);
    let middle = centre / stride * stride + stride / 2;
    let first = (middle - fitting / 2).clamp(0, squares - fitting);
    (first, fitting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text::Reader;

    /// A room of this size, walls included.
    fn room(columns: usize, rows: usize) -> Level {
        let wall = "#".repeat(columns);
        let floor = format!("#{}#\n", " ".repeat(columns - 2));
        let first = format!("#@$.{}#\n", " ".repeat(columns - 5));
        let text = format!("{wall}\n{first}{}{wall}", floor.repeat(rows - 3));
        Reader::new(text.as_bytes()).next().unwrap().unwrap().level
    }

    fn stage(columns: usize, rows: usize, width: u32, height: u32) -> Stage {
        let level = room(columns, rows);
        let pane = Rectangle::new(Point::new(5, 7), Size::new(width, height));
        Stage::new(&level, pane, level.start().keeper(), Orientation::BestFit)
    }

    #[test]
    fn squares_are_as_large_as_fits() {
        assert_eq!(stage(10, 10, 240, 240).side(), 24);
        assert_eq!(stage(11, 10, 240, 240).side(), 16);
        assert_eq!(stage(20, 20, 240, 240).side(), 12);
        assert_eq!(stage(8, 8, 64, 64).side(), 8);
        assert_eq!(stage(32, 32, 240, 240).side(), 6);
        assert_eq!(stage(32, 32, 150, 150).side(), 4);
    }

    #[test]
    fn a_level_is_turned_only_for_larger_squares() {
        let tall = stage(7, 14, 240, 120);
        assert_eq!((tall.side(), tall.is_turned()), (16, true));
        assert!(!stage(7, 14, 120, 240).is_turned());
        assert!(!stage(7, 14, 240, 240).is_turned());
        assert!(!stage(8, 8, 240, 120).is_turned());
    }

    #[test]
    fn a_level_is_shown_in_the_requested_orientation() {
        let level = room(7, 14);
        for (width, height) in [(240, 120), (120, 240), (20, 10)] {
            let pane = Rectangle::new(Point::zero(), Size::new(width, height));
            let is_turned = |orientation| {
                Stage::new(&level, pane, level.start().keeper(), orientation).is_turned()
            };
            assert!(is_turned(Orientation::Turned) && !is_turned(Orientation::Upright));
        }
        let side = |orientation| Stage::side_in(&level, Size::new(240, 120), orientation);
        assert_eq!(side(Orientation::BestFit), Some(16));
        assert_eq!(side(Orientation::Turned), Some(16));
        assert_eq!(side(Orientation::Upright), Some(8));
        assert_eq!(
            Stage::side_in(&level, Size::new(20, 10), Orientation::BestFit),
            None
        );
    }

    #[test]
    fn squares_and_directions_are_turned_alike() {
        let level = room(7, 14);
        for (width, height) in [(240, 120), (120, 240)] {
            let pane = Rectangle::new(Point::zero(), Size::new(width, height));
            let stage = Stage::new(&level, pane, level.start().keeper(), Orientation::BestFit);
            for cell in level.floor().iter() {
                for direction in Direction::ALL {
                    let moved = stage.corner(cell.step(direction)) - stage.corner(cell);
                    let way = match stage.seen(direction) {
                        Direction::Up => Point::new(0, -1),
                        Direction::Right => Point::new(1, 0),
                        Direction::Down => Point::new(0, 1),
                        Direction::Left => Point::new(-1, 0),
                    };
                    assert_eq!(moved, way * stage.side());
                }
            }
        }
    }

    #[test]
    fn cell_and_corner_are_inverses_and_the_keeper_is_visible() {
        for (columns, rows, width, height) in [(9, 6, 100, 100), (6, 20, 99, 33), (32, 32, 70, 41)]
        {
            let level = room(columns, rows);
            let pane = Rectangle::new(Point::new(3, 4), Size::new(width, height));
            for keeper in level.floor().iter() {
                let stage = Stage::new(&level, pane, keeper, Orientation::BestFit);
                let (across, down) = stage.in_sight();
                let mut seen = 0;
                for row in down {
                    for column in across.clone() {
                        let cell = stage.cell(column, row).unwrap();
                        assert_eq!(stage.corner(cell), stage.corner_at(column, row));
                        assert_eq!(stage.area(cell).size, Size::new_equal(stage.side() as u32));
                        seen += i32::from(cell == keeper);
                    }
                }
                assert_eq!(seen, 1, "the keeper must be visible");
                assert_eq!(stage.bounds().intersection(&pane), stage.bounds());
            }
        }
    }

    #[test]
    fn most_steps_do_not_scroll() {
        let level = room(32, 6);
        let pane = Rectangle::new(Point::zero(), Size::new(80, 24));
        let mut moves = 0;
        let mut last = None;
        for column in 1..31 {
            let stage = Stage::new(
                &level,
                pane,
                Cell::new(2, column).unwrap(),
                Orientation::BestFit,
            );
            assert!(stage.in_sight.0 < 32);
            moves += i32::from(last.is_some_and(|last| last != stage));
            last = Some(stage);
        }
        assert!((1..=4).contains(&moves), "{moves}");
    }
}
