//! The picture of a game, on any display of any size from 80 x 48 pixels up.
//!
//! [`View::refresh`] tells which rectangles of a display are out of date, and
//! [`View::paint`] paints any rectangle, so that a front end may paint into a frame in
//! memory or in strips straight to a panel.
//!
//! | file | idea |
//! |---|---|
//! | [`palette`] | what colours are for, and what they are in each theme |
//! | [`tiles`] | what stands on a square, as functions from a pixel to an ink |
//! | [`stage`], [`board`] | where a level's squares are, and a position as it is seen |
//! | [`text`] | fonts, and text cut and broken to fit |
//! | `widgets`, `screens` | what screens are put together from, and the screens |
//! | [`surface`] | one description of a screen for two readers: |
//! | `painter`, `stamps` | makes pixels of it, squares that were drawn before as they were |
//! | `glass`, [`changes`] | remembers it, and finds what is different |

pub mod board;
pub mod changes;
mod glass;
mod layout;
mod mark;
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
use glass::Glass;
use painter::Painter;
use palette::Palette;
use screens::Show;
use stamps::Stamps;

/// The picture of a game on one display.
#[derive(Clone, Debug)]
pub struct View {
    size: Size,
    glass: Glass,
    stamps: Stamps,
}

impl View {
    /// The smallest display on which everything can be read: a terminal of 80 x 24 that
    /// keeps a line for the keys.
    pub const SMALLEST: Size = Size::new(80, 46);

    /// A view on a display of this size that shows nothing yet.
    pub const fn new(size: Size) -> Self {
        Self {
            size,
            glass: Glass::new(),
            stamps: Stamps::new(),
        }
    }

    /// The display's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What must be painted so that the display shows the game as it is at a time. From
    /// then on the view takes it for painted: paint it with the same game and time.
    pub fn refresh(&mut self, game: &Game<'_>, now: u32) -> Changes {
        let show = Show::new(game, now, self.size);
        self.stamps.begin();
        self.glass.begin(&show.key(), self.size);
        show.draw(&mut self.glass);
        self.glass.end()
    }

    /// Paints every pixel of an area as the game is at a time, and no pixel besides.
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
