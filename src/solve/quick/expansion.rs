//! One position's children: the tours of all boxes, and the advisors' choice.

use super::advisors::Advice;
use super::ideas::{Idea, Ideas};
use super::pool::Record;
use super::route::Field;
use super::signature::{box_signature, keeper_signature};
use super::tables::Tables;
use super::travel::{Grip, Leg, Travel};
use crate::puzzle::{CellSet, Mode};
use crate::solve::base::freeze;
use crate::solve::base::position::Position;
use crate::solve::base::terrain::{NO_STATE, NONE, Terrain};

/// A position that is being expanded.
#[derive(Debug)]
pub(super) struct MacroExpansion {
    pub(super) record: u16,
    pub(super) weight: u8,
    pub(super) cell: u16,
    /// Signature of the boxes alone.
    pub(super) boxes: u32,
    /// The run's number in all signatures.
    pub(super) salt: u32,
    pub(super) keeper: u8,
    pub(super) region: CellSet,
    pub(super) fence: Option<CellSet>,
    pub(super) which: u8,
    pub(super) tour: Option<Travel>,
    pub(super) shares_routes: bool,
    /// The routes that the children of the tour share.
    pub(super) routes: Field,
    pub(super) advice: Advice,
}

impl MacroExpansion {
    /// Begins with the tour of the next box that can be pushed. Not inlined, see
    /// [`follow_advice`](Self::follow_advice).
    #[inline(never)]
    pub(super) fn set_out(
        &mut self,
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        let square = position.square(usize::from(self.which));
        let fenced = |fence: CellSet| fence.contains(terrain.cell(square));
        if square == NONE || !self.fence.is_none_or(fenced) {
            self.which += 1;
            return;
        }
        let mut tour = Travel::new(Grip::Push, self.which, &mut tables.notes);
        if tour.arrive(terrain, &mut tables.notes, square, &position.region, 0) {
            self.tour = Some(tour);
            self.routes = if self.shares_routes {
                Field::without(self.which)
            } else {
                Field::NONE
            };
        } else {
            self.which += 1;
        }
    }

    /// The child that a leg of the tour, which began at `origin`, leads to, unless it is lost or known. The tour goes
    /// on from there unless the box has frozen or dropped in.
    pub(super) fn child(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        (origin, leg): (u8, Leg),
        ideas: Ideas,
        learned: u32,
    ) -> Option<Record> {
        let normal = position.walk(terrain);
        let tour = self.tour.as_mut()?;
        if ideas.has(Idea::Freeze) && freeze::is_deadlock(terrain, &position.open, leg.to) {
            return None;
        }
        if terrain.mode == Mode::Classic
            && tables.patterns.condemn(terrain, position, leg.to, learned)
        {
            // The position is lost, but the box may pass through it.
            tour.arrive(terrain, &mut tables.notes, leg.to, &position.region, 0);
            return None;
        }
        let gone = position.states[usize::from(self.which)] == NO_STATE;
        let mut signature = self.boxes
            ^ box_signature(terrain, self.which, origin, self.salt)
            ^ keeper_signature(normal, self.salt);
        if !gone {
            tour.arrive(terrain, &mut tables.notes, leg.to, &position.region, 0);
            signature ^= box_signature(terrain, self.which, leg.to, self.salt);
        }
        if tables.pool.find(signature).is_some() {
            return None;
        }
        Some(Record {
            signature,
            parent: self.record,
            from: origin,
            to: leg.to,
            direction: leg.direction.index(),
            cell: self.cell,
            weight: self.weight + 1,
            score: 0,
            open: true,
        })
    }

    /// Keeps a child; `false` if that or another one was dropped.
    pub(super) fn keep(&self, tables: &mut Tables<'_>, record: &Record, urgent: bool) -> bool {
        let Ok(evicted) = tables.pool.insert(record, urgent) else {
            return false;
        };
        tables.cells.open[usize::from(record.cell)] += 1;
        if let Some(cell) = evicted {
            tables.cells.open[usize::from(cell)] -= 1;
        }
        evicted.is_none()
    }

    /// Moves the children named by advisors to the front of their cell; `false` if something
    /// was dropped. Not inlined: what runs for every child has to fit into one way of the flash
    /// cache.
    #[inline(never)]
    pub(super) fn follow_advice(&self, tables: &mut Tables<'_>) -> bool {
        let mut whole = true;
        for mut record in self.advice.named() {
            record.weight = self.weight;
            match tables.pool.find(record.signature) {
                Some(index) => tables.pool.lighten(index),
                None => whole &= self.keep(tables, &record, true),
            }
        }
        whole
    }
}
