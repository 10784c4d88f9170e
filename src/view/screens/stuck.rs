//! Draws the menu of a lost position.

use core::fmt::Write;

use super::Show;
use crate::puzzle::Mode;
use crate::view::layout::{inset, split_top};
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text;
use crate::view::widgets::{footer, header, paragraph};

/// The most boxes that are named by their letters.
const MOST_NAMED: usize = 8;

impl Show<'_, '_> {
    pub(super) fn stuck(&self, surface: &mut impl Surface) {
        let area = header(surface, self.area, "Stuck", "");
        let area = footer(surface, area, self.keys_of_menus());
        let (words, pane) = self.beside_board(area, 16);
        let says = self.why_lost();
        let height = if self.area.size.height < 60 {
            13
        } else {
            words.size.height * 2 / 7
        };
        let (above, list) = split_top(words, height);
        if surface.part(above, Ink::Paper) {
            let room = inset(above, self.area.size.width / 60);
            let font = text::fitting_paragraphs(room.size, &[&says]);
            paragraph(surface, room, &says, font, Ink::Accent);
        }
        self.list(surface, list, 4);
        if let Some(pane) = pane {
            surface.board(&self.play_scene(pane, self.orientation()));
        }
    }

    /// Says which boxes are stuck, by their letters, or how many.
    fn why_lost(&self) -> text::Line {
        let play = self.game.play();
        let stuck = play.stuck();
        let mut says = text::Line::new();
        // The longest sentence fits a line.
        let _ = match (play.level().mode(), stuck.len()) {
            (_, 0) => write!(says, "This position cannot be won."),
            (Mode::Classic, 1) => write!(says, "Lost: a box is stuck."),
            (Mode::Classic, boxes) => write!(says, "Lost: {boxes} boxes are stuck."),
            (Mode::Pairs, boxes) => {
                let _ = write!(says, "Lost: ");
                let letters = stuck.iter().filter_map(|cell| play.board().letter_at(cell));
                let last = boxes.min(MOST_NAMED) - 1;
                let names = letters
                    .take(MOST_NAMED)
                    .enumerate()
                    .try_for_each(|(place, letter)| {
                        let before = match place {
                            0 => "",
                            _ if place < last => ", ",
                            _ => " and ",
                        };
                        write!(says, "{before}{}", char::from(letter.box_symbol()))
                    });
                let are = if boxes == 1 { "is" } else { "are" };
                names.and_then(|()| write!(says, " {are} stuck."))
            }
        };
        says
    }
}
