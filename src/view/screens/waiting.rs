//! Draws the progress of long work.

use core::fmt::{self, Display};

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Show;
use crate::game::input::Layout;
use crate::view::layout::{inset, split_left, split_top};
use crate::view::palette::Ink;
use crate::view::stage::Stage;
use crate::view::surface::Surface;
use crate::view::text;

impl Show<'_, '_> {
    /// A line that says which key stops the work.
    pub(super) fn key_to_stop(&self) -> &'static str {
        match self.game.device().layout {
            Layout::Eight | Layout::Six => "B: stop",
            Layout::Four => "hold B: stop",
        }
    }

    /// Draws a progress bar with lines of text below it.
    pub(super) fn bar_and_lines<S: Surface>(
        &self,
        surface: &mut S,
        area: Rectangle,
        lines: &[text::Line],
        draw_bar: impl FnOnce(&mut S, Rectangle),
    ) {
        let (top, words) = split_top(area, self.area.size.height / 8);
        if surface.part(top, Ink::Paper) {
            draw_bar(surface, inset(top, self.area.size.height / 32 + 1));
        }
        let room = inset(words, self.area.size.width / 60);
        let font = text::fitting(room.size, 19, lines.len(), 2);
        let pitch = text::pitch(font) + 2;
        for (row, line) in (0..).zip(lines) {
            let (_, below) = split_top(room, row * pitch);
            let (line_area, _) = split_top(below, pitch);
            if surface.part(line_area, Ink::Paper) {
                surface.text(line, line_area.top_left, font, Ink::Text);
            }
        }
    }

    /// Divides the screen into an area for text of at least `columns` letters, and one for the
    /// board if it fits beside or below the text.
    pub(super) fn beside_board(
        &self,
        area: Rectangle,
        columns: usize,
    ) -> (Rectangle, Option<Rectangle>) {
        let Size { width, height } = area.size;
        let needed = text::width(text::SMALLEST, columns) + 6;
        let (words, pane) = if width * 4 >= height * 5 {
            split_left(area, needed.max(width * 11 / 20))
        } else {
            split_top(area, height / 2)
        };
        match Stage::side_in(self.game.play().level(), pane.size, self.orientation()) {
            Some(_) => (words, Some(pane)),
            None => (area, None),
        }
    }
}

/// Milliseconds as seconds.
pub(super) struct Seconds(pub(super) u32);

impl Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            short @ 0..10_000 => write!(f, "{}.{}s", short / 1000, short / 100 % 10),
            long => write!(f, "{}s", long / 1000),
        }
    }
}
