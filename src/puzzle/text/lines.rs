//! Splits text into numbered lines and classifies them.

use super::fields::Field;
use super::rows;

/// A line without its line ending, numbered from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    pub(super) number: u32,
    pub(super) bytes: &'t [u8],
}

/// What a line is to the reader.
#[derive(Clone, Copy, Debug)]
pub(super) enum LineKind<'t> {
    /// White space only.
    Blank,
    /// One or more rows of a board drawn with this wall symbol.
    Row { wall: u8 },
    /// Rows of a board, at least one of them malformed.
    BrokenRow { wall: u8 },
    /// `Title:`, `Author:`, `Par:` or `Hole:`.
    Field(Field<'t>),
    /// The text after a `;`.
    Comment(&'t [u8]),
    /// The text of a line in quotes.
    Quote(&'t [u8]),
    /// Anything else.
    Other,
}

impl<'t> Line<'t> {
    pub(super) fn kind(&self) -> LineKind<'t> {
        let trimmed = self.bytes.trim_ascii();
        if trimmed.is_empty() {
            return LineKind::Blank;
        }
        if let Some(wall) = rows::wall_of_row(self.bytes) {
            return LineKind::Row { wall };
        }
        if let Some(field) = Field::parse(self) {
            return LineKind::Field(field);
        }
        match *trimmed {
            [b';', ref rest @ ..] => LineKind::Comment(rest.trim_ascii()),
            [b'\'', ref quoted @ .., b'\''] | [b'"', ref quoted @ .., b'"'] => {
                LineKind::Quote(quoted.trim_ascii())
            }
            _ => match rows::wall_of_broken_row(self.bytes) {
                Some(wall) => LineKind::BrokenRow { wall },
                None => LineKind::Other,
            },
        }
    }
}

/// The lines of a text, ended by `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub(super) struct Lines<'t> {
    rest: &'t [u8],
    number: u32,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        let byte_order_mark = b"\xef\xbb\xbf";
        Self {
            rest: text.strip_prefix(byte_order_mark).unwrap_or(text),
            number: 1,
        }
    }

    pub(super) fn rest(&self) -> &'t [u8] {
        self.rest
    }

    /// Whether both are at the same place of the same text.
    pub(super) fn is_at(&self, other: &Self) -> bool {
        core::ptr::eq(self.rest, other.rest) && self.number == other.number
    }

    pub(super) fn peek(&self) -> Option<Line<'t>> {
        self.clone().next()
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self
            .rest
            .iter()
            .position(|&byte| byte == b'\n' || byte == b'\r');
        let (bytes, rest) = match end {
            None => (self.rest, &[][..]),
            Some(end) => {
                let width = if self.rest[end..].starts_with(b"\r\n") {
                    2
                } else {
                    1
                };
                (&self.rest[..end], &self.rest[end + width..])
            }
        };
        let number = self.number;
        self.rest = rest;
        self.number = self.number.saturating_add(1);
        Some(Line { number, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_line_ending_ends_one_line() {
        let lines: Vec<_> = Lines::new(b"\xef\xbb\xbfa\nb\r\n\rc")
            .map(|line| (line.number, line.bytes))
            .collect();
        assert_eq!(lines, [(1, &b"a"[..]), (2, b"b"), (3, b""), (4, b"c")]);
    }

    #[test]
    fn lines_are_classified_by_content() {
        let kind = |text: &'static str| {
            Line {
                number: 1,
                bytes: text.as_bytes(),
            }
            .kind()
        };
        assert!(matches!(kind(" \t"), LineKind::Blank));
        assert!(matches!(kind("  ##$# "), LineKind::Row { wall: b'#' }));
        assert!(matches!(kind("3#|#@#|3#"), LineKind::Row { wall: b'#' }));
        assert!(matches!(kind("WBGW"), LineKind::Row { wall: b'W' }));
        assert!(matches!(kind("# heading"), LineKind::Other));
        assert!(matches!(kind("WOW"), LineKind::Other));
        assert!(matches!(kind("; 1"), LineKind::Comment(b"1")));
        assert!(matches!(kind("'Duh!'"), LineKind::Quote(b"Duh!")));
        assert!(matches!(
            kind("5#|@.#|5#"),
            LineKind::BrokenRow { wall: b'#' }
        ));
        assert!(matches!(
            kind("5W|@W|5W"),
            LineKind::BrokenRow { wall: b'W' }
        ));
        assert!(matches!(kind("\t# @#"), LineKind::BrokenRow { wall: b'#' }));
        assert!(matches!(kind("\t# heading"), LineKind::Other));
        assert!(matches!(kind("Worlds | Levels"), LineKind::Other));
        assert!(matches!(kind("title : x"), LineKind::Field(_)));
        assert!(matches!(kind("Date: x"), LineKind::Other));
    }
}
