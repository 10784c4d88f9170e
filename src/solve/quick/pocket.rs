//! Deadlocks in a pocket: a small search with only the boxes round an area that the keeper
//! cannot reach.
//!
//! If those boxes alone cannot be brought home or the area opened, the position is lost,
//! whatever the other boxes do: fewer boxes are an easier puzzle. So a box that leaves the
//! neighbourhood may be taken off the board as well, which keeps the search small. If the
//! fence alone proves nothing, boxes that touch it are added, up to two times.
//!
//! Worth: without it, 27, 31 and 40. The freeze test before it: without that, 17, 26 and 30.

use super::patterns::Patterns;
use super::signature::mix;
use crate::puzzle::{Cell, CellSet, Direction, Mode, flood};
use crate::solve::base::freeze;
use crate::solve::base::position::Position;
use crate::solve::base::square::Lane;
use crate::solve::base::terrain::{NONE, Terrain};

/// Positions of one search.
pub(super) const ENTRIES: usize = 600;
/// Boxes of one search.
const MOST: usize = 14;
/// Sets larger than this are not extended.
const MOST_EXTENDED: usize = 12;
/// The rank of a position that has been expanded.
const DONE: u8 = u8::MAX;

/// A position of the search: boxes, keeper, and how much is out of the keeper's reach.
#[derive(Clone, Copy, Debug)]
struct PocketPosition {
    signature: u32,
    boxes: [u8; MOST],
    keeper: u8,
    rank: u8,
}

impl PocketPosition {
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

/// The result of a piece of work.
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

impl Effort {
    /// Positions of the search in a round.
    fn limit(self, round: u8) -> u16 {
        match round {
            0 => self.fence,
            _ => self.extended,
        }
    }
}

/// The state of the search through all pockets of a position.
#[derive(Debug)]
pub(super) struct Pocket {
    effort: Effort,
    phase: PocketPhase,
    /// Areas that have not been looked at.
    unseen: CellSet,
    /// The boxes of the present search, and how often boxes were added.
    set: CellSet,
    round: u8,
    /// Positions expanded.
    pub(super) nodes: u32,
}

#[derive(Debug)]
enum PocketPhase {
    /// The next area.
    Area,
    /// A search with the set.
    Begin,
    Search(PocketSearch),
    /// The set and the boxes that touch it.
    Extend,
}

#[derive(Debug)]
struct PocketSearch {
    signature: u32,
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
            phase: PocketPhase::Area,
            unseen: position.open - position.region,
            set: CellSet::EMPTY,
            round: 0,
            nodes: 0,
        }
    }

    /// The boxes of the last search, and the keeper's region with them alone.
    pub(super) fn pattern(
        &self,
        terrain: &Terrain<'_>,
        position: &Position<'_>,
    ) -> (CellSet, CellSet) {
        let open = terrain.floor - self.set;
        (self.set, flood(&open, terrain.cell(position.keeper)))
    }

    /// Expands one position of the search, or begins the next.
    pub(super) fn advance(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
        patterns: &mut Patterns<'_>,
    ) -> Verdict {
        let limit = self.effort.limit(self.round);
        match &mut self.phase {
            PocketPhase::Area => {
                let Some(seed) = self.unseen.first() else {
                    return Verdict::Alive;
                };
                if self.look(terrain, position, seed) {
                    self.round = 0;
                    self.phase = PocketPhase::Begin;
                }
            }
            PocketPhase::Begin => {
                let search = PocketSearch::new(terrain, position, &self.set, memory);
                let known =
                    |search: &PocketSearch| patterns.was_vain(search.signature ^ u32::from(limit));
                self.phase = match search {
                    Some(search) if !known(&search) => PocketPhase::Search(search),
                    _ => PocketPhase::Extend,
                };
            }
            PocketPhase::Search(search) => {
                let verdict = if search.expanded < limit {
                    self.nodes += 1;
                    search.expand(terrain, position, memory)
                } else {
                    Verdict::Alive
                };
                match verdict {
                    Verdict::Going => {}
                    Verdict::Dead => return Verdict::Dead,
                    Verdict::Alive => {
                        patterns.note_vain(search.signature ^ u32::from(limit));
                        self.phase = PocketPhase::Extend;
                    }
                }
            }
            PocketPhase::Extend => {
                let more = widened(&self.set) & (terrain.floor - position.open);
                let grown = more != self.set && more.len() <= MOST_EXTENDED;
                self.phase = if self.round < 2 && self.effort.extended > 0 && grown {
                    self.round += 1;
                    self.set = more;
                    PocketPhase::Begin
                } else {
                    PocketPhase::Area
                };
            }
        }
        Verdict::Going
    }

    /// Takes the boxes around the area of a square as the set; whether they are worth a
    /// search.
    fn look(&mut self, terrain: &Terrain<'_>, position: &mut Position<'_>, seed: Cell) -> bool {
        let boxes = terrain.floor - position.open;
        let fence = boxes & widened(&position.region);
        position.floods += 1;
        let area = flood(&(terrain.floor - position.region - fence), seed);
        self.unseen -= area;
        self.set = widened(&area) & boxes;
        let settled = terrain.mode == Mode::Classic
            && (self.set - terrain.goals).is_empty()
            && ((area & terrain.goals) - boxes).is_empty();
        !settled
    }
}

/// A set and the squares next to it.
pub(super) fn widened(set: &CellSet) -> CellSet {
    Direction::ALL
        .into_iter()
        .fold(*set, |wide, direction| wide | set.shifted(direction))
}

impl PocketSearch {
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
            signature: first.signature,
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
            .map(|(index, &packed)| (PocketPosition::unpack(packed).rank, index))
            .min()
            .filter(|&(rank, _)| rank != DONE);
        let Some((_, index)) = next else {
            return Verdict::Dead;
        };
        let mut here = PocketPosition::unpack(memory[index]);
        memory[index] = PocketPosition { rank: DONE, ..here }.pack();
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

    /// Tries a push; `true` ends the search without a deadlock: the set is solved, or memory
    /// is full.
    #[allow(clippy::too_many_arguments, reason = "one push and all it depends on")]
    fn push(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
        here: &PocketPosition,
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
        let drops = terrain.drops(target, which);
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
        if terrain.mode == Mode::Classic && left.clone().all(home) || left.next().is_none() {
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

fn entry(
    terrain: &Terrain<'_>,
    boxes: [u8; MOST],
    region: &CellSet,
    beyond: &CellSet,
) -> PocketPosition {
    let keeper = region.first().map_or(0, |cell| terrain.number_of(cell));
    let mut signature = mix(u32::from(keeper));
    for (slot, &square) in boxes.iter().enumerate() {
        signature = mix(signature ^ (slot as u32) << 8 ^ u32::from(square));
    }
    let away = boxes
        .iter()
        .filter(|&&square| square != NONE && !terrain.goals.contains(terrain.cell(square)))
        .count();
    PocketPosition {
        signature,
        boxes,
        keeper,
        rank: (beyond.len() + 4 * away).min(usize::from(DONE) - 1) as u8,
    }
}
