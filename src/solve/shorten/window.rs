//! The cheapest way from one position of a solution to a later one, by A*.
//!
//! Movable are the boxes that move in between; if asked for, also those near them. The other
//! boxes are walls. A way costs pushes, or pushes and then moves, its walk to the first push
//! after the window included. The bound is the sum of the boxes' distances to the nearest of
//! the squares where they have to end; only ways that are cheaper than the solution's own are
//! looked at.
//!
//! Where moves count, the keeper's exact square is part of a node, and a box goes on until
//! there is a reason to stop: a run ended there in the solution, a box has to end there, or
//! from there a push to the side brings it nearer. That finds nearly as much among far fewer
//! nodes: XSokoban's solutions have 71,000 moves instead of 76,000 within 30,000 nodes each.

use super::heap::Heap;
use super::note::Note;
use super::replay;
use crate::puzzle::{CellSet, Direction, Mode, flood};
use crate::solve::base::position::Position;
use crate::solve::base::solution::{pack, unpack};
use crate::solve::base::square::Lane;
use crate::solve::base::terrain::{NONE, Terrain};
use crate::solve::base::walks::{self, Walks};

/// Boxes that a window moves at most.
const MOST: usize = 8;
/// Pushes of a window at most.
const LONGEST: usize = 255;
/// Nodes of one window where pushes count, and where moves count as well.
const PATIENCE: u32 = 6_000;
const PATIENCE_WITH_MOVES: u32 = 2_000;

/// Cost of a push; what is below it counts moves, which stay below [`MOST_MOVES`].
const PUSH: u32 = 1 << 11;
const MOST_MOVES: u32 = PUSH - 256;

/// Words of one distance table, and of one node.
const TABLE: usize = 64;
const NODE: usize = 4;
/// Slots of the hash table.
const SLOTS: usize = 8192;
const FIXED: usize = MOST * TABLE + SLOTS / 2;
/// Bits of a node's place in an entry of the heap.
const PLACE_BITS: u32 = SLOTS.ilog2();
const NO_NODE: u16 = u16::MAX;

/// Cost of measuring a window's distances, or of clearing its memory, in work units.
const PREPARE: u32 = 3;

/// The result of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WindowEvent {
    Going,
    /// No better way was found.
    Nothing,
    /// A better way, with this many pushes.
    Better(usize),
}

/// Where a window begins and ends, what it may move and what it costs now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Places on the path.
    pub(super) from: usize,
    pub(super) to: usize,
    /// Boxes near by may move as well. They end where they were, or in Classic change places
    /// with others.
    pub(super) is_wide: bool,
    /// The moves up to the first push after the window, if they count.
    pub(super) moves: Option<u32>,
}

/// What ways are compared by.
#[derive(Debug)]
enum Count {
    /// Where the keeper has to end.
    Pushes { region: CellSet },
    /// Where runs of the solution end.
    PushesAndMoves { stops: CellSet },
}

/// A window of a path, from a place to a later one.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) frame: Frame,
    count: Count,
    mode: Mode,
    /// The boxes' numbers in the position before.
    which: [u8; MOST],
    boxes: usize,
    /// The floor without the other boxes.
    floor: CellSet,
    /// Where the boxes have to end.
    targets: [u8; MOST],
    /// The keeper's square before the first push after the window, or [`NONE`] if nothing
    /// follows.
    end: u8,
    first: Node,
    phase: WindowPhase,
    /// The cost that a better way has to stay below, and the node where such a way ends.
    limit: u32,
    found: u16,
    nodes: u16,
    open: Heap,
    pub(super) expanded: u32,
    /// Work units besides flood fills.
    pub(super) work: u32,
}

#[derive(Clone, Copy, Debug)]
enum WindowPhase {
    Distances(usize),
    Search,
}

/// A position of the window's boxes.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Sorted in Classic, where boxes are alike.
    boxes: [u8; MOST],
    cost: u32,
    /// Where the keeper stands; if moves do not count, its normal place.
    keeper: u8,
    /// The last push that led to it: where the box stood, and the direction. Those before it
    /// are of the same run.
    square: u8,
    direction: u8,
    parent: u16,
}

impl Node {
    fn pack(self) -> [u32; NODE] {
        let [low, high] = bytemuck::cast(self.boxes);
        let [parent_low, parent_high] = self.parent.to_le_bytes();
        let rest = [self.keeper, self.square, parent_low, parent_high];
        let cost = self.cost << 2 | u32::from(self.direction);
        [low, high, cost, u32::from_le_bytes(rest)]
    }

    fn unpack([low, high, cost, rest]: [u32; NODE]) -> Self {
        let [keeper, square, parent_low, parent_high] = rest.to_le_bytes();
        Self {
            boxes: bytemuck::cast([low, high]),
            cost: cost >> 2,
            keeper,
            square,
            direction: cost as u8 & 3,
            parent: u16::from_le_bytes([parent_low, parent_high]),
        }
    }

    fn pushes(&self) -> u32 {
        self.cost / PUSH
    }

    fn moves(&self) -> u32 {
        self.cost % PUSH
    }
}

/// The window's memory.
struct Memory<'p> {
    distances: &'p mut [[u8; 4 * TABLE]],
    slots: &'p mut [u16],
    nodes: &'p mut [[u32; NODE]],
    /// Each entry is a node's bound, and below it what is left of the most nodes after it: of
    /// equals the last comes first.
    open: &'p mut [u32],
}

fn cut(pool: &mut [u32]) -> Memory<'_> {
    let (distances, rest) = pool.split_at_mut(MOST * TABLE);
    let (slots, rest) = rest.split_at_mut(SLOTS / 2);
    let count = (rest.len() / (NODE + 1)).min(SLOTS * 3 / 4);
    let (nodes, rest) = rest.split_at_mut(count * NODE);
    Memory {
        distances: bytemuck::cast_slice_mut(distances),
        slots: bytemuck::cast_slice_mut(slots),
        nodes: bytemuck::cast_slice_mut(nodes),
        open: &mut rest[..count],
    }
}

impl Memory<'_> {
    fn node(&self, index: u16) -> Node {
        Node::unpack(self.nodes[usize::from(index)])
    }

    /// The hash slot of a node, or a free one.
    fn slot(&self, node: &Node) -> usize {
        let [low, high, ..] = node.pack();
        let mut hash = (low ^ high.rotate_left(15)).wrapping_mul(0x9e37_79b1);
        hash = (hash ^ hash >> 15 ^ u32::from(node.keeper)).wrapping_mul(0x85eb_ca77);
        let mut slot = (hash >> 16) as usize % SLOTS;
        loop {
            match self.slots[slot] {
                NO_NODE => return slot,
                index => {
                    let other = self.node(index);
                    if other.boxes == node.boxes && other.keeper == node.keeper {
                        return slot;
                    }
                }
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// Where the keeper can go from a node.
enum Reach {
    Region(CellSet),
    Walks(Walks),
}

impl Window {
    /// A window of a path whose first position is loaded; `None` where it has too many boxes,
    /// pushes or moves, or nothing could be gained.
    pub(super) fn new(
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        path: &[u16],
        frame: Frame,
        pool: &mut [u32],
    ) -> Option<Self> {
        let pushes = &path[frame.from..frame.to];
        let moves = frame.moves.unwrap_or(0);
        if !(2..=LONGEST).contains(&pushes.len())
            || moves >= MOST_MOVES
            || pool.len() < FIXED + 64 * (NODE + 1)
        {
            return None;
        }
        let (mut which, mut boxes) = ([NONE; MOST], 0);
        let (mut touched, mut stops) = (CellSet::EMPTY, CellSet::EMPTY);
        let (before, keeper) = (position.states, position.keeper);
        for (place, &code) in pushes.iter().enumerate() {
            let (cell, direction) = unpack(code);
            let mover = position.occupant(terrain.number_of(cell));
            if !which[..boxes].contains(&mover) {
                *which.get_mut(boxes)? = mover;
                boxes += 1;
            }
            replay(terrain, position, &[code]);
            touched.insert(cell);
            let next = cell.step(direction);
            if pushes
                .get(place + 1)
                .is_some_and(|&code| unpack(code).0 != next)
            {
                stops.insert(next);
            }
        }
        if frame.is_wide {
            let moved = boxes;
            let near = touched.widened().widened();
            for other in 0..terrain.boxes as u8 {
                let square = position.square(usize::from(other));
                let is_near = square != NONE && near.contains(terrain.cell(square));
                if is_near && boxes < MOST && !which[..boxes].contains(&other) {
                    which[boxes] = other;
                    boxes += 1;
                }
            }
            if boxes == moved {
                return None;
            }
        }
        let squares = |position: &Position<'_>| {
            let mut squares = [NONE; MOST];
            for (square, &which) in squares.iter_mut().zip(&which[..boxes]) {
                *square = position.square(usize::from(which));
            }
            squares
        };
        let mut targets = squares(position);
        let count = match frame.moves {
            Some(_) => Count::PushesAndMoves { stops },
            None => {
                position.walk(terrain);
                let region = position.region;
                Count::Pushes { region }
            }
        };
        position.restore(terrain, &before, keeper);
        let keeper = match frame.moves {
            Some(_) => keeper,
            None => position.walk(terrain),
        };
        let mut first = squares(position);
        let mut floor = position.open;
        for &square in &first[..boxes] {
            floor.insert(terrain.cell(square));
        }
        match terrain.mode {
            Mode::Classic => first.sort_unstable(),
            // A box that has dropped in ends in its hole.
            Mode::Pairs => {
                for (target, &which) in targets.iter_mut().zip(&which[..boxes]) {
                    if *target == NONE {
                        *target = terrain.goal_square(which);
                    }
                }
            }
        }
        let end = path.get(frame.to).map_or(NONE, |&code| {
            let (cell, direction) = unpack(code);
            terrain.number_of(cell.step(direction.opposite()))
        });
        for table in cut(pool).distances {
            table.fill(NONE);
        }
        Some(Self {
            frame,
            count,
            mode: terrain.mode,
            which,
            boxes,
            floor,
            targets,
            end,
            first: Node {
                boxes: first,
                cost: 0,
                keeper,
                square: NONE,
                direction: 0,
                parent: NO_NODE,
            },
            phase: WindowPhase::Distances(0),
            limit: pushes.len() as u32 * PUSH + moves,
            found: NO_NODE,
            nodes: 0,
            open: Heap::default(),
            expanded: 0,
            work: 0,
        })
    }

    /// Does a piece of work.
    pub(super) fn advance(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        pool: &mut [u32],
    ) -> WindowEvent {
        let mut memory = cut(pool);
        match self.phase {
            WindowPhase::Distances(target) if target < self.boxes => {
                self.measure(terrain, &mut memory.distances[target], self.targets[target]);
                self.phase = WindowPhase::Distances(target + 1);
                self.work += PREPARE;
            }
            WindowPhase::Distances(_) => {
                memory.slots.fill(NO_NODE);
                self.add(&mut memory, self.first);
                self.phase = WindowPhase::Search;
                self.work += PREPARE;
            }
            WindowPhase::Search => {
                if !self.search(terrain, position, &mut memory) {
                    return match self.found {
                        NO_NODE => WindowEvent::Nothing,
                        found => WindowEvent::Better(memory.node(found).pushes() as usize),
                    };
                }
            }
        }
        WindowEvent::Going
    }

    /// Pushes to a target from every square, were the window's other boxes not there.
    fn measure(&self, terrain: &Terrain<'_>, table: &mut [u8; 4 * TABLE], target: u8) {
        let mut queue = [0u8; 256];
        let (mut head, mut tail) = (0, 1);
        queue[0] = target;
        table[usize::from(target)] = 0;
        while head < tail {
            let square = queue[head];
            head += 1;
            for direction in Direction::ALL {
                let from = terrain.next(square, direction);
                if from == NONE || table[usize::from(from)] != NONE {
                    continue;
                }
                let stand = terrain.next(from, direction);
                let free = |square| square != NONE && self.floor.contains(terrain.cell(square));
                if free(from) && free(stand) {
                    table[usize::from(from)] = table[usize::from(square)].saturating_add(1);
                    queue[tail] = from;
                    tail += 1;
                }
            }
        }
    }

    /// The distance tables of the targets of the box in a slot.
    fn tables<'m>(&self, memory: &'m Memory<'_>, slot: usize) -> &'m [[u8; 4 * TABLE]] {
        match self.mode {
            Mode::Classic => &memory.distances[..self.boxes],
            Mode::Pairs => &memory.distances[slot..=slot],
        }
    }

    /// A lower bound of the pushes that the boxes need; `None` if they cannot get there.
    fn bound(&self, memory: &Memory<'_>, boxes: &[u8; MOST]) -> Option<u32> {
        let mut sum = 0;
        for (slot, &square) in boxes.iter().enumerate() {
            if square == NONE {
                continue;
            }
            let tables = self.tables(memory, slot).iter();
            let least = tables.map(|table| table[usize::from(square)]).min()?;
            if least == NONE {
                return None;
            }
            sum += u32::from(least);
        }
        Some(sum)
    }

    /// Adds a node unless it is known at no more cost; `false` where memory is full.
    fn add(&mut self, memory: &mut Memory<'_>, node: Node) -> bool {
        let Some(pushes) = self.bound(memory, &node.boxes) else {
            return true;
        };
        let each = match self.count {
            Count::Pushes { .. } => PUSH,
            Count::PushesAndMoves { .. } => PUSH + 1,
        };
        let bound = node.cost + pushes * each;
        if bound >= self.limit {
            return true;
        }
        let slot = memory.slot(&node);
        let known = memory.slots[slot];
        if known != NO_NODE && memory.node(known).cost <= node.cost {
            return true;
        }
        let index = self.nodes;
        if usize::from(index) >= memory.nodes.len() {
            return false;
        }
        self.nodes += 1;
        memory.slots[slot] = index;
        memory.nodes[usize::from(index)] = node.pack();
        let after = (1 << PLACE_BITS) - 1 - u32::from(index);
        self.open.insert(memory.open, bound << PLACE_BITS | after);
        true
    }

    /// Expands one node; whether there may be more to find.
    fn search(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut Memory<'_>,
    ) -> bool {
        let next = self.open.take(memory.open);
        let Some(entry) = next.filter(|entry| entry >> PLACE_BITS < self.limit) else {
            self.work += 1;
            return false;
        };
        let index = (!entry & ((1 << PLACE_BITS) - 1)) as u16;
        let node = memory.node(index);
        // A better way to the same position has been found since.
        if memory.slots[memory.slot(&node)] != index {
            self.work += 1;
            return true;
        }
        let patience = match self.count {
            Count::Pushes { .. } => PATIENCE,
            Count::PushesAndMoves { .. } => PATIENCE_WITH_MOVES,
        };
        self.expanded += 1;
        if self.expanded > patience {
            return false;
        }
        let mut open = self.floor;
        for &square in node.boxes.iter().filter(|&&square| square != NONE) {
            open.remove(terrain.cell(square));
        }
        let is_there = self.is_there(&node.boxes);
        let reach = match &self.count {
            Count::Pushes { region: end } => {
                position.floods += 1;
                let region = flood(&open, terrain.cell(node.keeper));
                if is_there && (self.end == NONE || region == *end) {
                    (self.limit, self.found) = (node.cost, index);
                    return false;
                }
                Reach::Region(region)
            }
            Count::PushesAndMoves { .. } => {
                self.work += walks::COST + self.boxes as u32;
                let mut walks = Walks::new();
                walks.find(terrain, &open, node.keeper);
                let last = match self.end {
                    NONE => Some(0),
                    end => walks.to(end),
                };
                if let Some(last) = last.filter(|_| is_there)
                    && node.cost + u32::from(last) < self.limit
                {
                    (self.limit, self.found) = (node.cost + u32::from(last), index);
                }
                Reach::Walks(walks)
            }
        };
        for slot in 0..self.boxes {
            for direction in Direction::ALL {
                let push = (slot, direction);
                if node.boxes[slot] != NONE
                    && !self.push(
                        terrain,
                        position,
                        memory,
                        (&open, &reach),
                        (index, &node),
                        push,
                    )
                {
                    return false;
                }
            }
        }
        true
    }

    /// Whether every box is where it has to end.
    fn is_there(&self, boxes: &[u8; MOST]) -> bool {
        let mut slots = boxes[..self.boxes].iter().zip(&self.targets);
        match self.mode {
            Mode::Classic => slots.all(|(square, _)| self.targets.contains(square)),
            Mode::Pairs => slots.all(|(square, target)| square == target || *square == NONE),
        }
    }

    /// Adds the nodes that pushes of one box in one direction lead to; `false` where memory is
    /// full.
    fn push(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut Memory<'_>,
        (open, reach): (&CellSet, &Reach),
        (parent, node): (u16, &Node),
        (slot, direction): (usize, Direction),
    ) -> bool {
        let which = self.which[slot];
        let mut square = node.boxes[slot];
        let Some(Lane { mut target, stand }) = terrain.lane(square, direction, which) else {
            return true;
        };
        if !open.contains(terrain.cell(target)) {
            return true;
        }
        let (walk, each) = match reach {
            Reach::Region(region) if region.contains(terrain.cell(stand)) => (0, PUSH),
            Reach::Region(_) => return true,
            Reach::Walks(walks) => match walks.to(stand) {
                Some(steps) => (u32::from(steps), PUSH + 1),
                None => return true,
            },
        };
        let mut cost = node.cost + walk;
        loop {
            cost += each;
            if cost % PUSH >= MOST_MOVES {
                return true;
            }
            let mut boxes = node.boxes;
            let drops = terrain.drops(target, which);
            if drops {
                // The pushes after the window may still need it.
                if self.targets[slot] != target {
                    return true;
                }
                boxes[slot] = NONE;
            } else {
                boxes[slot] = target;
            }
            if drops || self.stops(terrain, memory, slot, target, direction) {
                if self.mode == Mode::Classic {
                    boxes.sort_unstable();
                }
                let keeper = match reach {
                    Reach::Walks(_) => square,
                    Reach::Region(_) => {
                        let mut after = *open;
                        after.insert(terrain.cell(node.boxes[slot]));
                        if !drops {
                            after.remove(terrain.cell(target));
                        }
                        position.floods += 1;
                        let region = flood(&after, terrain.cell(square));
                        terrain.first(&region).unwrap_or(square)
                    }
                };
                let child = Node {
                    boxes,
                    cost,
                    keeper,
                    square,
                    direction: direction.index(),
                    parent,
                };
                if !self.add(memory, child) {
                    return false;
                }
            }
            if drops || matches!(reach, Reach::Region(_)) {
                return true;
            }
            square = target;
            match terrain.lane(square, direction, which) {
                Some(lane) if open.contains(terrain.cell(lane.target)) => target = lane.target,
                _ => return true,
            }
        }
    }

    /// Whether a box that was pushed to a square may stay there for other pushes.
    fn stops(
        &self,
        terrain: &Terrain<'_>,
        memory: &Memory<'_>,
        slot: usize,
        square: u8,
        direction: Direction,
    ) -> bool {
        let Count::PushesAndMoves { stops } = &self.count else {
            return true;
        };
        let ends = match self.mode {
            Mode::Classic => &self.targets[..self.boxes],
            Mode::Pairs => &self.targets[slot..=slot],
        };
        if stops.contains(terrain.cell(square)) || ends.contains(&square) {
            return true;
        }
        [direction.clockwise(), direction.anticlockwise()]
            .into_iter()
            .filter_map(|side| terrain.lane(square, side, self.which[slot]))
            .any(|lane| {
                let mut tables = self.tables(memory, slot).iter();
                tables.any(|table| table[usize::from(lane.target)] < table[usize::from(square)])
            })
    }

    /// Writes the pushes that were found, with their walks if moves count. `path` and `notes`
    /// begin where the window does, and the first push after it has moved up to them.
    pub(super) fn write(
        &self,
        terrain: &Terrain<'_>,
        pool: &mut [u32],
        path: &mut [u16],
        notes: &mut [Note],
    ) {
        let memory = cut(pool);
        let mut node = memory.node(self.found);
        let mut place = node.pushes() as usize;
        if let Some(next) = notes.get_mut(place) {
            next.set_walk(self.limit - node.cost);
        }
        while node.parent != NO_NODE {
            let parent = memory.node(node.parent);
            let direction = Direction::from_index(node.direction);
            let mut square = node.square;
            let run = node.pushes() - parent.pushes();
            for _ in 0..run {
                place -= 1;
                path[place] = pack(terrain.cell(square), direction);
                notes[place] = Note::new(0);
                square = terrain.next_behind(square, direction);
            }
            let moves = node.moves() - parent.moves();
            notes[place] = Note::new(moves.saturating_sub(run));
            node = parent;
        }
    }
}
