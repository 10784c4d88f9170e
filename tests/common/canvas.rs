//! A display for tests. Painting outside the requested area is an error, and so is leaving
//! out a pixel of it.

use std::convert::Infallible;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use sokopico::game::Game;
use sokopico::host::frame::Frame;
use sokopico::view::{Picture, View};

/// A colour that is in no palette.
const UNPAINTED: Rgb565 = Rgb565::MAGENTA;

pub(crate) struct Canvas {
    pub(crate) frame: Frame,
    /// The area that may be painted.
    open: Rectangle,
}

impl Canvas {
    pub(crate) fn new(size: Size) -> Self {
        let frame = Frame::new(size);
        let open = frame.bounding_box();
        Self { frame, open }
    }

    /// The complete picture of a game.
    pub(crate) fn of(game: &Game<'_>, now: u32, size: Size) -> Frame {
        let mut canvas = Self::new(size);
        let mut view = View::new(size);
        canvas.paint(&mut view.picture(game, now), canvas.open);
        canvas.frame
    }

    /// Paints an area, and checks that exactly its pixels are painted.
    pub(crate) fn paint(&mut self, picture: &mut Picture<'_, '_, '_>, area: Rectangle) {
        let Ok(()) = self.frame.fill_solid(&area, UNPAINTED);
        self.open = area;
        let Ok(()) = picture.paint(area, self);
        self.open = self.frame.bounding_box();
        let missed = area
            .points()
            .find(|&at| self.frame.pixel(at) == Some(UNPAINTED));
        assert_eq!(missed, None, "not painted");
    }

    /// Paints what the view reports as out of date. Returns the number of pixels.
    pub(crate) fn refresh(&mut self, view: &mut View, game: &Game<'_>, now: u32) -> u32 {
        let mut picture = view.picture(game, now);
        let changes = picture.refresh();
        for &area in &changes {
            self.paint(&mut picture, area);
        }
        changes.pixels()
    }
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        self.frame.size()
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb565;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<Rgb565>>,
    {
        let open = self.open;
        let checked = pixels.into_iter().inspect(|Pixel(at, _)| {
            assert!(open.contains(*at), "{at} is not in {open:?}");
        });
        self.frame.draw_iter(checked)
    }
}
