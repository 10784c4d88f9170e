//! A solution's pushes, from the macro moves that were found.

use super::engine::QuickEvent;
use super::pool::{NOWHERE, Record};
use super::tables::Tables;
use super::travel::{Grip, Leg, Travel};
use crate::puzzle::{Direction, flood};
use crate::solve::base::position::{Position, Push};
use crate::solve::base::solution::pack;
use crate::solve::base::terrain::{NONE, Terrain};

/// The pushes of a solution in the making: macro moves, last first, in the chain.
#[derive(Debug)]
pub(super) struct Trace {
    left: usize,
    tour: Option<Travel>,
    length: usize,
}

impl Trace {
    pub(super) fn new(tables: &mut Tables<'_>, index: u16) -> Self {
        let chain: &mut [u16] = bytemuck::cast_slice_mut(tables.pocket);
        let (mut at, mut left) = (index, 0);
        while left < chain.len() {
            let parent = tables.pool.get(at).parent;
            if parent == NOWHERE {
                break;
            }
            chain[left] = at;
            left += 1;
            at = parent;
        }
        Self {
            left,
            tour: None,
            length: 0,
        }
    }

    /// Goes on with the tour of the box that is next to be moved.
    pub(super) fn advance(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        path: &mut [u16],
    ) -> Option<QuickEvent> {
        if self.left == 0 {
            return Some(QuickEvent::Solved(self.length));
        }
        let chain: &mut [u16] = bytemuck::cast_slice_mut(tables.pocket);
        let record = tables.pool.get(chain[self.left - 1]);
        let notes = &mut tables.notes;
        let which = position.occupant(record.from);
        let tour = self.tour.get_or_insert_with(|| {
            let mut tour = Travel::new(Grip::Push, which, notes);
            tour.arrive(terrain, notes, record.from, &position.region, 0);
            tour
        });
        let mut open = position.open;
        open.insert(terrain.cell(record.from));
        // The tour was made before, so it gets there.
        let leg = tour.next(terrain, notes, &open)?;
        let place = tour.place();
        let drops = terrain.drops(leg.to, which);
        if !drops {
            open.remove(terrain.cell(leg.to));
        }
        position.floods += 1;
        let region = flood(&open, terrain.cell(leg.keeper));
        // The keeper need not come from the same side, only to the same region.
        let back = Direction::from_index(record.direction).opposite();
        let keeper = terrain.cell(terrain.next(record.to, back));
        if leg.to != record.to || !region.contains(keeper) {
            if !drops {
                tour.arrive(terrain, notes, leg.to, &region, place);
            }
            return Some(QuickEvent::Going);
        }
        // Back to where the tour began, then written from there.
        let mut count = 1;
        let mut at = place;
        while at != 0 {
            at = notes.tags[usize::from(at)];
            count += 1;
        }
        let end = self.length + count;
        if end > path.len() {
            return None;
        }
        let square = |place: u16| (notes.queue[usize::from(place)] >> 4) as u8;
        let (mut at, mut direction) = (place, leg.direction);
        for slot in path[self.length..end].iter_mut().rev() {
            *slot = pack(terrain.cell(square(at)), direction);
            let before = notes.tags[usize::from(at)];
            let to = square(at);
            direction = Direction::ALL
                .into_iter()
                .find(|&direction| terrain.next(square(before), direction) == to)
                .unwrap_or(direction);
            at = before;
        }
        self.length = end;
        self.left -= 1;
        self.tour = None;
        play(terrain, position, &record);
        position.walk(terrain);
        Some(QuickEvent::Going)
    }
}

/// Makes a macro move.
pub(super) fn play(terrain: &Terrain<'_>, position: &mut Position<'_>, record: &Record) {
    let which = position.occupant(record.from);
    let direction = Direction::from_index(record.direction);
    let leg = Leg {
        to: record.to,
        keeper: NONE,
        direction,
    };
    if which != NONE {
        position.apply(terrain, push_of(terrain, position, which, leg));
    }
}

/// The push that ends a leg.
pub(super) fn push_of(terrain: &Terrain<'_>, position: &Position<'_>, which: u8, leg: Leg) -> Push {
    Push::single(terrain, position, which, leg.direction, leg.to)
}
