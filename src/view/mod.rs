//! The picture of a game, on any display of any size from 80 x 48 pixels up.
//!
//! [`View::picture`] is the picture at one moment. [`Picture::refresh`] returns the rectangles
//! of a display that are out of date, and [`Picture::paint`] paints any rectangle, so a front
//! end can paint into a frame in memory or send strips directly to a panel.
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

    /// The picture of the game at time `now`.
    pub fn picture<'v, 'g, 'p>(&'v mut self, game: &'g Game<'p>, now: u32) -> Picture<'v, 'g, 'p> {
        Picture {
            show: Show::new(game, now, self.size),
            palette: Palette::new(game.settings().theme),
            view: self,
        }
    }

    /// Call this when something else was painted: then all of the next picture is new.
    pub fn forget(&mut self) {
        self.detector.forget();
    }

    /// A display of a size, as far as the game must know it.
    pub fn display(size: Size) -> Display {
        screens::display(size)
    }
}

/// The picture of a game at one moment, for one display. What several of its areas need is
/// computed once.
pub struct Picture<'v, 'g, 'p> {
    view: &'v mut View,
    show: Show<'g, 'p>,
    palette: Palette,
}

impl Picture<'_, '_, '_> {
    /// What must be painted so that the display shows it. The view then assumes that it has
    /// been painted.
    pub fn refresh(&mut self) -> Changes {
        if self.show.is_opening() {
            // It lasts for a turn or two, in which the old picture stays.
            return Changes::default();
        }
        let View {
            size,
            detector,
            stamps,
        } = &mut *self.view;
        stamps.begin();
        detector.begin(&self.show.key(), *size);
        self.show.draw(detector);
        detector.end()
    }

    /// Paints exactly the pixels of an area.
    pub fn paint<D: DrawTarget<Color = Rgb565>>(
        &mut self,
        area: Rectangle,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let View { size, stamps, .. } = &mut *self.view;
        let area = area.intersection(&Rectangle::new(Point::zero(), *size));
        let mut painter = Painter::new(target, self.palette, stamps, area);
        self.show.draw(&mut painter);
        painter.finish()
    }
}
