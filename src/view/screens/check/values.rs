//! Lines with what is known or was measured.

use core::fmt::{self, Display};

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::super::Show;
use crate::game::hardware::{FlashHealth, FlashReport, Hardware};
use crate::game::screens::{Check, CheckPage};
use crate::view::layout::{inset, middle};
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text::{self, LINE, Line, fit};
use crate::view::widgets::centred_text;

type Lines = Vec<Line, 3>;

/// Below this width, lines have at most 20 letters.
const NARROW: u32 = 120;

impl Show<'_, '_> {
    /// Draws what is known or was measured on this page.
    pub(super) fn values(
        &self,
        surface: &mut impl Surface,
        area: Rectangle,
        check: &Check,
        hardware: &Hardware,
    ) {
        if let (CheckPage::Restart, Some(message)) = (check.page(), check.restart())
            && !message.is_empty()
        {
            return crash(surface, area, message);
        }
        let lines = self.lines(check, hardware, area.size);
        let columns = lines.iter().map(|line| line.len()).max().unwrap_or(1);
        let spare = area.size.height / 14;
        let font = text::fitting(area.size, columns, lines.len(), spare);
        if !surface.part(area, Ink::Paper) {
            return;
        }
        let (rows, letter) = (lines.len() as u32, font.character_size);
        let left = area.size.height.saturating_sub(rows * letter.height);
        let pitch = letter.height + spare.min(left / rows.max(1));
        let top = middle(area, rows * pitch);
        let start = Point::new(area.top_left.x, top);
        for (row, line) in (0..).zip(&lines) {
            let at = start + Point::new(0, (row * pitch) as i32);
            let place = Rectangle::new(at, Size::new(area.size.width, letter.height));
            let ink = if row == 0 { Ink::Accent } else { Ink::Text };
            centred_text(surface, place, line, font, ink);
        }
    }

    fn lines(&self, check: &Check, hardware: &Hardware, room: Size) -> Lines {
        let mut lines = Lines::new();
        // No page has more lines than fit.
        let mut say = |line: fmt::Arguments<'_>| {
            let _ = lines.push(fit(line, LINE));
        };
        match check.page() {
            CheckPage::Board => {
                for line in text::wrap(hardware.name, text::columns(text::SMALLEST, room.width)) {
                    say(format_args!("{line}"));
                }
                say(format_args!("sokopico {}", env!("CARGO_PKG_VERSION")));
            }
            CheckPage::Speaker => match hardware.speaker {
                Some(pin) => say(format_args!("Tones on GPIO {pin}")),
                None => say(format_args!("No speaker")),
            },
            CheckPage::Battery => match (hardware.battery, check.battery()) {
                (None, _) => say(format_args!("No battery")),
                (_, None) => say(format_args!("Measuring")),
                (_, Some(millivolts)) => {
                    say(format_args!("{}", Volts(millivolts)));
                    if let Some(percent) = self.game.battery() {
                        say(format_args!("{percent} %"));
                    }
                }
            },
            CheckPage::Flash => match check.flash() {
                None => say(format_args!("Measuring")),
                Some(report) => {
                    let [a, b, c] = report.id;
                    let (erase, write) = (Millis(report.erase_us), Millis(report.program_us));
                    say(format_args!("{}", word(report.health())));
                    say(format_args!("{a:02X} {b:02X} {c:02X}{}", Capacity(report)));
                    match room.width < NARROW {
                        true => say(format_args!("{erase}, {write}")),
                        false => say(format_args!("erase {erase}, write {write}")),
                    }
                }
            },
            CheckPage::Ram => match check.memory() {
                None => say(format_args!("Testing")),
                Some(memory) => {
                    let s = if memory.wrong == 1 { "" } else { "s" };
                    say(format_args!("{} word{s} wrong", memory.wrong));
                    let tested = memory.words / 256;
                    say(format_args!("{tested} of {} KB tested", hardware.ram_kb));
                }
            },
            CheckPage::Clock => match check.clock() {
                None => say(format_args!("Measuring")),
                Some(clock) => {
                    say(format_args!("System {}", Megahertz(clock.system_khz)));
                    say(format_args!("Ring {}", Megahertz(clock.ring_khz)));
                }
            },
            CheckPage::Restart => match check.restart() {
                None => say(format_args!("Reading")),
                Some(_) => say(format_args!("None since power-on")),
            },
            CheckPage::Colours
            | CheckPage::Edges
            | CheckPage::Greys
            | CheckPage::Buttons
            | CheckPage::Light
            | CheckPage::Summary => {}
        }
        lines
    }
}

/// The message of a crash, in the largest font in which all of it fits; cut off if none does.
fn crash(surface: &mut impl Surface, area: Rectangle, message: &str) {
    if !surface.part(area, Ink::Paper) {
        return;
    }
    let room = inset(area, area.size.width / 60);
    let paragraphs: Vec<&str, 8> = message.lines().take(8).collect();
    let font = text::fitting_paragraphs(room.size, &paragraphs);
    let (columns, pitch) = (text::columns(font, room.size.width), text::pitch(font));
    let mut lines = paragraphs
        .iter()
        .flat_map(|text| text::wrap(text, columns))
        .peekable();
    let rows = room.size.height / pitch;
    for row in 0..rows {
        let Some(line) = lines.next() else {
            return;
        };
        let at = room.top_left + Point::new(0, (row * pitch) as i32);
        match lines.peek() {
            Some(_) if row + 1 == rows => {
                let cut = line.get(..line.len().min(columns.saturating_sub(2)));
                let line = fit(format_args!("{}..", cut.unwrap_or("")), LINE);
                surface.text(&line, at, font, Ink::Accent);
            }
            _ => surface.text(line, at, font, Ink::Accent),
        }
    }
}

/// A word for the state of a flash chip.
pub(super) const fn word(health: FlashHealth) -> &'static str {
    match health {
        FlashHealth::Typical => "typical",
        FlashHealth::Slow => "slow",
        FlashHealth::TooSlow => "too slow",
        FlashHealth::TooSmall => "too small",
        FlashHealth::Forgets => "not kept",
        FlashHealth::NoAnswer => "no answer",
    }
}

/// Millivolts as volts.
pub(super) struct Volts(pub(super) u16);

impl Display for Volts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 + 5) / 10;
        write!(f, "{}.{:02} V", hundredths / 100, hundredths % 100)
    }
}

/// Kilohertz as megahertz.
pub(super) struct Megahertz(pub(super) u32);

impl Display for Megahertz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 + 50) / 100;
        write!(f, "{}.{} MHz", tenths / 10, tenths % 10)
    }
}

/// Microseconds as milliseconds.
struct Millis(u32);

impl Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            short @ 0..10_000 => write!(f, "{}.{} ms", short / 1_000, short % 1_000 / 100),
            long => write!(f, "{} ms", (long + 500) / 1_000),
        }
    }
}

/// The capacity after a comma; nothing if the chip does not answer.
struct Capacity(FlashReport);

impl Display for Capacity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kilobytes() {
            Some(kilobytes @ 1024..) => write!(f, ", {} MB", kilobytes / 1024),
            Some(kilobytes) => write!(f, ", {kilobytes} KB"),
            None => Ok(()),
        }
    }
}
