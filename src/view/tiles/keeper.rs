//! The keeper: head, body and legs, each drawn for every direction.

mod side_12;
mod side_16;
mod side_24;
mod side_4;
mod side_6;
mod side_8;

use super::picture::{self, Picture};
use super::{Gait, Pose, Tiles};
use crate::puzzle::Direction;
use crate::view::palette::Ink;

/// The pictures of a keeper's parts, facing up, right and down in this order; left is the
/// mirror image of right. Legs are drawn from the front and from the side.
struct Art {
    head: [Picture; 3],
    body: [Picture; 3],
    push: [Picture; 3],
    stand: [Picture; 2],
    step: [Picture; 2],
}

pub(super) fn ink(tiles: Tiles, pose: Pose, x: i32, y: i32) -> Option<Ink> {
    if tiles.is_plain() && tiles.side > 4 {
        return plain(tiles, pose.facing, x, y);
    }
    let art = tiles.pick([
        &side_24::ART,
        &side_16::ART,
        &side_12::ART,
        &side_8::ART,
        &side_6::ART,
        &side_4::ART,
    ]);
    let mirrored = tiles.side - 1 - x;
    let x_of_facing = if pose.facing == Direction::Left {
        mirrored
    } else {
        x
    };
    let (facing, from_the_side) = match pose.facing {
        Direction::Up => (0, 0),
        Direction::Down => (2, 0),
        Direction::Right | Direction::Left => (1, 1),
    };
    let (legs, x_of_legs) = match (pose.gait, from_the_side) {
        (Gait::Stand, _) => (art.stand, x_of_facing),
        (Gait::Left, 0) => (art.step, x),
        (Gait::Right, 0) => (art.step, mirrored),
        // From the side, both strides look the same.
        (Gait::Left, _) => (art.step, x_of_facing),
        (Gait::Right, _) => (art.stand, x_of_facing),
    };
    let arms = if pose.pushing { art.push } else { art.body };

    let mut top = 0;
    for (part, x) in [
        (art.head[facing], x_of_facing),
        (arms[facing], x_of_facing),
        (legs[from_the_side], x_of_legs),
    ] {
        let height = part.len() as i32;
        if y < top + height {
            return picture::ink(part, x, y - top);
        }
        top += height;
    }
    None
}

/// A disc with eyes on the side it faces.
fn plain(tiles: Tiles, facing: Direction, x: i32, y: i32) -> Option<Ink> {
    let (across, down) = tiles.off_middle(x, y);
    let distance = across * across + down * down;
    let radius = tiles.side - tiles.pick([3, 2, 1, 0, 0, 0]);
    if distance > radius * radius {
        return None;
    }
    let ahead = tiles.pick([4, 3, 2, 2, 1, 1]);
    let apart = tiles.pick([4, 3, 2, 1, 1, 1]);
    let eye = tiles.pick([2, 1, 1, 1, 1, 1]);
    let middle = tiles.side / 2;
    let last = tiles.side - 1;
    // Coordinates relative to the keeper's direction.
    let (across, along) = match facing {
        Direction::Up => (x, y),
        Direction::Right => (y, last - x),
        Direction::Down => (x, last - y),
        Direction::Left => (y, x),
    };
    let off = (2 * across - last).abs() / 2;
    let at_eye = (middle - ahead - eye..middle - ahead + eye).contains(&along)
        && (apart - eye..apart + eye).contains(&off);
    let inner = radius - 2;
    Some(if at_eye {
        Ink::White
    } else if distance > inner * inner && tiles.side > 8 {
        Ink::Edge
    } else {
        Ink::Coat
    })
}
