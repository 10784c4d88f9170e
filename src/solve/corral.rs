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

use super::arena::Arena;
use super::position::{Position, around, turned};
use super::terrain::{NONE, Terrain};
use crate::puzzle::reach::fill_into;
use crate::puzzle::{Cell, CellSet, Direction, MAX_BOXES, Mode};

/// Flood fills for one position. Crowded levels with dozens of areas would take hundreds;
/// a corral that is not found in time is only a chance missed.
const MAX_FLOODS: u32 = 48;

/// What corrals are looked for with. Its sets hold nothing but in rows that have floor, so
/// that only these need to be cleared.
#[derive(Debug)]
pub(super) struct Corrals<'a> {
    /// Where the keeper cannot go, but for boxes.
    closed: &'a mut CellSet,
    /// Closed squares that were in no corral yet.
    unseen: &'a mut CellSet,
    /// The fence of the best corral.
    best: &'a mut CellSet,
    /// Areas and fence of the one that is being looked at.
    members: &'a mut CellSet,
    boxes: &'a mut CellSet,
    /// The area that was found last.
    area: &'a mut CellSet,
    /// The fence's squares that are still to be checked.
    waiting: heapless::Vec<u8, MAX_BOXES>,
    /// Flood fills that are still allowed.
    floods: u32,
}

impl<'a> Corrals<'a> {
    /// Takes its sets off the arena; `None` where that is too small.
    pub(super) fn new(arena: &mut Arena<'a>) -> Option<Self> {
        Some(Self {
            closed: arena.set()?,
            unseen: arena.set()?,
            best: arena.set()?,
            members: arena.set()?,
            boxes: arena.set()?,
            area: arena.set()?,
            waiting: heapless::Vec::new(),
            floods: 0,
        })
    }

    /// The boxes whose pushes suffice, or `None` where all have to be tried. Among several
    /// corrals the one with the fewest pushes wins.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    pub(super) fn fence(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
    ) -> Option<&CellSet> {
        // Most positions have no corral at all.
        if !self.find_closed(terrain, position) {
            return None;
        }
        self.floods = MAX_FLOODS;
        let mut fewest = u32::MAX;
        let mut row = terrain.rows.start;
        while row < terrain.rows.end {
            let bits = self.unseen.rows()[row];
            if bits == 0 {
                row += 1;
                continue;
            }
            if self.floods == 0 {
                break;
            }
            self.clear(&terrain.rows);
            let seed = Cell::at(row, bits.trailing_zeros() as usize);
            let fenced = self.add_area(terrain, position, seed).is_some();
            take_out_of(self.unseen, self.area, &terrain.rows);
            if fenced && self.grow(terrain, position) {
                take_out_of(self.unseen, self.members, &terrain.rows);
                let pushes = self.count(terrain, position);
                if pushes < fewest {
                    fewest = pushes;
                    core::mem::swap(&mut self.best, &mut self.boxes);
                }
            }
        }
        position.floods += MAX_FLOODS - self.floods;
        (fewest < u32::MAX).then_some(&*self.best)
    }

    /// Finds the closed squares; whether there are some.
    fn find_closed(&mut self, terrain: &Terrain<'_>, position: &Position<'_>) -> bool {
        let (open, region) = (position.open.rows(), position.region.rows());
        if terrain.rows.clone().all(|row| open[row] == region[row]) {
            return false;
        }
        let (closed, unseen) = (self.closed.rows_mut(), self.unseen.rows_mut());
        for row in terrain.rows.clone() {
            closed[row] = open[row] & !region[row];
            unseen[row] = closed[row];
        }
        true
    }

    fn clear(&mut self, rows: &Range<usize>) {
        self.members.rows_mut()[rows.clone()].fill(0);
        self.boxes.rows_mut()[rows.clone()].fill(0);
        self.waiting.clear();
    }

    /// Takes in what could open the corral, until nothing could; whether it is one then, and
    /// something in it has to move.
    fn grow(&mut self, terrain: &Terrain<'_>, position: &Position<'_>) -> bool {
        while let Some(square) = self.waiting.pop() {
            if self.check(terrain, position, square).is_none() {
                return false;
            }
        }
        self.leaves_some_out(terrain, position) && self.needs_pushes(terrain)
    }

    /// Adds the area around a square, and the boxes around that; `None` where the keeper
    /// could push one of them out of the corral.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn add_area(
        &mut self,
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        seed: Cell,
    ) -> Option<()> {
        self.floods -= 1;
        fill_into(self.closed, seed, self.area, terrain.rows.clone());
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
                self.add_box(terrain, position, terrain.lowest(row, boxes))?;
                boxes &= boxes - 1;
            }
        }
        Some(())
    }

    /// Adds a box that is no member yet; `None` where the keeper could push it out.
    #[cfg_attr(
        all(feature = "pico", target_os = "none"),
        allow(unsafe_code),
        unsafe(link_section = ".data.hot")
    )]
    #[inline(never)]
    fn add_box(
        &mut self,
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        square: u8,
    ) -> Option<()> {
        let cell = terrain.cell(square);
        let reached = around(&position.region, cell);
        // Both sides have to be the keeper's.
        let ways = turned(reached) & reached;
        if ways != 0 && ways & terrain.lanes(square, position.occupant(square)) != 0 {
            return None;
        }
        self.boxes.insert(cell);
        self.members.insert(cell);
        // As many places as boxes, and each box is added once.
        let _ = self.waiting.push(square);
        Some(())
    }

    /// Takes in what could open the corral beside a box; `None` where that cannot be done.
    fn check(&mut self, terrain: &Terrain<'_>, position: &Position<'_>, square: u8) -> Option<()> {
        let record = terrain.square(square);
        let lanes = terrain.lanes(square, position.occupant(square));
        let pushable = turned(around(&position.region, record.cell()));
        // What keeps the box from leaving, or the keeper from standing where it could push.
        let sides = lanes & pushable | turned(lanes & !pushable);
        // From within, it has to wait until the corral is open.
        let outside = sides & !around(self.members, record.cell());
        if outside == 0 {
            return Some(());
        }
        for direction in Direction::each() {
            if outside >> direction.index() & 1 == 0 {
                continue;
            }
            let neighbour = terrain.next(square, direction);
            if self.members.contains(terrain.cell(neighbour)) {
                // Since a moment ago.
                continue;
            }
            if position.occupant(neighbour) != NONE {
                self.add_box(terrain, position, neighbour)?;
            } else if self.floods == 0 {
                return None;
            } else {
                self.add_area(terrain, position, terrain.cell(neighbour))?;
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

    /// The pushes that the keeper could make now.
    fn count(&self, terrain: &Terrain<'_>, position: &Position<'_>) -> u32 {
        let mut pushes = 0;
        for row in terrain.rows.clone() {
            let mut boxes = self.boxes.rows()[row];
            while boxes != 0 {
                let square = terrain.lowest(row, boxes);
                boxes &= boxes - 1;
                let which = position.occupant(square);
                let ways = position.ways(terrain.cell(square)) & terrain.lanes(square, which);
                pushes += ways.count_ones();
            }
        }
        pushes
    }
}

fn take_out_of(unseen: &mut CellSet, members: &CellSet, rows: &Range<usize>) {
    let members = &members.rows()[rows.clone()];
    let unseen = &mut unseen.rows_mut()[rows.clone()];
    for (unseen, members) in unseen.iter_mut().zip(members) {
        *unseen &= !members;
    }
}
