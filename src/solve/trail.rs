//! The way back from a solution: no parents are kept, so boxes are pulled.

use super::expand::Expander;
use super::position::{Position, Push};
use super::terrain::{NONE, Terrain};
use crate::puzzle::{CellSet, Direction, MAX_BOXES, Mode, Walk};

impl Expander<'_, '_> {
    /// Goes back from a position: pulls boxes, and of the positions before it that are
    /// `wanted` takes the one after whose push the keeper has the shortest walk to where it
    /// pushes next. The position is that one then; returned are its key and the push.
    /// `wanted` sees positions without their assignment.
    pub(super) fn pull(
        &mut self,
        next_stand: u8,
        longest: u8,
        mut wanted: impl FnMut(&mut Position<'_>, u64, Push) -> bool,
    ) -> Option<(u64, Push)> {
        let terrain = self.terrain;
        let mut squares = [NONE; MAX_BOXES];
        for (which, square) in squares.iter_mut().enumerate().take(terrain.boxes) {
            *square = self.position.square(terrain, which);
        }
        let (open, region) = (self.position.open, self.position.region);
        let target = terrain.cell(next_stand);
        let mut best: Option<(usize, u64, Push)> = None;
        for which in 0..terrain.boxes as u8 {
            let Some(square) = came_to(terrain, &open, &squares, which) else {
                continue;
            };
            for direction in Direction::ALL {
                let back = direction.opposite();
                // The keeper stands behind the box after the push.
                let keeper = terrain.next(square, back);
                if keeper == NONE || !region.contains(terrain.cell(keeper)) {
                    continue;
                }
                let mut from = square;
                for length in 1..=longest {
                    from = terrain.next(from, back);
                    if from == NONE
                        || terrain.live_rank(from) == NONE
                        || !open.contains(terrain.cell(from))
                    {
                        break;
                    }
                    let stand = terrain.next(from, back);
                    if stand == NONE || !open.contains(terrain.cell(stand)) {
                        break;
                    }
                    let mut before = squares;
                    before[usize::from(which)] = from;
                    self.position.place(terrain, &before, stand);
                    let key = self.key();
                    let state = self.position.states[usize::from(which)];
                    let push = Push {
                        which,
                        direction,
                        length,
                        from: state,
                        to: state,
                    };
                    if wanted(self.position, key, push) {
                        let walk = Walk::new(&open, terrain.cell(keeper), target);
                        let steps = walk.map_or(usize::MAX, |walk| walk.len());
                        if best.is_none_or(|(least, ..)| steps < least) {
                            best = Some((steps, key, push));
                        }
                    }
                }
            }
        }
        let (_, key, push) = best?;
        self.load(key);
        Some((key, push))
    }
}

/// Where the last push of a box may have ended: where it stands, or in Pairs, where it is
/// gone, its hole.
fn came_to(
    terrain: &Terrain<'_>,
    open: &CellSet,
    squares: &[u8; MAX_BOXES],
    which: u8,
) -> Option<u8> {
    match squares[usize::from(which)] {
        NONE if terrain.mode == Mode::Classic => None,
        NONE => {
            let hole = terrain.goal_square(which);
            open.contains(terrain.cell(hole)).then_some(hole)
        }
        square => Some(square),
    }
}

/// Where the keeper stands to make a push.
pub(super) fn stand(terrain: &Terrain<'_>, push: Push) -> u8 {
    terrain.next(terrain.place(push.from), push.direction.opposite())
}
