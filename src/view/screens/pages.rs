//! Screens that are read.

use super::Show;
use crate::game::input::Layout;
use crate::game::instructions::pages;
use crate::view::layout::{inset, split_top};
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text::{self, LINE, fit};
use crate::view::widgets::{footer, header, paragraph};

impl Show<'_, '_> {
    pub(super) fn instructions(&self, surface: &mut impl Surface, page: u8) {
        let layout = self.game.device().layout;
        let pages = pages(layout);
        let Some(this) = pages.get(usize::from(page)) else {
            return;
        };
        let number = fit(format_args!("{}/{}", page + 1, pages.len()), LINE);
        let keys = match layout {
            Layout::Eight | Layout::Six => "left, right: turn the page",
            Layout::Four => "tap X, Y: turn the page",
        };
        self.page(surface, this.heading, &number, this.paragraphs, keys);
    }

    pub(super) fn about(&self, surface: &mut impl Surface) {
        let says = [
            concat!("sokopico ", env!("CARGO_PKG_VERSION")),
            "A pocket Sokoban that can solve every puzzle it shows.",
            "MIT or Apache 2.0",
        ];
        self.page(surface, "About", "", &says, self.keys_of_menus());
    }

    fn page(
        &self,
        surface: &mut impl Surface,
        heading: &str,
        number: &str,
        paragraphs: &[&str],
        keys: &str,
    ) {
        let area = header(surface, self.area, heading, number);
        let area = footer(surface, area, keys);
        if !surface.part(area, Ink::Paper) {
            return;
        }
        let mut area = inset(area, self.area.size.width / 60);
        let font = text::fitting_paragraphs(area.size, paragraphs);
        let columns = text::columns(font, area.size.width);
        let lines: usize = paragraphs
            .iter()
            .map(|text| text::wrap(text, columns).count())
            .sum();
        // What is left goes between the paragraphs.
        let spare = area
            .size
            .height
            .saturating_sub(lines as u32 * text::pitch(font));
        let gap = (spare / paragraphs.len().max(1) as u32).min(font.character_size.height / 2);
        for text in paragraphs {
            let height = paragraph(surface, area, text, font, Ink::Text);
            (_, area) = split_top(area, height + gap);
        }
    }
}
