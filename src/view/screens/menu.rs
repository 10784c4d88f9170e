//! Draws menus: rows of choices.

use core::fmt::Write;

use embedded_graphics::primitives::Rectangle;

use super::Show;
use crate::format::pack_file::NAME_BYTES;
use crate::game::{Row, Value};
use crate::view::layout::{centred, split_bottom, split_right, split_top};
use crate::view::palette::Ink;
use crate::view::surface::{Figure, Surface};
use crate::view::text::{self, LINE, fit};
use crate::view::widgets::{Battery, List, ListLine, Side, footer, header};

impl Show<'_, '_> {
    /// Draws a screen that is only a menu, with a heading and a text to its right.
    pub(super) fn menu(&self, surface: &mut impl Surface, heading: &str, right: &str) {
        self.long_menu(surface, heading, right, 8);
    }

    /// The same, with at least this many rows visible on a tall display.
    pub(super) fn long_menu(
        &self,
        surface: &mut impl Surface,
        heading: &str,
        right: &str,
        rows: usize,
    ) {
        let area = header(surface, self.area, heading, right);
        let area = footer(surface, area, self.keys_of_menus());
        self.battery(surface);
        let (_, area) = split_top(area, area.size.height / 30);
        let rows = match area.size.height {
            ..90 => 5,
            90..180 => 8,
            180.. => rows,
        };
        self.list(surface, area, rows);
    }

    /// Draws the battery in the corner, if its charge is known and there is room.
    pub(super) fn battery(&self, surface: &mut impl Surface) {
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

    /// Draws the rows of the screen's menu. At least `rows` of them are visible, in a smaller
    /// font if need be.
    pub(super) fn list(&self, surface: &mut impl Surface, area: Rectangle, rows: usize) {
        let all = self.game.rows();
        let columns = all.iter().map(|row| {
            let line = line(row);
            let gap = usize::from(line.side.columns() > 0);
            line.label.len() + gap + line.side.columns()
        });
        let columns = columns.max().unwrap_or(0);
        let rows = rows.min(all.len());
        let list = List::new(area, columns, rows, all.len(), self.game.cursor());
        list.draw(surface, |place| {
            line(all.get(place).unwrap_or(&Row {
                label: "",
                value: Value::None,
            }))
        });
    }
}

fn line(row: &Row<'_>) -> ListLine {
    let side = match row.value {
        Value::None => Side::Nothing,
        Value::Word(word) => Side::Word(fit(word, LINE)),
        Value::Bar(done, all) => Side::Steps(done, all),
        Value::Pack { levels, kb } => {
            let mut line = text::Line::new();
            // Two numbers always fit.
            let _ = write!(line, "{levels}, {kb} KB");
            Side::Word(line)
        }
        Value::Count(count) => {
            let mut line = text::Line::new();
            // Two numbers always fit.
            let _ = write!(line, "{}/{}", count.solved, count.levels);
            Side::Word(line)
        }
    };
    ListLine {
        label: fit(row.label, NAME_BYTES),
        side,
    }
}
