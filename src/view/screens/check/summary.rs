//! The result of every page, one line each.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::super::Show;
use super::values::{Megahertz, Volts, word};
use crate::game::hardware::Hardware;
use crate::game::screens::{Check, CheckPage, Mark};
use crate::view::layout::middle;
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text::{self, LINE, Line, fit};
use crate::view::widgets::MarkFigure;

/// Letters of the longest name with a space, and of the longest value.
const NAME: usize = 8;
const VALUE: usize = 9;

/// Pages that have a result.
const RESULTS: usize = CheckPage::COUNT - 1;

impl Show<'_, '_> {
    pub(super) fn summary(
        &self,
        surface: &mut impl Surface,
        area: Rectangle,
        check: &Check,
        hardware: &Hardware,
    ) {
        let columns = if area.size.height < 150 { 2 } else { 1 };
        let rows = RESULTS as u32 / columns;
        let line = Size::new(area.size.width / columns, area.size.height / rows);
        let margin = area.size.width / 60;
        // In two columns, the letters are small.
        let height = if columns == 1 { line.height } else { 8 };
        let mark = MarkFigure::fitting(Mark::Good, height).side() + 2 * margin + 1;
        let room = Size::new(line.width.saturating_sub(mark), line.height);
        let with_value = text::width(text::SMALLEST, NAME + VALUE) <= room.width;
        let letters = if with_value { NAME + VALUE } else { NAME - 1 };
        let font = text::fitting(room, letters, 1, 0);
        for (index, page) in (0..).zip(&CheckPage::ALL[..RESULTS]) {
            let (column, row) = (index / rows, index % rows);
            let corner = Point::new((column * line.width) as i32, (row * line.height) as i32);
            let place = Rectangle::new(area.top_left + corner, line);
            if !surface.part(place, Ink::Paper) {
                continue;
            }
            let figure =
                MarkFigure::fitting(check.mark(*page, hardware), font.character_size.height);
            let left = place.top_left.x + margin as i32;
            surface.figure(Point::new(left, middle(place, figure.side())), &figure);
            let y = middle(place, font.character_size.height);
            let x = left + (figure.side() + margin) as i32 + 1;
            surface.text(page.name(), Point::new(x, y), font, Ink::Text);
            if with_value {
                let x = x + text::width(font, NAME) as i32;
                let ink = match check.mark(*page, hardware) {
                    Mark::Bad => Ink::Accent,
                    _ => Ink::Dim,
                };
                surface.text(&value(check, *page, hardware), Point::new(x, y), font, ink);
            }
        }
    }
}

/// The result of a page in at most [`VALUE`] letters.
fn value(check: &Check, page: CheckPage, hardware: &Hardware) -> Line {
    let say = |text: core::fmt::Arguments<'_>| fit(text, LINE);
    let measured = match (page, check.mark(page, hardware)) {
        (_, Mark::Absent) => Some(say(format_args!("none"))),
        (CheckPage::Speaker, _) => Some(say(format_args!("listen"))),
        (CheckPage::Buttons, _) if !check.stuck().is_empty() => {
            Some(say(format_args!("{} stuck", check.stuck().len())))
        }
        (CheckPage::Buttons, Mark::Look) => None,
        (CheckPage::Buttons, _) => {
            let (pressed, all) = (check.pressed().len(), hardware.buttons.len());
            Some(say(format_args!("{pressed} of {all}")))
        }
        (CheckPage::Battery, _) => check.battery().map(|mv| say(format_args!("{}", Volts(mv)))),
        (CheckPage::Flash, _) => check.flash().map(|it| fit(word(it.health()), LINE)),
        (CheckPage::Ram, _) => check.memory().map(|memory| match memory.wrong {
            0 => say(format_args!("good")),
            1..1_000 => say(format_args!("{} wrong", memory.wrong)),
            _ => say(format_args!("wrong")),
        }),
        (CheckPage::Clock, _) => {
            let system = check.clock().map(|clock| Megahertz(clock.system_khz));
            system.map(|it| say(format_args!("{it}")))
        }
        (CheckPage::Restart, Mark::Bad) => Some(say(format_args!("crash"))),
        (CheckPage::Restart, Mark::Good) => Some(say(format_args!("no crash"))),
        (CheckPage::Colours | CheckPage::Edges | CheckPage::Greys, _)
        | (CheckPage::Board | CheckPage::Light, _) => Some(say(format_args!("look"))),
        _ => None,
    };
    measured.unwrap_or_else(|| say(format_args!("not done")))
}
