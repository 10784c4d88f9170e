//! What screens are drawn with: one description, two readers.
//!
//! A screen is a row of parts, later ones in front, and says of each where it is and what
//! it holds. A `Painter` makes pixels of that; a
//! `Glass` only remembers it, to tell which parts have changed.
//! As both read the same description, nothing that changes can be forgotten.

use core::hash::Hash;

use embedded_graphics::mono_font::MonoFont;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::board::Scene;
use super::palette::Ink;

/// A font.
pub type Font = &'static MonoFont<'static>;

/// Something to draw on.
pub trait Surface {
    /// Begins a part: all that follows is drawn within its area. `false` if what follows
    /// need not be drawn.
    fn part(&mut self, area: Rectangle, paper: Ink) -> bool;

    /// A filled rectangle.
    fn fill(&mut self, area: Rectangle, ink: Ink);

    /// A line of writing, from its top left.
    fn text(&mut self, text: &str, at: Point, font: Font, ink: Ink);

    /// A figure, with its top left at a point.
    fn figure(&mut self, at: Point, figure: &impl Figure);

    /// A board, which is a part by itself.
    fn board(&mut self, scene: &Scene<'_>);
}

/// A small drawing. Equal hashes mean equal pixels.
pub trait Figure: Hash {
    /// Its width and height.
    fn size(&self) -> Size;

    /// The ink of a pixel; `None` where the paper shows.
    fn ink(&self, x: i32, y: i32) -> Option<Ink>;
}
