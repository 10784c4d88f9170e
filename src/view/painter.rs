//! Makes pixels of a screen, within an area.

use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::{Baseline, Text};

use super::board::{Scene, Square};
use super::palette::{Ink, Palette};
use super::surface::{Figure, Font, Surface};

/// Paints what lies in an area, every pixel of it, and nothing else.
pub(super) struct Painter<'t, D: DrawTarget<Color = Rgb565>> {
    target: &'t mut D,
    palette: Palette,
    area: Rectangle,
    /// What of the area the current part may paint.
    clip: Rectangle,
    /// What the target said first; nothing is painted after it.
    result: Result<(), D::Error>,
}

impl<'t, D: DrawTarget<Color = Rgb565>> Painter<'t, D> {
    pub(super) fn new(target: &'t mut D, palette: Palette, area: Rectangle) -> Self {
        let mut painter = Self {
            target,
            palette,
            area,
            clip: area,
            result: Ok(()),
        };
        painter.fill(area, Ink::Paper);
        painter
    }

    pub(super) fn finish(self) -> Result<(), D::Error> {
        self.result
    }

    /// Paints a part of a square pixel by pixel.
    fn square(&mut self, square: &Square, area: Rectangle) {
        if area.is_zero_sized() {
            return;
        }
        let palette = self.palette;
        // Neighbours mostly share their ink: look it up only where it changes.
        let mut last = (Ink::Paper, palette.colour(Ink::Paper));
        let colours = area.points().map(|at| {
            let ink = square.ink(at);
            if ink != last.0 {
                last = (ink, palette.colour(ink));
            }
            last.1
        });
        self.paint(|target| target.fill_contiguous(&area, colours));
    }

    fn paint(&mut self, paint: impl FnOnce(&mut D) -> Result<(), D::Error>) {
        if self.result.is_ok() {
            self.result = paint(self.target);
        }
    }
}

impl<D: DrawTarget<Color = Rgb565>> Surface for Painter<'_, D> {
    fn part(&mut self, area: Rectangle, paper: Ink) -> bool {
        self.clip = area.intersection(&self.area);
        if self.clip.is_zero_sized() {
            return false;
        }
        self.fill(area, paper);
        true
    }

    fn fill(&mut self, area: Rectangle, ink: Ink) {
        let area = area.intersection(&self.clip);
        let colour = self.palette.colour(ink);
        if !area.is_zero_sized() {
            self.paint(|target| target.fill_solid(&area, colour));
        }
    }

    fn text(&mut self, text: &str, at: Point, font: Font, ink: Ink) {
        let letter = font.character_size;
        let size = Size::new(letter.width * text.len() as u32, letter.height);
        if Rectangle::new(at, size)
            .intersection(&self.clip)
            .is_zero_sized()
        {
            return;
        }
        let style = MonoTextStyle::new(font, self.palette.colour(ink));
        let clip = self.clip;
        self.paint(|target| {
            Text::with_baseline(text, at, style, Baseline::Top).draw(&mut target.clipped(&clip))?;
            Ok(())
        });
    }

    fn figure(&mut self, at: Point, figure: &impl Figure) {
        let area = Rectangle::new(at, figure.size()).intersection(&self.clip);
        let palette = self.palette;
        let pixels = area.points().filter_map(|point| {
            let Point { x, y } = point - at;
            Some(Pixel(point, palette.colour(figure.ink(x, y)?)))
        });
        self.paint(|target| target.draw_iter(pixels));
    }

    fn board(&mut self, scene: &Scene<'_>) {
        if !self.part(scene.stage.pane(), Ink::Paper) {
            return;
        }
        for square in scene.squares(self.clip) {
            let Some((area, ink, rest)) = square.flat() else {
                self.square(&square, square.area);
                continue;
            };
            self.fill(area, ink);
            for area in rest {
                self.square(&square, area);
            }
        }
    }
}
