//! A menu: lines to choose from, scrolled to the chosen one.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::gauge::steps;
use super::stars::{Star, stars};
use crate::view::layout::split_right;
use crate::view::palette::Ink;
use crate::view::surface::{Font, Surface};
use crate::view::text::{self, fit};

/// What is at the right end of a line.
pub(in crate::view) enum Side {
    /// Nothing.
    Nothing,
    /// A word or a number.
    Word(text::Line),
    /// Steps done, and steps in all.
    Steps(u8, u8),
    /// Stars earned; `None` if the level is not solved.
    Stars(Option<u8>),
}

impl Side {
    /// Its width in letters.
    pub(in crate::view) fn columns(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Word(word) => word.len(),
            Self::Steps(_, all) => usize::from(*all),
            Self::Stars(_) => 4,
        }
    }
}

/// A line of a list.
pub(in crate::view) struct ListLine {
    /// The text on the left.
    pub(in crate::view) label: text::Line,
    /// What is at its right end.
    pub(in crate::view) side: Side,
}

/// Where a list is and how it looks.
pub(in crate::view) struct List {
    pub(in crate::view) area: Rectangle,
    pub(in crate::view) font: Font,
    /// Pixels between two lines.
    spare: u32,
    /// Number of lines.
    pub(in crate::view) len: usize,
    /// Index of the chosen line.
    pub(in crate::view) chosen: usize,
}

impl List {
    /// A list with the largest font in which this many columns and rows fit.
    pub(in crate::view) fn new(
        area: Rectangle,
        columns: usize,
        rows: usize,
        len: usize,
        chosen: usize,
    ) -> Self {
        let narrow = text::SMALLEST.character_size.height * rows as u32;
        let spare = match area.size.height.checked_sub(narrow) {
            // Close lines up rather than hide some.
            Some(left) if left < rows as u32 => 0,
            _ => (area.size.height / 40).clamp(1, 5),
        };
        // Both sides and the scroll bar.
        let margins = Size::new(5 * margin(area.size) + 1, 0);
        let font = text::fitting(area.size.saturating_sub(margins), columns, rows, spare);
        Self {
            area,
            font,
            spare,
            len,
            chosen,
        }
    }

    /// Pixels from one line to the next.
    pub(in crate::view) fn pitch(&self) -> u32 {
        self.font.character_size.height + self.spare
    }

    /// Number of visible lines.
    pub(in crate::view) fn rows(&self) -> usize {
        ((self.area.size.height / self.pitch()) as usize).clamp(1, self.len.max(1))
    }

    /// The first visible line; the chosen one is in the middle where possible.
    fn first(&self) -> usize {
        let rows = self.rows();
        self.chosen
            .saturating_sub(rows / 2)
            .min(self.len.saturating_sub(rows))
    }

    /// Draws the visible lines.
    pub(in crate::view) fn draw(
        &self,
        surface: &mut impl Surface,
        mut line: impl FnMut(usize) -> ListLine,
    ) {
        let (first, rows) = (self.first(), self.rows());
        let mut area = self.area;
        if rows < self.len {
            area = self.scroll_bar(surface, first, rows);
        }
        for row in 0..rows.min(self.len - first) {
            let top = area.top_left + Point::new(0, (row as u32 * self.pitch()) as i32);
            let row_area = Rectangle::new(top, Size::new(area.size.width, self.pitch()));
            let picked = first + row == self.chosen;
            let paper = if picked { Ink::Pick } else { Ink::Paper };
            if surface.part(row_area, paper) {
                self.line(surface, row_area, line(first + row), picked);
            }
        }
    }

    fn line(&self, surface: &mut impl Surface, area: Rectangle, line: ListLine, picked: bool) {
        let (ink, side_ink) = if picked {
            (Ink::PickText, Ink::PickText)
        } else {
            (Ink::Text, Ink::Dim)
        };
        let font = self.font;
        let margin = margin(self.area.size) as i32;
        let y = area.top_left.y + (self.spare / 2) as i32;
        let mut right = area.top_left.x + area.size.width as i32 - 2 * margin;
        let left = area.top_left.x + 2 * margin;
        let has_side = line.side.columns() > 0;
        match line.side {
            Side::Nothing => {}
            Side::Word(word) => {
                right -= text::width(font, word.len()) as i32;
                surface.text(&word, Point::new(right, y), font, side_ink);
            }
            Side::Steps(done, all) => {
                let step = font.character_size.width;
                right -= (step * u32::from(all)) as i32;
                let size = Size::new(step * u32::from(all), font.character_size.height);
                steps(
                    surface,
                    Rectangle::new(Point::new(right, y), size),
                    done,
                    all,
                    ink,
                );
            }
            Side::Stars(earned) => {
                let star = Star::fitting(font.character_size.height);
                right -= star.row_width() as i32;
                let middle = y + (font.character_size.height as i32 - star.side() as i32) / 2;
                let empty = if picked { Ink::PickText } else { Ink::Groove };
                let full = if picked { Ink::PickText } else { Ink::Star };
                if let Some(earned) = earned {
                    stars(
                        surface,
                        Point::new(right, middle),
                        star,
                        earned,
                        full,
                        empty,
                    );
                }
            }
        }
        let gap = if has_side { margin } else { 0 };
        let room = (right - left - gap).max(0) as u32;
        let label = fit(line.label, text::columns(font, room));
        surface.text(&label, Point::new(left, y), font, ink);
    }

    /// A thin bar that shows which lines are visible. Returns the rest of the area.
    fn scroll_bar(&self, surface: &mut impl Surface, first: usize, rows: usize) -> Rectangle {
        let (bar, rest) = split_right(self.area, margin(self.area.size).max(2));
        if surface.part(bar, Ink::Groove) {
            let height = bar.size.height as usize;
            let top = height * first / self.len;
            let size = Size::new(bar.size.width, (height * rows / self.len).max(2) as u32);
            let thumb = Rectangle::new(bar.top_left + Point::new(0, top as i32), size);
            surface.fill(thumb, Ink::Line);
        }
        rest
    }
}

fn margin(size: Size) -> u32 {
    (size.width / 60).max(1)
}
