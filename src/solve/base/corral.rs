//! PI-corral pruning (Brian Damgaard and Matthias Meger's idea in YASS and JSoko).
//!
//! A corral is an area that the keeper cannot reach, with the boxes around it. Where all
//! boxes of its fence can only be pushed inwards, and the keeper can get behind each of
//! them now (a *PI-corral*), nothing outside can help: sooner or later the fence must be
//! pushed, so only its pushes need to be tried first. A corral that could be opened by a
//! box or area next to it is grown by that neighbour instead of being dropped.
//!
//! Worth: without it, 119, 140 and 147.

use core::ops::Range;

use super::arena::Arena;
use super::ideas::OptimalIdea;
use super::position::{Position, around, turned};
use super::terrain::{NONE, Terrain};
use crate::puzzle::reach::fill_into;
use crate::puzzle::{Cell, CellSet, Direction, Mode};
use crate::solve::MAX_BOXES;

/// Flood fills for one position. Crowded levels with dozens of areas would take hundreds;
/// missing a corral only costs nodes.
const MAX_FLOODS: u32 = 48;

/// The memory of the search for corrals. Its sets are empty outside the rows with floor, so
/// that only these rows need clearing.
#[derive(Debug)]
pub(crate) struct Corrals<'a> {
    /// Open squares that the keeper cannot reach.
    closed: &'a mut CellSet,
    /// Closed squares that have not been in a corral yet.
    unseen: &'a mut CellSet,
    /// The fence of the best corral.
    best: &'a mut CellSet,
    /// An area of the one that is being looked at.
    area: &'a mut CellSet,
    /// Areas and fence of that one.
    members: &'a mut CellSet,
    /// The boxes that mattered, and those beside them.
    boxes: &'a mut CellSet,
    /// Where the keeper can go beside those that mattered.
    beside: &'a mut CellSet,
    /// The fence's squares that are still to be checked.
    waiting: heapless::Vec<u8, MAX_BOXES>,
    /// Flood fills that are still allowed.
    floods: u32,
    /// Whether there is a best one.
    found: bool,
}

impl<'a> Corrals<'a> {
    /// Takes its sets off the arena; `None` where that is too small.
    pub(crate) fn new(arena: &mut Arena<'a>) -> Option<Self> {
        Some(Self {
            closed: arena.set()?,
            unseen: arena.set()?,
            best: arena.set()?,
            area: arena.set()?,
            members: arena.set()?,
            boxes: arena.set()?,
            beside: arena.set()?,
            waiting: heapless::Vec::new(),
            floods: 0,
            found: false,
        })
    }

    /// The boxes whose pushes suffice, or `None` if all boxes have to be tried. Among several
    /// corrals the one with the fewest pushes wins.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(crate) fn fence(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
    ) -> Option<&CellSet> {
        match self.compare(terrain, position) {
            Closed::Nothing => return None,
            _ if !terrain.ideas.has(OptimalIdea::Corrals) => return None,
            Closed::Same => {}
            Closed::Other => self.look(terrain, position),
        }
        self.found.then_some(&*self.best)
    }

    /// Compares the closed squares with those of the last search for corrals. If everything
    /// that mattered then is unchanged, so is the answer: around a box that mattered, every
    /// square is a wall, closed, a box or in the keeper's region as before, and as many boxes
    /// are elsewhere. In Pairs boxes differ, and drop in.
    fn compare(&self, terrain: &Terrain<'_>, position: &Position<'_>) -> Closed {
        let (open, region) = (position.open.rows(), position.region.rows());
        let (closed, boxes, beside) = (self.closed.rows(), self.boxes.rows(), self.beside.rows());
        let (mut any, mut changed) = (0, 0);
        for row in terrain.rows.clone() {
            let (open, region) = (open[row], region[row]);
            let now = open & !region;
            any |= now;
            changed |= now ^ closed[row] | boxes[row] & open | beside[row] & !region;
        }
        if any == 0 {
            Closed::Nothing
        } else if changed == 0 && terrain.mode == Mode::Classic {
            Closed::Same
        } else {
            Closed::Other
        }
    }

    /// Looks for the best corral.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn look(&mut self, terrain: &Terrain<'_>, position: &mut Position<'_>) {
        let rows = terrain.rows.clone();
        for row in rows.clone() {
            let closed = position.open.rows()[row] & !position.region.rows()[row];
            self.closed.rows_mut()[row] = closed;
            self.unseen.rows_mut()[row] = closed;
            self.boxes.rows_mut()[row] = 0;
        }
        self.floods = MAX_FLOODS;
        let mut fewest = u32::MAX;
        for row in rows.clone() {
            loop {
                let bits = self.unseen.rows()[row];
                if bits == 0 || self.floods == 0 {
                    break;
                }
                self.members.rows_mut()[rows.clone()].fill(0);
                self.waiting.clear();
                let seed = Cell::at(row, bits.trailing_zeros() as usize);
                let fenced = self.add_area(terrain, position, seed).is_some();
                // Now, because growing overwrites `area`.
                take_out_of(self.unseen, self.area, &rows);
                if fenced && self.grow(terrain, position) {
                    take_out_of(self.unseen, self.members, &rows);
                    let pushes = self.count(terrain, position);
                    if pushes < fewest {
                        fewest = pushes;
                        self.keep(terrain, position);
                    }
                }
            }
        }
        self.found = fewest < u32::MAX;
        position.floods += MAX_FLOODS - self.floods;
        self.note_neighbours(terrain, position);
    }

    /// Keeps the fence as the best one.
    fn keep(&mut self, terrain: &Terrain<'_>, position: &Position<'_>) {
        for row in terrain.rows.clone() {
            self.best.rows_mut()[row] = self.members.rows()[row] & !position.open.rows()[row];
        }
    }

    /// Notes what is beside the boxes that mattered.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn note_neighbours(&mut self, terrain: &Terrain<'_>, position: &Position<'_>) {
        let (open, region) = (position.open.rows(), position.region.rows());
        let floor = terrain.floor.rows();
        let (mut above, mut here) = (0, self.boxes.rows()[terrain.rows.start]);
        for row in terrain.rows.clone() {
            let below = self.boxes.rows()[row + 1];
            let around = here << 1 | here >> 1 | above | below;
            self.boxes.rows_mut()[row] = here | around & floor[row] & !open[row];
            self.beside.rows_mut()[row] = around & region[row];
            (above, here) = (here, below);
        }
    }

    /// Takes in what could open the corral until nothing can. Whether that leaves a corral in
    /// which something has to move.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn grow(&mut self, terrain: &Terrain<'_>, position: &mut Position<'_>) -> bool {
        while let Some(square) = self.waiting.pop() {
            if self.check(terrain, position, square).is_none() {
                return false;
            }
        }
        self.leaves_some_out(terrain, position) && self.needs_pushes(terrain, position)
    }

    /// Adds the area around a square, which it leaves in `area`, and the boxes around
    /// that; `None` where the keeper could push one of them out of the corral.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn add_area(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        seed: Cell,
    ) -> Option<()> {
        self.floods -= 1;
        fill_into(self.closed, seed, self.area, terrain.rows.clone());
        // Floor never touches the grid's edge, so its rows have neighbours.
        let mut row = seed.row();
        while self.area.rows()[row - 1] != 0 {
            row -= 1;
        }
        row -= 1;
        let (mut above, mut here) = (0, 0);
        // Below the last row with floor there is no box.
        while row < terrain.rows.end {
            let below = self.area.rows()[row + 1];
            let around = here << 1 | here >> 1 | above | below;
            if around == 0 {
                break;
            }
            let members = self.members.rows()[row] | here;
            self.members.rows_mut()[row] = members;
            let closed = terrain.floor.rows()[row] & !position.open.rows()[row];
            let mut boxes = around & closed & !members;
            while boxes != 0 {
                self.add_box(terrain, position, terrain.lowest(row, boxes))?;
                boxes &= boxes - 1;
            }
            (above, here) = (here, below);
            row += 1;
        }
        Some(())
    }

    /// Adds a box that is no member yet; `None` where the keeper could push it out.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn add_box(
        &mut self,
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        square: u8,
    ) -> Option<()> {
        let cell = terrain.cell(square);
        self.boxes.insert(cell);
        let reached = around(&position.region, cell);
        // The keeper has to reach both sides.
        let ways = turned(reached) & reached;
        if ways != 0 && ways & terrain.lanes(square, position.occupant(square)) != 0 {
            return None;
        }
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
        let record = terrain.square(square);
        let lanes = terrain.lanes(square, position.occupant(square));
        let pushable = turned(around(&position.region, record.cell()));
        // What keeps the box from leaving, or the keeper from standing where it could push.
        let sides = lanes & pushable | turned(lanes & !pushable);
        // Sides inside the corral do not count: nothing happens there before the corral is
        // open.
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
                // Added earlier in this loop.
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
        let (floor, open) = (terrain.floor.rows(), position.open.rows());
        let members = self.members.rows();
        let mut rows = terrain.rows.clone();
        rows.any(|row| floor[row] & !(open[row] | members[row]) != 0)
    }

    /// Whether something in the corral still has to move.
    fn needs_pushes(&self, terrain: &Terrain<'_>, position: &Position<'_>) -> bool {
        let (members, open) = (self.members.rows(), position.open.rows());
        match terrain.mode {
            // A box off its goal, or a goal without a box.
            Mode::Classic => {
                let goals = terrain.goals.rows();
                let mut rows = terrain.rows.clone();
                rows.any(|row| (goals[row] ^ !open[row]) & members[row] != 0)
            }
            Mode::Pairs => true,
        }
    }

    /// The pushes that the keeper could make now.
    fn count(&self, terrain: &Terrain<'_>, position: &Position<'_>) -> u32 {
        let mut pushes = 0;
        for row in terrain.rows.clone() {
            let mut boxes = self.members.rows()[row] & !position.open.rows()[row];
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

/// How the closed squares compare with those of the last search.
enum Closed {
    Nothing,
    Same,
    Other,
}

fn take_out_of(unseen: &mut CellSet, members: &CellSet, rows: &Range<usize>) {
    let members = &members.rows()[rows.clone()];
    let unseen = &mut unseen.rows_mut()[rows.clone()];
    for (unseen, members) in unseen.iter_mut().zip(members) {
        *unseen &= !members;
    }
}
