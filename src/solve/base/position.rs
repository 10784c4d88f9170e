//! The position that a search is looking at, with pushes done and undone.

use super::assignment::Assignment;
use super::follow::Footprint;
use super::key::Order;
use super::terrain::{NO_STATE, NONE, Terrain};
use crate::puzzle::reach::fill_into;
use crate::puzzle::{Board, Cell, CellSet, Direction, Letter, Level, MAX_SIDE, Mode, flood};
use crate::solve::MAX_BOXES;

/// Where boxes and keeper are. A box is known by its index; in Pairs that of its hole.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Position<'a> {
    /// The box on each square, or [`NONE`].
    occupants: &'a mut [u8],
    pub(crate) keeper: u8,
    /// Boxes that are not home.
    pub(crate) away: u8,
    /// The region after a push that is being looked at.
    pub(crate) ahead: &'a mut CellSet,
    /// Whether the region is that of this position.
    pub(crate) region_known: bool,
    /// How often the keeper's region was needed.
    pub(crate) floods: u32,
    /// The state of each box; boxes that are gone have [`NO_STATE`].
    pub(crate) states: [u16; MAX_BOXES],
    /// Floor without boxes.
    pub(crate) open: CellSet,
    /// Where the keeper can walk; valid after [`Position::walk`], and while it is known.
    pub(crate) region: CellSet,
    /// The square of each box; boxes that are gone have [`NONE`].
    squares: [u8; MAX_BOXES],
    pub(crate) assignment: Assignment,
}

/// One push of a box, or several through a tunnel, and how to take it back.
#[derive(Clone, Copy, Debug)]
#[repr(align(4))]
pub(crate) struct Push {
    pub(crate) which: u8,
    pub(crate) direction: Direction,
    /// Squares that the box moves.
    pub(crate) length: u8,
    /// The square that it leaves, and the one that it comes to.
    pub(crate) start: u8,
    pub(crate) end: u8,
    /// The box's state before.
    pub(crate) from: u16,
    /// The box's state after; on its hole in Pairs, where it is gone, too.
    pub(crate) to: u16,
}

impl Push {
    /// A push of a box by one square, to this one.
    #[inline(always)]
    pub(crate) fn single(
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        which: u8,
        direction: Direction,
        end: u8,
    ) -> Self {
        let from = position.states[usize::from(which)];
        Self {
            which,
            direction,
            length: 1,
            start: position.squares[usize::from(which)],
            end,
            from,
            to: terrain.pushed(end, direction),
        }
    }
}

/// Directions, one bit each, turned round: what is opposite in four bits is two places on.
#[inline]
pub(crate) fn turned(directions: u8) -> u8 {
    (directions << 2 | directions >> 2) & 0b1111
}

/// The rows of a set above a floor square, with it, and below it, each with the square's left
/// neighbour in bit 0. Floor never touches the grid's edge.
#[inline(always)]
pub(crate) fn window(set: &CellSet, cell: Cell) -> [u32; 3] {
    let (rows, above) = (set.rows(), cell.row().wrapping_sub(1).min(MAX_SIDE - 3));
    let shift = cell.column().wrapping_sub(1) % MAX_SIDE;
    [rows[above], rows[above + 1], rows[above + 2]].map(|row| row >> shift)
}

/// Which of a floor square's neighbours are in a set, one bit for each direction.
#[inline]
pub(crate) fn around(set: &CellSet, cell: Cell) -> u8 {
    let [above, here, below] = window(set, cell);
    let bits = (above & 2) >> 1 | (here & 4) >> 1 | (below & 2) << 1 | (here & 1) << 3;
    bits as u8
}

impl<'a> Position<'a> {
    pub(crate) fn new(
        terrain: &Terrain<'_>,
        occupants: &'a mut [u8],
        ahead: &'a mut CellSet,
    ) -> Self {
        occupants.fill(NONE);
        Self {
            squares: [NONE; MAX_BOXES],
            states: [NO_STATE; MAX_BOXES],
            occupants,
            open: terrain.floor,
            keeper: 0,
            region: CellSet::EMPTY,
            ahead,
            region_known: false,
            away: 0,
            assignment: Assignment::new(),
            floods: 0,
        }
    }

    /// Sets up a board of the terrain's level.
    pub(crate) fn load_board(&mut self, terrain: &Terrain<'_>, level: &Level, board: &Board) {
        let mut squares = [NONE; MAX_BOXES];
        let numbered = |cell| terrain.number_of(cell);
        match level.mode() {
            Mode::Classic => {
                let inside = *board.boxes() & terrain.floor;
                squares
                    .iter_mut()
                    .zip(inside.iter().map(numbered))
                    .for_each(|(slot, square)| *slot = square);
            }
            Mode::Pairs => {
                let inside = Letter::all()
                    .filter_map(|letter| board.box_of(letter))
                    .map(numbered);
                squares
                    .iter_mut()
                    .zip(inside)
                    .for_each(|(slot, square)| *slot = square);
            }
        }
        self.load(terrain, &squares, terrain.number_of(board.keeper()));
    }

    /// Sets up boxes on squares ([`NONE`] for those that are gone) and the keeper.
    pub(crate) fn load(&mut self, terrain: &Terrain<'_>, squares: &[u8; MAX_BOXES], keeper: u8) {
        self.place(terrain, squares, keeper);
        self.assign(terrain);
    }

    /// Assigns the boxes to their goals from nothing.
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    pub(crate) fn assign(&mut self, terrain: &Terrain<'_>) {
        self.assignment.rebuild(terrain, &self.states);
    }

    /// As [`Position::load`], with the assignment left out.
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    pub(crate) fn place(&mut self, terrain: &Terrain<'_>, squares: &[u8; MAX_BOXES], keeper: u8) {
        self.clear(terrain, keeper);
        for (which, &square) in squares.iter().enumerate().take(terrain.boxes) {
            (self.squares[which], self.states[which]) = (NONE, NO_STATE);
            if square != NONE {
                self.put(terrain, which, square);
                self.states[which] = Self::state_seen_from(terrain, square, keeper);
            }
        }
    }

    /// Goes back to boxes whose states are known, with the assignment left out.
    pub(crate) fn restore(&mut self, terrain: &Terrain<'_>, states: &[u16; MAX_BOXES], keeper: u8) {
        self.clear(terrain, keeper);
        self.states = *states;
        for (which, &state) in states.iter().enumerate().take(terrain.boxes) {
            self.squares[which] = NONE;
            if state != NO_STATE {
                self.put(terrain, which, terrain.place(state));
            }
        }
    }

    /// Takes all boxes off.
    fn clear(&mut self, terrain: &Terrain<'_>, keeper: u8) {
        self.occupants.fill(NONE);
        self.open = terrain.floor;
        self.region_known = false;
        self.away = 0;
        self.keeper = keeper;
    }

    /// Puts a box on a square; its state is left to the caller.
    fn put(&mut self, terrain: &Terrain<'_>, which: usize, square: u8) {
        self.occupants[usize::from(square)] = which as u8;
        self.squares[which] = square;
        self.open.remove(terrain.cell(square));
        self.away += u8::from(!terrain.is_home(square, which as u8));
    }

    /// The state of a box on a square with the keeper somewhere else.
    pub(crate) fn state_seen_from(terrain: &Terrain<'_>, square: u8, keeper: u8) -> u16 {
        let sides = Direction::ALL.map(|direction| terrain.state(square, direction));
        let mut distinct = sides.into_iter().filter(|&state| state != NO_STATE);
        let first = distinct.next().unwrap_or(NO_STATE);
        if distinct.all(|state| state == first) {
            return first;
        }
        let side = terrain.side_of(square, keeper);
        side.map_or(NO_STATE, |direction| terrain.state(square, direction))
    }

    /// The box on a square, or [`NONE`].
    #[inline]
    pub(crate) fn occupant(&self, square: u8) -> u8 {
        self.occupants[usize::from(square)]
    }

    /// The square of a box, or [`NONE`] where it is gone.
    #[inline]
    pub(crate) fn square(&self, which: usize) -> u8 {
        self.squares[which]
    }

    /// The squares of all boxes.
    #[inline]
    pub(crate) fn squares(&self, terrain: &Terrain<'_>) -> &[u8] {
        &self.squares[..terrain.boxes]
    }

    /// The live rank of a box's square; for a box that is gone, the number of live squares.
    pub(crate) fn rank(&self, terrain: &Terrain<'_>, which: usize) -> u8 {
        match self.square(which) {
            NONE => terrain.live as u8,
            square => terrain.live_rank(square),
        }
    }

    /// The live ranks of the boxes in order.
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    pub(crate) fn order(&self, terrain: &Terrain<'_>) -> Order {
        let mut ranks = [NONE; MAX_BOXES];
        for (which, rank) in ranks.iter_mut().enumerate().take(terrain.boxes) {
            *rank = self.rank(terrain, which);
        }
        Order::new(ranks, terrain.boxes)
    }

    /// Work units so far: flood fills and rows matched again.
    pub(crate) fn work_done(&self) -> u32 {
        self.floods.wrapping_add(self.assignment.updates)
    }

    /// Whether every box is home.
    pub(crate) fn is_solved(&self) -> bool {
        self.away == 0
    }

    /// Finds the keeper's region and returns its first square, the keeper's normal place.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(crate) fn walk(&mut self, terrain: &Terrain<'_>) -> u8 {
        self.floods += 1;
        self.find_region(terrain);
        terrain.first(&self.region).unwrap_or(self.keeper)
    }

    /// Finds the keeper's region, if it is not known.
    pub(crate) fn look_around(&mut self, terrain: &Terrain<'_>) {
        if !self.region_known {
            self.find_region(terrain);
        }
    }

    fn find_region(&mut self, terrain: &Terrain<'_>) {
        let keeper = terrain.cell(self.keeper);
        fill_into(&self.open, keeper, &mut self.region, terrain.rows.clone());
        self.region_known = true;
    }

    /// Whether the region is what a flood fill finds, and the keeper on its first square.
    pub(crate) fn region_is_right(&self, terrain: &Terrain<'_>) -> bool {
        let keeper = terrain.cell(self.keeper);
        self.region == flood(&self.open, keeper) && self.region.first() == Some(keeper)
    }

    /// Whether states, squares and the open floor agree on where the boxes are.
    pub(crate) fn boxes_are_right(&self, terrain: &Terrain<'_>) -> bool {
        let mut open = terrain.floor;
        let agree = (0..terrain.boxes).all(|which| match self.square(which) {
            NONE => self.states[which] == NO_STATE,
            square => {
                open.remove(terrain.cell(square));
                usize::from(self.occupant(square)) == which
                    && terrain.place(self.states[which]) == square
            }
        });
        agree && open == self.open
    }

    /// The directions, one bit each, in which the keeper can push a box off a square now;
    /// valid after [`Position::walk`].
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(crate) fn ways(&self, cell: Cell) -> u8 {
        let [above, here, below] = window(&self.region, cell);
        let [free_above, free_here, free_below] = window(&self.open, cell);
        let up = below & free_above & 2;
        let right = here & free_here >> 2 & 1;
        let down = above & free_below & 2;
        let left = here >> 2 & free_here & 1;
        (up >> 1 | right << 1 | down << 1 | left << 3) as u8
    }

    /// The pushes that are needed after a push, without making it; if these are more than
    /// `room`, the result may be any number from `room + 1` up to them.
    #[inline(always)]
    pub(crate) fn total_after(&mut self, terrain: &Terrain<'_>, push: Push, room: i32) -> i32 {
        self.assignment
            .total_after(terrain, &self.states, push, room)
    }

    /// Makes a push whose box is lifted, and brings the assignment up to date; `total` is
    /// what [`Position::total_after`] has just returned.
    #[inline]
    pub(crate) fn carry_out(
        &mut self,
        terrain: &Terrain<'_>,
        push: Push,
        footprint: &Footprint,
        total: i32,
    ) {
        self.let_go(terrain, push, footprint);
        self.assignment
            .keep(terrain, usize::from(push.which), total);
    }

    /// Takes a push back; the caller puts the keeper back.
    #[inline]
    pub(crate) fn take_back(&mut self, terrain: &Terrain<'_>, push: Push, footprint: &Footprint) {
        let which = usize::from(push.which);
        let gone = self.states[which] == NO_STATE;
        self.set_back(terrain, push, footprint);
        if gone {
            self.assignment.bring_back(terrain, which, push.from);
        } else if !self.assignment.changed {
            self.assignment.relax(terrain, which, push.from, push.to);
        } else {
            self.assignment
                .update(terrain, &self.states, which, push.to);
        }
    }

    /// Makes a push and leaves the assignment alone.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(crate) fn apply(&mut self, terrain: &Terrain<'_>, push: Push) {
        let footprint = Footprint::new(terrain, push);
        self.lift(&footprint);
        self.let_go(terrain, push, &footprint);
    }

    /// The opposite of [`Position::apply`]; the caller puts the keeper back.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(crate) fn revert(&mut self, terrain: &Terrain<'_>, push: Push) {
        self.set_back(terrain, push, &Footprint::new(terrain, push));
    }

    /// Lets a lifted box go where its push ends.
    #[inline(always)]
    fn let_go(&mut self, terrain: &Terrain<'_>, push: Push, footprint: &Footprint) {
        let which = usize::from(push.which);
        self.away += u8::from(terrain.is_home(footprint.from, push.which));
        self.away -= u8::from(terrain.is_home(footprint.to, push.which));
        self.occupants[usize::from(footprint.from)] = NONE;
        if footprint.drops {
            (self.squares[which], self.states[which]) = (NONE, NO_STATE);
        } else {
            (self.squares[which], self.states[which]) = (footprint.to, push.to);
            self.occupants[usize::from(footprint.to)] = push.which;
        }
        self.keeper = terrain.next_behind(footprint.to, push.direction);
    }

    /// Sets a box back where its push began.
    #[inline(always)]
    fn set_back(&mut self, terrain: &Terrain<'_>, push: Push, footprint: &Footprint) {
        self.set_down(footprint);
        self.away += u8::from(terrain.is_home(footprint.to, push.which));
        self.away -= u8::from(terrain.is_home(footprint.from, push.which));
        self.occupants[usize::from(footprint.to)] = NONE;
        self.occupants[usize::from(footprint.from)] = push.which;
        let which = usize::from(push.which);
        (self.squares[which], self.states[which]) = (footprint.from, push.from);
    }
}
