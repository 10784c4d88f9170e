//! Everything that a search works with, once the level's tables are built.

use super::arena::Arena;
use super::corral::Corrals;
use super::expand::Expander;
use super::key::Keys;
use super::position::Position;
use super::solution::MAX_PUSHES;
use super::terrain::Terrain;
use crate::puzzle::{Board, Level};

/// The level's tables, the position that is being looked at, and the memory that the
/// searches take turns in.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Workplace<'a> {
    pub(super) pool: &'a mut [u32],
    /// The pushes of the solution that is being made.
    pub(super) path: &'a mut [u16],
    /// The best solution so far; empty where there is no other than the one on the path.
    pub(super) best: &'a mut [u16],
    pub(super) keys: Keys<'a>,
    pub(super) position: Position<'a>,
    pub(super) corrals: Corrals<'a>,
    pub(super) terrain: Terrain<'a>,
}

impl<'a> Workplace<'a> {
    /// Takes the last tables off the arena; `None` where it is too small.
    pub(super) fn open(
        terrain: Terrain<'a>,
        mut arena: Arena<'a>,
        level: &Level,
        start: &Board,
        keeps_best: bool,
    ) -> Option<Self> {
        let keys = Keys::new(&terrain, &mut arena)?;
        let occupants = arena.bytes(terrain.size)?;
        let path = arena.halves(MAX_PUSHES)?;
        let best = arena.halves(if keeps_best { MAX_PUSHES } else { 0 })?;
        let corrals = Corrals::new(&mut arena)?;
        let mut position = Position::new(&terrain, occupants, arena.set()?);
        position.load_board(&terrain, level, start);
        Some(Self {
            terrain,
            keys,
            position,
            corrals,
            path,
            best,
            pool: arena.rest(),
        })
    }

    /// The level and the position, for those who look at positions only.
    pub(super) fn expander(&mut self) -> Expander<'_, 'a> {
        self.expander_and_pool().0
    }

    /// The same, beside the memory that positions are looked up in.
    pub(super) fn expander_and_pool(&mut self) -> (Expander<'_, 'a>, &[u32]) {
        let expander = Expander {
            terrain: &self.terrain,
            keys: &self.keys,
            position: &mut self.position,
            corrals: &mut self.corrals,
        };
        (expander, self.pool)
    }
}
