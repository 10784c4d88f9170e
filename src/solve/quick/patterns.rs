//! The memory of the searches for deadlocks, so that nothing is searched for twice.
//!
//! A set of boxes that was proven lost is lost wherever it turns up again, in any run: every
//! child is checked for such patterns before anything else. Boxes that are all home are the
//! exception: they are lost only while a goal behind them is empty. A set that was searched in vain
//! need not be searched again, and most positions have the same pockets as the position
//! before them.
//!
//! Worth: without patterns, 43, 55 and 62; without either, six times as many positions in
//! the searches for deadlocks.

use super::signature::mix;
use crate::puzzle::CellSet;
use crate::solve::base::position::Position;
use crate::solve::base::terrain::{NONE, Terrain};

/// Patterns that are remembered; the oldest is forgotten first.
pub(super) const PATTERNS: usize = 160;
/// Vain searches that are remembered.
pub(super) const VAIN: usize = 1024;

/// Squares by number, one bit each.
type Squares = [u32; 8];

/// Boxes that are lost, and the keeper's region while they are.
pub(super) type Pattern = [Squares; 2];

/// Words of a pattern.
pub(super) const PATTERN: usize = size_of::<Pattern>() / 4;

/// The memory of the searches.
#[derive(Debug)]
pub(super) struct Patterns<'t> {
    pub(super) dead: &'t mut [Pattern],
    pub(super) vain: &'t mut [u32],
}

impl Patterns<'_> {
    pub(super) fn clear(&mut self) {
        self.dead.fill([[0; 8]; 2]);
        self.vain.fill(0);
    }

    /// Remembers boxes that are lost while the keeper is in a region.
    pub(super) fn add(
        &mut self,
        terrain: &Terrain<'_>,
        number: u32,
        boxes: &CellSet,
        region: &CellSet,
    ) {
        self.dead[number as usize % PATTERNS] =
            [numbered(terrain, boxes), numbered(terrain, region)];
    }

    /// Whether the box that was just pushed to a square is part of one of the patterns, of
    /// which `count` were added so far.
    pub(super) fn condemn(
        &self,
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        square: u8,
        count: u32,
    ) -> bool {
        let known = &self.dead[..self.dead.len().min(count as usize)];
        known.iter().any(|[boxes, region]| {
            contains(boxes, square)
                && contains(region, position.keeper)
                && each(boxes).all(|other| position.occupant(other) != NONE)
                && has_to_move(terrain, position, boxes, region)
        })
    }

    /// Whether a search was in vain before, and the box that its way out ran into.
    pub(super) fn was_vain(&self, signature: u32) -> Option<u8> {
        let known = self.vain[(signature >> 8) as usize % VAIN];
        (known >> 8 == signature >> 8).then_some(known as u8)
    }

    /// Remembers that a search was in vain, and the box that its way out ran into.
    pub(super) fn note_vain(&mut self, signature: u32, blocker: u8) {
        self.vain[(signature >> 8) as usize % VAIN] = signature & !255 | u32::from(blocker);
    }

    /// Whether a search was cut off before, after this many positions.
    pub(super) fn was_cut_off(&self, signature: u32, limit: u16) -> bool {
        self.was_vain(mix(signature ^ u32::from(limit))).is_some()
    }

    /// Remembers that a search was cut off after this many positions.
    pub(super) fn note_cut_off(&mut self, signature: u32, limit: u16) {
        self.note_vain(mix(signature ^ u32::from(limit)), NONE);
    }
}

/// Whether the boxes of a pattern have to move at all: one of them is not home, or a goal that
/// they keep the keeper from is empty. Boxes that are all home are lost only as long as there is
/// such a goal, which may be filled before they get where they are. Asked rarely, so kept out of the
/// code that is asked for every child.
#[inline(never)]
fn has_to_move(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    boxes: &Squares,
    region: &Squares,
) -> bool {
    let is_goal = |square| terrain.goals.contains(terrain.cell(square));
    let mut goals = terrain.goals.iter().map(|cell| terrain.number_of(cell));
    each(boxes).any(|square| !is_goal(square))
        || goals.any(|goal| position.occupant(goal) == NONE && !contains(region, goal))
}

fn numbered(terrain: &Terrain<'_>, set: &CellSet) -> Squares {
    let mut squares = [0; 8];
    for cell in *set {
        let square = terrain.number_of(cell);
        squares[usize::from(square) / 32] |= 1 << (square % 32);
    }
    squares
}

fn contains(squares: &Squares, square: u8) -> bool {
    squares[usize::from(square) / 32] >> (square % 32) & 1 != 0
}

fn each(squares: &Squares) -> impl Iterator<Item = u8> {
    squares.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        core::iter::from_fn(move || {
            let square = (bits != 0).then(|| word as u32 * 32 + bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(square as u8)
        })
    })
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;
    use crate::puzzle::text::Reader;
    use crate::puzzle::{Direction, flood};
    use crate::solve::Strategy;
    use crate::solve::solver::{ARENA_WORDS, Phase, Solver};

    /// Pushes the box into the corner, where it can never move again, and remembers it and the
    /// keeper's region as lost. Whether that condemns the position.
    fn is_condemned(text: &str) -> bool {
        let level = Reader::new(text.as_bytes()).next().unwrap().unwrap().level;
        let mut arena = vec![0; ARENA_WORDS];
        let mut solver =
            Solver::new(&level, level.start(), &mut arena).with_strategy(Strategy::QUICK);
        while matches!(solver.phase, Phase::Build(_)) {
            solver.step(1);
        }
        let work = solver.work.as_mut().unwrap();
        let mut board = level.start().clone();
        let corner = board.keeper().step(Direction::Right).step(Direction::Right);
        level.step(&mut board, Direction::Right);
        let (terrain, position) = (&work.terrain, &mut work.position);
        position.load_board(terrain, &level, &board);
        position.walk(terrain);
        let set = [corner].into_iter().collect::<CellSet>();
        let region = flood(&(terrain.floor - set), board.keeper());
        let (mut dead, mut vain) = (vec![[[0; 8]; 2]; PATTERNS], vec![0; VAIN]);
        let mut patterns = Patterns {
            dead: &mut dead,
            vain: &mut vain,
        };
        patterns.add(terrain, 0, &set, &region);
        patterns.condemn(terrain, position, terrain.number_of(corner), 1)
    }

    #[test]
    fn boxes_that_are_home_are_lost_only_while_a_goal_behind_them_is_empty() {
        let empty = "#####\n#@$.#\n# #.#\n#$ ##\n#  ##\n#####";
        assert!(is_condemned(empty));
        let filled = "#####\n#@$.#\n# #*#\n#  ##\n#  ##\n#####";
        assert!(!is_condemned(filled));
    }
}
