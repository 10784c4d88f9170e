//! Positions as 32 bits: each box's square and the keeper's region, mixed and combined, so
//! that a move changes a signature by two squares. Two positions with one signature cost a
//! child, never a wrong answer; and no run loses the same child as another, because each salts
//! its signatures with a number of its own.

use crate::puzzle::Mode;
use crate::puzzle::random::Random;
use crate::solve::base::position::Position;
use crate::solve::base::terrain::{NONE, Terrain};

/// The part of a signature that comes from the boxes.
pub(super) fn boxes_signature(terrain: &Terrain<'_>, position: &Position<'_>, salt: u32) -> u32 {
    (0..terrain.boxes)
        .map(|which| (which as u8, position.square(which)))
        .filter(|&(_, square)| square != NONE)
        .fold(0, |sum, (which, square)| {
            sum ^ box_signature(terrain, which, square, salt)
        })
}

/// What one box adds to a signature.
pub(super) fn box_signature(terrain: &Terrain<'_>, which: u8, square: u8, salt: u32) -> u32 {
    let which = match terrain.mode {
        Mode::Classic => 0,
        Mode::Pairs => u32::from(which) + 1,
    };
    mix(salt ^ (which << 8 | u32::from(square)))
}

/// What the keeper's normal place adds to a signature.
pub(super) fn keeper_signature(square: u8, salt: u32) -> u32 {
    mix(salt ^ (1 << 16 | u32::from(square)))
}

/// Mixes the bits of a number (the finalizer of MurmurHash3).
pub(super) fn mix(number: u32) -> u32 {
    let mut bits = number.wrapping_add(0x9e37_79b9);
    bits = (bits ^ bits >> 16).wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ bits >> 13).wrapping_mul(0xc2b2_ae35);
    bits ^ bits >> 16
}

/// The random numbers of a seed. The bits are mixed with [`mix`] and not by
/// [`Random::new`], because recorded node counts depend on these numbers.
pub(super) fn seeded(seed: u32) -> Random {
    Random::from_mixed(mix(seed ^ 0x9e37_79b9) | 1)
}
