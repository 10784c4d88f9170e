//! All that a search works with once the level's tables are built.

use super::arena::Arena;
use super::corral::Corrals;
use super::groups::Groups;
use super::key::Keys;
use super::position::Position;
use super::solution::MAX_PUSHES;
use super::terrain::Terrain;
use crate::puzzle::{Board, Level};

/// The level's tables, the position being looked at, and the memory that the searches use one
/// after the other.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Workplace<'a> {
    pub(crate) pool: &'a mut [u32],
    /// The pushes of the solution that was found last, or is being written.
    pub(crate) path: &'a mut [u16],
    /// The best solution so far; empty if only the one on the path is kept.
    pub(crate) best: &'a mut [u16],
    pub(crate) keys: Keys<'a>,
    pub(crate) position: Position<'a>,
    pub(crate) corrals: Corrals<'a>,
    /// Empty until they are built.
    pub(crate) groups: Groups<'a>,
    pub(crate) terrain: Terrain<'a>,
}

impl<'a> Workplace<'a> {
    /// Takes the last tables off the arena; `None` where it is too small.
    pub(crate) fn open(
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
            groups: Groups::none(),
            path,
            best,
            pool: arena.rest(),
        })
    }
}
