//! The lines that say something about a board: title, author, par, holes.

use core::fmt;

use super::lines::Line;
use crate::puzzle::letter::Letter;

/// A piece of the text that was read, shown as UTF-8 where it is and as Latin-1 where it
/// is not (old collections are). A terminal is never sent a control character.
#[derive(Clone, Copy, Default)]
pub struct Text<'t>(&'t [u8]);

impl<'t> Text<'t> {
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

/// The fewest pushes that a level takes, or the fewest known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Par {
    /// Pushes.
    pub pushes: u16,
    /// Whether fewer are impossible.
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

/// What a field line is about.
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
    /// Where the value begins, from 1.
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

/// `ROW COLUMN LETTER`, row and column from 1.
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
    // `parse` alone would take a sign.
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    core::str::from_utf8(digits).ok()?.parse().ok()
}
