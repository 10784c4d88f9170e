//! Deadlocks in a pocket: a small search with only the boxes round an area that the keeper
//! cannot reach.
//!
//! If those boxes alone cannot be brought home or the area opened, the position is lost,
//! whatever the other boxes do: fewer boxes are an easier puzzle. So a box that leaves the
//! neighbourhood may be taken off the board as well, which keeps the search small. Where
//! the fence alone proves nothing, boxes that touch it are added, twice.

use super::super::freeze;
use super::super::position::Position;
use super::super::terrain::{Lane, NONE, Terrain};
use super::random::scatter;
use crate::puzzle::{CellSet, Direction, Mode, flood};

/// Positions of one search.
pub(super) const ENTRIES: usize = 320;
/// Boxes of one search.
const MOST: usize = 14;
/// Sets larger than this are not extended.
const MOST_EXTENDED: usize = 12;
/// The rank of a position that has been expanded.
const DONE: u8 = u8::MAX;

/// A position of the search: boxes, keeper, and how much is out of the keeper's reach.
#[derive(Clone, Copy, Debug)]
struct Entry {
    signature: u32,
    boxes: [u8; MOST],
    keeper: u8,
    rank: u8,
}

impl Entry {
    fn pack(&self) -> [u32; 5] {
        let mut bytes = [0; 16];
        bytes[..MOST].copy_from_slice(&self.boxes);
        bytes[MOST..].copy_from_slice(&[self.keeper, self.rank]);
        let [a, b, c, d] = bytemuck::cast(bytes);
        [self.signature, a, b, c, d]
    }

    fn unpack([signature, a, b, c, d]: [u32; 5]) -> Self {
        let bytes: [u8; 16] = bytemuck::cast([a, b, c, d]);
        let mut boxes = [NONE; MOST];
        boxes.copy_from_slice(&bytes[..MOST]);
        Self {
            signature,
            boxes,
            keeper: bytes[MOST],
            rank: bytes[MOST + 1],
        }
    }
}

/// What came of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Not known yet.
    Going,
    /// The boxes of the set are lost.
    Dead,
    /// Nothing was found.
    Alive,
}

/// How long to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Positions with the fence alone.
    pub(super) fence: u16,
    /// Positions with boxes added.
    pub(super) extended: u16,
}

/// The look at all pockets of a position.
#[derive(Debug)]
pub(super) struct Pocket {
    effort: Effort,
    /// Areas that have not been looked at.
    unseen: CellSet,
    /// The boxes of the present search, and how often boxes were added.
    pub(super) set: CellSet,
    round: u8,
    search: Option<Search>,
    /// Positions expanded.
    pub(super) nodes: u32,
}

#[derive(Debug)]
struct Search {
    /// In Pairs, which box each is.
    which: [u8; MOST],
    /// A box that leaves it is gone.
    neighbourhood: CellSet,
    entries: u16,
    expanded: u16,
}

impl Pocket {
    /// Looks at a position whose region is known.
    pub(super) fn new(position: &Position<'_>, effort: Effort) -> Self {
        Self {
            effort,
            unseen: position.open - position.region,
            set: CellSet::EMPTY,
            round: 0,
            search: None,
            nodes: 0,
        }
    }

    /// Expands one position of the search, or begins the next.
    pub(super) fn advance(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
    ) -> Verdict {
        let limit = match self.round {
            0 => self.effort.fence,
            _ => self.effort.extended,
        };
        if let Some(search) = &mut self.search {
            if search.expanded >= limit {
                return self.extend(terrain, position, memory);
            }
            self.nodes += 1;
            return match search.expand(terrain, position, memory) {
                Verdict::Alive => self.extend(terrain, position, memory),
                verdict => verdict,
            };
        }
        let Some(seed) = self.unseen.first() else {
            return Verdict::Alive;
        };
        let boxes = terrain.floor - position.open;
        let fence = boxes & widened(&position.region);
        position.floods += 1;
        let area = flood(&(terrain.floor - position.region - fence), seed);
        self.unseen -= area;
        self.set = widened(&area) & boxes;
        let settled = terrain.mode == Mode::Classic
            && (self.set - terrain.goals).is_empty()
            && (area & terrain.goals - boxes).is_empty();
        if !settled {
            self.round = 0;
            self.begin(terrain, position, memory);
        }
        Verdict::Going
    }

    fn begin(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
    ) {
        self.search = Search::new(terrain, position, &self.set, memory);
    }

    /// Adds the boxes that touch the set, or goes on to the next area.
    fn extend(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
    ) -> Verdict {
        self.search = None;
        let more = widened(&self.set) & (terrain.floor - position.open);
        let grown = more != self.set && more.len() <= MOST_EXTENDED;
        if self.round < 2 && self.effort.extended > 0 && grown {
            self.round += 1;
            self.set = more;
            self.begin(terrain, position, memory);
        }
        Verdict::Going
    }
}

/// A set and the squares next to it.
pub(super) fn widened(set: &CellSet) -> CellSet {
    Direction::ALL
        .into_iter()
        .fold(*set, |wide, direction| wide | set.shifted(direction))
}

impl Search {
    /// `None` where there is nothing to search, or too much.
    fn new(
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        set: &CellSet,
        memory: &mut [[u32; 5]],
    ) -> Option<Self> {
        let count = set.len();
        if count == 0 || count > MOST {
            return None;
        }
        let mut boxes = [NONE; MOST];
        let mut which = [NONE; MOST];
        for (slot, cell) in set.iter().enumerate() {
            boxes[slot] = terrain.number_of(cell);
            which[slot] = position.occupant(boxes[slot]);
        }
        let open = terrain.floor - *set;
        position.floods += 1;
        let region = flood(&open, terrain.cell(position.keeper));
        let beyond = open - region;
        if beyond.is_empty() {
            return None;
        }
        let first = entry(terrain, boxes, &region, &beyond);
        memory[0] = first.pack();
        Some(Self {
            which,
            neighbourhood: widened(&(*set | beyond)),
            entries: 1,
            expanded: 0,
        })
    }

    /// Expands the position that comes nearest to opening the area.
    fn expand(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
    ) -> Verdict {
        let known = memory[..usize::from(self.entries)].iter().enumerate();
        let next = known
            .map(|(index, &packed)| (Entry::unpack(packed).rank, index))
            .min()
            .filter(|&(rank, _)| rank != DONE);
        let Some((_, index)) = next else {
            return Verdict::Dead;
        };
        let mut here = Entry::unpack(memory[index]);
        memory[index] = Entry { rank: DONE, ..here }.pack();
        here.rank = DONE;
        self.expanded += 1;
        let mut open = terrain.floor;
        for &square in here.boxes.iter().filter(|&&square| square != NONE) {
            open.remove(terrain.cell(square));
        }
        position.floods += 1;
        let region = flood(&open, terrain.cell(here.keeper));
        for slot in 0..MOST {
            if here.boxes[slot] == NONE {
                continue;
            }
            for direction in Direction::ALL {
                if self.push(
                    terrain, position, memory, &here, &open, &region, slot, direction,
                ) {
                    return Verdict::Alive;
                }
            }
        }
        Verdict::Going
    }

    /// Tries a push; whether it opens the area, solves the set, or is one too many.
    #[allow(clippy::too_many_arguments, reason = "one push and all it depends on")]
    fn push(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
        here: &Entry,
        open: &CellSet,
        region: &CellSet,
        slot: usize,
        direction: Direction,
    ) -> bool {
        let (square, which) = (here.boxes[slot], self.which[slot]);
        let Some(Lane { target, stand, .. }) = terrain.lane(square, direction, which) else {
            return false;
        };
        let (from, to) = (terrain.cell(square), terrain.cell(target));
        if !open.contains(to) || !region.contains(terrain.cell(stand)) {
            return false;
        }
        let mut open = *open;
        open.insert(from);
        let drops = terrain.mode == Mode::Pairs && terrain.is_home(target, which);
        let mut boxes = here.boxes;
        if drops || !self.neighbourhood.contains(to) {
            boxes[slot] = NONE;
        } else {
            open.remove(to);
            boxes[slot] = target;
            if freeze::is_deadlock(terrain, &open, target) {
                return false;
            }
        }
        if terrain.mode == Mode::Classic {
            boxes.sort_unstable();
        }
        position.floods += 1;
        let region = flood(&open, from);
        let beyond = open - region;
        let mut left = boxes.iter().filter(|&&square| square != NONE);
        let home = |&square: &u8| terrain.goals.contains(terrain.cell(square));
        if beyond.is_empty()
            || terrain.mode == Mode::Classic && left.clone().all(home)
            || left.next().is_none()
        {
            return true;
        }
        let child = entry(terrain, boxes, &region, &beyond);
        let count = usize::from(self.entries);
        if memory[..count]
            .iter()
            .any(|packed| packed[0] == child.signature)
        {
            return false;
        }
        if count == memory.len() {
            return true;
        }
        memory[count] = child.pack();
        self.entries += 1;
        false
    }
}

fn entry(terrain: &Terrain<'_>, boxes: [u8; MOST], region: &CellSet, beyond: &CellSet) -> Entry {
    let keeper = region.first().map_or(0, |cell| terrain.number_of(cell));
    let mut signature = scatter(u32::from(keeper));
    for (slot, &square) in boxes.iter().enumerate() {
        signature = scatter(signature ^ (slot as u32) << 8 ^ u32::from(square));
    }
    Entry {
        signature,
        boxes,
        keeper,
        rank: beyond.len().min(usize::from(DONE) - 1) as u8,
    }
}
