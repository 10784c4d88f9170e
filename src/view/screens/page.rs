//! Draws pages of text.

use super::Show;
use crate::view::layout::{inset, split_top};
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text;
use crate::view::widgets::{footer, header, paragraph};

impl Show<'_, '_> {
    /// Draws a heading, paragraphs in the largest font that fits, and a line about the keys.
    pub(super) fn page(
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
        // The remaining height is divided between the paragraphs.
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
