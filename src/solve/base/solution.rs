//! A solution as its pushes, and as the steps that make them.

use super::position::Push;
use super::terrain::Terrain;
use crate::puzzle::{Board, Cell, Direction, Level, Step, Walk};

/// Pushes of the longest solution that can be kept.
pub const MAX_PUSHES: usize = 1024;

/// A push in a half-word: the box's cell before it, and its direction.
pub(crate) fn pack(cell: Cell, direction: Direction) -> u16 {
    cell.index() << 2 | u16::from(direction.index())
}

pub(crate) fn unpack(code: u16) -> (Cell, Direction) {
    (
        Cell::from_index(code >> 2),
        Direction::from_index(code as u8),
    )
}

/// Writes a push into its places on the path, square by square.
pub(crate) fn write(terrain: &Terrain<'_>, path: &mut [u16], first: usize, push: Push) {
    let mut cell = terrain.cell(push.start);
    for place in path.iter_mut().skip(first).take(usize::from(push.length)) {
        *place = pack(cell, push.direction);
        cell = cell.step(push.direction);
    }
}

/// The pushes that solve a position, as the solver found them.
#[derive(Clone, Debug)]
pub struct Solution<'s> {
    pub(crate) level: &'s Level,
    pub(crate) start: &'s Board,
    pub(crate) pushes: &'s [u16],
    /// Whether no solution has fewer pushes; with
    /// [`Aim::MovesThenPushes`](crate::solve::Aim::MovesThenPushes), fewer moves.
    pub proven: bool,
    /// Whether that is proven, and also that no solution with as many has fewer of what comes
    /// second in the aim.
    pub ties_proven: bool,
}

impl<'s> Solution<'s> {
    /// How many pushes it takes.
    pub fn pushes(&self) -> usize {
        self.pushes.len()
    }

    /// Each push as the box's square before it, and its direction.
    pub fn boxes(&self) -> impl Iterator<Item = (Cell, Direction)> + 's {
        self.pushes.iter().map(|&code| unpack(code))
    }

    /// Every step of the keeper: the shortest walk to each push, and the push. Each step is
    /// checked by the rules; the steps end early if one is not legal.
    pub fn steps(&self) -> Steps<'s> {
        Steps {
            level: self.level,
            board: self.start.clone(),
            pushes: self.pushes,
            walk: None,
        }
    }
}

/// The steps of a [`Solution`].
#[derive(Clone, Debug)]
pub struct Steps<'s> {
    level: &'s Level,
    board: Board,
    pushes: &'s [u16],
    walk: Option<Walk>,
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let (&code, rest) = self.pushes.split_first()?;
        let (cell, push) = unpack(code);
        if self.walk.is_none() {
            let stand = cell.step(push.opposite());
            self.walk = Some(Walk::new(
                &self.level.open(&self.board),
                self.board.keeper(),
                stand,
            )?);
        }
        if let Some(direction) = self.walk.as_mut().and_then(Iterator::next) {
            return self.level.step(&mut self.board, direction);
        }
        self.walk = None;
        self.pushes = rest;
        self.level.step(&mut self.board, push)
    }
}
