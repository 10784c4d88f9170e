//! The keeper's region after a push, from the one before it.
//!
//! A push closes a square and opens the one that the box has left. Where a look at the eight
//! squares around each shows that nothing is cut off by the one and nothing is joined by the
//! other, the region only changes by these two squares, and no flood fill is needed: so it
//! is with most pushes.

use super::position::{Position, Push, around, window};
use super::terrain::Terrain;
use crate::puzzle::reach::fill_into;
use crate::puzzle::{Cell, CellSet};

/// The squares around a square, one bit each, row by row; the bit of each direction.
const SIDES: [u8; 4] = [1 << 1, 1 << 4, 1 << 6, 1 << 3];

/// Whether the open ones of a square's four sides are connected by squares around it, for
/// every set of open squares there, one bit each.
const CONNECTED: [u32; 8] = {
    // The corner between a side and the next one clockwise.
    let corners = [1 << 2, 1 << 7, 1 << 5, 1 << 0];
    let mut table = [0; 8];
    let mut around = 0;
    while around < 256 {
        let (mut parts, mut side) = (0i32, 0);
        while side < 4 {
            let (here, next) = (SIDES[side] as usize, SIDES[(side + 1) % 4] as usize);
            if around & here != 0 {
                parts += 1;
                if around & next != 0 && around & corners[side] != 0 {
                    parts -= 1;
                }
            }
            side += 1;
        }
        if parts <= 1 {
            table[around / 32] |= 1 << (around % 32);
        }
        around += 1;
    }
    table
};

/// The squares of a set around a floor square, which never touches the grid's edge.
#[inline]
fn ring(set: &CellSet, cell: Cell) -> u32 {
    let [above, here, below] = window(set, cell);
    above & 0b111 | (here & 1) << 3 | (here & 0b100) << 2 | (below & 0b111) << 5
}

#[inline]
fn is_connected(ring: u32) -> bool {
    CONNECTED[(ring / 32) as usize] >> (ring % 32) & 1 != 0
}

/// The squares that a push opens and closes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) from: u8,
    /// Where the box comes to.
    pub(crate) to: u8,
    pub(crate) left: Cell,
    taken: Cell,
    /// The box drops in and closes nothing.
    pub(crate) drops: bool,
    /// The box's live rank before the push, and after it.
    pub(crate) ranks: (u8, u8),
}

impl Step {
    #[inline(always)]
    pub(crate) fn new(terrain: &Terrain<'_>, push: Push) -> Self {
        let (from, to) = (push.start, push.end);
        let (start, end) = (terrain.square(from), terrain.square(to));
        let drops = terrain.drops(to, push.which);
        let rank = if drops {
            terrain.live as u8
        } else {
            end.live_rank
        };
        Self {
            from,
            to,
            left: start.cell(),
            taken: end.cell(),
            drops,
            ranks: (start.live_rank, rank),
        }
    }

    /// Whether the box comes to rest next to where it was: there the keeper will not be.
    #[inline(always)]
    fn closes_next(&self, push: Push) -> bool {
        push.length == 1 && !self.drops
    }
}

/// Where the keeper is after a push.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// Its normal place.
    pub(crate) normal: u8,
    /// Its region differs from the one before by the push's squares only; if not, it has been
    /// found.
    follows: bool,
}

impl Position<'_> {
    /// Opens and closes a push's squares without making it, to see what comes of it.
    #[inline(always)]
    pub(crate) fn lift(&mut self, step: &Step) {
        self.open.insert(step.left);
        if !step.drops {
            self.open.remove(step.taken);
        }
    }

    /// Undoes [`Position::lift`].
    #[inline]
    pub(crate) fn set_down(&mut self, step: &Step) {
        // In this order, for pushes that come back to where they began.
        self.open.insert(step.taken);
        self.open.remove(step.left);
    }

    /// Looks where the keeper will be after a push, which begins with the keeper on its normal
    /// place; its box is not lifted.
    #[inline(always)]
    pub(crate) fn look_ahead(&mut self, terrain: &Terrain<'_>, push: Push, step: &Step) -> Ahead {
        self.floods += 1;
        // Which square is the first without that one, only a flood fill tells.
        let follows = self.keeper != step.to
            && self.cuts_nothing(push, step)
            && self.joins_nothing(push, step);
        let normal = if follows {
            self.keeper.min(step.from)
        } else {
            let keeper = terrain.next_behind(step.to, push.direction);
            self.lift(step);
            let normal = self.walk_ahead(terrain, keeper);
            self.set_down(step);
            normal
        };
        Ahead { normal, follows }
    }

    /// Finds the region after a push from where the keeper is then; its first square.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn walk_ahead(&mut self, terrain: &Terrain<'_>, keeper: u8) -> u8 {
        let rows = terrain.rows.clone();
        fill_into(&self.open, terrain.cell(keeper), self.ahead, rows);
        terrain.first(self.ahead).unwrap_or(keeper)
    }

    /// Whether what is around the square that a box comes to stays connected, provided that
    /// nothing is joined by the square that it leaves. The push is not made yet.
    #[inline(always)]
    fn cuts_nothing(&self, push: Push, step: &Step) -> bool {
        if step.drops {
            return true;
        }
        let beside = ring(&self.open, step.taken);
        // Where the box still is, the keeper will be, and what is around that is the keeper's.
        let behind = SIDES[push.direction.opposite_index()];
        is_connected(beside) || push.length == 1 && is_connected(beside | u32::from(behind))
    }

    /// Whether everything around the square that a box leaves is the keeper's already. If the
    /// region is not known, whether all that is connected. The push is not made yet.
    #[inline(always)]
    fn joins_nothing(&self, push: Push, step: &Step) -> bool {
        if self.region_known {
            let taken = u8::from(step.closes_next(push)) << push.direction.index();
            around(&self.open, step.left) & !around(&self.region, step.left) & !taken == 0
        } else {
            self.stays_connected(push, step)
        }
    }

    /// Whether what is around the square that a box leaves is connected without it.
    #[inline]
    fn stays_connected(&self, push: Push, step: &Step) -> bool {
        let mut beside = ring(&self.open, step.left);
        if step.closes_next(push) {
            beside &= !u32::from(SIDES[usize::from(push.direction.index())]);
        }
        is_connected(beside)
    }

    /// Takes the keeper where it is after a push that was made.
    #[inline]
    pub(crate) fn go_ahead(&mut self, terrain: &Terrain<'_>, step: &Step, ahead: Ahead) {
        self.keeper = ahead.normal;
        if !ahead.follows {
            let rows = terrain.rows.clone();
            self.region.rows_mut()[rows.clone()].copy_from_slice(&self.ahead.rows()[rows]);
            self.region_known = true;
        } else if self.region_known {
            self.region.insert(step.left);
            if !step.drops {
                self.region.remove(step.taken);
            }
        }
    }

    /// Gets the region before a push back, if that is easy; the push was taken back.
    #[inline]
    pub(crate) fn lead_back(&mut self, push: Push, step: &Step) {
        if !self.region_known {
            return;
        }
        self.region_known = self.cuts_nothing(push, step) && self.stays_connected(push, step);
        if self.region_known {
            self.region.remove(step.left);
            if !step.drops && around(&self.region, step.taken) != 0 {
                self.region.insert(step.taken);
            }
        }
    }
}
