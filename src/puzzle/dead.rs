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
use super::limits::MAX_SIDE;

/// The squares from which a lone box can be pushed to one of the goals, found by pulling
/// boxes away from them. In Pairs, call it with one hole at a time.
pub fn live_squares(level: &Level, goals: CellSet) -> CellSet {
    let floor = level.floor();
    let mut live = goals & *floor;
    for (row, &floor) in live.rows_mut().iter_mut().zip(floor.rows()) {
        *row |= pulled_along(*row, floor);
    }
    settle(|row| grow(live.rows_mut(), floor.rows(), row));
    goals | live
}

/// Changes rows from top to bottom and back until a whole sweep changes nothing. What runs
/// down or up the board takes one sweep, not one round for each row. The grid's first and
/// last row are left alone: they never have floor.
fn settle(mut change: impl FnMut(usize) -> bool) {
    let inner = 1..MAX_SIDE - 1;
    loop {
        let down = inner.clone().fold(false, |any, row| change(row) | any);
        if !down
            || !inner
                .clone()
                .rev()
                .fold(false, |any, row| change(row) | any)
        {
            return;
        }
    }
}

/// Adds the squares of a row to which a box can be pulled from live squares of its neighbours,
/// and on from there; returns whether there are any. The keeper moves back before the box, so
/// a pull needs one more free square.
fn grow(live: &mut [u32; MAX_SIDE], floor: &[u32; MAX_SIDE], row: usize) -> bool {
    let here = floor[row];
    let from_above = live[row - 1] & floor[row + 1];
    let from_below = live[row + 1] & floor[row - 1];
    let new = (from_above | from_below) & here & !live[row];
    live[row] |= new | pulled_along(new, here);
    new != 0
}

/// Where boxes of a row get to when they are pulled along it.
fn pulled_along(boxes: u32, floor: u32) -> u32 {
    match boxes {
        0 => 0,
        _ => pulled_right(boxes, floor) | pulled_left(boxes, floor),
    }
}

/// Towards higher columns a carry does the work: added to a run of free squares, it flips all
/// of them up to the run's end.
fn pulled_right(boxes: u32, floor: u32) -> u32 {
    let room = floor & floor >> 1;
    let first = boxes << 1 & room;
    (room.wrapping_add(first) ^ room) & room | first
}

/// Towards lower columns, where carries do not go, by doubling strides.
fn pulled_left(boxes: u32, floor: u32) -> u32 {
    let mut room = floor & floor << 1;
    let mut reached = boxes >> 1 & room;
    for stride in [1, 2, 4, 8, 16] {
        reached |= reached >> stride & room;
        room &= room >> stride;
    }
    reached
}

/// Boxes that prove the position lost. Each is off its goal and either on a dead square or
/// frozen, so no solution could move it to a goal. A frozen box may still be pushed, but
/// only after one of the boxes that freeze it lands on a dead square. An empty result does
/// not mean that the position can be won.
pub fn stuck_boxes(level: &Level, board: &Board) -> CellSet {
    match level.mode() {
        // There may be hundreds of boxes, all alike.
        Mode::Classic => {
            let (boxes, live) = (*board.boxes(), live_squares(level, *level.goals()));
            let dead = |a, b| !(live.shifted(a) | live.shifted(b));
            let sides = DeadSides {
                across: dead(Direction::Left, Direction::Right),
                along: dead(Direction::Up, Direction::Down),
            };
            (boxes - live) | (frozen_boxes(level, boxes, &sides) - *level.goals())
        }
        Mode::Pairs => {
            let boxes = Letter::all().filter_map(|it| Some((board.box_of(it)?, Some(it))));
            stuck_among(level, boxes, |letter| {
                let hole = letter.and_then(|letter| level.hole(letter));
                live_squares(level, hole.into_iter().collect())
            })
        }
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

/// Squares with a dead square on both sides of an axis: no push of a box along it can help.
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
    settle(|row| thaw(frozen.rows_mut(), level.floor().rows(), dead, row));
    frozen
}

/// Removes the boxes of a row that have a free axis; returns whether there are any. First
/// those that can move along their column: they may free neighbours in this row. One that can
/// move along the row has no neighbour there, so it frees boxes of other rows only.
fn thaw(
    frozen: &mut [u32; MAX_SIDE],
    floor: &[u32; MAX_SIDE],
    dead: &DeadSides,
    row: usize,
) -> bool {
    let before = frozen[row];
    if before == 0 {
        return false;
    }
    let solid = |row: usize, boxes: u32| !floor[row] | boxes;
    let above = solid(row - 1, frozen[row - 1]);
    let below = solid(row + 1, frozen[row + 1]);
    let still = before & (above | below | dead.along.rows()[row]);
    let here = solid(row, still);
    let after = still & (here << 1 | here >> 1 | dead.across.rows()[row]);
    frozen[row] = after;
    after != before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text::Reader;
    use proptest::prelude::*;

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

    /// By the definition: one square for each pull.
    fn plain_live_squares(level: &Level, goals: CellSet) -> CellSet {
        let floor = *level.floor();
        let mut live = goals;
        loop {
            let before = live;
            for way in Direction::ALL {
                live |= (live & floor).shifted(way) & floor & floor.shifted(way.opposite());
            }
            if live == before {
                return live;
            }
        }
    }

    /// By the definition: all boxes that could move first are removed at once.
    fn plain_stuck_boxes(level: &Level, boxes: CellSet) -> CellSet {
        let live = plain_live_squares(level, *level.goals());
        let blocked = |solid: CellSet, a, b| {
            solid.shifted(a) | solid.shifted(b) | !(live.shifted(a) | live.shifted(b))
        };
        let mut frozen = boxes;
        loop {
            let solid = !*level.floor() | frozen;
            let across = blocked(solid, Direction::Left, Direction::Right);
            let still = frozen & across & blocked(solid, Direction::Up, Direction::Down);
            if still == frozen {
                return (boxes - live) | (frozen - *level.goals());
            }
            frozen = still;
        }
    }

    /// Random squares, none on the grid's edge.
    fn inner(rows: [u32; MAX_SIDE]) -> CellSet {
        let mut rows = rows.map(|row| row & 0x7fff_fffe);
        rows[0] = 0;
        rows[MAX_SIDE - 1] = 0;
        CellSet::from_rows(rows)
    }

    proptest! {
        #[test]
        fn sweeps_find_what_the_definitions_say(
            rows in proptest::array::uniform32(any::<[u32; 8]>()),
            open_floor in 0..4,
            crowded in any::<bool>(),
        ) {
            let floor = inner(rows.map(|it| match open_floor {
                0 => it[0],
                1 => it[0] | it[1],
                2 => it[0] | it[1] | it[2],
                _ => u32::MAX,
            }));
            let sparse = |a, b, c| CellSet::from_rows(rows.map(|it| it[a] & it[b] & it[c]));
            let mut boxes = sparse(3, 4, 5) & floor;
            if crowded {
                boxes |= sparse(6, 6, 7) & floor;
            }
            let goals = (sparse(1, 6, 3) | sparse(2, 7, 5)) & floor;
            let level = Level { floor, goals, ..Level::BLANK };
            let board = Board { boxes, ..Board::BLANK };
            prop_assert_eq!(live_squares(&level, goals), plain_live_squares(&level, goals));
            for goal in goals.iter().take(3) {
                let one = CellSet::from_iter([goal]);
                prop_assert_eq!(live_squares(&level, one), plain_live_squares(&level, one));
            }
            let stuck = stuck_boxes(&level, &board);
            prop_assert_eq!(stuck, plain_stuck_boxes(&level, boxes));
            // Box by box it is the same.
            let live = live_squares(&level, goals);
            let each = boxes.iter().map(|cell| (cell, None));
            prop_assert_eq!(stuck, stuck_among(&level, each, |_| live));
        }
    }

    #[test]
    fn a_crowd_of_boxes_is_frozen_unless_one_of_them_can_move() {
        // A staircase from corner to corner: each box waits for the one before it.
        let mut stairs = CellSet::EMPTY;
        for step in 2..29 {
            stairs.insert(Cell::at(step, step));
            stairs.insert(Cell::at(step, step + 1));
        }
        let floor = inner([u32::MAX; MAX_SIDE]);
        let level = Level {
            floor,
            goals: floor,
            ..Level::BLANK
        };
        let dead = DeadSides::default();
        assert_eq!(frozen_boxes(&level, stairs, &dead), CellSet::EMPTY);
        assert_eq!(frozen_boxes(&level, floor, &dead), floor);
    }
}
