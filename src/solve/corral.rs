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

use super::position::{Position, around, turned};
use super::terrain::{NONE, Terrain};
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
    // Most positions have no corral at all.
    if is_everywhere(terrain, position) {
        return None;
    }
    let mut closed = CellSet::EMPTY;
    for row in rows.clone() {
        closed.rows_mut()[row] = position.open.rows()[row] & !position.region.rows()[row];
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
        corral.clear(&rows, floods);
        let seed = Cell::at(row, bits.trailing_zeros() as usize);
        let fenced = corral.add_area(terrain, position, seed).is_some();
        take_out_of(&mut unseen, &corral.area, &rows);
        if fenced && corral.grow(terrain, position) {
            take_out_of(&mut unseen, &corral.members, &rows);
            corral.count(terrain, position);
            if corral.pushes < fewest {
                fewest = corral.pushes;
                best = Some(corral.boxes);
            }
        }
    }
    best
}

/// Whether the keeper can walk to all open squares.
fn is_everywhere(terrain: &Terrain<'_>, position: &Position<'_>) -> bool {
    let (open, region) = (position.open.rows(), position.region.rows());
    terrain.rows.clone().all(|row| open[row] == region[row])
}

fn take_out_of(unseen: &mut CellSet, members: &CellSet, rows: &Range<usize>) {
    let members = &members.rows()[rows.clone()];
    let unseen = &mut unseen.rows_mut()[rows.clone()];
    for (unseen, members) in unseen.iter_mut().zip(members) {
        *unseen &= !members;
    }
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

    fn clear(&mut self, rows: &Range<usize>, floods: u32) {
        self.members.rows_mut()[rows.clone()].fill(0);
        self.boxes.rows_mut()[rows.clone()].fill(0);
        self.waiting.clear();
        (self.pushes, self.floods) = (0, floods);
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
        position: &mut Position<'_>,
        seed: Cell,
    ) -> Option<()> {
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
    fn check(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        square: u8,
    ) -> Option<()> {
        let lanes = terrain.lanes(square, position.occupant(square));
        let reached = around(&position.region, terrain.cell(square));
        let pushable = turned(reached);
        for direction in Direction::ALL {
            if lanes >> direction.index() & 1 == 0 {
                continue;
            }
            // What keeps the keeper from standing there, or the box from leaving.
            let side = if pushable >> direction.index() & 1 == 0 {
                direction.opposite()
            } else {
                direction
            };
            let neighbour = terrain.next(square, side);
            if self.members.contains(terrain.cell(neighbour)) {
                // From within, it has to wait until the corral is open.
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

    fn count(&mut self, terrain: &Terrain<'_>, position: &Position<'_>) {
        for row in terrain.rows.clone() {
            let mut boxes = self.boxes.rows()[row];
            while boxes != 0 {
                let square = terrain.lowest(row, boxes);
                boxes &= boxes - 1;
                let which = position.occupant(square);
                let ways = position.ways(terrain.cell(square)) & terrain.lanes(square, which);
                self.pushes += ways.count_ones();
            }
        }
    }
}
