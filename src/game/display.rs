//! Where a board goes on the display, and whether it is turned on its side.
//!
//! Squares are as large as fits, and a level is turned if that makes them larger. The
//! directions of the keys turn with it, so the game decides this, and the view draws
//! accordingly.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::puzzle::Level;

/// The sizes of a square for which there are tiles: its side in pixels, largest first.
pub const SIDES: [i32; 6] = [24, 16, 12, 8, 6, 4];

/// What the game must know about a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// Width and height in pixels.
    pub size: Size,
    /// Pixels of one letter of the HUD.
    pub letter: Size,
}

/// Where the HUD is: the level's name, moves, pushes, best and par.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HudPlace {
    /// Above and below the board.
    Bars {
        /// The level's name; an empty area if the board needs the room.
        top: Rectangle,
        /// Moves, pushes, best and par.
        bottom: Rectangle,
    },
    /// All to the right of the board.
    Panel(Rectangle),
}

/// Where a level in play is on a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The area of the board.
    pub pane: Rectangle,
    /// The area of the HUD.
    pub hud: HudPlace,
    /// Whether the level is turned clockwise: up in the level is right on the display.
    pub turned: bool,
}

impl Display {
    /// No display: levels are never turned.
    pub const NONE: Self = Self {
        size: Size::zero(),
        letter: Size::new(1, 1),
    };

    /// Where a level goes while it is played. The HUD goes where it leaves room for the
    /// largest squares; if there is no difference, beside the board on a wide display, and
    /// above and below it on others.
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
        let (mut largest, mut best) = (None, candidates[0]);
        for candidate in candidates {
            let side = side(candidate.0);
            if side > largest {
                (largest, best) = (side, candidate);
            }
        }
        // Rather than scroll the board, leave out the level's name.
        if largest.is_none() {
            let nameless = self.bars(0, bar);
            if side(nameless.0).is_some() {
                best = nameless;
            }
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

/// The side of a square if the whole level fits the pane; `None` if it must scroll. `upright`
/// is the level's columns and rows.
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

/// The largest side of a square for a level of these columns and rows, and whether the level
/// is turned. If no size fits, the smallest, turned if that shows more of the level.
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
