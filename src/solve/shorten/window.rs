//! The fewest pushes from one position of a solution to a later one, by A*.
//!
//! Movable are the boxes that move in between; in a wide window also those near them. The
//! bound is the sum of their distances to the nearest of the squares where they have to end,
//! with the other boxes as walls; only ways that are shorter than the solution's own are looked
//! at.

use super::replay;
use crate::puzzle::{CellSet, Direction, Mode, flood};
use crate::solve::base::position::Position;
use crate::solve::base::solution::{pack, unpack};
use crate::solve::base::square::Lane;
use crate::solve::base::terrain::{NONE, Terrain};

/// Boxes that a window moves at most.
const MOST: usize = 8;
/// Pushes of a window at most.
const LONGEST: usize = 255;
/// Nodes of one window.
const PATIENCE: u32 = 6_000;

/// Words of one distance table, and of one node.
const TABLE: usize = 64;
const NODE: usize = 4;
/// Words of the buckets' heads; slots of the hash table.
const HEADS: usize = 128;
const SLOTS: usize = 8192;
const FIXED: usize = MOST * TABLE + HEADS + SLOTS / 2;
const NO_NODE: u16 = u16::MAX;

/// The result of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WindowEvent {
    Going,
    /// No shorter way was found.
    Nothing,
    /// A shorter way, with this many pushes.
    Better(usize),
}

/// A window of a path, from a place to a later one.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Nothing follows: the keeper may end anywhere.
    is_last: bool,
    mode: Mode,
    /// The boxes' numbers in the position before.
    which: [u8; MOST],
    boxes: usize,
    /// The floor without the other boxes.
    floor: CellSet,
    /// Where the boxes have to end, and the keeper.
    targets: [u8; MOST],
    region: CellSet,
    first: WindowNode,
    phase: WindowPhase,
    /// How far the heads of the buckets have been looked through.
    bound: usize,
    count: u16,
    pub(super) nodes: u32,
}

#[derive(Clone, Copy, Debug)]
enum WindowPhase {
    Distances(usize),
    Search,
    Found(u16),
}

/// A position of the window's boxes.
#[derive(Clone, Copy, Debug)]
struct WindowNode {
    /// Sorted in Classic, where boxes are alike.
    boxes: [u8; MOST],
    keeper: u8,
    pushes: u8,
    /// The push that led to it: where the box stood, and the direction.
    square: u8,
    direction: u8,
    parent: u16,
    /// The next node of the same bound.
    link: u16,
}

impl WindowNode {
    fn pack(self) -> [u32; NODE] {
        let [low, high] = bytemuck::cast(self.boxes);
        let rest = [self.keeper, self.pushes, self.square, self.direction];
        [
            low,
            high,
            u32::from_le_bytes(rest),
            u32::from(self.parent) << 16 | u32::from(self.link),
        ]
    }

    fn unpack([low, high, rest, links]: [u32; NODE]) -> Self {
        let [keeper, pushes, square, direction] = rest.to_le_bytes();
        Self {
            boxes: bytemuck::cast([low, high]),
            keeper,
            pushes,
            square,
            direction,
            parent: (links >> 16) as u16,
            link: links as u16,
        }
    }
}

/// The window's memory.
struct Memory<'p> {
    distances: &'p mut [[u8; 4 * TABLE]],
    heads: &'p mut [u16],
    slots: &'p mut [u16],
    nodes: &'p mut [[u32; NODE]],
}

fn cut(pool: &mut [u32]) -> Memory<'_> {
    let (distances, rest) = pool.split_at_mut(MOST * TABLE);
    let (heads, rest) = rest.split_at_mut(HEADS);
    let (slots, rest) = rest.split_at_mut(SLOTS / 2);
    let count = (rest.len() / NODE).min(SLOTS * 3 / 4);
    Memory {
        distances: bytemuck::cast_slice_mut(distances),
        heads: bytemuck::cast_slice_mut(heads),
        slots: bytemuck::cast_slice_mut(slots),
        nodes: bytemuck::cast_slice_mut(&mut rest[..count * NODE]),
    }
}

impl Window {
    /// The window of a path from the loaded position on; `None` where it has too many boxes
    /// or pushes, or nothing could be gained. A wide one may also move boxes near by, which end
    /// where they were or change places with others.
    pub(super) fn new(
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        path: &[u16],
        from: usize,
        to: usize,
        pool: &mut [u32],
        wide: bool,
    ) -> Option<Self> {
        if to - from > LONGEST || to - from < 2 || pool.len() < FIXED + 64 * NODE {
            return None;
        }
        let (mut which, mut count) = ([NONE; MOST], 0);
        let mut touched = CellSet::EMPTY;
        let (before, keeper) = (position.states, position.keeper);
        for &code in &path[from..to] {
            let square = terrain.number_of(unpack(code).0);
            let mover = position.occupant(square);
            if !which[..count].contains(&mover) {
                *which.get_mut(count)? = mover;
                count += 1;
            }
            replay(terrain, position, &[code]);
            touched.insert(unpack(code).0);
        }
        let moved = count;
        if wide {
            let near = touched.widened().widened();
            for other in 0..terrain.boxes as u8 {
                let square = position.square(usize::from(other));
                let is_near = square != NONE && near.contains(terrain.cell(square));
                if is_near && count < MOST && !which[..count].contains(&other) {
                    which[count] = other;
                    count += 1;
                }
            }
            if count == moved {
                position.restore(terrain, &before, keeper);
                return None;
            }
        }
        let squares = |position: &Position<'_>| {
            let mut squares = [NONE; MOST];
            for (square, &which) in squares.iter_mut().zip(&which[..count]) {
                *square = position.square(usize::from(which));
            }
            squares
        };
        let mut targets = squares(position);
        position.walk(terrain);
        let region = position.region;
        position.restore(terrain, &before, keeper);
        let normal = position.walk(terrain);
        let mut boxes = squares(position);
        let mut floor = position.open;
        for &square in &boxes[..count] {
            floor.insert(terrain.cell(square));
        }
        match terrain.mode {
            Mode::Classic => boxes.sort_unstable(),
            // A box that has dropped in ends in its hole.
            Mode::Pairs => {
                for (target, &which) in targets.iter_mut().zip(&which[..count]) {
                    if *target == NONE {
                        *target = terrain.goal_square(which);
                    }
                }
            }
        }
        cut(pool)
            .distances
            .iter_mut()
            .for_each(|table| table.fill(NONE));
        Some(Self {
            from,
            to,
            is_last: to == path.len(),
            mode: terrain.mode,
            which,
            boxes: count,
            floor,
            targets,
            region,
            first: WindowNode {
                boxes,
                keeper: normal,
                pushes: 0,
                square: NONE,
                direction: 0,
                parent: NO_NODE,
                link: NO_NODE,
            },
            phase: WindowPhase::Distances(0),
            bound: 0,
            count: 0,
            nodes: 0,
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
                WindowEvent::Going
            }
            WindowPhase::Distances(_) => {
                memory.heads.fill(NO_NODE);
                memory.slots.fill(NO_NODE);
                self.phase = WindowPhase::Search;
                match self.bound(&memory, &self.first.boxes) {
                    Some(bound) if bound < self.to - self.from => {
                        self.bound = bound;
                        self.add(&mut memory, self.first);
                        WindowEvent::Going
                    }
                    _ => WindowEvent::Nothing,
                }
            }
            WindowPhase::Search => self.search(terrain, position, &mut memory),
            WindowPhase::Found(_) => WindowEvent::Nothing,
        }
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

    /// A lower bound of the pushes that the boxes need; `None` if they cannot get there.
    fn bound(&self, memory: &Memory<'_>, boxes: &[u8; MOST]) -> Option<usize> {
        let mut sum = 0;
        for (slot, &square) in boxes.iter().enumerate() {
            if square == NONE {
                continue;
            }
            let tables = match self.mode {
                Mode::Classic => &memory.distances[..self.boxes],
                Mode::Pairs => &memory.distances[slot..=slot],
            };
            let least = tables
                .iter()
                .map(|table| table[usize::from(square)])
                .min()?;
            if least == NONE {
                return None;
            }
            sum += usize::from(least);
        }
        Some(sum)
    }

    /// The hash slot of a node, or a free one.
    fn slot(memory: &Memory<'_>, node: &WindowNode) -> usize {
        let [low, high, ..] = node.pack();
        let mut hash = (low ^ high.rotate_left(15)).wrapping_mul(0x9e37_79b1);
        hash = (hash ^ hash >> 15 ^ u32::from(node.keeper)).wrapping_mul(0x85eb_ca77);
        let mut slot = (hash >> 16) as usize % SLOTS;
        loop {
            match memory.slots[slot] {
                NO_NODE => return slot,
                index => {
                    let other = WindowNode::unpack(memory.nodes[usize::from(index)]);
                    if other.boxes == node.boxes && other.keeper == node.keeper {
                        return slot;
                    }
                }
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Adds a node unless it is known with as few pushes; `false` where memory is full.
    fn add(&mut self, memory: &mut Memory<'_>, node: WindowNode) -> bool {
        let Some(bound) = self.bound(memory, &node.boxes) else {
            return true;
        };
        let bound = bound + usize::from(node.pushes);
        if bound >= self.to - self.from {
            return true;
        }
        let slot = Self::slot(memory, &node);
        let known = memory.slots[slot];
        if known != NO_NODE
            && WindowNode::unpack(memory.nodes[usize::from(known)]).pushes <= node.pushes
        {
            return true;
        }
        let index = self.count;
        if usize::from(index) >= memory.nodes.len() {
            return false;
        }
        self.count += 1;
        memory.slots[slot] = index;
        let link = memory.heads[bound];
        memory.nodes[usize::from(index)] = WindowNode { link, ..node }.pack();
        memory.heads[bound] = index;
        self.bound = self.bound.min(bound);
        true
    }

    /// Expands one node.
    fn search(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut Memory<'_>,
    ) -> WindowEvent {
        while memory.heads[self.bound] == NO_NODE {
            self.bound += 1;
            if self.bound >= self.to - self.from {
                return WindowEvent::Nothing;
            }
        }
        let index = memory.heads[self.bound];
        let node = WindowNode::unpack(memory.nodes[usize::from(index)]);
        memory.heads[self.bound] = node.link;
        // A better way to the same position has been found since.
        if memory.slots[Self::slot(memory, &node)] != index {
            return WindowEvent::Going;
        }
        self.nodes += 1;
        if self.nodes > PATIENCE {
            return WindowEvent::Nothing;
        }
        let mut open = self.floor;
        for &square in node.boxes.iter().filter(|&&square| square != NONE) {
            open.remove(terrain.cell(square));
        }
        position.floods += 1;
        let region = flood(&open, terrain.cell(node.keeper));
        if self.bound == usize::from(node.pushes) && (self.is_last || region == self.region) {
            self.phase = WindowPhase::Found(index);
            return WindowEvent::Better(usize::from(node.pushes));
        }
        for slot in 0..MOST {
            let square = node.boxes[slot];
            if square == NONE {
                continue;
            }
            for direction in Direction::ALL {
                let which = self.which[slot];
                let Some(Lane { target, stand, .. }) = terrain.lane(square, direction, which)
                else {
                    continue;
                };
                let (from, to) = (terrain.cell(square), terrain.cell(target));
                if !open.contains(to) || !region.contains(terrain.cell(stand)) {
                    continue;
                }
                let mut boxes = node.boxes;
                let mut after = open;
                after.insert(from);
                if terrain.drops(target, which) {
                    // The pushes after the window may still need it.
                    if self.targets[slot] != target {
                        continue;
                    }
                    boxes[slot] = NONE;
                } else {
                    boxes[slot] = target;
                    after.remove(to);
                }
                if terrain.mode == Mode::Classic {
                    boxes.sort_unstable();
                }
                position.floods += 1;
                let keeper = flood(&after, from)
                    .first()
                    .map_or(square, |cell| terrain.number_of(cell));
                let child = WindowNode {
                    boxes,
                    keeper,
                    pushes: node.pushes + 1,
                    square,
                    direction: direction.index(),
                    parent: index,
                    link: NO_NODE,
                };
                if !self.add(memory, child) {
                    return WindowEvent::Nothing;
                }
            }
        }
        WindowEvent::Going
    }

    /// Writes the pushes that were found.
    pub(super) fn write(&self, terrain: &Terrain<'_>, pool: &mut [u32], path: &mut [u16]) {
        let memory = cut(pool);
        let WindowPhase::Found(mut at) = self.phase else {
            return;
        };
        for slot in path.iter_mut().rev() {
            let node = WindowNode::unpack(memory.nodes[usize::from(at)]);
            *slot = pack(
                terrain.cell(node.square),
                Direction::from_index(node.direction),
            );
            at = node.parent;
        }
    }
}
