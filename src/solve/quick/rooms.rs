//! Rooms and the corridors between them.
//!
//! Squares that belong to an open 2 x 3 block are room; what is left and joins rooms is
//! corridor. A box in a corridor cuts rooms off from each other, which the search tries to
//! avoid.

use crate::puzzle::{CellSet, Direction, flood};
use crate::solve::base::terrain::{NONE, Terrain};

/// The most corridors; further ones are ignored.
const MAX_CORRIDORS: u8 = 60;

/// Numbers the corridors from 1 and notes each square's; 0 is no corridor.
pub(super) fn find(terrain: &Terrain<'_>, corridors: &mut [u8]) {
    corridors.fill(0);
    let mut narrow = terrain.floor - rooms(&terrain.floor);
    let rooms = terrain.floor - narrow;
    let mut number = 0;
    while let Some(seed) = narrow.first() {
        let corridor = flood(&narrow, seed);
        narrow -= corridor;
        let doors: usize = Direction::ALL
            .map(|direction| (corridor.shifted(direction) & rooms).len())
            .iter()
            .sum();
        if doors < 2 || number == MAX_CORRIDORS {
            continue;
        }
        number += 1;
        for cell in corridor {
            let square = terrain.number_of(cell);
            if square != NONE {
                corridors[usize::from(square)] = number;
            }
        }
    }
}

/// The squares of all open blocks of 2 x 3 or 3 x 2.
fn rooms(floor: &CellSet) -> CellSet {
    use Direction::{Down, Left, Right, Up};
    // A square block by its top left corner, then three in a row or column.
    let two = *floor & floor.shifted(Left);
    let square = two & two.shifted(Up);
    let mut rooms = CellSet::EMPTY;
    for (there, back) in [(Left, Right), (Up, Down)] {
        let block = square & square.shifted(there);
        let both = block | block.shifted(back);
        let wide = both | both.shifted(Right);
        rooms |= wide | wide.shifted(Down);
    }
    rooms
}
