//! What several tests need: small random levels and a search that tries everything.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::collections::HashSet;

use proptest::prelude::*;
use sokopico::puzzle::text::Reader;
use sokopico::puzzle::{Board, Cell, Direction, Level, Mode, Sketch};

/// The first level of a text that must be good.
pub(crate) fn level(text: &str) -> Level {
    Reader::new(text.as_bytes())
        .next()
        .unwrap()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .level
}

/// Small levels of a mode, walled in, with some inner walls and up to four boxes. Boxes
/// and goals fall anywhere, so many cannot be solved: deadlock tests want both kinds.
pub(crate) fn small_levels(mode: Mode) -> impl Strategy<Value = Level> {
    let room = (5usize..=8, 4usize..=7, 1usize..=4);
    (room, any::<[u16; 16]>(), any::<[u8; 56]>()).prop_filter_map(
        "does not make a level",
        move |((width, height, boxes), picks, walls)| {
            draw(mode, width, height, boxes, &picks, |index| {
                walls[index] < 24
            })
        },
    )
}

fn draw(
    mode: Mode,
    width: usize,
    height: usize,
    boxes: usize,
    picks: &[u16],
    wall: impl Fn(usize) -> bool,
) -> Option<Level> {
    let mut sketch = Sketch::new();
    for row in 0..height {
        for column in 0..width {
            let border = row == 0 || column == 0 || row + 1 == height || column + 1 == width;
            let symbol = if border || wall(row * width + column) {
                b'#'
            } else {
                b' '
            };
            sketch.draw(Cell::new(row, column)?, symbol);
        }
    }
    let free: Vec<Cell> = sketch
        .iter()
        .filter(|&(_, symbol)| symbol == b' ')
        .map(|(cell, _)| cell)
        .collect();
    let mut picks = picks
        .iter()
        .map(|&pick| free.get(usize::from(pick) % free.len().max(1)).copied());
    let (mut goals, mut standing) = (Vec::new(), Vec::new());
    for _ in 0..boxes {
        goals.push(picks.next()??);
        standing.push(picks.next()??);
    }
    let keeper = picks.next()??;
    let distinct = |cells: &[Cell]| cells.iter().collect::<HashSet<_>>().len() == cells.len();
    if !distinct(&goals) || !distinct(&standing) || standing.contains(&keeper) {
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
            goals.iter().for_each(|&cell| sketch.draw(cell, b'.'));
            standing
                .iter()
                .for_each(|&cell| sketch.draw(cell, on(cell, b'$', b'*')));
            sketch.draw(keeper, on(keeper, b'@', b'+'));
        }
        Mode::Pairs => {
            for (index, (&goal, &cell)) in (0..).zip(goals.iter().zip(&standing)) {
                sketch.draw(cell, b'A' + index);
                sketch
                    .dig(goal, sokopico::puzzle::Letter::new(usize::from(index))?)
                    .ok()?;
            }
            sketch.draw(keeper, b'@');
        }
    }
    sketch.validate().ok()
}

/// Tries every push from a position. `None` where more than `limit` positions turn up.
pub(crate) fn can_be_solved(level: &Level, start: &Board, limit: usize) -> Option<bool> {
    fewest_pushes(level, start, limit).map(|pushes| pushes.is_some())
}

/// The fewest pushes that solve a position, if any do, by trying everything breadth
/// first. `None` where more than `limit` positions turn up.
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

/// A position up to walking: which box is where, and the keeper's region.
fn key(level: &Level, board: &Board) -> (Vec<Option<u16>>, u16) {
    let region = level
        .reach(board)
        .first()
        .expect("the keeper stands somewhere")
        .index();
    let boxes = match level.mode() {
        Mode::Classic => board
            .boxes()
            .iter()
            .map(|cell| Some(cell.index()))
            .collect(),
        Mode::Pairs => sokopico::puzzle::Letter::all()
            .map(|letter| board.box_of(letter).map(Cell::index))
            .collect(),
    };
    (boxes, region)
}

/// Every position one push away, found by walking step by step through the rules alone.
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
