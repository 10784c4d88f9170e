//! The features of a position: the few numbers that steer the search.

use super::ideas::{Idea, Ideas};
use super::matching;
use super::packing::Packing;
use super::route::Field;
use super::tables::Tables;
use crate::puzzle::reach::fill_into;
use crate::puzzle::{Cell, CellSet, Mode};
use crate::solve::MAX_BOXES;
use crate::solve::base::position::Position;
use crate::solve::base::terrain::{NONE, Terrain};

/// The features of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features {
    /// Boxes that stand where the plan wants them for good.
    pub(super) packed: u8,
    /// Boxes that no longer fit into the plan.
    pub(super) out_of_plan: u8,
    /// Areas that the boxes divide the floor into.
    pub(super) areas: u8,
    /// Corridors with a box in them.
    pub(super) corridors: u8,
    /// Boxes that cannot be pushed now.
    pub(super) stuck: u8,
    /// Cost of the cheapest route to the next goal.
    pub(super) next: u16,
    /// Pushes of all boxes to their nearest goals.
    pub(super) pushes: u16,
    /// Squares that the keeper can walk to.
    pub(super) reach: u16,
    /// Costs of all routes to the next goal.
    pub(super) blocked: u16,
}

/// How much each feature counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) packed: u32,
    pub(super) out_of_plan: u32,
    pub(super) areas: u32,
    pub(super) corridors: u32,
    pub(super) stuck: u32,
    pub(super) next: u32,
    pub(super) pushes: u32,
    /// In quarters.
    pub(super) blocked: u32,
}

impl Weights {
    pub(super) const USUAL: Self = Self {
        packed: 100,
        out_of_plan: 150,
        areas: 30,
        corridors: 15,
        stuck: 10,
        next: 2,
        pushes: 1,
        blocked: 4,
    };

    /// Only what brings boxes nearer to goals counts.
    pub(super) const NEAREST: Self = Self {
        packed: 0,
        out_of_plan: 0,
        areas: 0,
        corridors: 0,
        stuck: 0,
        next: 0,
        pushes: 1,
        blocked: 0,
    };

    /// How far a position seems to be from solved.
    pub(super) fn score(&self, features: &Features, steps: usize) -> u32 {
        self.packed * (steps as u32).saturating_sub(u32::from(features.packed))
            + self.out_of_plan * u32::from(features.out_of_plan)
            + self.areas * (u32::from(features.areas).saturating_sub(1))
            + self.corridors * u32::from(features.corridors)
            + self.stuck * u32::from(features.stuck)
            + self.next * u32::from(features.next)
            + self.pushes * u32::from(features.pushes)
            + self.blocked * u32::from(features.blocked) / 4
    }
}

/// Looks at a position whose region is known.
#[cfg_attr(hot, unsafe(link_section = ".text.quick"))]
pub(super) fn look(
    terrain: &Terrain<'_>,
    position: &mut Position<'_>,
    tables: &mut Tables<'_>,
    packing: &Packing,
    ideas: Ideas,
    routes: &mut Field,
) -> Features {
    let mut features = Features {
        reach: position.region.len() as u16,
        areas: areas(terrain, position),
        ..Features::default()
    };
    let stand = packing.stand(terrain, position);
    features.packed = match terrain.mode {
        Mode::Classic => stand.done as u8,
        Mode::Pairs => (0..terrain.boxes)
            .filter(|&which| position.square(which) == NONE)
            .count() as u8,
    };
    let mut wishes: heapless::Vec<u64, MAX_BOXES> = heapless::Vec::new();
    let (mut corridors, mut pushes) = ([0u32; 2], 0u32);
    features.next = u16::MAX;
    for which in 0..terrain.boxes {
        let square = position.square(which);
        if square == NONE {
            continue;
        }
        if stand.settled.contains(terrain.cell(square)) {
            continue;
        }
        let [low, high] = tables.serves[usize::from(square)];
        // There are as many wishes as boxes at most.
        let _ = wishes.push((u64::from(low) | u64::from(high) << 32) & stand.wanting);
        let near = match terrain.mode {
            Mode::Classic => tables.nearest[usize::from(position.states[which])],
            Mode::Pairs => terrain.distance(position.states[which], which as u8),
        };
        pushes += u32::from(near);
        features.next = features.next.min(u16::from(near));
        let corridor = tables.corridors[usize::from(square)];
        corridors[usize::from(corridor / 32 % 2)] |= 1 << (corridor % 32);
        features.stuck += u8::from(!can_move(terrain, position, square, which as u8));
    }
    features.pushes = pushes.min(60_000) as u16;
    // Number 0 is no corridor.
    let [low, high] = corridors;
    features.corridors = ((low >> 1).count_ones() + high.count_ones()) as u8;
    if terrain.mode == Mode::Pairs {
        return features;
    }
    if ideas.has(Idea::OutOfPlan) {
        features.out_of_plan = matching::left_over(&wishes) as u8;
    }
    features.next = 0;
    if stand.target_count > 0 && ideas.has(Idea::Routes) {
        let routes = routes.find(terrain, position, tables, &stand);
        features.next = routes.least;
        features.blocked = (routes.sum / 4).min(60_000) as u16;
    }
    features
}

/// Areas that the boxes divide the floor into.
fn areas(terrain: &Terrain<'_>, position: &mut Position<'_>) -> u8 {
    let rows = terrain.rows.clone();
    let (mut unseen, mut area) = (CellSet::EMPTY, CellSet::EMPTY);
    for row in rows.clone() {
        unseen.rows_mut()[row] = position.open.rows()[row] & !position.region.rows()[row];
    }
    let mut areas = 1;
    for row in rows.clone() {
        while unseen.rows()[row] != 0 {
            let seed = Cell::at(row, unseen.rows()[row].trailing_zeros() as usize);
            fill_into(&unseen, seed, &mut area, rows.clone());
            position.floods += 1;
            areas += 1;
            for row in row..rows.end {
                unseen.rows_mut()[row] &= !area.rows()[row];
            }
        }
    }
    areas
}

fn can_move(terrain: &Terrain<'_>, position: &Position<'_>, square: u8, which: u8) -> bool {
    let ways = position.ways(terrain.cell(square));
    ways != 0 && ways & terrain.lanes(square, which) != 0
}
