//! What the machine is waited for, and what it says of a position that is lost.

use core::fmt::Write;

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Show;
use super::result::Seconds;
use crate::game::input::Layout;
use crate::game::{Subject, Task};
use crate::puzzle::Mode;
use crate::view::layout::{inset, split_left, split_top};
use crate::view::palette::Ink;
use crate::view::stage::Stage;
use crate::view::surface::Surface;
use crate::view::text::{self, LINE, fit};
use crate::view::widgets::{busy, footer, header, paragraph};

/// The block of the bar goes to and fro once in so many milliseconds.
const SWEEP_MS: u32 = 2_048;

impl Show<'_, '_> {
    pub(super) fn solving(&self, surface: &mut impl Surface, task: Task) {
        let heading = match task {
            Task::Any => "Solving",
            Task::Shortest => "Fewest pushes",
            Task::Rewind => "Looking back",
        };
        let area = header(surface, self.area, heading, self.key_to_stop());
        let (words, pane) = self.beside_board(area, 20);
        let lines = match task {
            Task::Any | Task::Shortest => self.search_so_far(),
            Task::Rewind => self.rewind_so_far(),
        };
        self.bar_and_lines(surface, words, &lines, |surface, bar| {
            busy(surface, bar, self.now % SWEEP_MS * 256 / SWEEP_MS);
        });
        if let Some(pane) = pane {
            surface.board(&self.play_scene(pane, self.orientation()));
        }
    }

    /// What to press to stop what is waited for.
    pub(super) fn key_to_stop(&self) -> &'static str {
        match self.game.device().layout {
            Layout::Eight | Layout::Six => "B: stop",
            Layout::Four => "hold B: stop",
        }
    }

    /// A bar, and below it what there is to say of how far it is.
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

    fn search_so_far(&self) -> [text::Line; 3] {
        let progress = self.game.progress();
        let last = match self.game.pushes_so_far() {
            Some(pushes) => fit(format_args!("{pushes} found: OK plays"), LINE),
            None => fit(Seconds(self.game.searched()), LINE),
        };
        [
            fit(format_args!("Positions: {}", progress.nodes), LINE),
            fit(format_args!("at least {} pushes", progress.bound), LINE),
            last,
        ]
    }

    fn rewind_so_far(&self) -> [text::Line; 3] {
        let trying = match self.game.subject() {
            Some(Subject::Past(step)) => fit(format_args!("Trying step {step}"), LINE),
            _ => fit("Done", LINE),
        };
        [
            fit("Which earlier step", LINE),
            fit("could still be won?", LINE),
            trying,
        ]
    }

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

    /// Names the boxes that are stuck: by their letters, or by their number.
    fn why_lost(&self) -> text::Line {
        let play = self.game.play();
        let stuck = play.stuck();
        let mut says = text::Line::new();
        // As many letters as there is room for.
        let _ = match (play.level().mode(), stuck.len()) {
            (_, 0) => write!(says, "This position cannot be won."),
            (Mode::Classic, 1) => write!(says, "Lost: a box is stuck."),
            (Mode::Classic, boxes) => write!(says, "Lost: {boxes} boxes are stuck."),
            (Mode::Pairs, _) => {
                let letters = stuck.iter().filter_map(|cell| play.board().letter_at(cell));
                write!(says, "Lost: stuck are").and_then(|()| {
                    letters
                        .into_iter()
                        .take(8)
                        .try_for_each(|letter| write!(says, " {}", char::from(letter.box_symbol())))
                })
            }
        };
        says
    }

    /// Room for words of so many columns, and for the board where it fits beside or below
    /// them.
    fn beside_board(&self, area: Rectangle, columns: usize) -> (Rectangle, Option<Rectangle>) {
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
