//! Screens that are a list of choices.

use core::fmt::Write;

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Show;
use crate::game::{Item, Source, Value};
use crate::view::layout::{centred, split_bottom, split_right, split_top};
use crate::view::palette::Ink;
use crate::view::surface::{Figure, Surface};
use crate::view::text::{self, LINE, fit};
use crate::view::widgets::{
    Battery, List, ListLine, Logo, Parade, Side, footer, header, paragraph,
};

impl Show<'_, '_> {
    pub(super) fn title(&self, surface: &mut impl Surface) {
        let area = footer(surface, self.area, self.keys_of_menus());
        self.battery(surface);
        let Size { width, height } = area.size;
        let logo = Logo::fitting(width - width / 30);
        let above = if height < 60 { 1 } else { height / 16 };
        let (top, mut area) = split_top(area, logo.size().height + above);
        if surface.part(top, Ink::Paper) {
            let place = centred(top, logo.size()).top_left;
            surface.figure(place + Point::new(0, above as i32 / 2), &logo);
        }
        if height >= 160 {
            let parade = Parade {
                tiles: self.tiles(24),
            };
            let (strip, rest) = split_top(area, parade.size().height + height / 10);
            if surface.part(strip, Ink::Paper) {
                surface.figure(centred(strip, parade.size()).top_left, &parade);
            }
            area = rest;
        }
        let (_, area) = split_top(area, height / 60);
        self.list(surface, area, 6);
    }

    pub(super) fn menu(&self, surface: &mut impl Surface, heading: &str, right: &str) {
        let area = header(surface, self.area, heading, right);
        let area = footer(surface, area, self.keys_of_menus());
        self.battery(surface);
        let (_, area) = split_top(area, area.size.height / 30);
        let rows = if area.size.height < 90 { 5 } else { 8 };
        self.list(surface, area, rows);
    }

    /// The battery in the corner, where it is known and there is room.
    fn battery(&self, surface: &mut impl Surface) {
        let Some(percent) = self.game.battery() else {
            return;
        };
        let battery = Battery(percent);
        let (corner, _) = split_bottom(self.area, battery.size().height + 4);
        let (corner, _) = split_right(corner, battery.size().width + 4);
        if self.area.size.height >= 110 && surface.part(corner, Ink::Paper) {
            surface.figure(centred(corner, battery.size()).top_left, &battery);
        }
    }

    pub(super) fn pause(&self, surface: &mut impl Surface) {
        let source = self.game.play().source();
        let level = match source {
            Source::Pack(place, _) => fit(format_args!("Level {}", place.number), LINE),
            Source::Made(..) => fit(source, LINE),
        };
        self.menu(surface, "Paused", &level);
    }

    pub(super) fn erase(&self, surface: &mut impl Surface) {
        let area = header(surface, self.area, "Erase progress?", "");
        let area = footer(surface, area, self.keys_of_menus());
        let (above, below) = split_top(area, area.size.height / 2);
        let says = ["All results and the game in play will be gone."];
        let inner = crate::view::layout::inset(above, 2);
        let font = text::fitting_paragraphs(inner.size, &says);
        if surface.part(above, Ink::Paper) {
            paragraph(surface, inner, says[0], font, Ink::Text);
        }
        self.list(surface, below, 2);
    }

    /// The choices of the screen. At least so many rows are in sight, in a smaller font
    /// if need be.
    pub(super) fn list(&self, surface: &mut impl Surface, area: Rectangle, rows: usize) {
        let items = self.game.items();
        let columns = items.iter().map(|&item| {
            let line = self.line(item);
            let gap = usize::from(line.side.columns() > 0);
            line.label.len() + gap + line.side.columns()
        });
        let columns = columns.max().unwrap_or(0);
        let rows = rows.min(items.len());
        let list = List::new(area, columns, rows, items.len(), self.game.cursor());
        list.draw(surface, |place| {
            self.line(items.get(place).copied().unwrap_or(Item::No))
        });
    }

    fn line(&self, item: Item) -> ListLine {
        let row = self.game.row(item);
        let side = match row.value {
            Value::None => Side::Nothing,
            Value::Word(word) => Side::Word(fit(word, LINE)),
            Value::Bar(done, all) => Side::Steps(done, all),
            Value::Count(count) => {
                let mut line = text::Line::new();
                // Two numbers always fit.
                let _ = write!(line, "{}/{}", count.solved, count.levels);
                Side::Word(line)
            }
        };
        ListLine {
            label: fit(row.label, 20),
            side,
        }
    }
}
