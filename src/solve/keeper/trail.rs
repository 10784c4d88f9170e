//! The way back from a solution. The table keeps no parents, so the last push is taken back by
//! pulling its box, and the state before it is looked up.

use super::states::{Entry, StateTable};
use crate::puzzle::{Direction, Mode};
use crate::solve::MAX_BOXES;
use crate::solve::base::position::Push;
use crate::solve::base::terrain::NONE;
use crate::solve::base::walks::{COST, Walks};
use crate::solve::base::workplace::Workplace;

/// A state that may be the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// Its boxes as a number.
    pub(super) number: u64,
    pub(super) entry: Entry,
    /// The keeper's steps from there to where it pushes.
    pub(super) walk: u8,
    /// Pushes that are needed from there.
    pub(super) least: i32,
}

/// Looks for the state before the loaded one, if its last push had this direction: one of
/// those that are `wanted`. Then loads it, and returns it with the push; else the position
/// stays as it was.
pub(super) fn pull(
    work: &mut Workplace<'_>,
    table: &StateTable,
    walks: &mut Walks,
    direction: Direction,
    mut wanted: impl FnMut(&Before) -> bool,
) -> Option<(Before, Push)> {
    let (terrain, position) = (&work.terrain, &mut work.position);
    // The keeper stands where the box was.
    let keeper = position.keeper;
    let end = terrain.next(keeper, direction);
    let stand = terrain.next_behind(keeper, direction);
    if end == NONE || stand == NONE || !position.open.contains(terrain.cell(stand)) {
        return None;
    }
    let which = match position.occupant(end) {
        // In Pairs it may have dropped in.
        NONE if terrain.mode == Mode::Pairs => {
            let is_gone = |&which: &u8| {
                position.square(usize::from(which)) == NONE && terrain.goal_square(which) == end
            };
            (0..terrain.boxes as u8).find(is_gone)?
        }
        NONE => return None,
        which => which,
    };
    let mut squares = [NONE; MAX_BOXES];
    squares[..terrain.boxes].copy_from_slice(position.squares(terrain));
    let after = squares;
    squares[usize::from(which)] = keeper;
    position.load(terrain, &squares, stand);
    position.floods += COST;
    walks.find(terrain, &position.open, stand);
    let least = position.assignment.total();
    let number = work.keys.number(terrain, position);
    let mut found = None;
    table.each(work.pool, number, |entry| {
        let Some(walk) = walks.to(entry.keeper) else {
            return;
        };
        let before = Before {
            number,
            entry,
            walk,
            least,
        };
        if wanted(&before) {
            found = Some(before);
        }
    });
    let Some(before) = found else {
        position.load(terrain, &after, keeper);
        return None;
    };
    let push = Push::single(terrain, position, which, direction, end);
    position.load(terrain, &squares, before.entry.keeper);
    Some((before, push))
}
