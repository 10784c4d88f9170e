//! The way back from a solution. The tables keep no parents, so boxes are pulled to find
//! them.

use super::expand::Expander;
use crate::puzzle::{CellSet, Direction, Mode, Walk};
use crate::solve::MAX_BOXES;
use crate::solve::base::position::{Position, Push};
use crate::solve::base::terrain::{NONE, Terrain};

/// One step back from the loaded position, box by box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    /// Where the keeper pushes next.
    next_stand: u8,
    /// The box to pull.
    which: u8,
    /// The keeper's walk after the best push so far, the key before it, and the push.
    best: Option<(u16, u64, Push)>,
}

impl Back {
    /// A step that has not begun, before a push that is made from this square.
    pub(super) fn to(next_stand: u8) -> Self {
        Self {
            next_stand,
            which: 0,
            best: None,
        }
    }
}

/// The result of pulling a box.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pulled {
    /// There are more boxes; the position is as it was.
    Going,
    /// The position is the one before, with this key; the push led from there.
    To(u64, Push),
    /// There is no position before.
    Nowhere,
}

impl Expander<'_, '_> {
    /// Goes back from a position: pulls one box after the other, and of the positions before
    /// it that are `wanted` takes the one after whose push the keeper has the shortest walk to
    /// where it pushes next. `wanted` sees positions without their assignment.
    pub(super) fn pull(
        &mut self,
        back: &mut Back,
        longest: u8,
        wanted: impl FnMut(&mut Position<'_>, u64, Push) -> bool,
    ) -> Pulled {
        if usize::from(back.which) < self.terrain.boxes {
            self.pull_box(back, longest, wanted);
            back.which += 1;
            return Pulled::Going;
        }
        let Some((_, key, push)) = back.best else {
            return Pulled::Nowhere;
        };
        self.load(key);
        Pulled::To(key, push)
    }

    fn pull_box(
        &mut self,
        back: &mut Back,
        longest: u8,
        mut wanted: impl FnMut(&mut Position<'_>, u64, Push) -> bool,
    ) {
        let terrain = self.terrain;
        let mut squares = [NONE; MAX_BOXES];
        for (which, square) in squares.iter_mut().enumerate().take(terrain.boxes) {
            *square = self.position.square(which);
        }
        let (open, region, start) = (
            self.position.open,
            self.position.region,
            self.position.keeper,
        );
        let which = back.which;
        let mut pulled = false;
        let Some(square) = came_to(terrain, &open, &squares, which) else {
            return;
        };
        for direction in Direction::ALL {
            let behind = direction.opposite();
            // The keeper stands behind the box after the push.
            let keeper = terrain.next(square, behind);
            if keeper == NONE || !region.contains(terrain.cell(keeper)) {
                continue;
            }
            let mut from = square;
            for length in 1..=longest {
                from = terrain.next(from, behind);
                if from == NONE
                    || terrain.live_rank(from) == NONE
                    || !open.contains(terrain.cell(from))
                {
                    break;
                }
                let stand = terrain.next(from, behind);
                if stand == NONE || !open.contains(terrain.cell(stand)) {
                    break;
                }
                pulled = true;
                let mut before = squares;
                before[usize::from(which)] = from;
                self.position.place(terrain, &before, stand);
                let key = self.key();
                let state = self.position.states[usize::from(which)];
                let push = Push {
                    which,
                    direction,
                    length,
                    start: from,
                    end: from,
                    from: state,
                    to: state,
                };
                if wanted(self.position, key, push) {
                    let target = terrain.cell(back.next_stand);
                    let walk = Walk::new(&open, terrain.cell(keeper), target);
                    let steps = walk.map_or(u16::MAX, |walk| walk.len() as u16);
                    if back.best.is_none_or(|(least, ..)| steps < least) {
                        back.best = Some((steps, key, push));
                    }
                }
            }
        }
        // All but the assignment, which is not needed before the next load.
        if pulled {
            self.position.place(terrain, &squares, start);
            self.position.region = region;
        }
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
    terrain.next_behind(push.start, push.direction)
}
