//! Draws the entry of a level's code.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Show;
use crate::game::input::Layout;
use crate::game::screens::CodeEntry;
use crate::view::layout::{centred, inset, middle, split_top};
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text::{self, LINE, fit};
use crate::view::widgets::{footer, header, paragraph};

impl Show<'_, '_> {
    pub(super) fn code(&self, surface: &mut impl Surface, typed: &CodeEntry) {
        let area = header(surface, self.area, "Type a code", "");
        let keys = match self.game.device().layout {
            Layout::Eight | Layout::Six => "arrows: change   A: OK   B: back",
            Layout::Four => "taps: change   hold A: OK, B: back",
        };
        let area = footer(surface, area, keys);
        let (above, below) = split_top(area, area.size.height / 2);
        let length = typed.text().len();
        let font = text::fitting(above.size, length + 2, 3, 0);
        let letter = font.character_size;
        let size = Size::new(text::width(font, length), letter.height);
        let place = centred(above, size);
        if surface.part(above, Ink::Paper) {
            let y = middle(above, letter.height);
            let advance = letter.width + font.character_spacing;
            for (index, symbol) in typed.text().char_indices() {
                let x = place.top_left.x + (index as u32 * advance) as i32;
                let mut ink = Ink::Text;
                if index == typed.cursor() {
                    let frame = Rectangle::new(Point::new(x - 1, y - 1), letter + Size::new(1, 2));
                    surface.fill(frame, Ink::Pick);
                    ink = Ink::PickText;
                }
                surface.text(&fit(symbol, 1), Point::new(x, y), font, ink);
            }
        }
        let room = inset(below, self.area.size.width / 60);
        if surface.part(below, Ink::Paper) {
            let (says, ink) = match typed.code() {
                Ok(code) => {
                    let recipe = code.recipe();
                    let (width, height) = (recipe.width(), recipe.height());
                    let (mode, grade) = (recipe.mode.name(), recipe.grade.name());
                    (
                        fit(
                            format_args!("{mode} {width}x{height}, {grade}. OK makes it."),
                            LINE,
                        ),
                        Ink::Accent,
                    )
                }
                Err(error) => (fit(error, LINE), Ink::Dim),
            };
            let font = text::fitting_paragraphs(room.size, &[&says]);
            paragraph(surface, room, &says, font, ink);
        }
    }
}
