//! A display in memory.

mod png;

use std::convert::Infallible;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

/// A picture of any size, drawn on like any other display. Pixels outside are dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    size: Size,
    pixels: Vec<Rgb565>,
}

impl Frame {
    /// A black picture of a size in pixels.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            pixels: vec![Rgb565::BLACK; size.width as usize * size.height as usize],
        }
    }

    /// The colour at a point; `None` outside the picture.
    pub fn pixel(&self, point: Point) -> Option<Rgb565> {
        self.place(point).map(|place| self.pixels[place])
    }

    /// The rows of pixels from top to bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[Rgb565]> + ExactSizeIterator {
        // A picture without width has no pixels, so any chunk size gives no rows.
        self.pixels.chunks_exact((self.size.width as usize).max(1))
    }

    fn place(&self, point: Point) -> Option<usize> {
        let within = self.bounding_box().contains(point);
        within.then(|| point.y as usize * self.size.width as usize + point.x as usize)
    }
}

impl OriginDimensions for Frame {
    fn size(&self) -> Size {
        self.size
    }
}

impl DrawTarget for Frame {
    type Color = Rgb565;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<Rgb565>>,
    {
        for Pixel(point, colour) in pixels {
            if let Some(place) = self.place(point) {
                self.pixels[place] = colour;
            }
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Rgb565) -> Result<(), Infallible> {
        let area = area.intersection(&self.bounding_box());
        let width = area.size.width as usize;
        for y in area.rows() {
            if let Some(place) = self.place(Point::new(area.top_left.x, y)) {
                self.pixels[place..place + width].fill(colour);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use embedded_graphics::mock_display::MockDisplay;
    use embedded_graphics::primitives::{Circle, PrimitiveStyle};

    #[test]
    fn it_shows_what_other_displays_show() {
        let circle = Circle::new(Point::new(3, 2), 9)
            .into_styled(PrimitiveStyle::with_fill(Rgb565::CSS_ORANGE));
        let mut frame = Frame::new(Size::new(16, 12));
        let mut mock = MockDisplay::new();
        circle.draw(&mut frame).unwrap();
        circle.draw(&mut mock).unwrap();
        for point in frame.bounding_box().points() {
            let expected = mock.get_pixel(point).unwrap_or(Rgb565::BLACK);
            assert_eq!(frame.pixel(point), Some(expected), "at {point}");
        }
    }

    #[test]
    fn pixels_outside_are_dropped() {
        let mut frame = Frame::new(Size::new(4, 3));
        let corners = [(-2, -1), (2, 2)].map(|(x, y)| Point::new(x, y));
        for corner in corners {
            let area = Rectangle::new(corner, Size::new(3, 2));
            frame.fill_solid(&area, Rgb565::RED).unwrap();
        }
        frame
            .draw_iter([Pixel(Point::new(4, 0), Rgb565::RED)])
            .unwrap();
        let red = frame
            .bounding_box()
            .points()
            .filter(|&point| frame.pixel(point) == Some(Rgb565::RED));
        let expected = [(0, 0), (2, 2), (3, 2)].map(|(x, y)| Point::new(x, y));
        assert_eq!(red.collect::<Vec<_>>(), expected);
        assert_eq!(frame.pixel(Point::new(4, 0)), None);
    }

    #[test]
    fn a_picture_without_pixels_has_no_rows() {
        for size in [Size::zero(), Size::new(0, 5), Size::new(5, 0)] {
            let mut frame = Frame::new(size);
            frame.clear(Rgb565::RED).unwrap();
            assert_eq!(frame.rows().len(), 0);
        }
        assert_eq!(Frame::new(Size::new(2, 3)).rows().len(), 3);
    }
}
