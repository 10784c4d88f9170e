//! PI-corral pruning (Brian Damgaard and Matthias Meger's idea in YASS and JSoko).
//!
//! A corral is an area that the keeper cannot reach, with the boxes around it. Where all
//! boxes of its fence can only be pushed inwards, and the keeper can get behind each of
//! them now (a *PI-corral*), nothing outside can help: sooner or later the fence must be
//! pushed, so only its pushes need to be tried first. A corral that could be opened by a
//! box or area next to it is grown by that neighbour instead of being dropped.
//!
//! Worth: without it, 110, 133 and 142.

use core::ops::Range;

use super::position::Position;
use super::terrain::{Lane, NONE, Terrain};
use crate::puzzle::reach::fill_into;
use crate::puzzle::{Cell, CellSet, Direction, MAX_BOXES, Mode};

/// Flood fills for one position. Crowded levels with dozens of areas would take hundreds;
/// a corral that is not found in time is only a chance missed.
const MAX_FLOODS: u32 = 48;

/// The boxes whose pushes suffice, or `None` where all have to be tried. Among several
/// corrals the one with the fewest pushes wins.
#[cfg_attr(
    all(feature = "pico", target_os = "none"),
    allow(unsafe_code),
    unsafe(link_section = ".data.hot")
)]
#[inline(never)]
pub(super) fn fence(terrain: &Terrain<'_>, position: &mut Position<'_>) -> Option<CellSet> {
    let rows = terrain.rows.clone();
    let mut closed = CellSet::EMPTY;
    let mut nothing = true;
    {
        let (open, region) = (position.open.rows(), position.region.rows());
        let closed = closed.rows_mut();
        for row in rows.clone() {
            closed[row] = open[row] & !region[row];
            nothing &= closed[row] == 0;
        }
    }
    // Most positions have no corral at all.
    if nothing {
        return None;
    }
    let mut unseen = closed;
    let mut best: Option<CellSet> = None;
    let mut fewest = u32::MAX;
    let mut corral = Corral::new(&closed);
    let last = position.floods.wrapping_add(MAX_FLOODS);
    let mut row = rows.start;
    while row < rows.end {
        let bits = unseen.rows()[row];
        if bits == 0 {
            row += 1;
            continue;
        }
        let floods = last.wrapping_sub(position.floods);
        if floods == 0 {
            break;
        }
        corral.clear(floods);
        let seed = Cell::at(row, bits.trailing_zeros() as usize);
        corral.add_area(terrain, position, seed);
        corral.take_out_of(&mut unseen, &rows);
        if corral.grow(terrain, position) {
            corral.take_out_of(&mut unseen, &rows);
            corral.count(terrain, position);
            if corral.pushes < fewest {
                fewest = corral.pushes;
                best = Some(corral.boxes);
            }
        }
    }
    best
}

struct Corral<'c> {
    /// Where the keeper cannot go, but for boxes.
    closed: &'c CellSet,
    /// Areas and fence.
    members: CellSet,
    boxes: CellSet,
    /// The fence's squares that are still to be checked.
    waiting: heapless::Vec<u8, MAX_BOXES>,
    /// The area that was found last.
    area: CellSet,
    /// Pushes that the keeper could make now.
    pushes: u32,
    /// Flood fills that it may still take.
    floods: u32,
}

impl<'c> Corral<'c> {
    fn new(closed: &'c CellSet) -> Self {
        Self {
            closed,
            members: CellSet::EMPTY,
            boxes: CellSet::EMPTY,
            waiting: heapless::Vec::new(),
            area: CellSet::EMPTY,
            pushes: 0,
            floods: 0,
        }
    }

    fn clear(&mut self, floods: u32) {
        self.members = CellSet::EMPTY;
        self.boxes = CellSet::EMPTY;
        self.waiting.clear();
        (self.pushes, self.floods) = (0, floods);
    }

    fn take_out_of(&self, unseen: &mut CellSet, rows: &Range<usize>) {
        let members = &self.members.rows()[rows.clone()];
        let unseen = &mut unseen.rows_mut()[rows.clone()];
        for (unseen, members) in unseen.iter_mut().zip(members) {
            *unseen &= !members;
        }
    }

    /// Takes in what could open the corral, until nothing could; whether it is one then, and
    /// something in it has to move.
    fn grow(&mut self, terrain: &Terrain<'_>, position: &mut Position<'_>) -> bool {
        while let Some(square) = self.waiting.pop() {
            if self.check(terrain, position, square).is_none() {
                return false;
            }
        }
        self.leaves_some_out(terrain, position) && self.needs_pushes(terrain)
    }

    /// Adds the area around a square, and the boxes around that.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn add_area(&mut self, terrain: &Terrain<'_>, position: &mut Position<'_>, seed: Cell) {
        self.floods -= 1;
        position.floods += 1;
        fill_into(self.closed, seed, &mut self.area, terrain.rows.clone());
        let (floor, open) = (terrain.floor.rows(), position.open.rows());
        // Floor never touches the grid's edge, so its rows have neighbours.
        let mut above = 0;
        for row in terrain.rows.clone() {
            let (here, below) = (self.area.rows()[row], self.area.rows()[row + 1]);
            let around = here << 1 | here >> 1 | above | below;
            above = here;
            self.members.rows_mut()[row] |= here;
            let members = self.members.rows()[row];
            let mut boxes = around & floor[row] & !open[row] & !members;
            while boxes != 0 {
                self.add_box(terrain, terrain.lowest(row, boxes));
                boxes &= boxes - 1;
            }
        }
    }

    fn add_box(&mut self, terrain: &Terrain<'_>, square: u8) {
        let cell = terrain.cell(square);
        if !self.boxes.contains(cell) {
            self.boxes.insert(cell);
            self.members.insert(cell);
            // As many places as boxes, and each box is added once.
            let _ = self.waiting.push(square);
        }
    }

    /// Takes in what could open the corral beside a box; `None` where the keeper could
    /// push the box out of it.
    fn check(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        square: u8,
    ) -> Option<()> {
        let which = position.occupant(square);
        for direction in Direction::ALL {
            let Some(Lane { target, stand }) = terrain.lane(square, direction, which) else {
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
                self.add_box(terrain, neighbour);
            } else if self.floods == 0 {
                return None;
            } else {
                self.add_area(terrain, position, terrain.cell(neighbour));
            }
        }
        Some(())
    }

    /// Whether there are boxes outside.
    fn leaves_some_out(&self, terrain: &Terrain<'_>, position: &Position<'_>) -> bool {
        let (floor, open, boxes) = (
            terrain.floor.rows(),
            position.open.rows(),
            self.boxes.rows(),
        );
        terrain
            .rows
            .clone()
            .any(|row| floor[row] & !open[row] != boxes[row])
    }

    /// Whether something in the corral still has to move.
    fn needs_pushes(&self, terrain: &Terrain<'_>) -> bool {
        let (members, boxes) = (self.members.rows(), self.boxes.rows());
        match terrain.mode {
            // A box off its goal, or a goal without a box.
            Mode::Classic => {
                let goals = terrain.goals.rows();
                let mut rows = terrain.rows.clone();
                rows.any(|row| goals[row] & members[row] != boxes[row])
            }
            Mode::Pairs => true,
        }
    }

    fn count(&mut self, terrain: &Terrain<'_>, position: &Position<'_>) {
        for row in terrain.rows.clone() {
            let mut boxes = self.boxes.rows()[row];
            while boxes != 0 {
                let square = terrain.lowest(row, boxes);
                boxes &= boxes - 1;
                let which = position.occupant(square);
                let ways = position.ways(terrain.cell(square));
                for direction in Direction::ALL {
                    let possible = ways >> direction.index() & 1 != 0
                        && terrain.lane(square, direction, which).is_some();
                    self.pushes += u32::from(possible);
                }
            }
        }
    }
}
