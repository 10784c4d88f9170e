//! The picture of a game, on any display of any size from 80 x 48 pixels up.
//!
//! [`View::refresh`] returns the rectangles of a display that are out of date, and
//! [`View::paint`] paints any rectangle, so a front end can paint into a frame in memory or
//! send strips directly to a panel.
//!
//! | file | idea |
//! |---|---|
//! | [`palette`] | the purpose of each colour, and its value in each theme |
//! | [`tiles`] | the pictures of squares, as functions from a pixel to an ink |
//! | [`stage`], [`board`] | where a level's squares are on the display, and how a position looks |
//! | [`text`] | fonts, and text shortened and wrapped to fit |
//! | `widgets`, `screens` | the building blocks of screens, and the screens |
//! | [`surface`] | how a screen describes itself to either of two readers: |
//! | `painter`, `stamps` | turns the description into pixels, with a cache of drawn squares |
//! | `change_detector`, `fingerprint`, [`changes`] | remembers the description and finds what changed |

pub mod board;
mod change_detector;
pub mod changes;
mod fingerprint;

mod layout;

mod painter;
pub mod palette;
mod screens;
pub mod stage;
mod stamps;
pub mod surface;
pub mod text;
pub mod tiles;
mod widgets;

pub use changes::Changes;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::game::Game;
use crate::game::Screen;
use crate::game::display::Display;
use change_detector::ChangeDetector;
use painter::Painter;
use palette::Palette;
use screens::Show;
use stamps::Stamps;

/// The picture of a game on one display.
#[derive(Clone, Debug)]
pub struct View {
    size: Size,
    detector: ChangeDetector,
    stamps: Stamps,
}

impl View {
    /// The smallest display on which everything can be read: a terminal of 80 x 24
    /// characters, one line of which shows the keys.
    pub const SMALLEST: Size = Size::new(80, 46);

    /// A view on a display of this size that shows nothing yet.
    pub const fn new(size: Size) -> Self {
        Self {
            size,
            detector: ChangeDetector::new(),
            stamps: Stamps::new(),
        }
    }

    /// The display's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What must be painted so that the display shows the game at time `now`. The view then
    /// assumes that it has been painted, so call [`View::paint`] with the same game and
    /// time.
    pub fn refresh(&mut self, game: &Game<'_>, now: u32) -> Changes {
        if matches!(game.screen(), Screen::Opening(_)) {
            // It lasts for a turn or two, in which the old picture stays.
            return Changes::default();
        }
        let show = Show::new(game, now, self.size);
        self.stamps.begin();
        self.detector.begin(&show.key(), self.size);
        show.draw(&mut self.detector);
        self.detector.end()
    }

    /// Paints exactly the pixels of an area, showing the game at time `now`.
    pub fn paint<D: DrawTarget<Color = Rgb565>>(
        &mut self,
        game: &Game<'_>,
        now: u32,
        area: Rectangle,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let show = Show::new(game, now, self.size);
        let palette = Palette::new(game.settings().theme);
        let area = area.intersection(&Rectangle::new(Point::zero(), self.size));
        let mut painter = Painter::new(target, palette, &mut self.stamps, area);
        show.draw(&mut painter);
        painter.finish()
    }

    /// A display of a size, as far as the game must know it.
    pub fn display(size: Size) -> Display {
        screens::display(size)
    }
}
