//! Small random levels and all their positions, for tests of what the searches believe.

use std::collections::{HashMap, HashSet};
use std::string::String;
use std::vec;
use std::vec::Vec;

use crate::puzzle::random::Random;
use crate::puzzle::text::Reader;
use crate::puzzle::{Board, Cell, Direction, Letter, Level, Mode};

/// A small crowded room of `side` to `side + 2` columns and one row less, walls included, with 2 to
/// `most` boxes.
pub(super) fn random_level(
    random: &mut Random,
    mode: Mode,
    side: usize,
    most: u32,
) -> Option<Level> {
    let width = side + random.below(3) as usize;
    let height = side - 1 + random.below(3) as usize;
    let boxes = 2 + random.below(most - 1);
    let mut rows = vec![vec![b'#'; width]; height];
    for row in &mut rows[1..height - 1] {
        for symbol in &mut row[1..width - 1] {
            *symbol = if random.below(100) < 12 { b'#' } else { b' ' };
        }
    }
    let mut place = |symbol: fn(u8, u8) -> Option<u8>, index: u8| {
        for _ in 0..40 {
            let row = 1 + random.below(height as u32 - 2) as usize;
            let column = 1 + random.below(width as u32 - 2) as usize;
            if let Some(symbol) = symbol(rows[row][column], index) {
                rows[row][column] = symbol;
                return Some(());
            }
        }
        None
    };
    for index in 0..boxes as u8 {
        match mode {
            Mode::Classic => {
                place(|there, _| (there == b' ').then_some(b'.'), index)?;
                place(
                    |there, _| match there {
                        b' ' => Some(b'$'),
                        b'.' => Some(b'*'),
                        _ => None,
                    },
                    index,
                )?;
            }
            Mode::Pairs => {
                place(
                    |there, index| (there == b' ').then_some(b'a' + index),
                    index,
                )?;
                place(
                    |there, index| (there == b' ').then_some(b'A' + index),
                    index,
                )?;
            }
        }
    }
    place(|there, _| (there == b' ').then_some(b'@'), 0)?;
    let text: Vec<_> = rows
        .iter()
        .map(|row| String::from_utf8_lossy(row).into_owned())
        .collect();
    let text = text.join("\n");
    let entry = Reader::new(text.as_bytes()).next()?.ok()?;
    Some(entry.level)
}

/// A position up to walking: the boxes and the keeper's region.
pub(super) type Key = (Vec<Option<u16>>, u16);

pub(super) fn key(level: &Level, board: &Board) -> Key {
    let region = level.reach(board).first().map_or(0, Cell::index);
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

/// Every position one push away.
pub(super) fn pushes(level: &Level, board: &Board) -> Vec<Board> {
    let (mut found, mut seen) = (Vec::new(), HashSet::from([board.keeper()]));
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

/// The positions that can be reached in a level.
pub(super) struct Positions {
    pub(super) all: Vec<Board>,
    /// Those that can still be won.
    pub(super) winnable: HashMap<Key, Board>,
}

impl Positions {
    /// Finds them; `None` where there are more than `most`.
    pub(super) fn of(level: &Level, most: usize) -> Option<Self> {
        let mut numbers = HashMap::from([(key(level, level.start()), 0)]);
        let mut boards = vec![level.start().clone()];
        let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
        let mut at = 0;
        while at < boards.len() {
            for next in pushes(level, &boards[at].clone()) {
                let count = boards.len();
                let number = *numbers.entry(key(level, &next)).or_insert(count);
                if number == count {
                    boards.push(next);
                    parents.push(Vec::new());
                }
                parents[number].push(at);
            }
            at += 1;
            if boards.len() > most {
                return None;
            }
        }
        let mut won = HashMap::new();
        let mut open: Vec<usize> = (0..boards.len())
            .filter(|&number| level.is_solved(&boards[number]))
            .collect();
        while let Some(number) = open.pop() {
            let board = &boards[number];
            if won.insert(key(level, board), board.clone()).is_none() {
                open.extend(&parents[number]);
            }
        }
        Some(Self {
            all: boards,
            winnable: won,
        })
    }
}
