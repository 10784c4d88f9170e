//! The terminal as a display: two pixels per character, and a line that lists the keys.
//!
//! ```text
//! keys  -> keys, typing      -> game::input::Event
//! Frame -> colour, screen    -> the bytes that update the terminal
//! ```
//!
//! `session` takes over the terminal and restores it; `bar` is the line at the bottom. Only
//! `session` and [`Terminal`] access a real terminal.

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

/// Longest wait, after which signals are checked.
const IDLE_WAIT: Duration = Duration::from_millis(100);
/// Longest wait while keys are down, when the passing of time produces events.
const KEYS_DOWN_WAIT: Duration = Duration::from_millis(10);

/// Whether standard output is a terminal that can show pictures.
pub fn is_there() -> bool {
    io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Input from a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// An event of a button, from its key on the keyboard.
    Event(Event),
    /// The size may have changed, and everything must be drawn again.
    Resized,
    /// The player, or the system, wants the program to end.
    Quit,
}

/// The terminal, in raw mode and on the alternate screen until this is dropped.
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
    /// A buffer for output.
    bytes: Vec<u8>,
}

impl Terminal {
    /// Takes over the terminal.
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
        terminal.reset_keys();
        Ok(terminal)
    }

    /// Milliseconds since it was opened, wrapping around as all clocks of the game do.
    pub fn now(&self) -> u32 {
        self.start.elapsed().as_millis() as u32
    }

    /// The size of the picture in pixels. A small window shows only its upper left part.
    pub fn size(&self) -> Size {
        let columns = self.columns.max(bar::MIN_COLUMNS);
        let rows = self.rows.max(bar::MIN_ROWS) - bar::ROWS;
        Size::new(columns.into(), 2 * u32::from(rows))
    }

    /// The size of the visible part of the picture in pixels.
    fn seen(&self) -> Size {
        let rows = self.rows.saturating_sub(bar::ROWS);
        Size::new(self.columns.into(), 2 * u32::from(rows))
    }

    /// Waits for input, for at most `longest` and possibly less.
    pub fn wait(&mut self, longest: Duration) -> io::Result<Option<Input>> {
        if let Some(event) = self.next_event() {
            return Ok(Some(event));
        }
        let most = if self.keys.is_waiting() {
            KEYS_DOWN_WAIT
        } else {
            IDLE_WAIT
        };
        let Some(left) = self.session.wait(longest.min(most)) else {
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
            TerminalEvent::FocusLost => self.keys.release_all(now),
            _ => {}
        }
        Ok(self.next_event())
    }

    /// Shows a picture and the key help, or a notice in its place.
    pub fn show(&mut self, frame: &Frame, help: Help, notice: Option<&str>) -> io::Result<()> {
        let picture = pixels(frame, self.depth, self.seen());
        let bar = if self.columns < bar::MIN_COLUMNS || self.rows < bar::MIN_ROWS {
            bar::too_small(self.columns, self.rows, self.depth)
        } else if let Some(notice) = notice {
            bar::notice(notice, self.depth, self.columns)
        } else {
            bar::cells(self.layout, help, self.depth, self.columns)
        };
        self.screen.draw(picture.chain(bar), &mut self.bytes);
        let mut out = io::stdout().lock();
        let written = out.write_all(&self.bytes).and_then(|()| out.flush());
        self.bytes.clear();
        written
    }

    /// Rings the terminal's bell.
    pub fn ring(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(b"\x07")?;
        out.flush()
    }

    fn next_event(&mut self) -> Option<Input> {
        self.keys.advance(self.now());
        self.keys.next_event().map(Input::Event)
    }

    fn reset_keys(&mut self) {
        self.keys = Keys::new(self.layout, self.now());
        if self.session.reports_releases() {
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
        self.reset_keys();
        let (columns, rows) = size()?;
        Ok(self.resized(columns, rows))
    }
}

/// Columns and rows of the terminal. If it does not know them, assumes the smallest window.
fn size() -> io::Result<(u16, u16)> {
    Ok(match terminal::size()? {
        (0, _) | (_, 0) => (bar::MIN_COLUMNS, bar::MIN_ROWS),
        size => size,
    })
}

/// A picture as cells of two pixels each. If it is smaller than `size`, the rest is black.
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
