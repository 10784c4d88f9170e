//! Which small groups of boxes can be brought home: found backwards, by pulls from home, on a
//! floor without any other box.
//!
//! The keeper's region matters only beside the boxes, where it can pull, so a group's entry has
//! one bit for each side of each box: whether the group can be brought home with the keeper
//! there. A pull leaves the keeper beside the pulled box. Where that bit is not set yet, one
//! flood fill finds all the bits that it stands for; so each region of each group is filled
//! once. There is no queue: entries whose bits are new are marked, and the table itself is
//! searched for marks, after the few groups that were found last.

use super::position::{Position, around};
use super::terrain::{NONE, Terrain};
use crate::puzzle::reach::fill_into;
use crate::puzzle::{CellSet, Direction};

/// Most boxes of a group.
pub(crate) const MAX_GROUP: usize = 3;

/// Set in an entry whose bits have not been pulled from.
const NEW: u16 = 1 << 15;
/// Groups found last.
const RECENT: usize = 32;
/// Entries looked at, or pulls tried, for one work unit.
const LOOKS: u32 = 32;
/// Work units of a piece.
const PIECE: u32 = 4;

/// Some boxes by the live ranks of their squares; without meaning beyond the group's size. Boxes
/// that are alike are in order.
pub(crate) type Ranks = [u8; MAX_GROUP];

/// Which boxes a group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boxes {
    /// Classic: this many, alike.
    Alike(usize),
    /// Pairs: two, known by their numbers.
    Named([u8; 2]),
}

impl Boxes {
    /// How many.
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Alike(count) => count,
            Self::Named(_) => 2,
        }
    }

    /// How many ways there are to place them on live squares; named boxes may share one, which
    /// is never looked at.
    pub(crate) fn ways(self, live: usize) -> usize {
        match self {
            Self::Alike(2) => live * live.saturating_sub(1) / 2,
            Self::Alike(_) => live * live.saturating_sub(1) / 2 * live.saturating_sub(2) / 3,
            Self::Named(_) => live * live,
        }
    }

    /// The place of a group's entry.
    #[inline]
    pub(crate) fn index(self, live: usize, ranks: Ranks) -> usize {
        let [a, b, c] = ranks.map(usize::from);
        match self {
            Self::Alike(2) => b * b.saturating_sub(1) / 2 + a,
            Self::Alike(_) => {
                c * c.saturating_sub(1) / 2 * c.saturating_sub(2) / 3
                    + b * b.saturating_sub(1) / 2
                    + a
            }
            Self::Named(_) => a * live + b,
        }
    }

    /// The first group.
    pub(crate) fn first(self) -> Ranks {
        match self {
            Self::Alike(_) => [0, 1, 2],
            Self::Named(_) => [0, 0, 0],
        }
    }

    /// The group after one, in the order of their entries.
    pub(crate) fn after(self, live: usize, [a, b, c]: Ranks) -> Ranks {
        match self {
            Self::Alike(_) if a + 1 < b => [a + 1, b, c],
            Self::Alike(2) => [0, b + 1, c],
            Self::Alike(_) if b + 1 < c => [0, b + 1, c],
            Self::Alike(_) => [0, 1, c + 1],
            Self::Named(_) if usize::from(b) + 1 < live => [a, b + 1, c],
            Self::Named(_) => [a + 1, 0, c],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Sets the entries of groups that are home.
    Home,
    Pull,
}

/// The search through one table of groups; its entries are in the caller's memory.
#[derive(Debug)]
pub(crate) struct Retrograde {
    boxes: Boxes,
    phase: Phase,
    /// The next group to look at, and the place of its entry.
    group: Ranks,
    index: usize,
    /// Entries without a mark since the last one with it.
    unmarked: usize,
    recent: heapless::Vec<Ranks, RECENT>,
    /// Flood fills.
    fills: u32,
}

impl Retrograde {
    pub(crate) fn new(boxes: Boxes) -> Self {
        Self {
            boxes,
            phase: Phase::Home,
            group: boxes.first(),
            index: 0,
            unmarked: 0,
            recent: heapless::Vec::new(),
            fills: 0,
        }
    }

    /// Does a piece of work on the entries, as many as there are ways. Returns its cost in work
    /// units, or `None` when every group that can be brought home is found.
    pub(crate) fn advance(&mut self, terrain: &Terrain<'_>, entries: &mut [u16]) -> Option<u32> {
        let (mut looks, fills) = (0, self.fills);
        loop {
            let cost = looks / LOOKS + self.fills - fills;
            if cost >= PIECE {
                return Some(cost);
            }
            if self.phase == Phase::Home {
                looks += 4;
                match entries.get_mut(self.index) {
                    Some(entry) => {
                        *entry = self.begin(terrain, self.group);
                        self.step(terrain);
                    }
                    None => {
                        self.phase = Phase::Pull;
                        (self.group, self.index) = (self.boxes.first(), 0);
                    }
                }
            } else if let Some(group) = self.recent.pop() {
                let index = self.boxes.index(terrain.live, group);
                looks += self.pull(terrain, entries, group, index);
            } else if self.unmarked == entries.len() {
                return None;
            } else if self.index == entries.len() {
                (self.group, self.index) = (self.boxes.first(), 0);
            } else {
                looks += 1;
                self.unmarked += 1;
                let (group, index) = (self.group, self.index);
                self.step(terrain);
                if entries[index] & NEW != 0 {
                    looks += self.pull(terrain, entries, group, index);
                }
            }
        }
    }

    fn step(&mut self, terrain: &Terrain<'_>) {
        self.group = self.boxes.after(terrain.live, self.group);
        self.index += 1;
    }

    /// The entry of a group by itself, before any pull.
    fn begin(&self, terrain: &Terrain<'_>, group: Ranks) -> u16 {
        let squares = group.map(|rank| terrain.live_square(rank));
        match self.boxes {
            Boxes::Alike(count) => {
                let squares = &squares[..count];
                if !squares
                    .iter()
                    .all(|&square| terrain.square(square).is_goal())
                {
                    return 0;
                }
                let mut open = terrain.floor;
                squares
                    .iter()
                    .for_each(|&square| open.remove(terrain.cell(square)));
                let sides = squares.iter().enumerate();
                sides.fold(NEW, |bits, (place, &square)| {
                    bits | u16::from(around(&open, terrain.cell(square))) << (4 * place)
                })
            }
            Boxes::Named(names) => self.drop_in(terrain, names, [squares[0], squares[1]]),
        }
    }

    /// The sides of two named boxes from where one push lets one of them drop in, and leaves
    /// the other where it can be brought home.
    fn drop_in(&self, terrain: &Terrain<'_>, names: [u8; 2], squares: [u8; 2]) -> u16 {
        let mut bits = 0;
        for (name, here, other_name, other) in [
            (names[0], squares[0], names[1], squares[1]),
            (names[1], squares[1], names[0], squares[0]),
        ] {
            for direction in Direction::ALL {
                let stand = terrain.next_behind(here, direction);
                if here == other
                    || stand == NONE
                    || stand == other
                    || terrain.next(here, direction) != terrain.goal_square(name)
                    || terrain.goal_square(name) == other
                {
                    continue;
                }
                let state = Position::state_seen_from(terrain, other, here);
                if !terrain.is_dead(state, other_name) {
                    bits |= self.sides(terrain, &squares, stand) | NEW;
                }
            }
        }
        bits
    }

    /// The bits of all sides on which the keeper can be that stands on a square.
    fn sides(&self, terrain: &Terrain<'_>, squares: &[u8], keeper: u8) -> u16 {
        let mut open = terrain.floor;
        squares
            .iter()
            .for_each(|&square| open.remove(terrain.cell(square)));
        let mut region = CellSet::EMPTY;
        fill_into(
            &open,
            terrain.cell(keeper),
            &mut region,
            terrain.rows.clone(),
        );
        squares
            .iter()
            .enumerate()
            .fold(0, |bits, (place, &square)| {
                bits | u16::from(around(&region, terrain.cell(square))) << (4 * place)
            })
    }

    /// Makes every pull that a group's bits allow. Returns how many were tried.
    fn pull(
        &mut self,
        terrain: &Terrain<'_>,
        entries: &mut [u16],
        group: Ranks,
        index: usize,
    ) -> u32 {
        if entries[index] & NEW == 0 {
            return 1;
        }
        self.unmarked = 0;
        entries[index] &= !NEW;
        let entry = entries[index];
        let count = self.boxes.count();
        let mut pulls = 1;
        for place in 0..count {
            for side in Direction::ALL {
                if entry >> (4 * place + usize::from(side.index())) & 1 == 0 {
                    continue;
                }
                pulls += 1;
                let to = terrain.next(terrain.live_square(group[place]), side);
                let (rank, stand) = (terrain.live_rank(to), terrain.next(to, side));
                if rank == NONE || stand == NONE {
                    continue;
                }
                let behind = terrain.live_rank(stand);
                if behind != NONE && group[..count].contains(&behind) {
                    continue;
                }
                let (before, place) = match self.boxes {
                    Boxes::Named(names) if terrain.is_home(to, names[place]) => continue,
                    Boxes::Named(_) => {
                        let mut before = group;
                        before[place] = rank;
                        (before, place)
                    }
                    Boxes::Alike(_) => with(group, count, place, rank),
                };
                let index = self.boxes.index(terrain.live, before);
                if entries[index] >> (4 * place + usize::from(side.index())) & 1 != 0 {
                    continue;
                }
                self.fills += 1;
                let squares = before.map(|rank| terrain.live_square(rank));
                entries[index] |= self.sides(terrain, &squares[..count], stand) | NEW;
                // Where there is no room, the mark is found later.
                let _ = self.recent.push(before);
            }
        }
        pulls
    }
}

/// A group with one box on another square, in order again, and the box's new place.
fn with(mut group: Ranks, count: usize, mut place: usize, rank: u8) -> (Ranks, usize) {
    while place + 1 < count && group[place + 1] < rank {
        group[place] = group[place + 1];
        place += 1;
    }
    while place > 0 && group[place - 1] > rank {
        group[place] = group[place - 1];
        place -= 1;
    }
    group[place] = rank;
    (group, place)
}
