//! How far each box has to go: the estimate that guides, and the dead squares.
//!
//! A box's distance is taken on an otherwise empty board, to its nearest goal or in Pairs to
//! its own hole. Pushes move one box by one square, so the sum never overestimates and falls
//! by at most one a push (it is admissible and consistent), and it is 0 exactly when solved.
//! Two boxes may count the same goal: a matching would be sharper, at more cost.

use std::collections::VecDeque;

use super::moves::Way;
use crate::puzzle::{Board, Cell, CellSet, Direction, Letter, Level, Mode};

/// Pushes or pulls from the nearest of some squares to each square.
struct Distances(Vec<Option<u32>>);

impl Distances {
    fn new(level: &Level, from: CellSet, way: Way) -> Self {
        let floor = level.floor();
        let mut distances = Self(vec![None; Cell::COUNT]);
        let mut queue = VecDeque::new();
        for cell in from.iter() {
            distances.0[usize::from(cell.index())] = Some(0);
            queue.push_back((cell, 1));
        }
        while let Some((cell, distance)) = queue.pop_front() {
            if !floor.contains(cell) {
                continue;
            }
            for direction in Direction::ALL {
                let next = cell.step(direction);
                // Behind the box to push it, ahead of it to pull.
                let keeper = match way {
                    Way::Push => cell.step(direction.opposite()),
                    Way::Pull => next.step(direction),
                };
                if floor.contains(next) && floor.contains(keeper) && distances.get(next).is_none() {
                    distances.0[usize::from(next.index())] = Some(distance);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }

    fn get(&self, cell: Cell) -> Option<u32> {
        self.0[usize::from(cell.index())]
    }
}

/// A lower bound of the pushes between a position and one end of the search.
pub(super) struct Estimate(Kind);

enum Kind {
    /// To the nearest goal, or from the nearest box.
    Classic(Distances),
    /// For each letter that may be on the board.
    Pairs(Vec<Pair>),
}

struct Pair {
    letter: Letter,
    distances: Distances,
    /// Pushes that are left for a box that is gone.
    gone: Option<u32>,
}

impl Estimate {
    /// Distances in pushes to a solved position.
    pub(super) fn to_goals(level: &Level) -> Self {
        Self(match level.mode() {
            Mode::Classic => Kind::Classic(Distances::new(level, *level.goals(), Way::Pull)),
            Mode::Pairs => {
                let pairs = Letter::all().filter_map(|letter| {
                    let hole = level.hole(letter)?;
                    Some(Pair {
                        letter,
                        distances: Distances::new(level, only(hole), Way::Pull),
                        gone: Some(0),
                    })
                });
                Kind::Pairs(pairs.collect())
            }
        })
    }

    /// Distances in pushes from a start. A box that is gone there never comes back.
    pub(super) fn from_start(level: &Level, start: &Board) -> Self {
        Self(match level.mode() {
            Mode::Classic => Kind::Classic(Distances::new(level, *start.boxes(), Way::Push)),
            Mode::Pairs => {
                let pairs = Letter::all().filter_map(|letter| {
                    let (cell, hole) = (start.box_of(letter)?, level.hole(letter)?);
                    let distances = Distances::new(level, only(cell), Way::Push);
                    let gone = distances.get(hole);
                    Some(Pair {
                        letter,
                        distances,
                        gone,
                    })
                });
                Kind::Pairs(pairs.collect())
            }
        })
    }

    /// The bound of a position; `None` where a box stands on a dead square, so that there
    /// is no way at all.
    pub(super) fn of(&self, board: &Board) -> Option<u32> {
        match &self.0 {
            Kind::Classic(distances) => board
                .boxes()
                .iter()
                .map(|cell| distances.get(cell))
                .sum::<Option<u32>>(),
            Kind::Pairs(pairs) => {
                let mut boxes = board.boxes().len();
                let mut sum = 0;
                for pair in pairs {
                    sum += match board.box_of(pair.letter) {
                        Some(cell) => {
                            boxes -= 1;
                            pair.distances.get(cell)?
                        }
                        None => pair.gone?,
                    };
                }
                // No other box can be on the board.
                (boxes == 0).then_some(sum)
            }
        }
    }
}

fn only(cell: Cell) -> CellSet {
    [cell].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LEVELS, level};
    use super::*;
    use crate::puzzle::live_squares;

    #[test]
    fn a_square_has_a_distance_exactly_when_it_is_live() {
        for text in LEVELS {
            let level = level(text);
            let goals = *level.goals();
            for from in goals.iter().map(only).chain([goals]) {
                let distances = Distances::new(&level, from, Way::Pull);
                let live = live_squares(&level, from);
                for cell in (0..Cell::COUNT as u16).map(Cell::from_index) {
                    assert_eq!(distances.get(cell).is_some(), live.contains(cell));
                }
            }
        }
    }

    #[test]
    fn both_estimates_of_a_lone_box_are_its_pushes() {
        for text in ["#######\n#@$  .#\n#######", "#######\n#@A  a#\n#######"] {
            let level = level(text);
            let mut board = level.start().clone();
            let (to_goals, from_start) = (
                Estimate::to_goals(&level),
                Estimate::from_start(&level, &board),
            );
            for pushes in 0..=3 {
                assert_eq!(to_goals.of(&board), Some(3 - pushes));
                assert_eq!(from_start.of(&board), Some(pushes));
                level.step(&mut board, Direction::Right);
            }
        }
    }

    #[test]
    fn a_box_that_was_gone_at_the_start_cannot_be_on_the_board() {
        let level = level("#######\n#@Aa  #\n#  B b#\n#######");
        let before = level.start().clone();
        let mut start = before.clone();
        level.step(&mut start, Direction::Right).unwrap();
        let from_start = Estimate::from_start(&level, &start);
        assert_eq!(from_start.of(&start), Some(0));
        assert_eq!(from_start.of(&before), None);
    }
}
