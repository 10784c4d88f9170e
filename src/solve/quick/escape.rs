//! Whether a set of boxes can escape: the small search behind [`pocket`](super::pocket).
//!
//! Only the boxes of the set stand on the floor. A box that leaves their neighbourhood is
//! taken off: fewer boxes are an easier puzzle, so what is lost without them is lost with
//! them. For the same reason a box that can leave while the others stand still leaves at
//! once, and nothing else is tried: the keeper comes as far as before, and the rest is easier.
//! After a push that opens no way for the keeper, only the boxes beside the square that it freed
//! are tried: that is a third of the tours, and the others rarely find anything. A box that is
//! not tried can still leave push by push.
//!
//! The set has escaped when every box left is home. Boxes that are all home at first, with an
//! empty goal that the keeper cannot reach behind them, have to move and come home again.
//!
//! While a box moves, the search notes the first box outside the set that it runs into: that
//! box is why the way out may not exist, and the set grows by it.
//!
//! Worth: without boxes that leave at once, 39, 53 and 59.

use super::signature::mix;
use super::travel::{Grip, Notes, Travel};
use crate::puzzle::{CellSet, Direction, Mode, flood};
use crate::solve::base::follow::is_walked_around;
use crate::solve::base::freeze;
use crate::solve::base::position::{Position, around};
use crate::solve::base::square::Lane;
use crate::solve::base::terrain::{NONE, Terrain};

/// Positions of one search.
pub(super) const ENTRIES: usize = 600;
/// Boxes of one search.
pub(super) const MOST: usize = 13;
/// Pushes of a tour that take as long as a flood fill.
const LEGS: u8 = 4;
/// Positions that are looked through in a work unit.
const LOOKS: u16 = 96;
/// The bits of a packed position's signature that make room for another field.
const LOW: u32 = 0xff;
/// The rank of a position that has been expanded.
const DONE: u8 = u8::MAX;

/// A position of the search.
#[derive(Clone, Copy, Debug)]
struct Entry {
    signature: u32,
    /// Squares; those of boxes that are gone are [`NONE`]. In Classic they are sorted.
    boxes: [u8; MOST],
    keeper: u8,
    /// How far it seems from an escape: squares out of the keeper's reach, boxes not home.
    rank: u8,
    /// The first box outside the set that was run into on the way here, or [`NONE`].
    blocker: u8,
    /// The square that the last push freed, if the keeper's region changed by that and the
    /// square that the push took alone; or [`NONE`]: then any box may have come to a way out.
    freed: u8,
}

impl Entry {
    fn pack(&self) -> [u32; 5] {
        let mut bytes = [0; 16];
        bytes[..MOST].copy_from_slice(&self.boxes);
        bytes[MOST..].copy_from_slice(&[self.keeper, self.rank, self.blocker]);
        let [a, b, c, d] = bytemuck::cast(bytes);
        [self.signature & !LOW | u32::from(self.freed), a, b, c, d]
    }

    fn unpack([first, a, b, c, d]: [u32; 5]) -> Self {
        let bytes: [u8; 16] = bytemuck::cast([a, b, c, d]);
        let mut boxes = [NONE; MOST];
        boxes.copy_from_slice(&bytes[..MOST]);
        Self {
            signature: first & !LOW,
            boxes,
            keeper: bytes[MOST],
            rank: bytes[MOST + 1],
            blocker: bytes[MOST + 2],
            freed: (first & LOW) as u8,
        }
    }

    /// Whether a packed position has the same boxes and the same keeper.
    fn is_at(&self, packed: &[u32; 5]) -> bool {
        (packed[0] ^ self.signature) & !LOW == 0 && {
            let Self { boxes, keeper, .. } = Self::unpack(*packed);
            boxes == self.boxes && keeper == self.keeper
        }
    }

    /// Brings the entry of boxes and keeper into the form in which it is compared, once the
    /// keeper's region and what is beyond it are known.
    fn settle(&mut self, terrain: &Terrain<'_>, region: &CellSet, beyond: &CellSet) {
        if terrain.mode == Mode::Classic {
            self.boxes.sort_unstable();
        }
        self.keeper = terrain.first(region).unwrap_or(self.keeper);
        self.signature = mix(u32::from(self.keeper));
        let mut away = 0;
        for (slot, &square) in self.boxes.iter().enumerate() {
            self.signature = mix(self.signature ^ (slot as u32) << 8 ^ u32::from(square));
            away += usize::from(square != NONE && !is_home(terrain, square));
        }
        self.rank = (beyond.len() + 4 * away).min(usize::from(DONE) - 1) as u8;
    }

    /// Whether every box is home or gone.
    fn is_over(&self, terrain: &Terrain<'_>) -> bool {
        let mut left = self.boxes.iter().filter(|&&square| square != NONE);
        left.all(|&square| is_home(terrain, square))
    }

    /// The floor without the boxes.
    fn open(&self, terrain: &Terrain<'_>) -> CellSet {
        let mut open = terrain.floor;
        for &square in self.boxes.iter().filter(|&&square| square != NONE) {
            open.remove(terrain.cell(square));
        }
        open
    }
}

/// Whether a box may stay on a square for good. In Pairs a box that is home is gone.
fn is_home(terrain: &Terrain<'_>, square: u8) -> bool {
    terrain.mode == Mode::Classic && terrain.goals.contains(terrain.cell(square))
}

/// The result of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Going,
    /// The boxes of the set are lost.
    Lost,
    /// They can come home or leave, or memory is full. If the way out leads through a box
    /// outside the set, the first such box, or [`NONE`].
    Open(u8),
}

#[derive(Clone, Copy, Debug)]
enum EscapePhase {
    /// The position that comes nearest to an escape.
    Pick,
    /// Whether this box can leave, and whether any box has left; on its way, its tour.
    Leave {
        slot: u8,
        any: bool,
        tour: Option<Travel>,
    },
    /// All pushes of this box.
    Push { slot: u8 },
}

/// The state of the search.
#[derive(Debug)]
pub(super) struct Escape {
    /// Tells the search from others: the first position, and the boxes near it.
    pub(super) signature: u32,
    /// Positions expanded.
    pub(super) expanded: u16,
    entries: u16,
    phase: EscapePhase,
    leaving: bool,
    /// In Pairs, which box each is.
    which: [u8; MOST],
    /// A box that leaves it is gone.
    neighbourhood: CellSet,
    /// Boxes outside the set.
    others: CellSet,
    /// The position that is being expanded, its place in memory, the floor without its boxes
    /// and the keeper's region.
    here: Entry,
    index: u16,
    open: CellSet,
    region: CellSet,
}

impl Escape {
    /// `None` where there is nothing to search, or too much. `leaving` is whether boxes that
    /// can leave do so at once.
    pub(super) fn new(
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        set: &CellSet,
        memory: &mut [[u32; 5]],
        leaving: bool,
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
        let mut here = Entry {
            signature: 0,
            boxes,
            keeper: position.keeper,
            rank: 0,
            blocker: NONE,
            freed: NONE,
        };
        // Boxes that are home need not move unless there is a goal to fill behind them.
        if here.is_over(terrain) && (beyond & terrain.goals & position.open).is_empty() {
            return None;
        }
        here.settle(terrain, &region, &beyond);
        memory[0] = here.pack();
        let neighbourhood = (*set | beyond).widened();
        let others = terrain.floor - position.open - *set;
        // What a box runs into depends on the boxes near by.
        let near = (others & neighbourhood).iter();
        let crowd = near.fold(0, |sum, cell| {
            sum ^ mix(1 << 20 | u32::from(terrain.number_of(cell)))
        });
        Some(Self {
            signature: here.signature ^ crowd,
            expanded: 0,
            entries: 1,
            phase: EscapePhase::Pick,
            leaving,
            which,
            neighbourhood,
            others,
            here,
            index: 0,
            open,
            region,
        })
    }

    /// Whether the next piece begins with another position.
    pub(super) fn is_between(&self) -> bool {
        matches!(self.phase, EscapePhase::Pick)
    }

    /// Work units that the next piece takes at least.
    pub(super) fn least(&self) -> u32 {
        match self.phase {
            EscapePhase::Pick | EscapePhase::Push { .. } => 1 + u32::from(self.entries / LOOKS),
            EscapePhase::Leave { .. } => 1,
        }
    }

    /// Does a piece of the work.
    pub(super) fn advance(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
        notes: &mut Notes<'_>,
    ) -> Outcome {
        match self.phase {
            EscapePhase::Pick => self.pick(terrain, position, memory),
            EscapePhase::Leave { slot, any, tour } => match tour {
                None => self.set_out(terrain, memory, notes, slot, any),
                Some(tour) => self.travel(terrain, position, notes, (slot, any, tour)),
            },
            EscapePhase::Push { slot } => self.push_box(terrain, position, memory, slot),
        }
    }

    fn pick(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
    ) -> Outcome {
        let known = memory[..usize::from(self.entries)].iter().enumerate();
        let next = known
            .map(|(index, &packed)| (Entry::unpack(packed).rank, index))
            .min()
            .filter(|&(rank, _)| rank != DONE);
        let Some((_, index)) = next else {
            return Outcome::Lost;
        };
        self.expanded += 1;
        self.here = Entry::unpack(memory[index]);
        self.here.rank = DONE;
        memory[index] = self.here.pack();
        self.index = index as u16;
        self.open = self.here.open(terrain);
        position.floods += 1;
        self.region = flood(&self.open, terrain.cell(self.here.keeper));
        self.phase = match self.leaving {
            true => EscapePhase::Leave {
                slot: 0,
                any: false,
                tour: None,
            },
            false => EscapePhase::Push { slot: 0 },
        };
        Outcome::Going
    }

    /// Begins the tour of the next box; after the last one, compares what is left with the
    /// other positions.
    fn set_out(
        &mut self,
        terrain: &Terrain<'_>,
        memory: &mut [[u32; 5]],
        notes: &mut Notes<'_>,
        slot: u8,
        any: bool,
    ) -> Outcome {
        let left = (slot..MOST as u8).find(|&slot| self.may_leave(terrain, slot));
        if let Some(slot) = left {
            let square = self.here.boxes[usize::from(slot)];
            let mut tour = Travel::new(Grip::Push, self.which[usize::from(slot)], notes);
            let blocker = u16::from(self.here.blocker);
            tour.arrive(terrain, notes, square, &self.region, blocker);
            self.phase = EscapePhase::Leave {
                slot,
                any,
                tour: Some(tour),
            };
            return Outcome::Going;
        }
        self.phase = EscapePhase::Push { slot: 0 };
        if !any {
            return Outcome::Going;
        }
        if self.here.is_over(terrain) {
            return Outcome::Open(self.here.blocker);
        }
        let beyond = self.open - self.region;
        self.here.settle(terrain, &self.region, &beyond);
        self.here.rank = DONE;
        if self.knows(memory, &self.here) {
            self.phase = EscapePhase::Pick;
        } else {
            memory[usize::from(self.index)] = self.here.pack();
        }
        Outcome::Going
    }

    /// Whether a box deserves a tour: after a push that opened no way, few others can leave.
    fn may_leave(&self, terrain: &Terrain<'_>, slot: u8) -> bool {
        let Entry { boxes, freed, .. } = &self.here;
        let square = boxes[usize::from(slot)];
        square != NONE
            && (*freed == NONE
                || Direction::each().any(|direction| terrain.next(*freed, direction) == square))
    }

    fn knows(&self, memory: &[[u32; 5]], entry: &Entry) -> bool {
        let known = &memory[..usize::from(self.entries)];
        known.iter().any(|packed| entry.is_at(packed))
    }

    /// Some pushes of a box's tour, which takes it off if that leads out of the neighbourhood.
    fn travel(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        notes: &mut Notes<'_>,
        (slot, any, mut tour): (u8, bool, Travel),
    ) -> Outcome {
        let at = usize::from(slot);
        let (square, which) = (self.here.boxes[at], self.which[at]);
        let mut open = self.open;
        open.insert(terrain.cell(square));
        let floods = position.floods;
        for _ in 0..LEGS {
            let Some(leg) = tour.next(terrain, notes, &open) else {
                self.phase = EscapePhase::Leave {
                    slot: slot + 1,
                    any,
                    tour: None,
                };
                return Outcome::Going;
            };
            let to = terrain.cell(leg.to);
            let mut blocker = tour.tag(notes) as u8;
            if blocker == NONE && self.others.contains(to) {
                blocker = leg.to;
            }
            if terrain.drops(leg.to, which) || !self.neighbourhood.contains(to) {
                self.here.boxes[at] = NONE;
                self.here.blocker = blocker;
                self.open = open;
                position.floods += 1;
                self.region = flood(&open, terrain.cell(leg.keeper));
                // Without it, another one may leave as well.
                self.here.freed = NONE;
                self.phase = EscapePhase::Leave {
                    slot: 0,
                    any: true,
                    tour: None,
                };
                return Outcome::Going;
            }
            open.remove(to);
            if !freeze::is_deadlock(terrain, &open, leg.to) {
                let blocker = u16::from(blocker);
                tour.land(terrain, notes, leg, &open, blocker, &mut position.floods);
            }
            open.insert(to);
            if position.floods != floods {
                break;
            }
        }
        self.phase = EscapePhase::Leave {
            slot,
            any,
            tour: Some(tour),
        };
        Outcome::Going
    }

    fn push_box(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
        slot: u8,
    ) -> Outcome {
        let left = (slot..MOST as u8).find(|&slot| self.here.boxes[usize::from(slot)] != NONE);
        let Some(slot) = left else {
            self.phase = EscapePhase::Pick;
            return Outcome::Going;
        };
        self.phase = EscapePhase::Push { slot: slot + 1 };
        for direction in Direction::ALL {
            let outcome = self.push(terrain, position, memory, usize::from(slot), direction);
            if outcome != Outcome::Going {
                return outcome;
            }
        }
        Outcome::Going
    }

    fn push(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
        slot: usize,
        direction: Direction,
    ) -> Outcome {
        let (square, which) = (self.here.boxes[slot], self.which[slot]);
        let Some(Lane { target, stand, .. }) = terrain.lane(square, direction, which) else {
            return Outcome::Going;
        };
        let (from, to) = (terrain.cell(square), terrain.cell(target));
        if !self.open.contains(to) || !self.region.contains(terrain.cell(stand)) {
            return Outcome::Going;
        }
        let mut child = self.here;
        let mut open = self.open;
        open.insert(from);
        if terrain.drops(target, which) || !self.neighbourhood.contains(to) {
            child.boxes[slot] = NONE;
        } else {
            open.remove(to);
            child.boxes[slot] = target;
            if freeze::is_deadlock(terrain, &open, target) {
                return Outcome::Going;
            }
        }
        if child.blocker == NONE && self.others.contains(to) {
            child.blocker = target;
        }
        if child.is_over(terrain) {
            return Outcome::Open(child.blocker);
        }
        child.keeper = square;
        let mut region = self.region;
        region.insert(from);
        region.remove(to);
        child.freed = NONE;
        if child.boxes[slot] != NONE {
            let joined = around(&open, from) & !around(&region, from);
            let mut follows = joined == 0 && is_walked_around(&open, to);
            if !follows {
                position.floods += 1;
                let found = flood(&open, from);
                follows = found == region;
                region = found;
            }
            if follows {
                child.freed = square;
            }
        } else {
            position.floods += 1;
            region = flood(&open, from);
        }
        debug_assert_eq!(region, flood(&open, from));
        child.settle(terrain, &region, &(open - region));
        if self.knows(memory, &child) {
            return Outcome::Going;
        }
        let Some(place) = memory.get_mut(usize::from(self.entries)) else {
            return Outcome::Open(NONE);
        };
        *place = child.pack();
        self.entries += 1;
        Outcome::Going
    }
}
