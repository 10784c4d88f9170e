//! Draws the pages of "Check this board": a picture or measured values, and below them what is
//! right, after a tick, and what is wrong if it is not so, after a cross.

mod pictures;
mod summary;
#[cfg(test)]
mod tests;
mod values;
mod words;

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Show;
use crate::game::hardware::Hardware;
use crate::game::screens::{Check, CheckPage, Mark};
use crate::view::layout::{inset, middle, split_bottom, split_left, split_top};
use crate::view::palette::Ink;
use crate::view::surface::{Font, Surface};
use crate::view::text::{self, LINE, fit};
use crate::view::widgets::{MarkFigure, footer, header, paragraph};
use words::{Length, Words};

impl Show<'_, '_> {
    pub(super) fn check(&self, surface: &mut impl Surface, check: &Check) {
        let Some(hardware) = self.game.device().hardware else {
            return;
        };
        let page = check.page();
        let area = match page {
            CheckPage::Edges => inset(self.area, pictures::EDGE),
            _ => self.area,
        };
        let number = page.index() + 1;
        let title = fit(
            format_args!("{number}/{} {}", CheckPage::COUNT, page.name()),
            LINE,
        );
        let left = match check.seconds_left(self.now) {
            Some(seconds) => fit(format_args!("{seconds} s"), LINE),
            None => text::Line::new(),
        };
        let area = header(surface, area, &title, &left);
        let area = footer(surface, area, keys(page));
        if page == CheckPage::Summary {
            return self.summary(surface, area, check, hardware);
        }
        let area = self.explain(surface, area, check, hardware);
        match page {
            CheckPage::Colours => pictures::colours(surface, area),
            CheckPage::Greys => pictures::greys(surface, area),
            CheckPage::Edges => {
                pictures::arrow(surface, area);
                pictures::frame(surface, self.area);
            }
            CheckPage::Buttons => {
                let down = self.game.buttons_down();
                pictures::buttons(surface, area, check, hardware, down);
            }
            CheckPage::Light => pictures::light(surface, area, check.light_step(self.now)),
            _ => self.values(surface, area, check, hardware),
        }
    }

    /// Draws what is right and what is wrong at the bottom. Returns the rest of the area.
    fn explain(
        &self,
        surface: &mut impl Surface,
        area: Rectangle,
        check: &Check,
        hardware: &Hardware,
    ) -> Rectangle {
        let margin = self.area.size.width / 60;
        let space = (area.size.height / 32).max(1);
        // The message of a crash needs more room than what is said about it.
        let has_crashed = check.mark(CheckPage::Restart, hardware) == Mark::Bad;
        let share = match has_crashed && check.page() == CheckPage::Restart {
            true => area.size.height / 4,
            false => (area.size.height / 2).max(4 * text::pitch(text::SMALLEST)),
        };
        let room = Size::new(area.size.width.saturating_sub(2 * margin), share);
        let long = Words::new(Length::Long, check, hardware);
        let (words, font) = match fitting(room, &long) {
            Some(font) => (long, font),
            None => {
                let brief = Words::new(Length::Brief, check, hardware);
                let font = fitting(room, &brief).unwrap_or(text::SMALLEST);
                (brief, font)
            }
        };
        let (below, rest) = split_bottom(area, space + height(room, &words, font));
        if surface.part(below, Ink::Paper) {
            let (_, below) = split_top(below, space);
            let mut left = inset_sides(below, margin);
            let lines = [
                (Mark::Good, words.right, Ink::Text),
                (Mark::Bad, words.wrong.as_str(), Ink::Dim),
            ];
            for (mark, says, ink) in lines {
                let figure = MarkFigure::fitting(mark, font.character_size.height);
                let (first, _) = split_top(left, font.character_size.height);
                let y = middle(first, figure.side());
                surface.figure(Point::new(left.top_left.x, y), &figure);
                let (_, room) = split_left(left, indent(font));
                let height = paragraph(surface, room, says, font, ink);
                (_, left) = split_top(left, height + gap(font));
            }
        }
        rest
    }
}

/// A line about the keys, which are the same on all layouts.
fn keys(page: CheckPage) -> &'static str {
    match page {
        CheckPage::Buttons => "goes on 8 s after the last key",
        CheckPage::Summary => "A: done   B: back",
        _ => "A: on   B: back   hold B: leave",
    }
}

/// The largest font in which both texts fit.
fn fitting(room: Size, words: &Words) -> Option<Font> {
    let longest = |text: &str| text.split(' ').map(str::len).max().unwrap_or(0);
    let widest = longest(words.right).max(longest(&words.wrong));
    let fits = |font: &Font| {
        let columns = text::columns(font, room.width.saturating_sub(indent(font)));
        widest <= columns && height(room, words, font) <= room.height
    };
    text::fonts().find(fits)
}

/// The height of both texts.
fn height(room: Size, words: &Words, font: Font) -> u32 {
    let columns = text::columns(font, room.width.saturating_sub(indent(font)));
    let lines = |text: &str| text::wrap(text, columns).count() as u32;
    let lines = lines(words.right) + lines(&words.wrong);
    lines * text::pitch(font) + gap(font)
}

/// Pixels from the left of a mark to the text beside it.
fn indent(font: Font) -> u32 {
    let height = font.character_size.height;
    MarkFigure::fitting(Mark::Good, height).side() + 2 + height / 5
}

/// Pixels between the two texts.
fn gap(font: Font) -> u32 {
    font.character_size.height / 5 * u32::from(font.character_size.height > 6)
}

/// An area reduced by `pixels` on the left and on the right.
fn inset_sides(area: Rectangle, pixels: u32) -> Rectangle {
    let size = Size::new(area.size.width.saturating_sub(2 * pixels), area.size.height);
    Rectangle::new(area.top_left + Point::new(pixels as i32, 0), size)
}
