//! The memory of the searches for deadlocks, so that nothing is searched for twice.
//!
//! A set of boxes that was proven lost is lost wherever it turns up again, in any run: every
//! child is checked for such patterns before anything else. A set that was searched in vain
//! need not be searched again, and most positions have the same pockets as the position
//! before them.
//!
//! Worth: without patterns, 35, 39 and 52; without either, six times as many positions in
//! the searches for deadlocks.

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
    pub(super) fn condemn(&self, position: &Position<'_>, square: u8, count: u32) -> bool {
        let known = &self.dead[..self.dead.len().min(count as usize)];
        known.iter().any(|[boxes, region]| {
            contains(boxes, square)
                && contains(region, position.keeper)
                && each(boxes).all(|other| position.occupant(other) != NONE)
        })
    }

    /// Whether a search was in vain before.
    pub(super) fn was_vain(&self, signature: u32) -> bool {
        self.vain[signature as usize % VAIN] == signature
    }

    /// Remembers that a search was in vain.
    pub(super) fn note_vain(&mut self, signature: u32) {
        self.vain[signature as usize % VAIN] = signature;
    }
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
