//! A thumbnail of a level.

use core::hash::{Hash, Hasher};

use embedded_graphics::prelude::*;

use crate::puzzle::{Cell, Level};
use crate::view::palette::{Ink, PairColour};
use crate::view::surface::Figure;

/// A level with squares of one to three pixels, in one colour each.
pub(in crate::view) struct Preview<'l> {
    level: &'l Level,
    side: u32,
}

impl<'l> Preview<'l> {
    /// A level with the largest squares that fit, up to three pixels; from four on there
    /// are tiles.
    pub(in crate::view) fn new(level: &'l Level, room: Size) -> Self {
        let across = room.width / level.width() as u32;
        let down = room.height / level.height() as u32;
        Self {
            level,
            side: across.min(down).clamp(1, 3),
        }
    }
}

impl Hash for Preview<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.side.hash(state);
        self.level.walls().hash(state);
        self.level.goals().hash(state);
        self.level.start().hash(state);
    }
}

impl Figure for Preview<'_> {
    fn size(&self) -> Size {
        Size::new(self.level.width() as u32, self.level.height() as u32) * self.side
    }

    fn ink(&self, x: i32, y: i32) -> Option<Ink> {
        let side = self.side as i32;
        let cell = Cell::new(
            usize::try_from(y / side).ok()?,
            usize::try_from(x / side).ok()?,
        )?;
        let (level, board) = (self.level, self.level.start());
        let last = side - 1;
        // A goal is drawn smaller than a box to tell them apart.
        let inner = side < 3 || (x % side != last && y % side != last);
        if level.walls().contains(cell) {
            Some(Ink::Wall)
        } else if !level.floor().contains(cell) {
            None
        } else if board.keeper() == cell {
            Some(Ink::Coat)
        } else if let Some(letter) = board.letter_at(cell) {
            Some(Ink::Pair(PairColour::of(letter)))
        } else if board.boxes().contains(cell) {
            let home = level.goals().contains(cell);
            Some(if home { Ink::Home } else { Ink::Wood })
        } else if let Some(letter) = level.hole_at(cell) {
            Some(if inner {
                Ink::PairDark(PairColour::of(letter))
            } else {
                Ink::Floor
            })
        } else if level.goals().contains(cell) && inner {
            Some(Ink::Goal)
        } else {
            Some(Ink::Floor)
        }
    }
}
