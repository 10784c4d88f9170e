//! States that are never better than another one.
//!
//! If the keeper could have walked from one state to another one with the same boxes and got
//! there no later, every solution from the other one costs at least as much.

use super::gauge::Gauge;
use super::states::{Entry, StateTable};
use crate::solve::base::follow::Footprint;
use crate::solve::base::position::Push;
use crate::solve::base::terrain::Terrain;
use crate::solve::base::walks::{COST, Walks};
use crate::solve::base::workplace::Workplace;

/// States with the same boxes that are looked at; more are rare.
const MOST: usize = 24;

/// What is known about a new state.
pub(super) enum Known {
    /// Nothing better.
    New,
    /// It is in this slot, but not as good.
    Worse(usize),
    /// Another one is at least as good.
    Dominated,
}

/// Compares the state after a push with those that are known. Those that it dominates are
/// marked as expanded.
pub(super) fn compare(
    work: &mut Workplace<'_>,
    table: &StateTable,
    (gauge, from): (&Gauge, i32),
    walks: &mut Walks,
    (number, push, tag): (u64, Push, u32),
) -> Known {
    let terrain = &work.terrain;
    let keeper = terrain.next_behind(push.end, push.direction);
    let mut others: heapless::Vec<Entry, MOST> = heapless::Vec::new();
    let mut own = None;
    let rank = gauge.rank(tag, from);
    table.each(work.pool, number, |entry| {
        if entry.keeper == keeper {
            own = Some(entry);
            return;
        }
        let walk = gauge.rank_of_walk(straight(terrain, entry.keeper, keeper));
        let other = gauge.rank(entry.tag, from);
        if other + walk <= rank || !entry.expanded && rank + walk <= other {
            // Without those that find no place the search only takes longer.
            let _ = others.push(entry);
        }
    });
    if own.is_some_and(|own| gauge.rank(own.tag, from) <= rank) {
        return Known::Dominated;
    }
    if !others.is_empty() {
        let position = &mut work.position;
        let footprint = Footprint::new(terrain, push);
        position.lift(&footprint);
        position.floods += COST;
        walks.find(terrain, &position.open, keeper);
        position.set_down(&footprint);
        for other in others {
            let Some(walk) = walks.to(other.keeper) else {
                continue;
            };
            let walk = gauge.rank_of_walk(u32::from(walk));
            if gauge.rank(other.tag, from) + walk <= rank {
                return Known::Dominated;
            }
            if rank + walk <= gauge.rank(other.tag, from) && !other.expanded {
                table.mark(work.pool, other.slot, other.tag, true);
            }
        }
    }
    own.map_or(Known::New, |own| Known::Worse(own.slot))
}

/// The steps between two squares if nothing were in the way.
fn straight(terrain: &Terrain<'_>, from: u8, to: u8) -> u32 {
    let (from, to) = (terrain.cell(from), terrain.cell(to));
    (from.row().abs_diff(to.row()) + from.column().abs_diff(to.column())) as u32
}
