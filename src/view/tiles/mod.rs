//! The pictures of squares, all drawn for this project.
//!
//! A tile is a function from a pixel to an [`Ink`], so that any part of any square can be
//! painted without the rest, each pixel once. Tiles exist for the sides in [`SIDES`]: some
//! are computed from the side, others are drawn by hand for each.

mod boxes;
mod glyph;
mod ground;
mod keeper;
mod mark;
mod picture;
#[cfg(test)]
mod tests;

pub use glyph::Glyph;

use super::palette::Ink;
use crate::game::progress::TileStyle;
use crate::puzzle::{Direction, Letter};

pub use crate::game::display::SIDES;

/// What a square is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Nothing: outside the walls.
    Void,
    /// A wall, connected to some of its neighbours.
    Wall(Joins),
    /// Floor, or a filled hole.
    Floor,
    /// A goal.
    Goal,
    /// An open hole of a pair.
    Hole(Letter),
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// A Classic box that is not on a goal.
    Box,
    /// A Classic box on a goal.
    Home,
    /// A Pairs box. On another letter's hole it is drawn smaller, so that the rim shows.
    Pair {
        /// The pair it belongs to.
        letter: Letter,
        /// Whether there is a hole under it.
        over_hole: bool,
    },
    /// The keeper.
    Keeper(Pose),
}

/// How the keeper looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pose {
    /// The direction it faces on the display.
    pub facing: Direction,
    /// The position of its legs.
    pub gait: Gait,
    /// Whether its arms are pushing.
    pub pushing: bool,
}

/// The position of the keeper's legs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gait {
    /// Side by side.
    Stand,
    /// The left one ahead.
    Left,
    /// The right one ahead.
    Right,
}

/// A warning or hint on a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It can never reach a goal.
    Stuck,
    /// It should be pushed this way.
    Push(Direction),
}

/// Which of a wall's eight neighbours are walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Joins(u8);

impl Joins {
    /// Calls `is_wall` for each neighbour, given as steps down and right, each -1 to 1.
    pub fn new(is_wall: impl Fn(i32, i32) -> bool) -> Self {
        let bits = Self::AROUND.iter().enumerate();
        Self(bits.fold(0, |joins, (bit, &(down, right))| {
            joins | u8::from(is_wall(down, right)) << bit
        }))
    }

    /// Steps down and right to each neighbour, in the order of the bits.
    const AROUND: [(i32, i32); 8] = [
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (0, -1),
        (0, 1),
        (1, -1),
        (1, 0),
        (1, 1),
    ];
    const ALL: Self = Self(u8::MAX);
    const ABOVE_LEFT: u8 = 1 << 0;
    const ABOVE: u8 = 1 << 1;
    const ABOVE_RIGHT: u8 = 1 << 2;
    const LEFT: u8 = 1 << 3;
    const RIGHT: u8 = 1 << 4;
    const BELOW: u8 = 1 << 6;

    /// One bit for each neighbour.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Whether there is no wall on a side.
    fn is_open(self, side: u8) -> bool {
        self.0 & side == 0
    }
}

/// The tiles of one side and style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles {
    side: i32,
    style: TileStyle,
}

impl Tiles {
    /// Tiles with the largest side in [`SIDES`] that is at most this one, or else with the
    /// smallest.
    pub fn new(side: i32, style: TileStyle) -> Self {
        let [.., smallest] = SIDES;
        let side = SIDES.into_iter().find(|&at| at <= side).unwrap_or(smallest);
        Self { side, style }
    }

    /// The side of a square in pixels.
    pub fn side(self) -> i32 {
        self.side
    }

    /// The ink of a pixel of the ground; coordinates count from the square's top left.
    pub fn ground(self, ground: Ground, x: i32, y: i32) -> Ink {
        match ground {
            Ground::Void => Ink::Paper,
            Ground::Wall(joins) => ground::wall(self, joins, x, y),
            Ground::Floor => ground::floor(self, x, y),
            Ground::Goal => ground::goal(self, x, y),
            Ground::Hole(letter) => ground::hole(self, letter, x, y),
        }
    }

    /// The ink of a ground whose pixels all have the same one.
    pub(super) fn flat(self, ground: Ground) -> Option<Ink> {
        match ground {
            Ground::Void => Some(Ink::Paper),
            Ground::Wall(joins) if joins == Joins::ALL => Some(Ink::Wall),
            Ground::Floor if self.is_plain() => Some(Ink::Floor),
            Ground::Floor | Ground::Wall(_) | Ground::Goal | Ground::Hole(_) => None,
        }
    }

    /// The ink of a pixel of a thing; `None` where it is transparent.
    pub fn thing(self, thing: Thing, x: i32, y: i32) -> Option<Ink> {
        if !(0..self.side).contains(&x) || !(0..self.side).contains(&y) {
            return None;
        }
        match thing {
            Thing::Box => boxes::wooden(self, x, y),
            Thing::Home => boxes::home(self, x, y),
            Thing::Pair { letter, over_hole } => boxes::pair(self, letter, over_hole, x, y),
            Thing::Keeper(pose) => keeper::ink(self, pose, x, y),
        }
    }

    /// The ink of a pixel of a mark; `None` where it is transparent.
    pub fn mark(self, mark: Mark, x: i32, y: i32) -> Option<Ink> {
        match mark {
            Mark::Stuck => mark::stuck(self, x, y),
            Mark::Push(direction) => mark::push(self, direction, x, y),
        }
    }

    /// The value for this side, from values in the order of [`SIDES`].
    fn pick<T: Copy>(self, by_side: [T; SIDES.len()]) -> T {
        let [of_24, of_16, of_12, of_8, of_6, of_4] = by_side;
        match self.side {
            24 => of_24,
            16 => of_16,
            12 => of_12,
            8 => of_8,
            6 => of_6,
            _ => of_4,
        }
    }

    fn is_plain(self) -> bool {
        self.style == TileStyle::Plain
    }

    /// Distance to the nearest vertical and the nearest horizontal edge of the square.
    fn depth(self, x: i32, y: i32) -> (i32, i32) {
        (x.min(self.side - 1 - x), y.min(self.side - 1 - y))
    }

    /// Distance to the middle in half pixels, so that it is an integer.
    fn off_middle(self, x: i32, y: i32) -> (i32, i32) {
        ((2 * x - self.side + 1).abs(), (2 * y - self.side + 1).abs())
    }
}
