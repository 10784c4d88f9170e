//! The way to the next goal, and what stands in it.
//!
//! One shortest-path search backwards from the goal, in which a box may pass through other
//! boxes at a price, finds for all boxes at once how far away they are and how much is in
//! their way. Boxes that the keeper cannot get behind cost more by the boxes that it would
//! have to pass.
//!
//! Worth: without it, 31, 39 and 52. On large levels it is the most expensive part of a node.

use super::tables::Tables;
use crate::puzzle::reach::spread_over;
use crate::puzzle::{CellSet, Direction, MAX_BOXES};
use crate::solve::base::position::{Position, around};
use crate::solve::base::terrain::{NONE, Terrain};

/// What it costs to pass a box.
const PASS: u16 = 12;
/// Boxes that the keeper passes at most.
const KEEPER: u8 = 6;
/// Routes that cost more are not followed.
const FAR: u16 = 400;
/// Cost of a box without a route.
const NO_ROUTE: u32 = 60;
/// More than one step of a route can cost.
const BUCKETS: usize = 32;

/// The costs of the boxes' routes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Routes {
    /// The cheapest.
    pub(super) least: u16,
    /// All together.
    pub(super) sum: u32,
}

/// Routes of the boxes to the nearest of the `targets`; boxes on `packed` squares stay where
/// they are.
pub(super) fn find(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    tables: &mut Tables<'_>,
    packed: &CellSet,
    targets: &[u8],
) -> Routes {
    spread(terrain, position, tables.route, packed, targets);
    let passes = passes(terrain, position, packed);
    let mut routes = Routes { least: FAR, sum: 0 };
    for (which, &passed) in passes.iter().enumerate().take(terrain.boxes) {
        let square = position.square(which);
        if square == NONE || packed.contains(terrain.cell(square)) {
            continue;
        }
        let cost = tables.route[usize::from(square)];
        if cost == u16::MAX {
            routes.sum += NO_ROUTE;
            continue;
        }
        let cost = cost + u16::from(passed) * PASS;
        routes.sum += u32::from(cost);
        routes.least = routes.least.min(cost);
    }
    routes
}

/// How many boxes the keeper has to pass to get to each box.
fn passes(terrain: &Terrain<'_>, position: &Position<'_>, packed: &CellSet) -> [u8; MAX_BOXES] {
    let rows = terrain.rows.clone();
    let (floor, open) = (terrain.floor.rows(), position.open.rows());
    let mut passes = [KEEPER; MAX_BOXES];
    let mut left = terrain.boxes;
    let mut reached = position.region;
    for price in 0..KEEPER {
        for (which, passed) in passes.iter_mut().enumerate().take(terrain.boxes) {
            let square = position.square(which);
            if *passed == KEEPER && square != NONE && around(&reached, terrain.cell(square)) != 0 {
                *passed = price;
                left -= 1;
            }
        }
        if left == 0 {
            break;
        }
        // The boxes beside what was reached are passed next.
        let mut above = 0;
        let mut beside = false;
        for row in rows.clone() {
            let (here, below) = (reached.rows()[row], reached.rows()[row + 1]);
            let around = here << 1 | here >> 1 | above | below;
            let boxes = around & floor[row] & !open[row] & !here & !packed.rows()[row];
            beside |= boxes != 0;
            above = here;
            reached.rows_mut()[row] = here | boxes;
        }
        if !beside {
            break;
        }
        spread_over(&position.open, &mut reached, rows.clone());
    }
    passes
}

/// Squares by number, one bit each.
type Bits = [u32; 8];

/// Dijkstra from the targets, with a set of squares for each cost.
fn spread(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    route: &mut [u16],
    packed: &CellSet,
    targets: &[u8],
) {
    let mut buckets = [[0u32; 8]; BUCKETS];
    let mut waiting = targets.len();
    route.fill(u16::MAX);
    for &target in targets {
        route[usize::from(target)] = 0;
        insert(&mut buckets[0], target);
    }
    let is_packed = |square: u8| packed.contains(terrain.cell(square));
    // Nothing beyond the last box is needed.
    let on_the_way = |which: &usize| match position.square(*which) {
        NONE => false,
        square => !is_packed(square),
    };
    let mut boxes = (0..terrain.boxes).filter(on_the_way).count();
    let mut cost = 0;
    while waiting > 0 && boxes > 0 && cost < FAR {
        let Some(square) = pop(&mut buckets[usize::from(cost) % BUCKETS]) else {
            cost += 1;
            continue;
        };
        waiting -= 1;
        let here = if position.occupant(square) == NONE {
            0
        } else {
            boxes -= usize::from(!is_packed(square));
            PASS
        };
        for direction in Direction::ALL {
            let from = terrain.next(square, direction);
            if from == NONE || terrain.live_rank(from) == NONE {
                continue;
            }
            let stand = terrain.next(from, direction);
            if stand == NONE || is_packed(from) || is_packed(stand) {
                continue;
            }
            let crowd = if position.occupant(stand) == NONE {
                0
            } else {
                PASS / 2
            };
            let next = cost + 1 + here + crowd;
            let old = route[usize::from(from)];
            if next < old && next < FAR {
                if old == u16::MAX {
                    waiting += 1;
                } else {
                    remove(&mut buckets[usize::from(old) % BUCKETS], from);
                }
                route[usize::from(from)] = next;
                insert(&mut buckets[usize::from(next) % BUCKETS], from);
            }
        }
    }
}

fn insert(bits: &mut Bits, square: u8) {
    bits[usize::from(square) / 32] |= 1 << (square % 32);
}

fn remove(bits: &mut Bits, square: u8) {
    bits[usize::from(square) / 32] &= !(1 << (square % 32));
}

fn pop(bits: &mut Bits) -> Option<u8> {
    let word = bits.iter().position(|&word| word != 0)?;
    let square = word as u32 * 32 + bits[word].trailing_zeros();
    bits[word] &= bits[word] - 1;
    Some(square as u8)
}
