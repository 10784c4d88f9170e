//! What the terminal shows, and short output that updates it.

use std::io::Write;

use super::colour::Colour;

/// One character cell: a letter, or two pixels one above the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Letter {
        symbol: char,
        colour: Colour,
        ground: Colour,
    },
    Pixels {
        upper: Colour,
        lower: Colour,
    },
}

/// The known state of the terminal: cells, cursor and colours.
#[derive(Clone, Debug)]
pub(super) struct Screen {
    columns: usize,
    shown: Vec<Option<Cell>>,
    /// The index of the cursor's cell, if known.
    cursor: Option<usize>,
    pen: Pen,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pen {
    colour: Option<Colour>,
    ground: Option<Colour>,
}

impl Screen {
    /// A screen with unknown contents.
    pub(super) fn new(columns: u16, rows: u16) -> Self {
        Self {
            columns: columns.into(),
            shown: vec![None; usize::from(columns) * usize::from(rows)],
            cursor: None,
            pen: Pen::default(),
        }
    }

    /// Appends the output that makes the terminal show these cells, given row by row:
    /// nothing if nothing changed, otherwise one synchronised update. Terminals that do not
    /// support these treat it as plain output.
    pub(super) fn draw(&mut self, cells: impl IntoIterator<Item = Cell>, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(b"\x1b[?2026h");
        let opened = out.len();
        if self.shown.iter().all(Option::is_none) && !self.shown.is_empty() {
            out.extend(b"\x1b[0m\x1b[2J");
        }
        for (place, cell) in cells.into_iter().take(self.shown.len()).enumerate() {
            if self.shown[place] != Some(cell) {
                self.shown[place] = Some(cell);
                self.go_to(place, out);
                self.put(cell, out);
            }
        }
        if out.len() == opened {
            out.truncate(start);
        } else {
            out.extend(b"\x1b[?2026l");
        }
    }

    fn go_to(&mut self, place: usize, out: &mut Vec<u8>) {
        let (row, column) = (place / self.columns, place % self.columns);
        let _ = match self.cursor {
            Some(cursor) if cursor == place => Ok(()),
            Some(cursor) if cursor < place && cursor / self.columns == row => {
                match place - cursor {
                    1 => out.write_all(b"\x1b[C"),
                    gap => write!(out, "\x1b[{gap}C"),
                }
            }
            _ => write!(out, "\x1b[{};{}H", row + 1, column + 1),
        };
        // After the last column some terminals wrap at once, others with the next character.
        self.cursor = (column + 1 < self.columns).then_some(place + 1);
    }

    /// Draws a cell in the way that needs the fewest colour changes.
    fn put(&mut self, cell: Cell, out: &mut Vec<u8>) {
        let pen = |colour, ground| Pen { colour, ground };
        let (symbol, wanted) = match cell {
            Cell::Letter {
                symbol,
                colour,
                ground,
            } => (symbol, pen(Some(colour), Some(ground))),
            Cell::Pixels { upper, lower } if upper == lower => {
                if self.pen.colour == Some(upper) && self.pen.ground != Some(upper) {
                    ('█', self.pen)
                } else {
                    (' ', pen(self.pen.colour, Some(upper)))
                }
            }
            Cell::Pixels { upper, lower } => {
                let ways = [
                    ('▀', pen(Some(upper), Some(lower))),
                    ('▄', pen(Some(lower), Some(upper))),
                ];
                let [first, second] = ways;
                if self.changes(second.1) < self.changes(first.1) {
                    second
                } else {
                    first
                }
            }
        };
        self.take(wanted, out);
        out.extend(symbol.encode_utf8(&mut [0; 4]).bytes());
    }

    fn changes(&self, wanted: Pen) -> usize {
        usize::from(self.pen.colour != wanted.colour)
            + usize::from(self.pen.ground != wanted.ground)
    }

    fn take(&mut self, wanted: Pen, out: &mut Vec<u8>) {
        let colour = wanted.colour.filter(|_| self.pen.colour != wanted.colour);
        let ground = wanted.ground.filter(|_| self.pen.ground != wanted.ground);
        if colour.is_some() || ground.is_some() {
            out.extend(b"\x1b[");
            if let Some(colour) = colour {
                colour.select(38, out);
            }
            if colour.is_some() && ground.is_some() {
                out.push(b';');
            }
            if let Some(ground) = ground {
                ground.select(48, out);
            }
            out.push(b'm');
        }
        self.pen = wanted;
    }
}

#[cfg(test)]
mod tests;
