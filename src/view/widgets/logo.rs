//! The name of the game in boxes, and the keeper at work below it.

use embedded_graphics::prelude::*;

use crate::puzzle::Direction;
use crate::view::palette::Ink;
use crate::view::surface::Figure;
use crate::view::tiles::{Gait, Ground, Pose, Thing, Tiles};

/// The letters, row by row from the top, one character per box.
const LETTERS: [&[&str; 5]; 8] = [S, O, K, O, P, I, C, O];
const S: &[&str; 5] = &[".###", "#...", ".##.", "...#", "###."];
const O: &[&str; 5] = &[".##.", "#..#", "#..#", "#..#", ".##."];
const K: &[&str; 5] = &["#..#", "#.#.", "##..", "#.#.", "#..#"];
const P: &[&str; 5] = &["###.", "#..#", "###.", "#...", "#..."];
const I: &[&str; 5] = &["###", ".#.", ".#.", ".#.", "###"];
const C: &[&str; 5] = &[".###", "#...", "#...", "#...", ".###"];

/// Width and height of the name in boxes.
const ACROSS: u32 = 38;
const DOWN: u32 = 5;

/// The name of the game. Its Os are drawn as boxes on goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::view) struct Logo {
    /// The side of a box in pixels.
    side: u32,
}

impl Logo {
    /// The name, as large as fits into a width.
    pub(in crate::view) fn fitting(width: u32) -> Self {
        Self {
            side: (width / ACROSS).clamp(1, 12),
        }
    }
}

impl Figure for Logo {
    fn size(&self) -> Size {
        Size::new(ACROSS * self.side, DOWN * self.side)
    }

    fn ink(&self, x: i32, y: i32) -> Option<Ink> {
        let side = self.side as i32;
        let (mut column, row) = (x / side, usize::try_from(y / side).ok()?);
        for (place, letter) in LETTERS.into_iter().enumerate() {
            let width = letter[0].len() as i32;
            if column < width {
                let at = usize::try_from(column).ok()?;
                let is_set = letter.get(row)?.as_bytes().get(at) == Some(&b'#');
                let home = matches!(place, 1 | 3 | 7);
                return is_set.then(|| face(home, side, x % side, y % side));
            }
            column -= width + 1;
        }
        None
    }
}

/// A small box: a face with a lit and a shaded edge where there is room.
fn face(home: bool, side: i32, x: i32, y: i32) -> Ink {
    let [light, middle, dark] = if home {
        [Ink::HomeLight, Ink::Home, Ink::HomeDark]
    } else {
        [Ink::WoodLight, Ink::Wood, Ink::WoodDark]
    };
    let last = side - 1;
    if side >= 3 && (x == last || y == last) {
        dark
    } else if side >= 4 && (x == 0 || y == 0) {
        light
    } else {
        middle
    }
}

/// The keeper pushing a box to its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::view) struct Parade {
    /// The tiles to draw it with.
    pub(in crate::view) tiles: Tiles,
}

impl Parade {
    const SQUARES: i32 = 7;
}

impl Figure for Parade {
    fn size(&self) -> Size {
        let side = self.tiles.side() as u32;
        Size::new(side * Self::SQUARES as u32, side)
    }

    fn ink(&self, x: i32, y: i32) -> Option<Ink> {
        let side = self.tiles.side();
        let square = x / side;
        let keeper = Thing::Keeper(Pose {
            facing: Direction::Right,
            gait: Gait::Left,
            pushing: true,
        });
        let (ground, thing) = match square {
            1 => (Ground::Floor, Some(keeper)),
            2 => (Ground::Floor, Some(Thing::Box)),
            4 => (Ground::Goal, None),
            5 => (Ground::Goal, Some(Thing::Home)),
            _ => (Ground::Floor, None),
        };
        let x = x % side;
        let drawn = thing.and_then(|thing| self.tiles.thing(thing, x, y));
        Some(drawn.unwrap_or_else(|| self.tiles.ground(ground, x, y)))
    }
}
