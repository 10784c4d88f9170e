//! The pushes that a position offers, best first.
//!
//! Worth of the order: without it 123, 142 and 149, so it does not matter on small levels;
//! on some larger ones going on with the same box finds the solution hundreds of times
//! sooner.

use crate::puzzle::{CellSet, Direction};
use crate::solve::MAX_BOXES;
use crate::solve::base::assignment::IMPOSSIBLE;
use crate::solve::base::ideas::OptimalIdea;
use crate::solve::base::position::Position;
use crate::solve::base::terrain::{NONE, Terrain};

/// A push by one square: box and direction in a byte.
pub(super) type Move = u8;
/// Four ways for each box.
pub(super) const MAX_MOVES: usize = MAX_BOXES * 4;

pub(super) fn pack(which: u8, direction: Direction) -> Move {
    which << 2 | direction.index()
}

pub(super) fn unpack(code: Move) -> (u8, Direction) {
    (code >> 2, Direction::from_index(code))
}

/// A box and the directions in which it can be pushed, one bit each.
type Pushable = (u8, u8);

/// The pushes that may still be made from a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    pub(super) room: i32,
    /// Whether it matters if a push is left out because it would need more.
    pub(super) note_cut: bool,
}

/// Room for all.
pub(super) const ALL: Allowed = Allowed {
    room: IMPOSSIBLE,
    note_cut: false,
};

/// The pushes worth trying, in the order in which to try them from the end: those that bring
/// a box nearer to its goal come first, and among them those of the box that was pushed last.
/// The keeper's region must be known. A push after which more pushes are needed than allowed
/// is left out if a cheap test shows that. Returns how many pushes were put into `moves`, and
/// whether some were left out; the latter is complete only with `allowed.note_cut`.
#[inline(always)]
pub(super) fn generate(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    fence: Option<&CellSet>,
    last: u8,
    allowed: Allowed,
    moves: &mut [Move],
) -> (usize, bool) {
    let mut boxes = heapless::Vec::new();
    let last = match terrain.ideas.has(OptimalIdea::Order) {
        true => last,
        false => NONE,
    };
    // Without a push to spare, each push has to bring its box nearer to some goal.
    let spare = allowed.note_cut || allowed.room > position.assignment.total();
    find(terrain, position, spare, last, &mut boxes);
    if let Some(fence) = fence {
        let square = |which: u8| position.square(usize::from(which));
        boxes.retain(|&(which, _)| fence.contains(terrain.cell(square(which))));
    }
    choose(terrain, position, &boxes, allowed.room, moves)
}

/// Finds the boxes that can be pushed, without pushes to `spare` only nearer to some goal;
/// the box pushed `last` comes last.
#[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
fn find(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    spare: bool,
    last: u8,
    boxes: &mut heapless::Vec<Pushable, MAX_BOXES>,
) {
    let mut own = 0;
    for (which, &square) in position.squares(terrain).iter().enumerate() {
        if square == NONE {
            continue;
        }
        let which = which as u8;
        let cell = terrain.cell(square);
        let mut ways = position.ways(cell);
        if ways == 0 {
            continue;
        }
        ways &= if spare {
            terrain.lanes(square, which)
        } else {
            terrain.lanes_forward(square, which)
        };
        if ways == 0 {
            continue;
        }
        if which == last {
            own = ways;
        } else {
            // As many places as boxes.
            let _ = boxes.push((which, ways));
        }
    }
    if own != 0 {
        let _ = boxes.push((last, own));
    }
}

/// Puts the pushes of these boxes in order.
#[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
fn choose(
    terrain: &Terrain<'_>,
    position: &Position<'_>,
    boxes: &[Pushable],
    room: i32,
    moves: &mut [Move],
) -> (usize, bool) {
    let (mut count, mut left_out) = (0, false);
    let mut put = |code| {
        if let Some(place) = moves.get_mut(count) {
            *place = code;
            count += 1;
        }
    };
    let mut nearer: heapless::Vec<Move, MAX_MOVES> = heapless::Vec::new();
    for &(which, mut ways) in boxes {
        let state = position.states[usize::from(which)];
        let square = terrain.square(position.square(usize::from(which)));
        let goal = position.assignment.goal_of(usize::from(which));
        let distance = terrain.distance(state, goal);
        while ways != 0 {
            let lowest = ways & ways.wrapping_neg();
            ways ^= lowest;
            // The bit's index; the Cortex-M0+ has no instruction that counts zeros.
            let direction = Direction::from_index((lowest >> 1) - (lowest >> 3));
            let target = square.next[usize::from(direction.index())];
            let after = terrain.pushed(target, direction);
            let code = pack(which, direction);
            // As many places as pushes.
            let is_nearer = terrain.distance(after, goal) < distance;
            if is_nearer && terrain.ideas.has(OptimalIdea::Order) {
                let _ = nearer.push(code);
                continue;
            }
            // This holds for the push through a tunnel as well, which needs no fewer.
            if !is_nearer
                && room < IMPOSSIBLE
                && !position.assignment.may_fit(terrain, which, after, room)
            {
                left_out = true;
                continue;
            }
            put(code);
        }
    }
    nearer.iter().for_each(|&code| put(code));
    (count, left_out)
}
