//! The terminal as one more display: two pixels a character, and a line that tells the keys.
//!
//! ```text
//! keys  -> keys, typing      -> game::input::Event
//! Frame -> colour, screen    -> the bytes that change what is shown
//! ```
//!
//! `session` takes the terminal over and gives it back; `bar` is the line at the bottom.
//! All but `session` and [`Terminal`] itself work on values alone and need no terminal.

mod bar;
mod colour;
mod keys;
mod screen;
mod session;
mod typing;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event as TerminalEvent};
use crossterm::terminal;
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;

use super::frame::Frame;
pub use bar::Help;

use crate::game::input::{Event, Layout};
use colour::Depth;
use keys::{Keys, Meaning};
use screen::{Cell, Screen};
use session::Session;

/// Signals are looked for this often.
const PATIENCE: Duration = Duration::from_millis(100);
/// While keys are down, time itself brings events.
const IMPATIENCE: Duration = Duration::from_millis(10);

/// Whether standard output is a terminal that can show pictures.
pub fn is_there() -> bool {
    io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// What comes from a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A button of the board that the keyboard stands for.
    Event(Event),
    /// The size may be another, and everything has to be shown again.
    Resized,
    /// The player, or the system, wants the program to end.
    Quit,
}

/// The terminal, taken over until this is dropped.
#[derive(Debug)]
pub struct Terminal {
    session: Session,
    start: Instant,
    layout: Layout,
    depth: Depth,
    columns: u16,
    rows: u16,
    screen: Screen,
    keys: Keys,
    /// What is about to be sent.
    bytes: Vec<u8>,
}

impl Terminal {
    /// Takes the terminal over.
    pub fn open(layout: Layout) -> io::Result<Self> {
        let session = Session::begin()?;
        let (columns, rows) = size()?;
        let mut terminal = Self {
            start: Instant::now(),
            layout,
            depth: Depth::detect(|name| env::var(name).ok()),
            columns,
            rows,
            screen: Screen::new(columns, rows),
            keys: Keys::new(layout, 0),
            bytes: Vec::new(),
            session,
        };
        terminal.listen();
        Ok(terminal)
    }

    /// Milliseconds since it was opened.
    pub fn now(&self) -> u32 {
        // It may wrap around, as every clock here.
        self.start.elapsed().as_millis() as u32
    }

    /// The size of the picture in pixels. A small window shows only its upper left part.
    pub fn size(&self) -> Size {
        let columns = self.columns.max(bar::MIN_COLUMNS);
        let rows = self.rows.max(bar::MIN_ROWS) - bar::ROWS;
        Size::new(columns.into(), 2 * u32::from(rows))
    }

    /// The part of the picture that can be seen.
    fn seen(&self) -> Size {
        let rows = self.rows.saturating_sub(bar::ROWS);
        Size::new(self.columns.into(), 2 * u32::from(rows))
    }

    /// Waits for something to come, for no longer than this and perhaps for less.
    pub fn wait(&mut self, longest: Duration) -> io::Result<Option<Input>> {
        if let Some(event) = self.next_event() {
            return Ok(Some(event));
        }
        let patience = if self.keys.is_waiting() {
            IMPATIENCE
        } else {
            PATIENCE
        };
        let Some(left) = self.session.wait(longest.min(patience)) else {
            return Ok(Some(Input::Quit));
        };
        let arrived = event::poll(left)?;
        if self.session.is_over() {
            return Ok(Some(Input::Quit));
        }
        if self.session.is_suspended() {
            return self.suspend().map(Some);
        }
        if !arrived {
            return Ok(self.next_event());
        }
        let now = self.now();
        match event::read()? {
            TerminalEvent::Key(key) => match self.keys.key(&key, now) {
                Some(Meaning::Quit) => return Ok(Some(Input::Quit)),
                Some(Meaning::Suspend) if cfg!(unix) => return self.suspend().map(Some),
                Some(Meaning::Redraw) => return Ok(Some(self.resized(self.columns, self.rows))),
                _ => {}
            },
            TerminalEvent::Resize(columns, rows) => return Ok(Some(self.resized(columns, rows))),
            TerminalEvent::FocusLost => self.keys.let_go(now),
            _ => {}
        }
        Ok(self.next_event())
    }

    /// Shows a picture, and the keys for where the player is.
    pub fn show(&mut self, frame: &Frame, help: Help) -> io::Result<()> {
        let picture = pixels(frame, self.depth, self.seen());
        let bar = if self.columns < bar::MIN_COLUMNS || self.rows < bar::MIN_ROWS {
            bar::plea(self.columns, self.rows, self.depth)
        } else {
            bar::cells(self.layout, help, self.depth, self.columns)
        };
        self.screen.draw(picture.chain(bar), &mut self.bytes);
        let mut out = io::stdout().lock();
        let written = out.write_all(&self.bytes).and_then(|()| out.flush());
        self.bytes.clear();
        written
    }

    /// Rings its bell.
    pub fn ring(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(b"\x07")?;
        out.flush()
    }

    fn next_event(&mut self) -> Option<Input> {
        self.keys.pass(self.now());
        self.keys.next_event().map(Input::Event)
    }

    fn listen(&mut self) {
        self.keys = Keys::new(self.layout, self.now());
        if self.session.tells_releases() {
            self.keys.expect_releases();
        }
    }

    fn resized(&mut self, columns: u16, rows: u16) -> Input {
        (self.columns, self.rows) = (columns, rows);
        self.screen = Screen::new(columns, rows);
        Input::Resized
    }

    fn suspend(&mut self) -> io::Result<Input> {
        self.session.suspend()?;
        self.listen();
        let (columns, rows) = size()?;
        Ok(self.resized(columns, rows))
    }
}

/// Columns and rows. A line that does not know them has the usual ones.
fn size() -> io::Result<(u16, u16)> {
    Ok(match terminal::size()? {
        (0, _) | (_, 0) => (bar::MIN_COLUMNS, bar::MIN_ROWS),
        size => size,
    })
}

/// A picture as cells of two pixels each; where it is smaller than the screen, the rest is
/// black.
fn pixels(frame: &Frame, depth: Depth, size: Size) -> impl Iterator<Item = Cell> {
    let (width, height) = (size.width as i32, size.height as i32);
    let colour = move |x, y| {
        let pixel = frame.pixel(Point::new(x, y));
        depth.colour(pixel.unwrap_or(Rgb565::BLACK))
    };
    (0..height).step_by(2).flat_map(move |y| {
        (0..width).map(move |x| Cell::Pixels {
            upper: colour(x, y),
            lower: colour(x, y + 1),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_two_pixels_one_above_the_other() {
        let mut frame = Frame::new(Size::new(2, 3));
        let colours = [
            Rgb565::RED,
            Rgb565::GREEN,
            Rgb565::BLUE,
            Rgb565::YELLOW,
            Rgb565::WHITE,
            Rgb565::CYAN,
        ];
        let area = frame.bounding_box();
        frame.fill_contiguous(&area, colours).unwrap();
        let depth = Depth::True;
        let cell = |upper, lower| Cell::Pixels {
            upper: depth.colour(upper),
            lower: depth.colour(lower),
        };
        let black = Rgb565::BLACK;
        assert_eq!(
            pixels(&frame, depth, Size::new(3, 4)).collect::<Vec<_>>(),
            [
                cell(Rgb565::RED, Rgb565::BLUE),
                cell(Rgb565::GREEN, Rgb565::YELLOW),
                cell(black, black),
                cell(Rgb565::WHITE, black),
                cell(Rgb565::CYAN, black),
                cell(black, black),
            ]
        );
    }
}
