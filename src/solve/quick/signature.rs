//! Positions as 32 bits: each box's square and the keeper's region, mixed and combined, so
//! that a move changes a signature by two squares. Two positions with one signature cost a
//! child, never a wrong answer.

use super::random::scatter;
use crate::puzzle::Mode;
use crate::solve::base::position::Position;
use crate::solve::base::terrain::{NONE, Terrain};

/// The part of a signature that comes from the boxes.
pub(super) fn boxes_signature(terrain: &Terrain<'_>, position: &Position<'_>) -> u32 {
    (0..terrain.boxes)
        .map(|which| (which as u8, position.square(which)))
        .filter(|&(_, square)| square != NONE)
        .fold(0, |sum, (which, square)| {
            sum ^ box_signature(terrain, which, square)
        })
}

/// What one box adds to a signature.
pub(super) fn box_signature(terrain: &Terrain<'_>, which: u8, square: u8) -> u32 {
    let which = match terrain.mode {
        Mode::Classic => 0,
        Mode::Pairs => u32::from(which) + 1,
    };
    scatter(which << 8 | u32::from(square))
}

/// What the keeper's normal place adds to a signature.
pub(super) fn keeper_signature(square: u8) -> u32 {
    scatter(1 << 16 | u32::from(square))
}
