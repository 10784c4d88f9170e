//! A small simulated terminal reads the output and must show what was drawn.

use proptest::prelude::*;

use super::*;

/// Understands only the escape sequences that [`Screen`] sends.
struct FakeTerminal {
    columns: usize,
    cells: Vec<Option<Cell>>,
    cursor: Option<usize>,
    colour: Option<Colour>,
    ground: Option<Colour>,
    synchronised: bool,
    written: usize,
}

impl FakeTerminal {
    fn new(columns: u16, rows: u16) -> Self {
        Self {
            columns: columns.into(),
            cells: vec![None; usize::from(columns) * usize::from(rows)],
            cursor: None,
            colour: None,
            ground: None,
            synchronised: false,
            written: 0,
        }
    }

    fn read(&mut self, bytes: &[u8]) {
        self.written = 0;
        let text = std::str::from_utf8(bytes).unwrap();
        let mut rest = text;
        while let Some(symbol) = rest.chars().next() {
            if let Some(sequence) = rest.strip_prefix("\x1b[") {
                let end = sequence
                    .find(|symbol: char| symbol.is_ascii_alphabetic())
                    .unwrap();
                self.execute(&sequence[..end], sequence.as_bytes()[end]);
                rest = &sequence[end + 1..];
            } else {
                self.print(symbol);
                rest = &rest[symbol.len_utf8()..];
            }
        }
        assert!(!self.synchronised, "an update was started but not ended");
    }

    fn execute(&mut self, parameters: &str, end: u8) {
        let numbers = || parameters.split(';').map(|text| text.parse().unwrap());
        match (parameters, end) {
            ("?2026", b'h') => self.synchronised = true,
            ("?2026", b'l') => self.synchronised = false,
            ("2", b'J') => self.cells.fill(None),
            ("", b'C') => *self.cursor.as_mut().unwrap() += 1,
            (_, b'C') => *self.cursor.as_mut().unwrap() += numbers().next().unwrap(),
            (_, b'H') => {
                let place: Vec<usize> = numbers().collect();
                assert!((1..=self.columns).contains(&place[1]));
                self.cursor = Some((place[0] - 1) * self.columns + place[1] - 1);
            }
            ("0", b'm') => (self.colour, self.ground) = (None, None),
            (_, b'm') => self.choose(&numbers().collect::<Vec<usize>>()),
            _ => panic!("{parameters:?} {}", char::from(end)),
        }
    }

    fn choose(&mut self, mut numbers: &[usize]) {
        while let [what, kind, rest @ ..] = numbers {
            let (colour, after) = match (kind, rest) {
                (2, [r, g, b, after @ ..]) => (Colour::Rgb(*r as u8, *g as u8, *b as u8), after),
                (5, [index, after @ ..]) => (Colour::Indexed(*index as u8), after),
                _ => panic!("{numbers:?}"),
            };
            match what {
                38 => self.colour = Some(colour),
                48 => self.ground = Some(colour),
                _ => panic!("{numbers:?}"),
            }
            numbers = after;
        }
    }

    fn print(&mut self, symbol: char) {
        assert!(self.synchronised);
        let pixels = |upper: Option<Colour>, lower: Option<Colour>| Cell::Pixels {
            upper: upper.unwrap(),
            lower: lower.unwrap(),
        };
        let place = self.cursor.expect("the cursor's position is known");
        self.cells[place] = Some(match symbol {
            ' ' => pixels(self.ground, self.ground),
            '█' => pixels(self.colour, self.colour),
            '▀' => pixels(self.colour, self.ground),
            '▄' => pixels(self.ground, self.colour),
            _ => Cell::Letter {
                symbol,
                colour: self.colour.unwrap(),
                ground: self.ground.unwrap(),
            },
        });
        self.cursor = Some(place + 1).filter(|next| next % self.columns != 0);
        self.written += 1;
    }
}

const RED: Colour = Colour::Rgb(255, 0, 0);
const SKY: Colour = Colour::Rgb(86, 180, 233);

fn pixels(upper: Colour, lower: Colour) -> Cell {
    Cell::Pixels { upper, lower }
}

fn sent(screen: &mut Screen, cells: &[Cell]) -> String {
    let mut out = Vec::new();
    screen.draw(cells.iter().copied(), &mut out);
    String::from_utf8(out).unwrap()
}

#[test]
fn cells_already_shown_are_not_sent_again() {
    let mut screen = Screen::new(4, 2);
    let mut cells = [pixels(RED, SKY); 8];
    assert!(!sent(&mut screen, &cells).is_empty());
    assert_eq!(sent(&mut screen, &cells), "");
    cells[5] = pixels(SKY, RED);
    assert_eq!(
        sent(&mut screen, &cells),
        "\x1b[?2026h\x1b[2;2H▄\x1b[?2026l",
        "the current colours are reused"
    );
    cells[6] = pixels(RED, RED);
    assert_eq!(
        sent(&mut screen, &cells),
        "\x1b[?2026h█\x1b[?2026l",
        "the cursor is already there"
    );
}

#[test]
fn more_cells_than_the_screen_has_are_dropped() {
    let mut screen = Screen::new(2, 1);
    let cells = [pixels(RED, SKY); 5];
    assert_eq!(sent(&mut screen, &cells).matches('▀').count(), 2);
    assert_eq!(sent(&mut Screen::new(0, 7), &cells), "");
}

fn any_cell() -> impl Strategy<Value = Cell> {
    // Few colours, so that the current ones can often be reused.
    let colour = || {
        prop_oneof![
            (0u8..3).prop_map(Colour::Indexed),
            (0u8..2).prop_map(|red| Colour::Rgb(red, 7, 9))
        ]
    };
    prop_oneof![
        4 => (colour(), colour()).prop_map(|(upper, lower)| pixels(upper, lower)),
        1 => (prop::char::range('a', 'c'), colour(), colour()).prop_map(
            |(symbol, colour, ground)| Cell::Letter { symbol, colour, ground }
        ),
    ]
}

proptest! {
    #[test]
    fn the_terminal_shows_what_was_drawn_and_only_changes_were_sent(
        (columns, rows) in (1u16..9, 1u16..6),
        first in prop::collection::vec(any_cell(), 40),
        frames in prop::collection::vec(
            prop::collection::vec((0usize..40, any_cell()), 0..12), 0..8
        ),
    ) {
        let mut screen = Screen::new(columns, rows);
        let mut terminal = FakeTerminal::new(columns, rows);
        let mut cells = first[..terminal.cells.len()].to_vec();
        let mut before: Vec<Option<Cell>> = vec![None; cells.len()];
        for changes in std::iter::once(vec![]).chain(frames) {
            for (place, cell) in changes {
                if let Some(old) = cells.get_mut(place) {
                    *old = cell;
                }
            }
            terminal.read(sent(&mut screen, &cells).as_bytes());
            let now: Vec<_> = cells.iter().copied().map(Some).collect();
            let changed = now.iter().zip(&before).filter(|(now, old)| now != old);
            prop_assert_eq!(terminal.written, changed.count());
            prop_assert_eq!(&terminal.cells, &now);
            before = now;
        }
    }
}
