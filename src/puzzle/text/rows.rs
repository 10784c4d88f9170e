//! The rows of a board, plain or run-length, as symbols with their position in the text.

use super::lines::Lines;

/// A run of equal symbols on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Board row, from 0.
    pub(super) row: usize,
    /// Board column of the first symbol, from 0, including the indentation.
    pub(super) column: usize,
    pub(super) symbol: u8,
    pub(super) length: usize,
    pub(super) line: u32,
    /// Column of the first symbol in the text, from 1.
    pub(super) text_column: u32,
    /// Whether every square has a symbol of its own in the text; else there is one with a count.
    pub(super) is_plain: bool,
}

impl Run {
    /// The column in the text of the square that is so many squares after the first.
    pub(super) fn text_column_of(&self, distance: usize) -> u32 {
        let distance = if self.is_plain { distance } else { 0 };
        self.text_column
            .saturating_add(u32::try_from(distance).unwrap_or(u32::MAX))
    }
}

/// Whether a symbol is floor in every dialect.
pub(super) fn is_blank(symbol: u8) -> bool {
    matches!(symbol, b' ' | b'_')
}

fn is_floor(symbol: u8) -> bool {
    is_blank(symbol) || symbol == b'-'
}

fn is_symbol(symbol: u8, wall: u8) -> bool {
    match wall {
        b'W' => matches!(symbol, b'W' | b'B' | b'G' | b'P' | b'X' | b'Y' | b' '),
        _ => {
            matches!(symbol, b'#' | b'@' | b'+' | b'$' | b'*' | b'.')
                || is_floor(symbol)
                || symbol.is_ascii_alphabetic()
        }
    }
}

/// The wall symbol of a line that consists of valid board rows.
pub(super) fn wall_of_row(line: &[u8]) -> Option<u8> {
    let wall = first_wall(line)?;
    check_row(line, wall).ok()?;
    Some(wall)
}

/// The wall symbol of a line that is meant as board rows although one is malformed: either
/// its only error is a tab, or a `|` shows that the line contains several rows.
pub(super) fn wall_of_broken_row(line: &[u8]) -> Option<u8> {
    let wall = first_wall(line)?;
    // A `W` may also start a word, so then the first row must be valid.
    let valid = |row| wall == b'#' || check_one(row, wall, 0).is_ok();
    let bar = line.iter().position(|&symbol| symbol == b'|');
    match check_row(line, wall) {
        Err(NotARow::Tab(_)) => Some(wall),
        Err(_) if bar.is_some_and(|bar| valid(&line[..bar])) => Some(wall),
        _ => None,
    }
}

/// The wall symbol that a line starts with, after indentation and a count.
pub(super) fn first_wall(line: &[u8]) -> Option<u8> {
    let indents = |symbol| is_floor(symbol) || symbol == b'\t' || symbol.is_ascii_digit();
    let first = line.iter().find(|&&symbol| !indents(symbol))?;
    matches!(first, b'#' | b'W').then_some(*first)
}

/// Whether a line consists only of walls.
pub(super) fn is_all_wall(line: &[u8], wall: u8) -> bool {
    line.trim_ascii().iter().all(|&symbol| symbol == wall)
}

/// Why a line is not a board row. Positions are byte offsets in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotARow {
    /// This symbol at this position has no meaning.
    Symbol(u8, usize),
    /// It would be a row without its tabs; position of the first.
    Tab(usize),
    /// A row starts here, or ends just before here, without a wall.
    NotClosed(usize),
}

/// Checks that every row of a line has only board symbols and starts and ends with a wall.
pub(super) fn check_row(line: &[u8], wall: u8) -> Result<(), NotARow> {
    let line = line.trim_ascii_end();
    // A `|` ends a row, so one at the end of the line does not start another.
    let rows = line.strip_suffix(b"|").unwrap_or(line);
    let mut start = 0;
    for row in rows.split(|&symbol| symbol == b'|') {
        check_one(row, wall, start)?;
        start += row.len() + 1;
    }
    Ok(())
}

fn check_one(row: &[u8], wall: u8, start: usize) -> Result<(), NotARow> {
    let (mut first, mut last, mut count, mut tab) = (None, None, None, None);
    for (place, &symbol) in row.iter().enumerate() {
        if symbol.is_ascii_digit() {
            // `0#` is not a count.
            if count.is_none() && symbol == b'0' {
                return Err(NotARow::Symbol(symbol, start + place));
            }
            count = Some(place);
            continue;
        }
        if symbol == b'\t' {
            tab = tab.or(Some(place));
        } else if !is_symbol(symbol, wall) {
            return Err(NotARow::Symbol(symbol, start + place));
        }
        count = None;
        if !is_floor(symbol) && symbol != b'\t' {
            first = first.or(Some(place));
            last = Some(place);
        }
    }
    if let Some(place) = count {
        return Err(NotARow::Symbol(row[place], start + place));
    }
    let (Some(first), Some(last)) = (first, last) else {
        return Err(NotARow::NotClosed(start));
    };
    if row[first] != wall {
        return Err(NotARow::NotClosed(start + first));
    }
    if row[last] != wall {
        return Err(NotARow::NotClosed(start + last + 1));
    }
    match tab {
        Some(place) => Err(NotARow::Tab(start + place)),
        None => Ok(()),
    }
}

/// Iterates over the runs of a board's lines, which must have passed [`check_row`].
#[derive(Clone, Debug)]
pub(super) struct Runs<'t> {
    lines: Lines<'t>,
    left: usize,
    line: &'t [u8],
    number: u32,
    place: usize,
    row: usize,
    column: usize,
}

impl<'t> Runs<'t> {
    /// The runs of the next `count` lines.
    pub(super) fn new(mut lines: Lines<'t>, count: usize) -> Self {
        let first = lines.next();
        Self {
            lines,
            left: count.saturating_sub(1),
            line: first.map_or(&[], |line| line.bytes.trim_ascii_end()),
            number: first.map_or(1, |line| line.number),
            place: 0,
            row: 0,
            column: 0,
        }
    }

    /// Whether the board is written with counts or with several rows per line.
    pub(super) fn is_run_length(&self) -> bool {
        let marked = |line: &[u8]| {
            line.iter()
                .any(|&symbol| symbol == b'|' || symbol.is_ascii_digit())
        };
        marked(self.line)
            || self
                .lines
                .clone()
                .take(self.left)
                .any(|line| marked(line.bytes))
    }

    fn end_row(&mut self) {
        if self.column > 0 {
            self.row += 1;
            self.column = 0;
        }
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        let mut count = 0usize;
        loop {
            let Some(&symbol) = self.line.get(self.place) else {
                self.end_row();
                self.left = self.left.checked_sub(1)?;
                let line = self.lines.next()?;
                (self.line, self.number, self.place) =
                    (line.bytes.trim_ascii_end(), line.number, 0);
                continue;
            };
            self.place += 1;
            match symbol {
                b'|' => self.end_row(),
                b'0'..=b'9' => {
                    count = count
                        .saturating_mul(10)
                        .saturating_add(usize::from(symbol - b'0'))
                }
                _ => {
                    let text_column = u32::try_from(self.place).unwrap_or(u32::MAX);
                    let is_plain = count == 0;
                    if is_plain {
                        let rest = self.line[self.place..].iter();
                        let more = rest.take_while(|&&next| next == symbol).count();
                        self.place += more;
                        count = 1 + more;
                    }
                    let run = Run {
                        row: self.row,
                        column: self.column,
                        symbol,
                        length: count,
                        line: self.number,
                        text_column,
                        is_plain,
                    };
                    self.column = self.column.saturating_add(run.length);
                    return Some(run);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(text: &str, lines: usize) -> Vec<(usize, usize, char, usize)> {
        Runs::new(Lines::new(text.as_bytes()), lines)
            .map(|run| (run.row, run.column, run.symbol as char, run.length))
            .collect()
    }

    #[test]
    fn run_length_rows_end_at_bars_and_lines() {
        let expected = [
            (0, 0, '#', 3),
            (1, 0, '#', 1),
            (1, 1, '@', 1),
            (1, 2, '#', 1),
            (2, 0, '#', 12),
        ];
        assert_eq!(runs("3#|#@#|12#", 1), expected);
        assert_eq!(runs("3#|#@#|\n12#", 2), expected);
        assert_eq!(runs("3#\n#@#| \n12#|\n", 3), expected);
    }

    #[test]
    fn a_row_starts_and_ends_with_a_wall() {
        assert_eq!(check_row(b"--#@ #-- ", b'#'), Ok(()));
        assert_eq!(check_row(b"## x", b'#'), Err(NotARow::NotClosed(4)));
        assert_eq!(check_row(b" $ ##", b'#'), Err(NotARow::NotClosed(1)));
        assert_eq!(check_row(b"#\t @#", b'#'), Err(NotARow::Tab(1)));
        assert_eq!(check_row(b"#\t %#", b'#'), Err(NotARow::Symbol(b'%', 3)));
        assert_eq!(check_row(b"#%#", b'#'), Err(NotARow::Symbol(b'%', 1)));
        assert_eq!(check_row(b"##||##", b'#'), Err(NotARow::NotClosed(3)));
        assert_eq!(check_row(b"#0#", b'#'), Err(NotARow::Symbol(b'0', 1)));
        assert_eq!(check_row(b"#3", b'#'), Err(NotARow::Symbol(b'3', 1)));
    }
}
