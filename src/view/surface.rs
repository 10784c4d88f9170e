//! The interface that screens draw on.
//!
//! A screen is a sequence of parts, later ones in front of earlier ones, each with its area
//! and contents. A `Painter` turns them into pixels; a `ChangeDetector` only remembers them
//! to find which parts have changed. Both read the same description, so no change can be
//! missed.

use core::hash::Hash;

use embedded_graphics::mono_font::MonoFont;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::board::Scene;
use super::palette::Ink;

/// A font with characters of equal width.
pub type Font = &'static MonoFont<'static>;

/// Something to draw on.
pub trait Surface {
    /// Begins a part: everything that follows is drawn within its area. Returns `false` if
    /// its contents need not be drawn.
    fn part(&mut self, area: Rectangle, paper: Ink) -> bool;

    /// A filled rectangle.
    fn fill(&mut self, area: Rectangle, ink: Ink);

    /// A line of text with its top left corner at a point.
    fn text(&mut self, text: &str, at: Point, font: Font, ink: Ink);

    /// A figure with its top left corner at a point.
    fn figure(&mut self, at: Point, figure: &impl Figure);

    /// A board, which is a part of its own.
    fn board(&mut self, scene: &Scene<'_>);
}

/// A small drawing. Equal hashes mean equal pixels.
pub trait Figure: Hash {
    /// Its width and height.
    fn size(&self) -> Size;

    /// The ink of a pixel; `None` where the figure is transparent.
    fn ink(&self, x: i32, y: i32) -> Option<Ink>;
}
