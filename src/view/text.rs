//! Text: choosing a font that fits, and shortening and wrapping text.

use core::fmt::{self, Write};

use embedded_graphics::mono_font::ascii;
use embedded_graphics::prelude::*;
use heapless::String;

use super::surface::Font;

/// Most letters in a line.
pub const LINE: usize = 64;

/// A line of text. Longer text is cut.
pub type Line = String<LINE>;

/// The fonts, largest first.
const FONTS: [Font; 9] = [
    &ascii::FONT_10X20,
    &ascii::FONT_9X18,
    &ascii::FONT_9X15,
    &ascii::FONT_8X13,
    &ascii::FONT_7X13,
    &ascii::FONT_6X10,
    &ascii::FONT_6X9,
    &ascii::FONT_5X8,
    &ascii::FONT_4X6,
];

/// The smallest font.
pub const SMALLEST: Font = &ascii::FONT_4X6;

/// All fonts, largest first.
pub fn fonts() -> impl Iterator<Item = Font> {
    FONTS.into_iter()
}

/// The largest font in which `rows` rows of `columns` letters fit into `size`, each row with
/// `spare` extra pixels; the smallest if none fits.
pub fn fitting(size: Size, columns: usize, rows: usize, spare: u32) -> Font {
    let fits = |font: &Font| {
        let letter = font.character_size;
        letter.width * columns as u32 <= size.width
            && (letter.height + spare) * rows as u32 <= size.height
    };
    FONTS.into_iter().find(fits).unwrap_or(SMALLEST)
}

/// The largest font in which all paragraphs fit, wrapped into lines.
pub fn fitting_paragraphs(size: Size, paragraphs: &[&str]) -> Font {
    let fits = |font: &Font| {
        let columns = columns(font, size.width);
        let longest = paragraphs.iter().flat_map(|text| text.split(' '));
        let lines: usize = paragraphs
            .iter()
            .map(|text| wrap(text, columns).count())
            .sum();
        longest.map(str::len).max().unwrap_or(0) <= columns
            && lines as u32 * pitch(font) <= size.height
    };
    FONTS.into_iter().find(fits).unwrap_or(SMALLEST)
}

/// Pixels from one line of text to the next.
pub fn pitch(font: Font) -> u32 {
    let height = font.character_size.height;
    // The smaller fonts include a gap between lines.
    height + height / 10
}

/// Number of letters that fit into a width.
pub fn columns(font: Font, width: u32) -> usize {
    (width / font.character_size.width) as usize
}

/// The width of this many letters in pixels.
pub fn width(font: Font, letters: usize) -> u32 {
    font.character_size.width * letters as u32
}

/// Text shortened to at most `columns` letters, ending in two dots if it was cut. The fonts
/// only have ASCII; anything else becomes a question mark.
pub fn fit(text: impl fmt::Display, columns: usize) -> Line {
    let columns = columns.min(LINE);
    let mut line = Cut {
        line: Line::new(),
        columns,
        is_cut: false,
    };
    // An error only means that the line is full.
    let _ = write!(line, "{text}");
    let Cut {
        mut line, is_cut, ..
    } = line;
    if is_cut {
        line.truncate(columns.saturating_sub(2));
        line.truncate(line.trim_ascii_end().len());
        let _ = line.push_str(&".."[..columns.min(2)]);
    }
    line
}

struct Cut {
    line: Line,
    columns: usize,
    is_cut: bool,
}

impl Write for Cut {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            let letter = if matches!(letter, ' '..='~') {
                letter
            } else {
                '?'
            };
            if self.line.len() == self.columns || self.line.push(letter).is_err() {
                self.is_cut = true;
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}

/// Text wrapped between words into lines of at most `columns` letters. A longer word is
/// split at the end of the line.
pub fn wrap(text: &str, columns: usize) -> impl Iterator<Item = &str> {
    let columns = columns.max(1);
    let mut rest = text.trim_ascii();
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .char_indices()
            .nth(columns)
            .map_or(rest.len(), |(at, _)| at);
        let at = if end == rest.len() || rest[end..].starts_with(' ') {
            end
        } else {
            rest[..end].rfind(' ').unwrap_or(end)
        };
        let (line, after) = rest.split_at(at);
        rest = after.trim_ascii_start();
        Some(line.trim_ascii_end())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_that_is_too_long_ends_in_dots() {
        assert_eq!(fit("Crossroads", 10), "Crossroads");
        assert_eq!(fit("Crossroads", 9), "Crossro..");
        assert_eq!(fit("The well", 6), "The..");
        assert_eq!(fit("well", 2), "..");
        assert_eq!(fit("well", 1), ".");
        assert_eq!(fit("well", 0), "");
        assert_eq!(fit("Söndag", 6), "S?ndag");
        assert_eq!(fit("x".repeat(100), 100).len(), LINE);
    }

    #[test]
    fn lines_break_between_words() {
        let lines = |text, columns| wrap(text, columns).collect::<Vec<_>>();
        assert_eq!(lines("Push every box", 10), ["Push every", "box"]);
        assert_eq!(lines("Push every box", 9), ["Push", "every box"]);
        assert_eq!(lines("Crossroads", 4), ["Cros", "sroa", "ds"]);
        assert_eq!(lines("  a   b ", 3), ["a", "b"]);
        assert_eq!(lines("", 3), [""; 0]);
        assert_eq!(lines("ab", 0), ["a", "b"]);
    }

    proptest! {
        #[test]
        fn lines_hold_all_words_and_are_never_too_long(
            text in "[a-zé ]{0,80}",
            columns in 1usize..20,
        ) {
            let lines: Vec<&str> = wrap(&text, columns).collect();
            prop_assert!(lines.iter().all(|line| line.chars().count() <= columns));
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }

    #[test]
    fn the_largest_font_that_fits_is_chosen() {
        let height = |width, height, columns, rows| {
            fitting(Size::new(width, height), columns, rows, 1)
                .character_size
                .height
        };
        assert_eq!(height(240, 240, 20, 4), 20);
        assert_eq!(height(128, 64, 20, 5), 10);
        assert_eq!(height(80, 48, 16, 5), 8);
        assert_eq!(height(80, 48, 20, 6), 6);
        assert_eq!(height(8, 8, 20, 6), 6);
    }
}
