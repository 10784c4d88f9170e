//! A score of a level's layout, which needs no solution: a reference to compare ratings with.
//!
//! (15 Pb + 5 Pc + n) / k: walls that break up the floor (Pb), congestion between each box
//! and its goal (Pc), and the number of boxes (n). The terms are those of Kartal, Sohre and
//! Guy, "Data-Driven Sokoban Puzzle Generation with Monte Carlo Tree Search".

use crate::puzzle::{Cell, CellSet, Direction, Letter, Level, Mode};

/// The score in thousandths; k, which only scales it, is 50.
pub fn layout_score(level: &Level) -> u32 {
    let boxes = level.start().boxes();
    (15_000 * mixed(level.floor()) + 5 * congestion(level) + 1000 * boxes.len() as u32) / 50
}

/// Pb: squares of the floor that have both wall and floor around them.
fn mixed(floor: &CellSet) -> u32 {
    let spread =
        |set: CellSet, ways: [Direction; 2]| (set.shifted(ways[0]) | set.shifted(ways[1]), set);
    let around = |set: CellSet| {
        let (beside, middle) = spread(set, [Direction::Left, Direction::Right]);
        let (above, _) = spread(beside | middle, [Direction::Up, Direction::Down]);
        beside | above
    };
    (*floor & around(*floor) & around(!*floor)).len() as u32
}

/// Pc in thousandths: boxes count 10 and goals 5 in the rectangle between a box and its
/// goal, divided by its floor squares. In Classic, boxes and goals are paired in reading
/// order.
fn congestion(level: &Level) -> u32 {
    let boxes = level.start().boxes();
    let between = |(from, to): (Cell, Cell)| {
        let rows = from.row().min(to.row())..=from.row().max(to.row());
        let columns = from.column().min(to.column())..=from.column().max(to.column());
        let (mut crowd, mut open) = (0, 0);
        for cell in rows.flat_map(|row| columns.clone().map(move |column| Cell::at(row, column))) {
            crowd += 10 * u32::from(boxes.contains(cell));
            crowd += 5 * u32::from(level.goals().contains(cell));
            open += u32::from(level.floor().contains(cell));
        }
        1000 * crowd / open.max(1)
    };
    match level.mode() {
        Mode::Classic => boxes.iter().zip(level.goals().iter()).map(between).sum(),
        Mode::Pairs => Letter::all()
            .filter_map(|letter| Some((level.start().box_of(letter)?, level.hole(letter)?)))
            .map(between)
            .sum(),
    }
}
