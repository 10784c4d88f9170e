//! The way to the next goal, and what stands in it.
//!
//! One shortest-path search backwards from the goal, in which a box may pass through other
//! boxes at a price, finds for all boxes at once how far away they are and how much is in
//! their way. Boxes that the keeper cannot get behind cost more by the boxes that it would
//! have to pass.
//!
//! Worth: without it, 39, 52 and 58; with a search of its own for every child, 40, 51 and 58. On
//! large levels it is the most expensive part of a node.

use super::packing::Stand;
use super::tables::Tables;
use crate::puzzle::reach::spread_over;
use crate::puzzle::{CellSet, Direction};
use crate::solve::MAX_BOXES;
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

/// The costs of the boxes' routes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Routes {
    /// The cheapest.
    pub(super) least: u16,
    /// All together.
    pub(super) sum: u32,
}

/// What the costs of all squares were found for. They stay right while one box moves that they
/// leave out: the children of a tour share them, unless the plan goes on to another target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The box that is left out, or [`NONE`].
    without: u8,
    /// Steps of the plan that were done, and its next targets.
    known: Option<(usize, [u8; 2])>,
}

impl Field {
    /// Costs for one position alone.
    pub(super) const NONE: Self = Self::without(NONE);

    /// Costs that leave out a box, to be found when they are first needed.
    pub(super) const fn without(which: u8) -> Self {
        Self {
            without: which,
            known: None,
        }
    }

    /// Routes of the boxes to the nearest of the targets; settled boxes stay where they are.
    pub(super) fn find(
        &mut self,
        terrain: &Terrain<'_>,
        position: &Position<'_>,
        tables: &mut Tables<'_>,
        stand: &Stand,
    ) -> Routes {
        let now = Some((stand.done, stand.targets));
        if self.known != now {
            let route = &mut tables.route[..terrain.size];
            let queues = Queues::new(bytemuck::cast_slice_mut(tables.pocket));
            let targets = &stand.targets[..stand.target_count];
            let settled = &stand.settled;
            spread(
                terrain,
                position,
                route,
                queues,
                settled,
                targets,
                self.without,
            );
            self.known = now;
        }
        add_up(terrain, position, tables.route, &stand.settled)
    }
}

fn add_up(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    route: &[u16],
    packed: &CellSet,
) -> Routes {
    let passes = passes(terrain, position, packed);
    let mut routes = Routes { least: FAR, sum: 0 };
    for (which, &passed) in passes.iter().enumerate().take(terrain.boxes) {
        let square = position.square(which);
        if square == NONE || packed.contains(terrain.cell(square)) {
            continue;
        }
        let cost = route[usize::from(square)];
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

/// How many boxes the keeper has to pass to get to each box that is not settled.
fn passes(terrain: &Terrain<'_>, position: &Position<'_>, packed: &CellSet) -> [u8; MAX_BOXES] {
    let rows = terrain.rows.clone();
    let (floor, open) = (terrain.floor.rows(), position.open.rows());
    let mut passes = [KEEPER; MAX_BOXES];
    let mut reached = position.region;
    for price in 0..KEEPER {
        let mut all = true;
        for (which, passed) in passes.iter_mut().enumerate().take(terrain.boxes) {
            let square = position.square(which);
            if *passed < KEEPER || square == NONE || packed.contains(terrain.cell(square)) {
                continue;
            }
            match around(&reached, terrain.cell(square)) {
                0 => all = false,
                _ => *passed = price,
            }
        }
        if all {
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

/// What a step of a route can cost: a square, the box that is passed on the way, and a box
/// where the keeper has to stand.
const STEPS: [u16; 4] = [1, 1 + PASS / 2, 1 + PASS, 1 + PASS + PASS / 2];
/// All squares, and the mark after the last.
const QUEUE: usize = 256;
/// What stands after the last of a queue: more than any cost.
const END: u32 = u32::MAX;

/// The squares to go on from, as cost and number: one queue for each cost of a step. Costs
/// grow, so each queue is in order, and none has a square twice.
struct Queues<'t> {
    memory: &'t mut [u32],
    heads: [u16; 4],
    tails: [u16; 4],
}

impl<'t> Queues<'t> {
    fn new(memory: &'t mut [u32]) -> Self {
        let starts = [0, 1, 2, 3].map(|queue| queue * QUEUE as u16);
        for start in starts {
            memory[usize::from(start)] = END;
        }
        Self {
            memory,
            heads: starts,
            tails: starts,
        }
    }

    fn push(&mut self, queue: usize, cost: u16, square: u8) {
        let tail = usize::from(self.tails[queue]);
        self.memory[tail] = u32::from(cost) << 8 | u32::from(square);
        self.memory[tail + 1] = END;
        self.tails[queue] += 1;
    }

    /// The cheapest square of all queues.
    fn pop(&mut self) -> Option<(u16, u8)> {
        let (mut least, mut queue) = (END, 0);
        for (index, &head) in self.heads.iter().enumerate() {
            let first = self.memory[usize::from(head)];
            if first < least {
                (least, queue) = (first, index);
            }
        }
        if least == END {
            return None;
        }
        self.heads[queue] += 1;
        Some(((least >> 8) as u16, least as u8))
    }
}

/// Dijkstra from the targets.
fn spread(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    route: &mut [u16],
    mut queues: Queues<'_>,
    packed: &CellSet,
    targets: &[u8],
    without: u8,
) {
    route.fill(u16::MAX);
    for &target in targets {
        route[usize::from(target)] = 0;
        queues.push(0, 0, target);
    }
    // Only squares with boxes are packed.
    let is_packed = |square: u8| packed.contains(terrain.cell(square));
    let is_free = |square: u8| {
        let which = position.occupant(square);
        which == NONE || which == without
    };
    let on_the_way = |&&square: &&u8| square != NONE && !is_packed(square);
    // Nothing beyond the last box is needed, unless one of them moves on.
    let mut boxes = match without {
        NONE => position.squares(terrain).iter().filter(on_the_way).count(),
        _ => usize::MAX,
    };
    while boxes > 0
        && let Some((cost, square)) = queues.pop()
    {
        if route[usize::from(square)] != cost {
            // It was reached at a lower cost.
            continue;
        }
        let mut here = 0;
        if !is_free(square) {
            boxes -= usize::from(!is_packed(square));
            here = 2;
        }
        for direction in Direction::each() {
            let from = terrain.next(square, direction);
            if from == NONE || terrain.live_rank(from) == NONE {
                continue;
            }
            let stand = terrain.next(from, direction);
            if stand == NONE || !is_free(from) && is_packed(from) {
                continue;
            }
            let mut queue = here;
            if !is_free(stand) {
                if is_packed(stand) {
                    continue;
                }
                queue += 1;
            }
            let next = cost + STEPS[queue];
            if next < route[usize::from(from)] && next < FAR {
                route[usize::from(from)] = next;
                queues.push(queue, next, from);
            }
        }
    }
}
