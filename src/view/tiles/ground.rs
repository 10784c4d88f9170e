//! Walls, floor, goals and holes.

use super::{Joins, Tiles, glyph};
use crate::puzzle::Letter;
use crate::view::palette::{Ink, PairColour};

/// A wall seen from above and slightly from the front: a flat top with lit edges, and
/// bricks at its lower end unless another wall is below.
pub(super) fn wall(tiles: Tiles, joins: Joins, x: i32, y: i32) -> Ink {
    let side = tiles.side;
    let rim = tiles.pick([2, 1, 1, 1, 1, 1]);
    let (near_left, near_right) = (x < rim, x >= side - rim);
    let near_top = y < rim;
    let open = |side| joins.is_open(side);

    if tiles.is_plain() {
        let near_bottom = y >= side - rim;
        let edge = near_top && open(Joins::ABOVE)
            || near_bottom && open(Joins::BELOW)
            || near_left && open(Joins::LEFT)
            || near_right && open(Joins::RIGHT);
        return if edge && side > 4 {
            Ink::WallBrick
        } else {
            Ink::Wall
        };
    }

    let front = if open(Joins::BELOW) { side * 3 / 8 } else { 0 };
    if y >= side - front {
        return bricks(tiles, x, y - (side - front));
    }
    let lit = near_top && open(Joins::ABOVE)
        || near_left && open(Joins::LEFT)
        || near_top && near_left && open(Joins::ABOVE_LEFT);
    let shaded =
        near_right && open(Joins::RIGHT) || near_top && near_right && open(Joins::ABOVE_RIGHT);
    if lit {
        Ink::WallLight
    } else if shaded && side > 4 {
        Ink::WallBrick
    } else {
        Ink::Wall
    }
}

/// Rows of bricks, every other one shifted by half a brick.
fn bricks(tiles: Tiles, x: i32, y: i32) -> Ink {
    let course = tiles.pick([5, 3, 2, 3, 3, 4]);
    let brick = tiles.pick([12, 8, 6, 8, 6, 8]);
    let shift = if y / course % 2 == 0 { brick / 2 } else { 0 };
    let lies_under_a_joint = y % course == 0 && tiles.side > 8;
    let stands_at_a_joint = (x + shift) % brick == brick - 1;
    if lies_under_a_joint || stands_at_a_joint {
        Ink::WallJoint
    } else {
        Ink::WallBrick
    }
}

pub(super) fn floor(tiles: Tiles, x: i32, y: i32) -> Ink {
    let last = tiles.side - 1;
    let joint = if tiles.is_plain() {
        false
    } else if tiles.side > 8 {
        x == last || y == last
    } else {
        x == last && y == last
    };
    if joint { Ink::FloorJoint } else { Ink::Floor }
}

/// A diamond between corner brackets, which stay visible when something stands on it.
pub(super) fn goal(tiles: Tiles, x: i32, y: i32) -> Ink {
    let (across, down) = tiles.depth(x, y);
    let (from_left, from_top) = tiles.off_middle(x, y);
    let inset = tiles.pick([2, 1, 1, 0, 0, 0]);
    let arm = inset + tiles.pick([6, 4, 3, 2, 1, 1]);
    let thick = inset + tiles.pick([2, 1, 1, 1, 1, 1]);
    let bracket = across >= inset
        && down >= inset
        && (across < thick && down < arm || down < thick && across < arm);
    let from_middle = from_left + from_top;
    let around = if tiles.is_plain() && tiles.side > 8 {
        (tiles.side - 4..=tiles.side).contains(&from_middle)
    } else {
        bracket
    };
    if around || from_middle <= tiles.pick([7, 6, 4, 2, 2, 2]) {
        Ink::Goal
    } else {
        floor(tiles, x, y)
    }
}

/// A round pit with a rim in the pair's colour.
pub(super) fn hole(tiles: Tiles, letter: Letter, x: i32, y: i32) -> Ink {
    let (across, down) = tiles.depth(x, y);
    let margin = tiles.pick([1, 0, 0, 0, 0, 0]);
    let corner = margin * 2 + tiles.pick([5, 4, 3, 1, 1, 1]);
    let rim = tiles.pick([2, 1, 1, 1, 1, 1]);
    let colour = Ink::Pair(PairColour::of(letter));
    if across < margin || down < margin || across + down < corner {
        return floor(tiles, x, y);
    }
    let at_rim = if tiles.side == 6 {
        // A whole rim would leave no room for the letter.
        x.max(y) == tiles.side - 1
    } else {
        across < margin + rim || down < margin + rim || across + down < corner + rim
    };
    if at_rim {
        return colour;
    }
    match glyph::label(tiles, letter, x, y) {
        Some(glyph::LabelPart::Letter) => Ink::White,
        Some(glyph::LabelPart::Shape) => colour,
        None => Ink::Pit,
    }
}
