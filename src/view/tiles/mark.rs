//! Warnings and hints drawn over a box.

use super::Tiles;
use super::picture::{self, Picture};
use crate::puzzle::Direction;
use crate::view::palette::Ink;

/// A badge in the top right corner, so that a letter stays readable.
pub(super) fn stuck(tiles: Tiles, x: i32, y: i32) -> Option<Ink> {
    let badge = tiles.pick([BADGE_24, BADGE_16, BADGE_12, BADGE_8, BADGE_6, BADGE_4]);
    picture::ink(badge, x - (tiles.side - badge.len() as i32), y)
}

const BADGE_24: Picture = &[
    ".oooooooo..",
    "orrrrrrrro.",
    "orxrrrrxro.",
    "orxxrrxxro.",
    "orrxxxxrro.",
    "orrrxxrrro.",
    "orrxxxxrro.",
    "orxxrrxxro.",
    "orxrrrrxro.",
    "orrrrrrrro.",
    ".oooooooo..",
];
const BADGE_16: Picture = &[
    "orrrrrr", "orxrrxr", "orrxxrr", "orrxxrr", "orxrrxr", "orrrrrr", "ooooooo",
];
const BADGE_12: Picture = &["rrrrr", "rxrxr", "rrxrr", "rxrxr", "rrrrr"];
const BADGE_8: Picture = &["orrr", "orrr", "orrr", "oooo"];
const BADGE_6: Picture = &["orr", "orr", "ooo"];
const BADGE_4: Picture = &["rr", "rr"];

/// An arrow with an outline.
pub(super) fn push(tiles: Tiles, direction: Direction, x: i32, y: i32) -> Option<Ink> {
    let last = tiles.side - 1;
    // Coordinates relative to the arrow's direction.
    let (across, ahead) = match direction {
        Direction::Up => (x, y),
        Direction::Right => (y, last - x),
        Direction::Down => (x, last - y),
        Direction::Left => (y, x),
    };
    let off = (2 * across - last).abs() / 2;
    let tip = tiles.pick([4, 2, 2, 0, 0, 0]);
    let head = tiles.pick([8, 6, 4, 4, 3, 1]);
    let shaft = tiles.pick([3, 2, 1, 1, 1, 2]);
    let tail = tiles.side - tip - 1;
    let inside = |off: i32, ahead: i32| {
        let row = ahead - tip;
        (0..head).contains(&row) && off <= row || row >= head && ahead <= tail && off < shaft
    };
    if tiles.side == 4 {
        return (ahead < 2).then_some(Ink::Hint);
    }
    if inside(off, ahead) {
        return Some(Ink::Hint);
    }
    let near = inside((off - 1).max(0), ahead) || inside(off, ahead + 1) || inside(off, ahead - 1);
    (near && tiles.side > 8).then_some(Ink::Edge)
}
