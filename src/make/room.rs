//! Rooms: small shapes stamped over each other, as people draw them.
//!
//! Random noise would make caves. Overlapping rectangles, corridors, corners and crosses make
//! rooms with doors and niches; a few pillars break up large open areas.

use super::draft::with_few_neighbours;
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, CellSet, Direction, flood};

/// Shapes of up to 4 x 4 squares, one nibble a row, as bits from the right.
const STAMPS: [[u8; 4]; 14] = [
    [0b0011, 0b0011, 0, 0],
    [0b0111, 0b0111, 0, 0],
    [0b0111, 0b0111, 0b0111, 0],
    [0b1111, 0b1111, 0, 0],
    [0b1111, 0b1111, 0b1111, 0],
    [0b0111, 0, 0, 0],
    [0b1111, 0, 0, 0],
    [0b0001, 0b0001, 0b0111, 0],
    [0b0011, 0b0011, 0b0111, 0b0100],
    [0b0010, 0b0111, 0b0010, 0],
    [0b0111, 0b0010, 0b0111, 0],
    [0b0111, 0b0101, 0b0111, 0],
    [0b0011, 0b0110, 0b1100, 0],
    [0b1111, 0b1001, 0b1111, 0],
];

/// Stamps to try before a room is finished at any size.
const TRIES: u32 = 60;

/// A connected room of about `squares` squares that leaves the border of the board free. It
/// is smaller if the board is.
pub(super) fn room(random: &mut Random, (width, height): (u8, u8), squares: u32) -> CellSet {
    let (width, height) = (u32::from(width) - 2, u32::from(height) - 2);
    let mut floor = CellSet::EMPTY;
    for _ in 0..TRIES {
        let stamp = stamp(random);
        let (right, down) = extent(&stamp);
        if right > width || down > height {
            continue;
        }
        // The first one goes near the middle, so that there is room to grow.
        let spread = |random: &mut Random, free: u32| match floor.is_empty() {
            true => (random.within(0, free) + random.within(0, free)) / 2,
            false => random.within(0, free),
        };
        let column = 1 + spread(random, width - right);
        let row = 1 + spread(random, height - down);
        let placed: CellSet = stamp
            .iter()
            .map(|cell| Cell::at(cell.row() + row as usize, cell.column() + column as usize))
            .collect();
        let overlap = placed & floor;
        let fresh = placed - floor;
        // A small overlap makes a doorway; a large one would make one large room.
        let joins = !overlap.is_empty() && overlap.len() <= 1 + placed.len() / 3;
        if floor.is_empty() || (joins && !fresh.is_empty()) {
            floor |= placed;
        }
        if floor.len() as u32 >= squares {
            break;
        }
    }
    break_up(random, &mut floor);
    fill_niches(random, &mut floor);
    match floor.first() {
        Some(first) => flood(&floor, first),
        None => floor,
    }
}

/// A random stamp in one of its eight orientations, in the top left corner of the grid.
fn stamp(random: &mut Random) -> CellSet {
    let rows = STAMPS[random.below(STAMPS.len() as u32) as usize];
    let turn = random.below(8);
    let mut cells = CellSet::EMPTY;
    for (row, bits) in rows.iter().enumerate() {
        for column in (0..4).filter(|column| bits >> column & 1 != 0) {
            let (mut row, mut column) = (row, column);
            if turn & 1 != 0 {
                (row, column) = (column, row);
            }
            row = if turn & 2 != 0 { 3 - row } else { row };
            column = if turn & 4 != 0 { 3 - column } else { column };
            cells.insert(Cell::at(row, column));
        }
    }
    while cells.rows()[0] == 0 {
        cells = cells.shifted(Direction::Up);
    }
    while cells.rows().iter().all(|row| row & 1 == 0) {
        cells = cells.shifted(Direction::Left);
    }
    cells
}

/// Columns and rows that a set in the top left corner takes.
fn extent(set: &CellSet) -> (u32, u32) {
    let columns = set.rows().iter().fold(0, |all, row| all | row);
    let rows = set.rows().iter().rposition(|&row| row != 0);
    (
        32 - columns.leading_zeros(),
        rows.map_or(0, |row| row as u32 + 1),
    )
}

/// Puts pillars into open space. The ring around each stays floor, so nothing is cut off.
fn break_up(random: &mut Random, floor: &mut CellSet) {
    for cell in floor.iter() {
        let open = |rows: i8, columns: i8| {
            let row = cell.row().wrapping_add_signed(rows.into());
            let column = cell.column().wrapping_add_signed(columns.into());
            floor.contains(Cell::at(row, column))
        };
        let ring = (-1..=1).all(|row| (-1..=1).all(|column| open(row, column)));
        if ring && random.one_in(2) {
            floor.remove(cell);
        }
    }
}

/// Fills most dead ends. Some stay, because a niche can be a place to park a box.
fn fill_niches(random: &mut Random, floor: &mut CellSet) {
    for _ in 0..4 {
        for cell in with_few_neighbours(floor, 1) {
            if !random.one_in(4) {
                floor.remove(cell);
            }
        }
    }
}
