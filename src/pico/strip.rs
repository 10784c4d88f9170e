//! A part of the picture in memory. A whole frame of 115 KB does not fit beside the solver.

use core::convert::Infallible;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::pixelcolor::raw::{RawData, RawU16};
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

/// Pixels in a strip: 16 rows of 240.
pub const PIXELS: usize = 240 * 16;

/// Some rows of the picture, drawn on in the picture's own coordinates. Pixels outside are
/// dropped.
pub struct Strip<'b> {
    area: Rectangle,
    pixels: &'b mut [u16],
}

impl<'b> Strip<'b> {
    /// A strip for an area; if the buffer is too small, for the area's upper rows.
    pub fn new(area: Rectangle, buffer: &'b mut [u16]) -> Self {
        let width = area.size.width as usize;
        let rows = (buffer.len() / width.max(1)).min(area.size.height as usize);
        let size = Size::new(area.size.width, rows as u32);
        Self {
            area: Rectangle::new(area.top_left, size),
            pixels: &mut buffer[..width * rows],
        }
    }

    /// Its pixels, row by row.
    pub fn pixels(&self) -> &[u16] {
        self.pixels
    }

    /// Where an area begins in the pixels, if all of it is in the strip and it is not empty.
    fn start_of(&self, area: &Rectangle) -> Option<usize> {
        let Point { x, y } = area.top_left - self.area.top_left;
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let Size { width, height } = self.area.size;
        let fits = x + area.size.width <= width && y + area.size.height <= height;
        (fits && !area.is_zero_sized()).then_some((y * width + x) as usize)
    }

    /// The pixels of one row, in a range of columns.
    fn row(&mut self, y: i32, columns: core::ops::Range<i32>) -> &mut [u16] {
        let width = self.area.size.width as usize;
        let start = (y - self.area.top_left.y) as usize * width;
        let column = |x: i32| start + (x - self.area.top_left.x) as usize;
        self.pixels
            .get_mut(column(columns.start)..column(columns.end))
            .unwrap_or_default()
    }
}

/// Cuts an area into bands of whole rows, each of which fits a strip.
pub fn bands(area: Rectangle) -> impl Iterator<Item = Rectangle> {
    let rows = (PIXELS as u32 / area.size.width.max(1)).max(1);
    (0..area.size.height)
        .step_by(rows as usize)
        .map(move |row| {
            let top_left = area.top_left + Point::new(0, row as i32);
            let height = rows.min(area.size.height - row);
            Rectangle::new(top_left, Size::new(area.size.width, height))
        })
}

/// Fills a row, eight pixels at a time: three times as fast as one by one.
fn fill(row: &mut [u16], pixel: u16) {
    let (eights, rest) = row.as_chunks_mut();
    for eight in eights {
        *eight = [pixel; 8];
    }
    rest.fill(pixel);
}

fn raw(colour: Rgb565) -> u16 {
    RawU16::from(colour).into_inner()
}

impl Dimensions for Strip<'_> {
    fn bounding_box(&self) -> Rectangle {
        self.area
    }
}

impl DrawTarget for Strip<'_> {
    type Color = Rgb565;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<Rgb565>>,
    {
        for Pixel(point, colour) in pixels {
            if self.area.contains(point) {
                self.row(point.y, point.x..point.x + 1).fill(raw(colour));
            }
        }
        Ok(())
    }

    // In a frame of its own, the inner loop has a register for everything.
    #[inline(never)]
    #[cfg_attr(hot, unsafe(link_section = ".text.draw"))]
    fn fill_contiguous<I>(&mut self, area: &Rectangle, colours: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Rgb565>,
    {
        if let Some(start) = self.start_of(area) {
            let width = self.area.size.width as usize;
            let rest = self.pixels.get_mut(start..).unwrap_or_default();
            let rows = rest.chunks_mut(width).take(area.size.height as usize);
            let mut colours = colours.into_iter();
            let mut put = |pixel: &mut u16| {
                if let Some(colour) = colours.next() {
                    *pixel = raw(colour);
                }
            };
            for row in rows {
                let row = row.get_mut(..area.size.width as usize);
                // Four at a time: the sides of most squares are multiples of four.
                let (fours, rest) = row.unwrap_or_default().as_chunks_mut();
                for [a, b, c, d] in fours {
                    put(a);
                    put(b);
                    put(c);
                    put(d);
                }
                rest.iter_mut().for_each(&mut put);
            }
            return Ok(());
        }
        if self.area.intersection(area).is_zero_sized() {
            return Ok(());
        }
        self.draw_iter(
            area.points()
                .zip(colours)
                .map(|(point, colour)| Pixel(point, colour)),
        )
    }

    #[cfg_attr(hot, unsafe(link_section = ".text.draw"))]
    fn fill_solid(&mut self, area: &Rectangle, colour: Rgb565) -> Result<(), Infallible> {
        let seen = self.area.intersection(area);
        for y in seen.rows() {
            fill(self.row(y, seen.columns()), raw(colour));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use embedded_graphics::mock_display::MockDisplay;
    use embedded_graphics::mono_font::MonoTextStyle;
    use embedded_graphics::mono_font::ascii::FONT_6X10;
    use embedded_graphics::primitives::{Circle, PrimitiveStyle};
    use embedded_graphics::text::Text;

    fn scene<D: DrawTarget<Color = Rgb565>>(target: &mut D) -> Result<(), D::Error> {
        let all = Rectangle::new(Point::zero(), Size::new(64, 64));
        target.fill_solid(&all, Rgb565::BLUE)?;
        Circle::new(Point::new(-9, 11), 40)
            .into_styled(PrimitiveStyle::with_stroke(Rgb565::RED, 3))
            .draw(target)?;
        Text::new(
            "push",
            Point::new(30, 30),
            MonoTextStyle::new(&FONT_6X10, Rgb565::WHITE),
        )
        .draw(target)?;
        let gradient = (0..20 * 15).map(|n| Rgb565::new(n as u8 % 31, n as u8 % 63, 9));
        target.fill_contiguous(
            &Rectangle::new(Point::new(50, 40), Size::new(20, 15)),
            gradient,
        )
    }

    #[test]
    fn strips_together_are_the_picture() {
        let mut whole = MockDisplay::new();
        whole.set_allow_overdraw(true);
        whole.set_allow_out_of_bounds_drawing(true);
        scene(&mut whole).unwrap();
        let mut buffer = [0; 64 * 7];
        for top in (0..64).step_by(7) {
            let area = Rectangle::new(Point::new(0, top), Size::new(64, 7));
            let mut strip = Strip::new(area, &mut buffer);
            scene(&mut strip).unwrap();
            for (point, &pixel) in area.points().zip(strip.pixels()).filter(|(p, _)| p.y < 64) {
                assert_eq!(whole.get_pixel(point).map(raw), Some(pixel), "{point}");
            }
        }
    }

    #[test]
    fn bands_cover_an_area_once_and_fit_a_strip() {
        for (width, height) in [
            (240, 240),
            (240, 135),
            (17, 5),
            (320, 31),
            (1, 5000),
            (0, 3),
        ] {
            let area = Rectangle::new(Point::new(3, -4), Size::new(width, height));
            let mut next = area.top_left.y;
            for band in bands(area) {
                assert_eq!((band.top_left.x, band.top_left.y), (3, next));
                assert_eq!(band.size.width, width);
                assert!((band.size.width * band.size.height) as usize <= PIXELS);
                next += band.size.height as i32;
            }
            assert_eq!(next, area.top_left.y + height as i32);
        }
    }

    #[test]
    fn an_area_larger_than_the_buffer_is_cut_to_whole_rows() {
        let area = Rectangle::new(Point::zero(), Size::new(10, 10));
        let mut buffer = [0; 35];
        let strip = Strip::new(area, &mut buffer);
        assert_eq!(strip.bounding_box().size, Size::new(10, 3));
        assert_eq!(strip.pixels().len(), 30);
    }
}
