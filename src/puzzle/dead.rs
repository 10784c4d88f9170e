//! Finds boxes that make a position lost, to warn the player.
//!
//! Two classic tests, each on the whole board at a time. Both are sound: they never report
//! a position that can still be won.
//!
//! - *Dead squares*: a box pulled backwards from a goal on an otherwise empty board never
//!   gets there, so a box on such a square never reaches the goal.
//! - *Freeze*: boxes blocked by walls and by each other, so that the first one to move
//!   would have to go onto a dead square. No solution does that, so they never move.

use super::board::Board;
use super::cell::{Cell, Direction};
use super::cell_set::CellSet;
use super::letter::Letter;
use super::level::{Level, Mode};

/// The squares from which a lone box can be pushed to one of the goals, found by pulling
/// boxes away from them. In Pairs, call it with one hole at a time.
pub fn live_squares(level: &Level, goals: CellSet) -> CellSet {
    let floor = *level.floor();
    // The keeper moves back before the box, so a pull needs one more free square.
    let rooms = Direction::ALL.map(|way| (way, floor & floor.shifted(way.opposite())));
    let mut live = goals;
    loop {
        let before = live;
        for (direction, room) in rooms {
            live |= (live & floor).shifted(direction) & room;
        }
        if live == before {
            return live;
        }
    }
}

/// Boxes that prove the position lost. Each is off its goal and either on a dead square or
/// frozen, so no solution could move it to a goal. A frozen box may still be pushed, but
/// only after one of the boxes that freeze it lands on a dead square. An empty result does
/// not mean that the position can be won.
pub fn stuck_boxes(level: &Level, board: &Board) -> CellSet {
    let boxes = board.boxes().iter();
    let boxes = boxes.map(|cell| (cell, board.letter_at(cell)));
    match level.mode() {
        Mode::Classic => {
            let live = live_squares(level, *level.goals());
            stuck_among(level, boxes, |_| live)
        }
        Mode::Pairs => stuck_among(level, boxes, |letter| {
            let hole = letter.and_then(|letter| level.hole(letter));
            live_squares(level, hole.into_iter().collect())
        }),
    }
}

/// The same for boxes with their letters, none of them on its own hole. `live` returns the
/// [`live_squares`] of a letter, or in Classic of all boxes, so that a caller can compute
/// them once for many positions of a level.
pub fn stuck_among(
    level: &Level,
    boxes: impl Iterator<Item = (Cell, Option<Letter>)>,
    live: impl Fn(Option<Letter>) -> CellSet,
) -> CellSet {
    let (mut all, mut stuck) = (CellSet::EMPTY, CellSet::EMPTY);
    let mut sides = DeadSides::default();
    for (cell, letter) in boxes {
        let live = live(letter);
        let is_dead = |way| !live.contains(cell.step(way));
        all.insert(cell);
        if !live.contains(cell) {
            stuck.insert(cell);
        }
        if is_dead(Direction::Left) && is_dead(Direction::Right) {
            sides.across.insert(cell);
        }
        if is_dead(Direction::Up) && is_dead(Direction::Down) {
            sides.along.insert(cell);
        }
    }
    let home = match level.mode() {
        Mode::Classic => *level.goals(),
        // In Pairs a box never stands on its goal: it drops in.
        Mode::Pairs => CellSet::EMPTY,
    };
    stuck | (frozen_boxes(level, all, &sides) - home)
}

/// Boxes with a dead square on both sides of an axis: no push along it can help.
#[derive(Default)]
struct DeadSides {
    across: CellSet,
    along: CellSet,
}

/// The largest set of boxes none of which can be the first to move: each is blocked on
/// both axes by something solid, by another box of the set, or by dead squares. Starts with
/// all boxes and removes those with a free axis until none has one.
fn frozen_boxes(level: &Level, boxes: CellSet, dead: &DeadSides) -> CellSet {
    let mut frozen = boxes;
    loop {
        let solid = !*level.floor() | frozen;
        let across = solid.shifted(Direction::Left) | solid.shifted(Direction::Right) | dead.across;
        let along = solid.shifted(Direction::Up) | solid.shifted(Direction::Down) | dead.along;
        let still = frozen & across & along;
        if still == frozen {
            return frozen;
        }
        frozen = still;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text::Reader;

    fn level(text: &str) -> Level {
        Reader::new(text.as_bytes()).next().unwrap().unwrap().level
    }

    fn stuck(text: &str) -> CellSet {
        let level = level(text);
        stuck_boxes(&level, level.start())
    }

    fn cells<const N: usize>(cells: [(usize, usize); N]) -> CellSet {
        cells
            .into_iter()
            .map(|(row, column)| Cell::at(row, column))
            .collect()
    }

    #[test]
    fn a_box_in_a_corner_is_stuck() {
        assert_eq!(stuck("#####\n#$  #\n# @.#\n#####"), cells([(1, 1)]));
    }

    #[test]
    fn a_box_on_a_corner_goal_is_not_stuck() {
        assert_eq!(
            stuck("######\n#*   #\n# @$.#\n#    #\n######"),
            CellSet::EMPTY
        );
    }

    #[test]
    fn a_box_along_a_wall_without_goals_is_stuck() {
        assert_eq!(
            stuck("#######\n#  $  #\n# @ . #\n#     #\n#######"),
            cells([(1, 3)])
        );
    }

    #[test]
    fn two_boxes_along_a_wall_freeze_and_only_the_one_off_its_goal_is_stuck() {
        assert_eq!(
            stuck("########\n#  *$  #\n# .  @ #\n#      #\n########"),
            cells([(1, 4)])
        );
    }

    #[test]
    fn four_boxes_in_a_square_freeze_away_from_walls() {
        let text = "########\n#      #\n# $$   #\n# **  @#\n#      #\n#   .. #\n########";
        assert_eq!(stuck(text), cells([(2, 2), (2, 3)]));
    }

    #[test]
    fn a_box_that_a_neighbour_can_free_is_not_stuck() {
        assert_eq!(
            stuck("########\n#      #\n#  $$@ #\n#  ..  #\n#      #\n########"),
            CellSet::EMPTY
        );
    }

    #[test]
    fn in_pairs_dead_squares_belong_to_a_letter() {
        // Both boxes are along the top wall; A's hole is there, B's is not.
        assert_eq!(
            stuck("########\n#a A B #\n#   @  #\n#  b   #\n########"),
            cells([(1, 5)])
        );
    }

    #[test]
    fn in_pairs_a_frozen_box_on_another_letters_hole_is_stuck() {
        // Side by side along the wall with both holes: no square here is dead, and in
        // Classic both boxes would be on goals.
        let room = "#######\n#  AB #\n#   @ #\n#     #\n#######";
        let holes = "Hole: 2 5 a\nHole: 2 4 b";
        assert_eq!(stuck(&format!("{room}\n{holes}")), cells([(1, 3), (1, 4)]));
    }
}
