//! Lost boxes that a player can be told about.
//!
//! Two classic tests, both a whole board at a time and both sound: they never condemn a
//! position that can still be won.
//!
//! - *Dead squares*: a box pulled backwards from a goal on an otherwise empty board never
//!   gets there, so a box that stands there never reaches the goal.
//! - *Freeze*: boxes that block each other, and walls, for good.

use super::board::Board;
use super::cell::Direction;
use super::cell_set::CellSet;
use super::letter::Letter;
use super::level::{Level, Mode};

/// The squares from which a lone box can be pushed to one of the goals, by pulling boxes
/// away from them. In Pairs, ask for one hole at a time.
pub fn live_squares(level: &Level, goals: CellSet) -> CellSet {
    let floor = *level.floor();
    let mut live = goals;
    loop {
        let before = live;
        for direction in Direction::ALL {
            // The keeper steps back ahead of the box, so it needs one more free square.
            let room = floor & floor.shifted(direction.opposite());
            live |= (live & floor).shifted(direction) & room;
        }
        if live == before {
            return live;
        }
    }
}

/// The boxes that can never get home, whatever is played. Empty does not mean that the
/// position can be won.
pub fn stuck_boxes(level: &Level, board: &Board) -> CellSet {
    let boxes = *board.boxes();
    match level.mode() {
        Mode::Classic => {
            let goals = *level.goals();
            let dead = !live_squares(level, goals);
            let frozen = frozen_boxes(level, boxes, DeadSides::of(boxes, &dead));
            (boxes & dead) | (frozen - goals)
        }
        // No box of a Pairs level rests on its goal: it would be gone.
        Mode::Pairs => {
            let mut stuck = CellSet::EMPTY;
            let mut sides = DeadSides::default();
            for letter in Letter::all() {
                let (Some(cell), Some(hole)) = (board.box_of(letter), level.hole(letter)) else {
                    continue;
                };
                let this: CellSet = [cell].into_iter().collect();
                let dead = !live_squares(level, [hole].into_iter().collect());
                stuck |= this & dead;
                sides.add(DeadSides::of(this, &dead));
            }
            stuck | frozen_boxes(level, boxes, sides)
        }
    }
}

/// Boxes with a dead square on both sides: on that axis no push helps.
#[derive(Default)]
struct DeadSides {
    across: CellSet,
    along: CellSet,
}

impl DeadSides {
    fn of(boxes: CellSet, dead: &CellSet) -> Self {
        Self {
            across: boxes & dead.shifted(Direction::Left) & dead.shifted(Direction::Right),
            along: boxes & dead.shifted(Direction::Up) & dead.shifted(Direction::Down),
        }
    }

    fn add(&mut self, other: Self) {
        self.across |= other.across;
        self.along |= other.along;
    }
}

/// The largest set of boxes none of which can be the first to move: each is blocked on
/// both axes by something solid, by another box of the set, or by dead squares. Start from
/// all boxes and let go of those that have a free axis; what stays is frozen.
fn frozen_boxes(level: &Level, boxes: CellSet, dead: DeadSides) -> CellSet {
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
    use crate::puzzle::{Cell, text::Reader};

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
    fn a_box_on_a_corner_goal_is_home() {
        assert_eq!(
            stuck("######\n#*   #\n# @$.#\n#    #\n######"),
            CellSet::EMPTY
        );
    }

    #[test]
    fn a_box_on_a_wall_without_goals_is_stuck() {
        assert_eq!(
            stuck("#######\n#  $  #\n# @ . #\n#     #\n#######"),
            cells([(1, 3)])
        );
    }

    #[test]
    fn two_boxes_on_a_wall_freeze_and_only_the_one_off_its_goal_is_stuck() {
        assert_eq!(
            stuck("########\n#  *$  #\n# .  @ #\n#      #\n########"),
            cells([(1, 4)])
        );
    }

    #[test]
    fn a_square_of_boxes_in_the_open_freezes() {
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
        // Both on the top wall: A's hole is there, B's is not.
        assert_eq!(
            stuck("########\n#a A B #\n#   @  #\n#  b   #\n########"),
            cells([(1, 5)])
        );
    }

    #[test]
    fn in_pairs_a_frozen_box_on_anothers_hole_is_stuck() {
        let text = "#######\n#A   b#\n#  @  #\n# B  a#\n#######\nHole: 1 1 c";
        assert!(Reader::new(text.as_bytes()).next().unwrap().is_err());
        let text = "#######\n#A  b #\n#  @  #\n#  B  #\n#    a#\n#######";
        assert_eq!(stuck(text), cells([(1, 1)]));
    }
}
