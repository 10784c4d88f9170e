//! The solved positions of a level, one for each region the keeper may end in.
//!
//! Only the rules change a board, so these are boards of sketches with the same walls.

use crate::puzzle::{Board, Cell, CellSet, Direction, Level, Mode, Sketch, flood};

/// Every solved position up to walking.
pub(super) fn solved_boards(level: &Level) -> Vec<Board> {
    match level.mode() {
        Mode::Classic => boxes_on_goals(level),
        Mode::Pairs => no_boxes(level).into_iter().collect(),
    }
}

/// A box on every goal cuts the floor into regions; the keeper is in one of them.
fn boxes_on_goals(level: &Level) -> Vec<Board> {
    let mut open = *level.floor() - *level.goals();
    let mut boards = Vec::new();
    while let Some(keeper) = open.first() {
        open -= flood(&open, keeper);
        let mut sketch = walls(level);
        for cell in level.goals().iter() {
            sketch.draw(cell, b'*');
        }
        sketch.draw(keeper, b'@');
        boards.extend(sketch.validate().map(|solved| solved.start().clone()));
    }
    boards
}

/// With no box left the floor is one region. A level always has a box, so the empty board
/// is one on which a lone box has just dropped in. Where there is no room for that, there
/// is none for any push.
fn no_boxes(level: &Level) -> Option<Board> {
    let (from, direction) = straight(level.floor())?;
    let mut sketch = walls(level);
    for (cell, symbol) in [
        (from, b'@'),
        (from.step(direction), b'A'),
        (from.step(direction).step(direction), b'a'),
    ] {
        sketch.draw(cell, symbol);
    }
    let lone = sketch.validate().ok()?;
    let mut board = lone.start().clone();
    lone.step(&mut board, direction)?;
    Some(board)
}

/// The first of three floor squares in a line.
fn straight(floor: &CellSet) -> Option<(Cell, Direction)> {
    [Direction::Right, Direction::Down]
        .into_iter()
        .find_map(|direction| {
            let back = direction.opposite();
            let one = floor.shifted(back);
            let from = *floor & one & one.shifted(back);
            Some((from.first()?, direction))
        })
}

fn walls(level: &Level) -> Sketch {
    let mut sketch = Sketch::new();
    for cell in level.walls().iter() {
        sketch.draw(cell, b'#');
    }
    sketch
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LEVELS, level};
    use super::*;

    #[test]
    fn solved_boards_are_solved_and_each_has_its_own_region() {
        for text in LEVELS {
            let level = level(text);
            let mut seen = CellSet::EMPTY;
            for board in solved_boards(&level) {
                assert!(level.is_solved(&board));
                let region = level.reach(&board);
                assert!((seen & region).is_empty());
                seen |= region;
            }
            let standing = match level.mode() {
                Mode::Classic => *level.goals(),
                Mode::Pairs => CellSet::EMPTY,
            };
            assert_eq!(seen, *level.floor() - standing);
        }
    }

    #[test]
    fn goals_that_cut_the_floor_give_two_regions() {
        assert_eq!(solved_boards(&level("#######\n# @$. #\n#######")).len(), 2);
    }
}
