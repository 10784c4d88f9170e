//! The fields of a level: title, author, par, holes.

use core::fmt;

use super::lines::Line;
use crate::puzzle::letter::Letter;

/// Text taken from a file. Bytes that are not valid UTF-8 are shown as Latin-1, which old
/// collections use. Control characters are replaced, so that it is safe to print.
#[derive(Clone, Copy, Default)]
pub struct Text<'t>(&'t [u8]);

impl<'t> Text<'t> {
    /// Nothing to show.
    pub const EMPTY: Self = Self(b"");

    pub(super) fn new(bytes: &'t [u8]) -> Self {
        Self(bytes.trim_ascii())
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The characters to show.
    pub fn chars(self) -> impl Iterator<Item = char> + 't {
        self.0
            .utf8_chunks()
            .flat_map(|chunk| {
                chunk
                    .valid()
                    .chars()
                    .chain(chunk.invalid().iter().map(|&byte| char::from(byte)))
            })
            .map(|c| match c {
                '\t' => ' ',
                c if c.is_control() => char::REPLACEMENT_CHARACTER,
                c => c,
            })
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.chars().eq(other.chars())
    }
}

impl Eq for Text<'_> {}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        self.chars().try_for_each(|c| f.write_char(c))
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// The fewest pushes that solve a level, or the fewest known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Par {
    /// Pushes.
    pub pushes: u16,
    /// Whether fewer pushes are proven impossible.
    pub proven: bool,
}

impl Par {
    pub(super) fn parse(value: &[u8]) -> Option<Self> {
        let (digits, proven) = match value.strip_prefix(b"<=") {
            Some(bound) => (bound.trim_ascii(), false),
            None => (value, true),
        };
        Some(Self {
            pushes: number(digits)?,
            proven,
        })
    }
}

impl fmt::Display for Par {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.proven { "" } else { "<= " }, self.pushes)
    }
}

/// The known keys of field lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Title,
    Author,
    Par,
    Hole,
}

/// A `Key: value` line after a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'t> {
    pub(super) key: Key,
    pub(super) value: &'t [u8],
    pub(super) line: u32,
    /// Column of the value's first byte, from 1.
    pub(super) column: u32,
}

impl<'t> Field<'t> {
    pub(super) fn parse(line: &Line<'t>) -> Option<Self> {
        let colon = line.bytes.iter().position(|&byte| byte == b':')?;
        let name = line.bytes[..colon].trim_ascii();
        let keys = [
            ("title", Key::Title),
            ("author", Key::Author),
            ("par", Key::Par),
            ("hole", Key::Hole),
        ];
        let (_, key) = keys
            .into_iter()
            .find(|(key, _)| name.eq_ignore_ascii_case(key.as_bytes()))?;
        let value = &line.bytes[colon + 1..];
        let blanks = value.len() - value.trim_ascii_start().len();
        let column = u32::try_from(colon + 2 + blanks).unwrap_or(u32::MAX);
        Some(Self {
            key,
            value: value.trim_ascii(),
            line: line.number,
            column,
        })
    }
}

/// Parses `ROW COLUMN LETTER`. Row and column count from 1 in the text, from 0 in the
/// result.
pub(super) fn parse_hole(value: &[u8]) -> Option<(usize, usize, Letter)> {
    let mut words = value
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let row: u16 = number(words.next()?)?;
    let column: u16 = number(words.next()?)?;
    let [symbol @ b'a'..=b'z'] = *words.next()? else {
        return None;
    };
    if words.next().is_some() {
        return None;
    }
    Some((
        usize::from(row).checked_sub(1)?,
        usize::from(column).checked_sub(1)?,
        Letter::from_symbol(symbol)?,
    ))
}

fn number(digits: &[u8]) -> Option<u16> {
    // `parse` alone would accept a sign.
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    core::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_shows_utf_8_and_latin_1_but_no_control_characters() {
        let text = |bytes| Text::new(bytes).to_string();
        assert_eq!(text(" Caf\u{e9} \n".as_bytes()), "Caf\u{e9}");
        assert_eq!(text(b"Caf\xe9"), "Caf\u{e9}");
        assert_eq!(text(b"a\tb\x1b[2J"), "a b\u{fffd}[2J");
        assert_eq!(Text::new(b"\xe9"), Text::new("\u{e9}".as_bytes()));
        assert!(Text::new(b" \t").is_empty());
    }

    #[test]
    fn a_par_is_proven_or_a_bound() {
        let par = |pushes, proven| Some(Par { pushes, proven });
        assert_eq!(Par::parse(b"97"), par(97, true));
        assert_eq!(Par::parse(b"<= 97"), par(97, false));
        assert_eq!(Par::parse(b"<=0"), par(0, false));
        for bad in ["", "<=", "+97", "-1", "97 pushes", "65536"] {
            assert_eq!(Par::parse(bad.as_bytes()), None, "{bad}");
        }
        assert_eq!(par(97, true).unwrap().to_string(), "97");
        assert_eq!(par(97, false).unwrap().to_string(), "<= 97");
    }

    #[test]
    fn a_field_has_a_known_key_and_the_position_of_its_value() {
        let parse = |text: &'static str| {
            let bytes = text.as_bytes();
            Field::parse(&Line { number: 7, bytes })
                .map(|field| (field.key, field.value, field.line, field.column))
        };
        assert_eq!(
            parse(" TITLE :  a: b "),
            Some((Key::Title, &b"a: b"[..], 7, 11))
        );
        assert_eq!(parse("par:3"), Some((Key::Par, &b"3"[..], 7, 5)));
        assert_eq!(parse("Author:"), Some((Key::Author, &b""[..], 7, 8)));
        assert_eq!(parse("Date: today"), None);
        assert_eq!(parse("no colon"), None);
    }

    #[test]
    fn a_hole_is_a_row_a_column_and_a_small_letter() {
        let letter = Letter::from_symbol(b'c').unwrap();
        assert_eq!(parse_hole(b"3  5 c"), Some((2, 4, letter)));
        for bad in [
            "", "3 5", "0 5 c", "3 0 c", "3 5 C", "3 5 cc", "3 5 c 1", "+3 5 c",
        ] {
            assert_eq!(parse_hole(bad.as_bytes()), None, "{bad}");
        }
    }
}
