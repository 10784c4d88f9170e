//! PI-corral pruning (Brian Damgaard and Matthias Meger's idea in YASS and JSoko).
//!
//! A corral is an area that the keeper cannot reach, with the boxes around it. Where all
//! boxes of its fence can only be pushed inwards, and the keeper can get behind each of
//! them now (a *PI-corral*), nothing outside can help: sooner or later the fence must be
//! pushed, so only its pushes need to be tried first. A corral that could be opened by a
//! box or area next to it is grown by that neighbour instead of being dropped.
//!
//! Worth: without it, 110, 133 and 142.

use super::position::Position;
use super::terrain::{Lane, NONE, Terrain};
use crate::puzzle::{CellSet, Direction, MAX_BOXES, Mode, flood};

/// Flood fills for one position. Crowded levels with dozens of areas would take hundreds;
/// a corral that is not found in time is only a chance missed.
const MAX_FLOODS: u32 = 48;

/// The boxes whose pushes suffice, or `None` where all have to be tried. Among several
/// corrals the one with the fewest pushes wins.
pub(super) fn fence(terrain: &Terrain<'_>, position: &mut Position<'_>) -> Option<CellSet> {
    let mut unseen = position.open - position.region;
    let (mut best, mut fewest) = (None, u32::MAX);
    let last = position.floods.wrapping_add(MAX_FLOODS);
    while let Some(seed) = unseen.first() {
        let floods = last.wrapping_sub(position.floods);
        if floods == 0 {
            break;
        }
        position.floods += 1;
        let area = flood(&(position.open - position.region), seed);
        unseen -= area;
        if let Some(corral) = Corral::grow(terrain, position, area, floods - 1) {
            unseen -= corral.members;
            if corral.pushes < fewest {
                fewest = corral.pushes;
                best = Some(corral.boxes);
            }
        }
    }
    best
}

struct Corral {
    /// Areas and fence.
    members: CellSet,
    boxes: CellSet,
    /// Pushes that the keeper could make now.
    pushes: u32,
    /// Flood fills that it may still take.
    floods: u32,
}

impl Corral {
    fn grow(
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        area: CellSet,
        floods: u32,
    ) -> Option<Self> {
        let all = terrain.floor - position.open;
        let mut corral = Self {
            members: CellSet::EMPTY,
            boxes: CellSet::EMPTY,
            pushes: 0,
            floods,
        };
        let mut waiting: heapless::Vec<u8, MAX_BOXES> = heapless::Vec::new();
        corral.add_area(terrain, position, area, &mut waiting);
        while let Some(square) = waiting.pop() {
            corral.check(terrain, position, square, &mut waiting)?;
        }
        if corral.boxes == all || !corral.needs_pushes(terrain) {
            return None;
        }
        corral.count(terrain, position);
        Some(corral)
    }

    fn add_area(
        &mut self,
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        area: CellSet,
        waiting: &mut heapless::Vec<u8, MAX_BOXES>,
    ) {
        self.members |= area;
        let mut around = CellSet::EMPTY;
        for direction in Direction::ALL {
            around |= area.shifted(direction);
        }
        for cell in (around & terrain.floor) - position.open - self.members {
            self.add_box(terrain, terrain.number_of(cell), waiting);
        }
    }

    fn add_box(
        &mut self,
        terrain: &Terrain<'_>,
        square: u8,
        waiting: &mut heapless::Vec<u8, MAX_BOXES>,
    ) {
        let cell = terrain.cell(square);
        if !self.boxes.contains(cell) {
            self.boxes.insert(cell);
            self.members.insert(cell);
            // As many places as boxes, and each box is added once.
            let _ = waiting.push(square);
        }
    }

    /// Takes in what could open the corral beside a box; `None` where the keeper could
    /// push the box out of it.
    fn check(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        square: u8,
        waiting: &mut heapless::Vec<u8, MAX_BOXES>,
    ) -> Option<()> {
        let which = position.occupant(square);
        for direction in Direction::ALL {
            let Some(Lane { target, stand, .. }) = terrain.lane(square, direction, which) else {
                continue;
            };
            let neighbour = if self.members.contains(terrain.cell(stand)) {
                // A push from within has to wait until the corral is open.
                continue;
            } else if !position.reaches(terrain, stand) {
                stand
            } else if self.members.contains(terrain.cell(target)) {
                continue;
            } else if position.reaches(terrain, target) {
                return None;
            } else {
                target
            };
            if position.occupant(neighbour) != NONE {
                self.add_box(terrain, neighbour, waiting);
            } else {
                self.floods = self.floods.checked_sub(1)?;
                position.floods += 1;
                let area = flood(&(position.open - position.region), terrain.cell(neighbour));
                self.add_area(terrain, position, area, waiting);
            }
        }
        Some(())
    }

    /// Whether something in the corral still has to move.
    fn needs_pushes(&self, terrain: &Terrain<'_>) -> bool {
        match terrain.mode {
            // A box off its goal, or a goal without a box.
            Mode::Classic => {
                let goals = terrain.goals & self.members;
                !(self.boxes - goals).is_empty() || !(goals - self.boxes).is_empty()
            }
            Mode::Pairs => true,
        }
    }

    fn count(&mut self, terrain: &Terrain<'_>, position: &Position<'_>) {
        for cell in self.boxes {
            let square = terrain.number_of(cell);
            let which = position.occupant(square);
            for direction in Direction::ALL {
                let lane = terrain.lane(square, direction, which);
                let possible = lane.is_some_and(|Lane { target, stand, .. }| {
                    position.reaches(terrain, stand) && position.occupant(target) == NONE
                });
                self.pushes += u32::from(possible);
            }
        }
    }
}
