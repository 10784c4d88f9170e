//! Turns a screen into pixels, within an area.
//!
//! On the Pico, the functions that draw a board are side by side in flash (section
//! `.text.draw`), so that its cache holds most of them at once.

#![cfg_attr(hot, allow(unsafe_code))]

use embedded_graphics::image::ImageDrawable;
use embedded_graphics::pixelcolor::{BinaryColor, Rgb565};
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::board::{Scene, Square};
use super::palette::{Ink, Palette};
use super::stamps::Stamps;
use super::surface::{Figure, Font, Surface};

/// Paints every pixel of an area, and none outside it.
pub(super) struct Painter<'t, D: DrawTarget<Color = Rgb565>> {
    target: &'t mut D,
    palette: Palette,
    stamps: &'t mut Stamps,
    area: Rectangle,
    /// Whether nothing is painted yet, not even the paper below everything.
    is_blank: bool,
    /// The part of the area that the current part may paint.
    clip: Rectangle,
    /// The target's first error; nothing is painted after it.
    result: Result<(), D::Error>,
}

impl<'t, D: DrawTarget<Color = Rgb565>> Painter<'t, D> {
    pub(super) fn new(
        target: &'t mut D,
        palette: Palette,
        stamps: &'t mut Stamps,
        area: Rectangle,
    ) -> Self {
        Self {
            target,
            palette,
            stamps,
            area,
            is_blank: true,
            clip: area,
            result: Ok(()),
        }
    }

    pub(super) fn finish(mut self) -> Result<(), D::Error> {
        self.lay_paper(None);
        self.result
    }

    /// Paints the paper before the first thing that is painted, unless that will cover all of
    /// the area. Most strips of a board in play need none.
    fn lay_paper(&mut self, covered: Option<Rectangle>) {
        if core::mem::replace(&mut self.is_blank, false) && covered != Some(self.area) {
            self.solid(self.area, Ink::Paper);
        }
    }

    /// Paints an area that is within the clip.
    fn solid(&mut self, area: Rectangle, ink: Ink) {
        let colour = self.palette.colour(ink);
        if !area.is_zero_sized() {
            self.paint(|target| target.fill_solid(&area, colour));
        }
    }

    /// Begins a part that will cover its area; `false` if nothing of it can be seen.
    fn begin(&mut self, area: Rectangle) -> bool {
        self.clip = area.intersection(&self.area);
        if self.clip.is_zero_sized() {
            return false;
        }
        self.lay_paper(Some(self.clip));
        true
    }

    /// Paints the visible part of a square.
    fn square(&mut self, square: &Square) {
        let Square {
            area,
            corner,
            tiles,
            look,
            ..
        } = *square;
        if let Some(ink) = square.flat() {
            return self.solid(area, ink);
        }
        let palette = self.palette;
        let stamp = square
            .is_still()
            .then(|| self.stamps.get(tiles, palette, look))
            .flatten();
        let Some(stamp) = stamp else {
            let colours = area.points().map(|at| palette.colour(square.ink(at)));
            return self.paint(|target| target.fill_contiguous(&area, colours));
        };
        let Point { x, y } = area.top_left - corner;
        let side = tiles.side() as usize;
        let (x, y) = (x as usize, y as usize);
        let (width, height) = (area.size.width as usize, area.size.height as usize);
        if self.result.is_ok() {
            self.result = if width == side {
                // The usual case, and much faster.
                let rows = stamp.colours(y * side..(y + height) * side);
                self.target.fill_contiguous(&area, rows)
            } else {
                let row = |y: usize| stamp.colours(y * side + x..y * side + x + width);
                let rows = (y..y + height).flat_map(row);
                self.target.fill_contiguous(&area, rows)
            };
        }
    }

    fn paint(&mut self, paint: impl FnOnce(&mut D) -> Result<(), D::Error>) {
        if self.result.is_ok() {
            self.result = paint(self.target);
        }
    }
}

impl<D: DrawTarget<Color = Rgb565>> Surface for Painter<'_, D> {
    fn part(&mut self, area: Rectangle, paper: Ink) -> bool {
        let is_seen = self.begin(area);
        if is_seen {
            self.solid(self.clip, paper);
        }
        is_seen
    }

    fn fill(&mut self, area: Rectangle, ink: Ink) {
        self.lay_paper(None);
        self.solid(area.intersection(&self.clip), ink);
    }

    #[cfg_attr(hot, unsafe(link_section = ".text.draw"))]
    fn text(&mut self, text: &str, at: Point, font: Font, ink: Ink) {
        let letter = font.character_size;
        let size = Size::new(letter.width * text.len() as u32, letter.height);
        if Rectangle::new(at, size)
            .intersection(&self.clip)
            .is_zero_sized()
        {
            return;
        }
        self.lay_paper(None);
        let colour = self.palette.colour(ink);
        let clip = self.clip;
        let advance = (letter.width + font.character_spacing) as i32;
        self.paint(|target| {
            for (index, symbol) in (0..).zip(text.chars()) {
                let place = Rectangle::new(at + Point::new(index * advance, 0), letter);
                let seen = place.intersection(&clip);
                if !seen.is_zero_sized() {
                    let corner = glyph(font, symbol) + (seen.top_left - place.top_left);
                    let mut runs = Runs {
                        target: &mut *target,
                        colour,
                        at: seen.top_left,
                    };
                    let part = Rectangle::new(corner, seen.size);
                    font.image.draw_sub_image(&mut runs, &part)?;
                }
            }
            Ok(())
        });
    }

    fn figure(&mut self, at: Point, figure: &impl Figure) {
        let area = Rectangle::new(at, figure.size()).intersection(&self.clip);
        self.lay_paper(None);
        let palette = self.palette;
        let pixels = area.points().filter_map(|point| {
            let Point { x, y } = point - at;
            Some(Pixel(point, palette.colour(figure.ink(x, y)?)))
        });
        self.paint(|target| target.draw_iter(pixels));
    }

    #[cfg_attr(hot, unsafe(link_section = ".text.draw"))]
    fn board(&mut self, scene: &Scene<'_>) {
        let (pane, squares) = (scene.stage.pane(), scene.stage.bounds());
        if !self.begin(pane) {
            return;
        }
        for margin in around(pane, squares) {
            self.solid(margin.intersection(&self.clip), Ink::Paper);
        }
        for square in scene.squares(self.clip) {
            self.square(&square);
        }
    }
}

/// The parts of an area above, below, left and right of another one within it.
fn around(outer: Rectangle, inner: Rectangle) -> [Rectangle; 4] {
    let (start, end) = (outer.top_left, outer.top_left + outer.size);
    let (from, to) = (inner.top_left, inner.top_left + inner.size);
    let between = |left: i32, top: i32, right: i32, bottom: i32| {
        let size = Size::new((right - left) as u32, (bottom - top) as u32);
        Rectangle::new(Point::new(left, top), size)
    };
    [
        between(start.x, start.y, end.x, from.y),
        between(start.x, to.y, end.x, end.y),
        between(start.x, from.y, from.x, to.y),
        between(to.x, from.y, end.x, to.y),
    ]
}

/// Where a character is in its font's image. All fonts have the printable characters of
/// ASCII, in their order.
fn glyph(font: Font, symbol: char) -> Point {
    let Size { width, height } = font.character_size;
    let columns = (font.image.size().width / width).max(1);
    let known = if matches!(symbol, ' '..='~') {
        symbol
    } else {
        '?'
    };
    let index = u32::from(known) - u32::from(' ');
    Point::new(
        (index % columns * width) as i32,
        (index / columns * height) as i32,
    )
}

/// Takes an image of two colours and draws its foreground in one colour, a run of pixels at a
/// time. Drawing every pixel by itself takes four times as long.
struct Runs<'t, D> {
    target: &'t mut D,
    colour: Rgb565,
    /// Where the image goes.
    at: Point,
}

impl<D: DrawTarget<Color = Rgb565>> Runs<'_, D> {
    fn draw(&mut self, first: i32, end: i32, y: i32) -> Result<(), D::Error> {
        let run = Rectangle::new(Point::new(first, y), Size::new((end - first) as u32, 1));
        self.target.fill_solid(&run.translate(self.at), self.colour)
    }
}

impl<D: DrawTarget<Color = Rgb565>> Dimensions for Runs<'_, D> {
    fn bounding_box(&self) -> Rectangle {
        self.target.bounding_box().translate(-self.at)
    }
}

impl<D: DrawTarget<Color = Rgb565>> DrawTarget for Runs<'_, D> {
    type Color = BinaryColor;
    type Error = D::Error;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), D::Error>
    where
        I: IntoIterator<Item = Pixel<BinaryColor>>,
    {
        let on = |Pixel(at, colour)| (colour == BinaryColor::On).then_some(at);
        for Point { x, y } in pixels.into_iter().filter_map(on) {
            self.draw(x, x + 1, y)?;
        }
        Ok(())
    }

    fn fill_contiguous<I>(&mut self, area: &Rectangle, colours: I) -> Result<(), D::Error>
    where
        I: IntoIterator<Item = BinaryColor>,
    {
        let mut colours = colours.into_iter();
        for y in area.rows() {
            let mut began = None;
            for x in area.columns() {
                match (colours.next(), began) {
                    (Some(BinaryColor::On), None) => began = Some(x),
                    (Some(BinaryColor::On), Some(_)) | (_, None) => {}
                    (_, Some(first)) => {
                        self.draw(first, x, y)?;
                        began = None;
                    }
                }
            }
            if let Some(first) = began {
                self.draw(first, area.columns().end, y)?;
            }
        }
        Ok(())
    }
}
