//! Shared by several tests: small random levels and an exhaustive search.
#![allow(dead_code, reason = "no test file uses all of it")]

use std::collections::HashSet;

use proptest::prelude::*;
use sokopico::puzzle::text::Reader;
use sokopico::puzzle::{Board, Cell, Direction, Letter, Level, Mode, Sketch};

/// The first level of a text, which must be valid.
pub(crate) fn level(text: &str) -> Level {
    Reader::new(text.as_bytes())
        .next()
        .unwrap()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .level
}

/// A level that takes the solver a while: many boxes behind a narrow passage.
pub(crate) const CROWD: &[u8] = b"\
################
#    #     #   #
# $ $  $ $   $ #
#  $ ## $  ##  #
# $    $  $    #
#   #    # ## ##
## ### ####....#
#@       ......#
################
Title: Crowd";

/// A level with more floor than the solver accepts.
pub(crate) fn too_large() -> String {
    let wall = format!("{}\n", "#".repeat(30));
    let row = format!("#{}#\n", " ".repeat(28));
    format!("{wall}#@$.{}#\n{}{wall}", " ".repeat(25), row.repeat(12))
}

/// The whole grid full of boxes but for a corner: 897 of them. `rR` solves it.
pub(crate) fn full() -> String {
    let edge = "#".repeat(32);
    let rows = format!("#{}#\n", "*".repeat(30)).repeat(29);
    format!("{edge}\n{rows}#@ $.{}#\n{edge}\n", "*".repeat(26))
}

/// A whole grid with 842 boxes, two of them to be moved below the others.
/// [`CROWD_SOLUTION`] solves it.
pub(crate) fn crowd() -> String {
    let edge = "#".repeat(32);
    let rows = format!("#{}#\n", "*".repeat(30)).repeat(28);
    let (right, below) = (" ".repeat(20), " ".repeat(30));
    format!("{edge}\n{rows}#@ $ .  $ .{right}#\n#{below}#\n{edge}\n")
}

pub(crate) const CROWD_SOLUTION: &str = "rRRdrrurRR";

/// A small room with `boxes` boxes, from 2 to 41; `rRR` solves it.
pub(crate) fn shelves(boxes: usize) -> String {
    let full = format!("{:<40}", "*".repeat(boxes - 1));
    let rows = full.as_bytes().chunks(10);
    let rows: Vec<_> = rows.map(|row| String::from_utf8_lossy(row)).collect();
    let edge = "############";
    format!(
        "{edge}\n#{}#\n#@ $ .     #\n#          #\n{edge}\n",
        rows.join("#\n#")
    )
}

/// Small levels of a mode with some inner walls and up to four boxes. Boxes and goals are
/// anywhere, so most levels cannot be solved: deadlock tests need both kinds.
pub(crate) fn small_levels(mode: Mode) -> impl Strategy<Value = Level> {
    (rooms(8, 7), 1usize..=4, any::<[u16; 9]>()).prop_filter_map(
        "does not make a level",
        move |(room, boxes, picks)| {
            let goals = pick(&room, &picks[..boxes])?;
            let standing = pick(&room, &picks[4..4 + boxes])?;
            let keeper = pick(&room, &picks[8..])?[0];
            level_of(mode, room, &goals, &standing, keeper)
        },
    )
}

/// Levels made by pulling boxes away from their goals at random. Nearly all can be solved,
/// and the rooms are long enough for tunnels.
pub(crate) fn pulled_levels(mode: Mode) -> impl Strategy<Value = Level> {
    let steps = proptest::collection::vec(any::<u8>(), 20..300);
    (rooms(12, 6), 1usize..=4, any::<[u16; 5]>(), steps).prop_filter_map(
        "does not make a level",
        move |(room, boxes, picks, steps)| {
            let goals = pick(&room, &picks[..boxes])?;
            let mut standing = goals.clone();
            let mut keeper = pick(&room, &picks[4..])?[0];
            let is_free =
                |cell, standing: &[Cell]| room.symbol(cell) == b' ' && !standing.contains(&cell);
            if !is_free(keeper, &standing) {
                return None;
            }
            for step in steps {
                let direction = Direction::from_index(step);
                let next = keeper.step(direction);
                if is_free(next, &standing) {
                    let behind = keeper.step(direction.opposite());
                    // Mostly pull what can be pulled.
                    let pulled = standing
                        .iter()
                        .position(|&cell| cell == behind && step < 200);
                    if let Some(index) = pulled {
                        standing[index] = keeper;
                    }
                    keeper = next;
                }
            }
            level_of(mode, room, &goals, &standing, keeper)
        },
    )
}

/// Random levels, most of which can be solved.
pub(crate) fn levels(mode: Mode) -> impl Strategy<Value = Level> {
    prop_oneof![1 => small_levels(mode), 3 => pulled_levels(mode)]
}

/// Empty rooms up to a size, with an outer wall and some inner walls.
fn rooms(width: usize, height: usize) -> impl Strategy<Value = Sketch> {
    (5..=width, 4..=height, any::<[u8; 84]>()).prop_map(|(width, height, walls)| {
        let mut sketch = Sketch::new();
        for row in 0..height {
            for column in 0..width {
                let border = row == 0 || column == 0 || row + 1 == height || column + 1 == width;
                let wall = border || walls[row * width + column] < 30;
                let cell = Cell::new(row, column).unwrap();
                sketch.draw(cell, if wall { b'#' } else { b' ' });
            }
        }
        sketch
    })
}

/// Distinct free squares of a room.
fn pick(room: &Sketch, picks: &[u16]) -> Option<Vec<Cell>> {
    let is_free = |&(_, symbol): &(Cell, u8)| symbol == b' ';
    let free: Vec<Cell> = room.iter().filter(is_free).map(|(cell, _)| cell).collect();
    let chosen = picks
        .iter()
        .map(|&pick| free.get(usize::from(pick) % free.len().max(1)).copied());
    let chosen: Vec<Cell> = chosen.collect::<Option<_>>()?;
    let distinct = chosen.iter().collect::<HashSet<_>>().len() == chosen.len();
    distinct.then_some(chosen)
}

fn level_of(
    mode: Mode,
    mut room: Sketch,
    goals: &[Cell],
    standing: &[Cell],
    keeper: Cell,
) -> Option<Level> {
    if standing.contains(&keeper) {
        return None;
    }
    match mode {
        Mode::Classic => {
            let on = |cell: Cell, plain, on_goal| {
                if goals.contains(&cell) {
                    on_goal
                } else {
                    plain
                }
            };
            goals.iter().for_each(|&cell| room.draw(cell, b'.'));
            standing
                .iter()
                .for_each(|&cell| room.draw(cell, on(cell, b'$', b'*')));
            room.draw(keeper, on(keeper, b'@', b'+'));
        }
        Mode::Pairs => {
            for (index, (&goal, &cell)) in (0..).zip(goals.iter().zip(standing)) {
                room.draw(cell, b'A' + index);
                room.dig(goal, Letter::new(usize::from(index))?).ok()?;
            }
            room.draw(keeper, b'@');
        }
    }
    room.validate().ok()
}

/// Whether exhaustive search finds a solution; `None` after more than `limit` positions.
pub(crate) fn can_be_solved(level: &Level, start: &Board, limit: usize) -> Option<bool> {
    fewest_pushes(level, start, limit).map(|pushes| pushes.is_some())
}

/// The fewest pushes that solve a position, if it can be solved, by exhaustive breadth-first
/// search. `None` after more than `limit` positions.
pub(crate) fn fewest_pushes(level: &Level, start: &Board, limit: usize) -> Option<Option<u32>> {
    let mut seen = HashSet::from([key(level, start)]);
    let mut layer = vec![start.clone()];
    for depth in 0.. {
        if layer.iter().any(|board| level.is_solved(board)) {
            return Some(Some(depth));
        }
        let next = layer.iter().flat_map(|board| pushes(level, board));
        layer = next
            .filter(|board| seen.insert(key(level, board)))
            .collect();
        if layer.is_empty() {
            return Some(None);
        }
        if seen.len() > limit {
            break;
        }
    }
    None
}

/// Identifies a position up to walking: the boxes, and the keeper's region.
fn key(level: &Level, board: &Board) -> (Vec<Option<u16>>, u16) {
    let region = level
        .reach(board)
        .first()
        .expect("the keeper's region is not empty")
        .index();
    let boxes = match level.mode() {
        Mode::Classic => board
            .boxes()
            .iter()
            .map(|cell| Some(cell.index()))
            .collect(),
        Mode::Pairs => Letter::all()
            .map(|letter| board.box_of(letter).map(Cell::index))
            .collect(),
    };
    (boxes, region)
}

/// Every position one push away, found by walking step by step with the rules only.
fn pushes(level: &Level, board: &Board) -> Vec<Board> {
    let mut found = Vec::new();
    let mut seen = HashSet::from([board.keeper()]);
    let mut walks = vec![board.clone()];
    while let Some(here) = walks.pop() {
        for direction in Direction::ALL {
            let mut next = here.clone();
            match level.step(&mut next, direction) {
                Some(step) if step.is_push() => found.push(next),
                Some(_) if seen.insert(next.keeper()) => walks.push(next),
                _ => {}
            }
        }
    }
    found
}

/// A level's drawing without the names of its letters.
pub(crate) fn drawing(level: &Level) -> Vec<Vec<u8>> {
    let picture = level.picture(level.start()).to_string();
    let mut rows: Vec<Vec<u8>> = picture.lines().map(|row| row.into()).collect();
    rows.retain(|row| !row.starts_with(b"Hole"));
    for symbol in rows.iter_mut().flatten() {
        *symbol = match *symbol {
            b'A'..=b'Z' => b'A',
            b'a'..=b'z' => b'a',
            other => other,
        };
    }
    rows.iter_mut()
        .for_each(|row| row.resize(level.width(), b' '));
    rows
}

/// The smallest of a drawing's eight rotations and reflections.
pub(crate) fn without_symmetry(mut rows: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let turned = |rows: &[Vec<u8>]| -> Vec<Vec<u8>> {
        let columns = 0..rows[0].len();
        columns
            .map(|column| rows.iter().rev().map(|row| row[column]).collect())
            .collect()
    };
    let mut positions = Vec::new();
    for _ in 0..4 {
        rows = turned(&rows);
        positions.push(rows.clone());
        positions.push(rows.iter().rev().cloned().collect());
    }
    positions.into_iter().min().unwrap()
}
