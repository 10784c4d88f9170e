//! The keeper's region after a push, from the one before it.
//!
//! A push closes a square and opens the one that the box has left. Where a look at the eight
//! squares around each shows that nothing is cut off by the one and nothing is joined by the
//! other, the region only changes by these two squares, and no flood fill is needed. That
//! holds for most pushes.

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

/// Whether somebody on one open side of a square gets to all its open sides by the squares around
/// it. If not, there may still be a longer way.
#[inline]
pub(crate) fn is_walked_around(open: &CellSet, cell: Cell) -> bool {
    is_connected(ring(open, cell))
}

/// The squares that a push opens and closes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footprint {
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

impl Footprint {
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

    /// Whether the box ends next to where it was and blocks that side of the square it left.
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
    /// Its region differs from the one before by the push's squares only; if `false`, the
    /// region was found by a flood fill.
    follows: bool,
}

impl Position<'_> {
    /// Opens and closes a push's squares without making the push, to look at its result.
    #[inline(always)]
    pub(crate) fn lift(&mut self, footprint: &Footprint) {
        self.open.insert(footprint.left);
        if !footprint.drops {
            self.open.remove(footprint.taken);
        }
    }

    /// Undoes [`Position::lift`].
    #[inline]
    pub(crate) fn set_down(&mut self, footprint: &Footprint) {
        // In this order, for pushes that come back to where they began.
        self.open.insert(footprint.taken);
        self.open.remove(footprint.left);
    }

    /// Finds where the keeper will be after a push. Before it the keeper is on its normal
    /// place, and the box is not lifted.
    #[inline(always)]
    pub(crate) fn look_ahead(
        &mut self,
        terrain: &Terrain<'_>,
        push: Push,
        footprint: &Footprint,
    ) -> Ahead {
        self.floods += 1;
        // If the box takes the keeper's normal place, only a flood fill finds the new one.
        let follows = self.keeper != footprint.to
            && self.cuts_nothing(push, footprint)
            && self.joins_nothing(push, footprint);
        let normal = if follows {
            self.keeper.min(footprint.from)
        } else {
            let keeper = terrain.next_behind(footprint.to, push.direction);
            self.lift(footprint);
            let normal = self.walk_ahead(terrain, keeper);
            self.set_down(footprint);
            normal
        };
        Ahead { normal, follows }
    }

    /// Finds the region after a push from where the keeper is then, and returns its first
    /// square.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn walk_ahead(&mut self, terrain: &Terrain<'_>, keeper: u8) -> u8 {
        let rows = terrain.rows.clone();
        fill_into(&self.open, terrain.cell(keeper), self.ahead, rows);
        terrain.first(self.ahead).unwrap_or(keeper)
    }

    /// Whether what is around the square that a box comes to stays connected, provided that
    /// nothing is joined by the square that it leaves. The push is not made yet.
    #[inline(always)]
    fn cuts_nothing(&self, push: Push, footprint: &Footprint) -> bool {
        if footprint.drops {
            return true;
        }
        let beside = ring(&self.open, footprint.taken);
        // The keeper ends on the square that the box leaves, so what touches that square is
        // connected.
        let behind = SIDES[push.direction.opposite_index()];
        is_connected(beside) || push.length == 1 && is_connected(beside | u32::from(behind))
    }

    /// Whether everything around the square that a box leaves is in the keeper's region
    /// already; if the region is not known, whether all of that is connected. The push is not
    /// made yet.
    #[inline(always)]
    fn joins_nothing(&self, push: Push, footprint: &Footprint) -> bool {
        if self.region_known {
            let taken = u8::from(footprint.closes_next(push)) << push.direction.index();
            around(&self.open, footprint.left) & !around(&self.region, footprint.left) & !taken == 0
        } else {
            self.stays_connected(push, footprint)
        }
    }

    /// Whether what is around the square that a box leaves is connected without it.
    #[inline]
    fn stays_connected(&self, push: Push, footprint: &Footprint) -> bool {
        let mut beside = ring(&self.open, footprint.left);
        if footprint.closes_next(push) {
            beside &= !u32::from(SIDES[usize::from(push.direction.index())]);
        }
        is_connected(beside)
    }

    /// Puts the keeper where it is after a push that was made.
    #[inline]
    pub(crate) fn go_ahead(&mut self, terrain: &Terrain<'_>, footprint: &Footprint, ahead: Ahead) {
        self.keeper = ahead.normal;
        if !ahead.follows {
            let rows = terrain.rows.clone();
            self.region.rows_mut()[rows.clone()].copy_from_slice(&self.ahead.rows()[rows]);
            self.region_known = true;
        } else if self.region_known {
            self.region.insert(footprint.left);
            if !footprint.drops {
                self.region.remove(footprint.taken);
            }
        }
    }

    /// Restores the region from before a push that was just taken back, if that needs no
    /// flood fill.
    #[inline]
    pub(crate) fn lead_back(&mut self, push: Push, footprint: &Footprint) {
        if !self.region_known {
            return;
        }
        self.region_known =
            self.cuts_nothing(push, footprint) && self.stays_connected(push, footprint);
        if self.region_known {
            self.region.remove(footprint.left);
            if !footprint.drops && around(&self.region, footprint.taken) != 0 {
                self.region.insert(footprint.taken);
            }
        }
    }
}
