//! How a board lies on the display.
//!
//! Squares are as large as fits, and a level is turned on its side where that makes them
//! larger. The keys of a turned level turn with it, so this is the game's to know: the view
//! asks the same function and draws what it answers.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::puzzle::Level;

/// The sides of a square that tiles are drawn for, in pixels, largest first.
pub const SIDES: [i32; 6] = [24, 16, 12, 8, 6, 4];

/// What the game must know of a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// Its pixels.
    pub size: Size,
    /// A letter of the figures beside a board in play.
    pub letter: Size,
}

/// Where the figures beside a board in play are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HudPlace {
    /// Above and below the board.
    Bars {
        /// The level's name; empty where the board needs the room.
        top: Rectangle,
        /// The figures.
        bottom: Rectangle,
    },
    /// All of it on the board's right.
    Panel(Rectangle),
}

/// Where a level in play is on a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The area of the board.
    pub pane: Rectangle,
    /// What is beside it.
    pub hud: HudPlace,
    /// Whether the level lies on its side: what is up in the level is right on the display.
    pub turned: bool,
}

impl Display {
    /// No display: every level lies on it as its author drew it.
    pub const NONE: Self = Self {
        size: Size::zero(),
        letter: Size::new(1, 1),
    };

    /// Where a level goes while it is played: with the figures wherever squares become
    /// largest; else beside the board on a wide display, and above and below it on others.
    pub fn place(&self, level: &Level) -> Placement {
        let Size { width, height } = self.size;
        let bar = self.letter.height + if self.letter.height > 8 { 3 } else { 1 };
        let beside = |columns: u32| {
            let panel = (columns * self.letter.width + 2).min(width);
            let pane = area(0, 0, width - panel, height);
            (pane, HudPlace::Panel(area(width - panel, 0, panel, height)))
        };
        let bars = self.bars(bar, bar);
        let panel = beside((width * 7 / 20 / self.letter.width).clamp(7, 14));
        let narrow = beside(if self.letter.width < 6 { 6 } else { 8 });
        let candidates = if width * 4 >= height * 5 {
            [panel, bars, narrow]
        } else {
            [bars, panel, narrow]
        };
        let upright = (level.width() as i32, level.height() as i32);
        let side = |pane: Rectangle| whole_side(upright, pane.size, Orientation::BestFit);
        let mut best = candidates[0];
        for candidate in candidates {
            if side(candidate.0) > side(best.0) {
                best = candidate;
            }
        }
        // The level's name gives way before the board has to scroll.
        let nameless = self.bars(0, bar);
        if side(best.0).is_none() && side(nameless.0).is_some() {
            best = nameless;
        }
        let (pane, hud) = best;
        let (_, turned) = best_fit(upright, pane.size, Orientation::BestFit);
        Placement { pane, hud, turned }
    }

    fn bars(&self, top: u32, bottom: u32) -> (Rectangle, HudPlace) {
        let Size { width, height } = self.size;
        let top = top.min(height);
        let bottom = bottom.min(height - top);
        let pane = area(0, top, width, height - top - bottom);
        let hud = HudPlace::Bars {
            top: area(0, 0, width, top),
            bottom: area(0, height - bottom, width, bottom),
        };
        (pane, hud)
    }
}

fn area(x: u32, y: u32, width: u32, height: u32) -> Rectangle {
    Rectangle::new(Point::new(x as i32, y as i32), Size::new(width, height))
}

/// Which way round a level is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Whichever gives larger squares; upright if there is no difference.
    BestFit,
    /// As its author drew it.
    Upright,
    /// Rotated a quarter turn clockwise.
    Turned,
}

/// The side of the squares of a level in a pane, where all of them fit.
pub fn whole_side(upright: (i32, i32), pane: Size, orientation: Orientation) -> Option<i32> {
    let (side, turned) = best_fit(upright, pane, orientation);
    let (columns, rows) = if turned {
        (upright.1, upright.0)
    } else {
        upright
    };
    let fits = columns * side <= pane.width as i32 && rows * side <= pane.height as i32;
    fits.then_some(side)
}

/// The largest side for a level of these columns and rows, and whether the level must be
/// turned for it. Where nothing fits, the smallest side, turned if more is then in sight.
pub fn best_fit(upright: (i32, i32), pane: Size, orientation: Orientation) -> (i32, bool) {
    let turned = (upright.1, upright.0);
    let fits = |(columns, rows): (i32, i32), side: i32| {
        columns * side <= pane.width as i32 && rows * side <= pane.height as i32
    };
    for side in SIDES {
        if orientation != Orientation::Turned && fits(upright, side) {
            return (side, false);
        }
        if orientation != Orientation::Upright && fits(turned, side) {
            return (side, true);
        }
    }
    let [.., smallest] = SIDES;
    let in_sight = |(columns, rows): (i32, i32)| {
        columns.min(pane.width as i32 / smallest) * rows.min(pane.height as i32 / smallest)
    };
    let is_turned = match orientation {
        Orientation::BestFit => in_sight(turned) > in_sight(upright),
        Orientation::Upright => false,
        Orientation::Turned => true,
    };
    (smallest, is_turned)
}
