//! What never changes while a position is being solved: floor, goals, push distances.
//!
//! Squares of the floor get small numbers in reading order. A box on a square has one or
//! more *states*, one for each side on which the keeper can be while only that box stands
//! on the floor (player-side zones). A box's state changes only when the
//! box itself is pushed, so distances by state cost nothing at search time and are sharper
//! than distances by square: they know when the keeper cannot get behind the box.
//!
//! Worth: with one state a square, 120, 142 and 149.

use core::ops::Range;

use super::arena::Arena;
use super::ideas::{OptimalIdea, OptimalIdeas};
use super::square::{SQUARE_WORDS, Square};
use crate::puzzle::{Board, Cell, CellSet, Direction, Letter, Level, MAX_SIDE, Mode, flood};
use crate::solve::{GaveUp, MAX_BOXES, MAX_SQUARES, check_size};

/// No square, no box.
pub(crate) const NONE: u8 = u8::MAX;
/// No state.
pub(crate) const NO_STATE: u16 = u16::MAX;
/// A distance that no push sequence covers.
pub(crate) const UNREACHABLE: u8 = u8::MAX;
/// Longer distances count as this one; bounds stay bounds.
const FAR: u8 = u8::MAX - 1;

const _: () = assert!(MAX_SQUARES <= NONE as usize);
/// The most that there can be on average: a square has as many states as the floor has blocks
/// (parts without cut vertices) around it, and no tree of blocks has more.
const STATES_A_SQUARE: usize = 2;
const MAX_STATES: usize = MAX_SQUARES * STATES_A_SQUARE;

/// How far the tables are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BuildPhase {
    States { next: u8 },
    Distances { goal: u8, round: u32 },
    Live { next: u8 },
    Done,
}

/// The tables of a level, seen from the position in which solving began.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Terrain<'a> {
    /// What is known of each square.
    pub(crate) squares: &'a mut [Square],
    places: &'a mut [u8],
    distances: &'a mut [u8],
    /// Boxes on the floor, and as many goals.
    pub(crate) boxes: usize,
    /// The rows that have floor; never the grid's first or last.
    pub(crate) rows: Range<usize>,
    pub(crate) mode: Mode,
    /// Whether all solutions have lengths of one parity.
    pub(crate) parity: bool,
    /// The ideas that are used in this terrain.
    pub(crate) ideas: OptimalIdeas,
    states: u16,
    phase: BuildPhase,
    /// Squares that are not dead.
    pub(crate) live: usize,
    /// Floor squares.
    pub(crate) size: usize,
    live_squares: &'a mut [u8],
    /// A depth-first walk over the floor: when each square was entered, and the last one that
    /// was entered from there.
    entered: &'a mut [u8],
    last_within: &'a mut [u8],
    pub(crate) floor: CellSet,
    pub(crate) goals: CellSet,
    /// Squares on which every push along a row, or along a column, goes to a dead square.
    pub(crate) dead_across: CellSet,
    pub(crate) dead_along: CellSet,
    /// States from which no goal can be reached, one bit each.
    dead_states: [u32; MAX_STATES.div_ceil(32)],
    /// The number of each row's first floor square.
    row_starts: [u8; MAX_SIDE],
    goal_squares: [u8; MAX_BOXES],
}

/// Why there is no terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoTerrain {
    /// The level or the arena does not allow it.
    GaveUp(GaveUp),
    /// A box that cannot move is not at home.
    Hopeless,
}

const NO_MEMORY: NoTerrain = NoTerrain::GaveUp(GaveUp::NoMemory);

impl<'a> Terrain<'a> {
    /// Numbers squares and goals; the tables follow in [`Terrain::build`].
    pub(crate) fn new(
        level: &Level,
        board: &Board,
        arena: &mut Arena<'a>,
    ) -> Result<Self, NoTerrain> {
        check_size(level).map_err(NoTerrain::GaveUp)?;
        let floor = *level.floor();
        let sealed = *board.boxes() - floor;
        let (home, goals) = match level.mode() {
            Mode::Classic => {
                let goals = *level.goals();
                ((sealed - goals).is_empty(), goals & floor)
            }
            Mode::Pairs => (sealed.is_empty(), open_holes(level, board).collect()),
        };
        let boxes = (*board.boxes() & floor).len();
        if !home || goals.len() != boxes || !(goals - floor).is_empty() {
            return Err(NoTerrain::Hopeless);
        }
        // Now there are no more goals than boxes. In Pairs, box and hole share their place in
        // the order of letters.
        let goals: heapless::Vec<Cell, MAX_BOXES> = match level.mode() {
            Mode::Classic => goals.iter().collect(),
            Mode::Pairs => open_holes(level, board).collect(),
        };
        Self::number(level.mode(), floor, &goals, arena).ok_or(NO_MEMORY)
    }

    fn number(mode: Mode, floor: CellSet, goals: &[Cell], arena: &mut Arena<'a>) -> Option<Self> {
        let size = floor.len();
        let mut rows = floor.iter().map(Cell::row);
        let top = rows.next()?;
        let bottom = rows.last().unwrap_or(top);
        let mut terrain = Self {
            mode,
            size,
            boxes: goals.len(),
            floor,
            rows: top..bottom + 1,
            goals: goals.iter().copied().collect(),
            dead_across: CellSet::EMPTY,
            dead_along: CellSet::EMPTY,
            live: 0,
            parity: true,
            ideas: OptimalIdeas::ALL,
            squares: bytemuck::cast_slice_mut(arena.words(size * SQUARE_WORDS)?),
            places: arena.bytes(size * STATES_A_SQUARE)?,
            distances: &mut [],
            live_squares: arena.bytes(size)?,
            entered: arena.bytes(size)?,
            last_within: arena.bytes(size)?,
            row_starts: [0; MAX_SIDE],
            goal_squares: [NONE; MAX_BOXES],
            dead_states: [0; MAX_STATES.div_ceil(32)],
            states: 0,
            phase: BuildPhase::States { next: 0 },
        };
        let mut count = 0;
        for (start, row) in terrain.row_starts.iter_mut().zip(floor.rows()) {
            *start = count;
            count = count.wrapping_add(row.count_ones() as u8);
        }
        for (square, cell) in floor.iter().enumerate() {
            let next = Direction::ALL.map(|direction| {
                let next = cell.step(direction);
                if floor.contains(next) {
                    terrain.number_of(next)
                } else {
                    NONE
                }
            });
            terrain.squares[square] = Square::new(cell, next, terrain.goals.contains(cell));
        }
        for (index, &goal) in goals.iter().enumerate() {
            terrain.goal_squares[index] = terrain.number_of(goal);
        }
        terrain.walk_over();
        Some(terrain)
    }

    /// Walks over the floor depth first, see [`Terrain::side_of`].
    fn walk_over(&mut self) {
        let mut way: heapless::Vec<(u8, u8), MAX_SQUARES> = heapless::Vec::new();
        let mut count = 1;
        self.entered[0] = count;
        let _ = way.push((0, 0));
        while let Some((square, turn)) = way.last_mut() {
            let here = *square;
            if *turn == 4 {
                self.last_within[usize::from(here)] = count;
                way.pop();
                continue;
            }
            let next = self.next(here, Direction::from_index(*turn));
            *turn += 1;
            if next != NONE && self.entered[usize::from(next)] == 0 {
                // Every square is entered once.
                count += 1;
                self.entered[usize::from(next)] = count;
                let _ = way.push((next, 0));
            }
        }
    }

    /// A side of a square that is connected with another square around it. What was entered
    /// from one of its sides is connected with that side; everything else with where it was
    /// entered from (Hopcroft and Tarjan's way of finding cut vertices).
    pub(crate) fn side_of(&self, square: u8, other: u8) -> Option<Direction> {
        let entered = |square: u8| self.entered[usize::from(square)];
        let sides = Direction::ALL.map(|direction| (direction, self.next(square, direction)));
        let within = sides.into_iter().find(|&(_, side)| {
            side != NONE
                && entered(side) > entered(square)
                && entered(side) <= entered(other)
                && entered(other) <= self.last_within[usize::from(side)]
        });
        let before = |&(_, side): &(_, u8)| side != NONE && entered(side) < entered(square);
        let found = within.or_else(|| sides.into_iter().find(before));
        found.map(|(direction, _)| direction)
    }

    /// Does the next piece of work. Returns its cost in work units, or `None` when everything
    /// is built. It fails if the distances do not fit into the arena.
    pub(crate) fn build(&mut self, arena: &mut Arena<'a>) -> Result<Option<u32>, NoTerrain> {
        match self.phase {
            BuildPhase::States { next } if usize::from(next) < self.size => {
                let cost = self.find_states(next);
                self.phase = BuildPhase::States { next: next + 1 };
                Ok(Some(cost))
            }
            BuildPhase::States { .. } => {
                let entries = usize::from(self.states) * self.boxes;
                self.distances = arena.bytes(entries).ok_or(NO_MEMORY)?;
                self.distances.fill(UNREACHABLE);
                self.phase = BuildPhase::Distances { goal: 0, round: 0 };
                Ok(Some(1))
            }
            BuildPhase::Distances { goal, round } if usize::from(goal) < self.boxes => {
                self.phase = if self.measure(goal, round) {
                    BuildPhase::Distances {
                        goal,
                        round: round + 1,
                    }
                } else {
                    BuildPhase::Distances {
                        goal: goal + 1,
                        round: 0,
                    }
                };
                Ok(Some(1 + u32::from(self.states) / 512))
            }
            BuildPhase::Distances { .. } => {
                if !self.ideas.has(OptimalIdea::Matching) && self.mode == Mode::Classic {
                    self.forget_goals();
                }
                self.phase = BuildPhase::Live { next: 0 };
                Ok(Some(1))
            }
            BuildPhase::Live { next } if usize::from(next) < self.size => {
                self.judge(next);
                self.phase = BuildPhase::Live { next: next + 1 };
                Ok(Some(1))
            }
            BuildPhase::Live { .. } => {
                let useless = self
                    .squares
                    .iter()
                    .filter(|square| square.live_rank == NONE);
                let dead: CellSet = useless.map(Square::cell).collect();
                let solid = !self.floor;
                let bad = dead | solid;
                self.dead_across = bad.shifted(Direction::Left) & bad.shifted(Direction::Right);
                self.dead_along = bad.shifted(Direction::Up) & bad.shifted(Direction::Down);
                if self.mode == Mode::Classic {
                    self.note_lanes();
                }
                self.phase = BuildPhase::Done;
                Ok(Some(1))
            }
            BuildPhase::Done => Ok(None),
        }
    }

    /// Gives a box on a square one state for each region that the keeper can be in.
    fn find_states(&mut self, square: u8) -> u32 {
        let mut cost = 0;
        let mut open = self.floor;
        open.remove(self.cell(square));
        for direction in Direction::ALL {
            let side = self.next(square, direction);
            if side == NONE || self.state(square, direction) != NO_STATE {
                continue;
            }
            let region = match self.ideas.has(OptimalIdea::Sides) {
                true => flood(&open, self.cell(side)),
                false => self.floor,
            };
            cost += 1;
            for direction in Direction::ALL {
                let side = self.next(square, direction);
                if side != NONE && region.contains(self.cell(side)) {
                    self.squares[usize::from(square)].sides[direction.index() as usize] =
                        self.states;
                }
            }
            self.places[usize::from(self.states)] = square;
            self.states += 1;
        }
        cost.max(1)
    }

    /// One round of pull distances from a goal: looks at all states reached in the round
    /// before. `true` if it reaches new ones. Rounds over all states need no queue.
    fn measure(&mut self, goal: u8, round: u32) -> bool {
        if round == 0 {
            let square = self.goal_squares[usize::from(goal)];
            for state in Direction::ALL.map(|direction| self.state(square, direction)) {
                if state != NO_STATE {
                    self.set_distance(state, goal, 0);
                }
            }
        }
        // Beyond FAR every round counts the same; each still reaches new states only.
        let here = round.min(u32::from(FAR)) as u8;
        let mut grew = false;
        for state in 0..self.states {
            if self.distance(state, goal) == here {
                grew |= self.pull(state, goal, round);
            }
        }
        grew
    }

    /// Makes every goal as near as the nearest: then no box cares which one it gets, and how
    /// far that is says nothing about the parity of a solution.
    fn forget_goals(&mut self) {
        for distances in self.distances.chunks_exact_mut(self.boxes.max(1)) {
            let nearest = distances.iter().copied().min().unwrap_or(UNREACHABLE);
            distances.fill(nearest);
        }
        self.parity = false;
    }

    /// Pulls a box out of a state in every direction that the keeper's side allows.
    fn pull(&mut self, state: u16, goal: u8, distance: u32) -> bool {
        let square = self.place(state);
        let mut grew = false;
        for push in Direction::ALL {
            // The push came from the opposite side and left the keeper there.
            let back = push.opposite();
            let from = self.next(square, back);
            if from == NONE || self.state(square, back) != state || self.next(from, back) == NONE {
                continue;
            }
            let before = self.state(from, back);
            if self.distance(before, goal) == UNREACHABLE {
                let further = (distance + 1).min(u32::from(FAR)) as u8;
                self.parity &= further < FAR;
                self.set_distance(before, goal, further);
                grew = true;
            }
        }
        grew
    }

    /// Decides whether a square is dead for every box.
    fn judge(&mut self, square: u8) {
        let mut useful = false;
        for state in Direction::ALL.map(|direction| self.state(square, direction)) {
            if state == NO_STATE {
                continue;
            }
            if self
                .distances(state)
                .iter()
                .all(|&distance| distance == UNREACHABLE)
            {
                self.dead_states[usize::from(state) / 32] |= 1 << (state % 32);
            } else {
                useful = true;
            }
        }
        if useful {
            self.squares[usize::from(square)].live_rank = self.live as u8;
            self.live_squares[self.live] = square;
            self.live += 1;
        }
    }

    /// How many states there are.
    pub(crate) fn states(&self) -> usize {
        usize::from(self.states)
    }

    /// The number of a floor square.
    pub(crate) fn number_of(&self, cell: Cell) -> u8 {
        let before = self.floor.rows()[cell.row()] & ((1 << cell.column()) - 1);
        self.row_starts[cell.row()].wrapping_add(before.count_ones() as u8)
    }

    /// The number of the first square of a row that has some, which are all floor.
    #[inline]
    pub(crate) fn lowest(&self, row: usize, bits: u32) -> u8 {
        // Those below the lowest bit.
        let before = self.floor.rows()[row] & !bits & bits.wrapping_sub(1);
        self.row_starts[row].wrapping_add(before.count_ones() as u8)
    }

    /// The number of the first square of a set, which are all floor.
    #[inline]
    pub(crate) fn first(&self, set: &CellSet) -> Option<u8> {
        let mut rows = self.rows.clone();
        let row = rows.find(|&row| set.rows()[row] != 0)?;
        Some(self.lowest(row, set.rows()[row]))
    }

    /// What is known of a square.
    #[inline]
    pub(crate) fn square(&self, square: u8) -> &Square {
        &self.squares[usize::from(square)]
    }

    /// The cell of a square.
    #[inline]
    pub(crate) fn cell(&self, square: u8) -> Cell {
        self.square(square).cell()
    }

    /// The floor square next to a square, or [`NONE`].
    #[inline]
    pub(crate) fn next(&self, square: u8, direction: Direction) -> u8 {
        self.square(square).next[usize::from(direction.index())]
    }

    /// The floor square on the other side, from where a push in that direction is made.
    #[inline]
    pub(crate) fn next_behind(&self, square: u8, direction: Direction) -> u8 {
        self.square(square).next[direction.opposite_index()]
    }

    /// The state of a box that came to a square by a push.
    #[inline]
    pub(crate) fn pushed(&self, square: u8, direction: Direction) -> u16 {
        self.square(square).sides[direction.opposite_index()]
    }

    /// The state of a box on a square while the keeper is on this side of it.
    #[inline]
    pub(crate) fn state(&self, square: u8, side: Direction) -> u16 {
        self.square(square).sides[usize::from(side.index())]
    }

    /// The square of a state.
    #[inline]
    pub(crate) fn place(&self, state: u16) -> u8 {
        self.places[usize::from(state)]
    }

    /// Pushes from a state to a goal, were no other box there.
    #[inline]
    pub(crate) fn distance(&self, state: u16, goal: u8) -> u8 {
        self.distances[usize::from(state) * self.boxes + usize::from(goal)]
    }

    /// The distances from a state to every goal.
    #[inline]
    pub(crate) fn distances(&self, state: u16) -> &[u8] {
        let start = usize::from(state) * self.boxes;
        &self.distances[start..start + self.boxes]
    }

    fn set_distance(&mut self, state: u16, goal: u8, distance: u8) {
        self.distances[usize::from(state) * self.boxes + usize::from(goal)] = distance;
    }

    /// The place of a square among those that are not dead, or [`NONE`].
    #[inline]
    pub(crate) fn live_rank(&self, square: u8) -> u8 {
        self.square(square).live_rank
    }

    /// The square with a place among those that are not dead.
    pub(crate) fn live_square(&self, rank: u8) -> u8 {
        self.live_squares[..self.live]
            .get(usize::from(rank))
            .copied()
            .unwrap_or(NONE)
    }

    /// The square of a goal; in Pairs, of a box's hole.
    pub(crate) fn goal_square(&self, goal: u8) -> u8 {
        self.goal_squares[usize::from(goal)]
    }

    /// Whether a box in a state can reach no goal any more; in Pairs only its own hole
    /// counts.
    #[inline]
    pub(crate) fn is_dead(&self, state: u16, which: u8) -> bool {
        match self.mode {
            Mode::Classic => self.dead_states[usize::from(state) / 32] >> (state % 32) & 1 != 0,
            Mode::Pairs => self.distance(state, which) == UNREACHABLE,
        }
    }

    /// Whether a box drops in on a square and is gone.
    #[inline]
    pub(crate) fn drops(&self, square: u8, which: u8) -> bool {
        self.mode == Mode::Pairs && self.is_home(square, which)
    }

    /// Whether a square is a goal for a box; in Pairs only its own hole is.
    #[inline]
    pub(crate) fn is_home(&self, square: u8, which: u8) -> bool {
        match self.mode {
            Mode::Classic => self.square(square).is_goal(),
            Mode::Pairs => self.goal_squares[usize::from(which)] == square,
        }
    }
}

/// The holes whose boxes are still on the board, in the order of their letters.
fn open_holes<'l>(level: &'l Level, board: &'l Board) -> impl Iterator<Item = Cell> + 'l {
    Letter::all()
        .filter(|&letter| board.box_of(letter).is_some())
        .filter_map(|letter| level.hole(letter))
}
