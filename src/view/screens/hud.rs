//! What stands beside a board in play: level, mode, moves, pushes, best and par.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Show;
use crate::game::progress::Speed;
use crate::game::{Screen, Source};
use crate::puzzle::{Level, Mode};
use crate::view::layout::{middle, split_bottom, split_right, split_top};
use crate::view::palette::Ink;
use crate::view::stage::{Orientation, Stage};
use crate::view::surface::{Figure, Font, Surface};
use crate::view::text::{self, Line, fit};
use crate::view::widgets::{Battery, digits as digits_of};

/// Where the board is, and what is left beside it.
pub(super) struct Hud {
    pub(super) pane: Rectangle,
    place: Place,
    font: Font,
}

#[derive(Clone, Copy)]
enum Place {
    /// Above and below the board.
    Bars { top: Rectangle, bottom: Rectangle },
    /// On its right.
    Side(Rectangle),
}

impl Hud {
    /// Wherever the board becomes larger; else beside it on a wide display, and above and
    /// below it on others. A narrow panel is the last resort.
    pub(super) fn new(area: Rectangle, level: &Level) -> Self {
        let Size { width, height } = area.size;
        // Where there is room for them, names are worth more than large digits.
        let columns = if width < 200 { 20 } else { 38 };
        let font = text::fitting(area.size, columns, 8, 0);
        let letter = font.character_size;
        let bar = letter.height + if letter.height > 8 { 3 } else { 1 };
        let (top, rest) = split_top(area, bar);
        let (bottom, below) = split_bottom(rest, bar);
        let bars = (below, Place::Bars { top, bottom });
        let beside = |columns: u32| {
            let (panel, pane) = split_right(area, columns * letter.width + 2);
            (pane, Place::Side(panel))
        };
        let panel = beside((width * 7 / 20 / letter.width).clamp(7, 14));
        let narrow = beside(if letter.width < 6 { 6 } else { 8 });
        let candidates = if width * 4 >= height * 5 {
            [panel, bars, narrow]
        } else {
            [bars, panel, narrow]
        };
        let side =
            |(pane, _): &(Rectangle, Place)| Stage::side_in(level, pane.size, Orientation::BestFit);
        let mut best = candidates[0];
        for candidate in candidates {
            if side(&candidate) > side(&best) {
                best = candidate;
            }
        }
        // Rather than scroll, it does without the level's name.
        let (bottom, above) = split_bottom(area, bar);
        let (top, _) = split_top(area, 0);
        let single = (above, Place::Bars { top, bottom });
        if side(&best).is_none() && side(&single).is_some() {
            best = single;
        }
        let (pane, place) = best;
        Self { pane, place, font }
    }
}

/// A name from long to short.
type Names = [&'static str; NAMES];
const NAMES: usize = 4;

const MOVES: Names = ["Moves", "Move", "Mov", "M"];
const PUSHES: Names = ["Pushes", "Push", "Psh", "P"];
const BEST: Names = ["Best", "Best", "Bst", "B"];
const PAR: Names = ["Par", "Par", "Par", "="];
const PAR_BOUND: Names = ["Par<=", "Par<", "Pa<", "<"];
const LEFT: Names = ["Left", "Left", "Lft", "L"];
const SPEED: Names = ["Speed", "Spd", "Spd", ":"];
const WAITS: Names = ["Paused", "Wait", "||", "|"];

/// Something that is counted, with its name.
struct Field {
    names: Names,
    value: Value,
    digits: usize,
}

#[derive(Clone, Copy)]
enum Value {
    Count(u32),
    Word(&'static str),
}

impl Show<'_, '_> {
    pub(super) fn draw_hud(&self, surface: &mut impl Surface, hud: &Hud) {
        match hud.place {
            Place::Bars { top, bottom } => {
                self.top_bar(surface, hud.font, top);
                bottom_bar(surface, hud.font, bottom, &self.fields());
            }
            Place::Side(panel) => self.panel(surface, hud.font, panel),
        }
    }

    fn top_bar(&self, surface: &mut impl Surface, font: Font, bar: Rectangle) {
        if !surface.part(bar, Ink::Bar) {
            return;
        }
        let mode = self.mode();
        let y = middle(bar, font.character_size.height);
        let right = match self.game.battery() {
            Some(percent) => {
                let battery = Battery(percent);
                let Size { width, height } = battery.size();
                let x = bar.size.width as i32 - 2 - width as i32;
                surface.figure(
                    Point::new(bar.top_left.x + x, middle(bar, height)),
                    &battery,
                );
                x - 4
            }
            None => bar.size.width as i32 - 2,
        };
        let mode_x = right - text::width(font, mode.len()) as i32;
        let at = Point::new(bar.top_left.x + mode_x, y);
        surface.text(mode, at, font, Ink::BarDim);
        let room = text::columns(font, (mode_x - 6).max(0) as u32);
        let name = self.name(room);
        let at = Point::new(bar.top_left.x + 2, y);
        surface.text(&name, at, font, Ink::BarText);
    }

    /// The level's number and title, with a plus where the machine gave a hand.
    fn name(&self, letters: usize) -> Line {
        let play = self.game.play();
        let helped = if play.assisted() { "+" } else { "" };
        let source = play.source();
        match source {
            Source::Pack(place, _) => {
                fit(format_args!("{}{helped} {source}", place.number), letters)
            }
            Source::Made(..) => fit(format_args!("{source}{helped}"), letters),
        }
    }

    /// The mode; of a level that was made here, how hard it is.
    fn mode(&self) -> &'static str {
        let play = self.game.play();
        match (play.source(), play.level().mode()) {
            (Source::Made(_, grade), _) => grade.name(),
            (_, Mode::Classic) => "Classic",
            (_, Mode::Pairs) => "Pairs",
        }
    }

    fn panel(&self, surface: &mut impl Surface, font: Font, panel: Rectangle) {
        let pitch = text::pitch(font) + u32::from(font.character_size.height < 10);
        let columns = text::columns(font, panel.size.width.saturating_sub(2));
        let fields = self.fields();
        let (figures, above) = split_bottom(panel, fields.len() as u32 * pitch + 1);
        surface.part(panel, Ink::Bar);
        if surface.part(above, Ink::Bar) {
            let left = above.top_left + Point::new(1, 1);
            let pitch = text::pitch(font);
            let rows = (above.size.height / pitch).saturating_sub(1);
            let name = self.name(rows as usize * columns);
            let mut down = 0;
            for line in text::wrap(&name, columns).take(rows as usize) {
                surface.text(line, left + Point::new(0, down), font, Ink::BarText);
                down += pitch as i32;
            }
            let mode = if columns < self.mode().len() {
                "Class."
            } else {
                self.mode()
            };
            surface.text(mode, left + Point::new(0, down), font, Ink::BarDim);
        }
        let longest = |style: usize| fields.iter().map(|field| field.names[style].len()).max();
        let digits = if columns < 7 { 3 } else { 4 };
        let style = (0..NAMES)
            .find(|&style| longest(style).unwrap_or(0) + digits <= columns)
            .unwrap_or(NAMES - 1);
        for (row, field) in fields.iter().enumerate() {
            let top = figures.top_left + Point::new(1, (row as u32 * pitch) as i32);
            let name = field.names[style];
            let digits = columns.saturating_sub(name.len());
            let x = text::width(font, name.len()) as i32;
            let size = Size::new(x as u32, pitch);
            if surface.part(Rectangle::new(top, size), Ink::Bar) {
                surface.text(name, top, font, Ink::BarDim);
            }
            let at = top + Point::new(x, 0);
            let value = fit(format_args!("{:>digits$}", field.value(digits)), digits);
            let inks = (Ink::BarText, Ink::Bar);
            digits_of(surface, at, digits, &value, font, inks);
        }
    }

    /// What is counted: in play with the best and the par, in playback with what is left.
    fn fields(&self) -> [Field; 4] {
        let play = self.game.play();
        let tally = play.tally();
        let moves = Field::new(MOVES, 5, Value::Count(tally.moves));
        let pushes = Field::new(PUSHES, 4, Value::Count(tally.pushes));
        if self.game.screen() == Screen::Playback {
            let left = Value::Count(self.game.pushes_left() as u32);
            let left = Field::new(LEFT, 4, left);
            let waits = self.game.playback().is_some_and(|playback| playback.paused);
            let names = if waits { WAITS } else { SPEED };
            let arrows = match self.game.settings().speed {
                Speed::Slow => ">",
                Speed::Normal => ">>",
                Speed::Fast => ">>>",
            };
            let speed = Field::new(names, 4, Value::Word(arrows));
            return [moves, pushes, left, speed];
        }
        let unknown = Value::Word("-");
        let best = self.game.bests().get(play.id());
        let best = best.map_or(unknown, |best| Value::Count(best.pushes.into()));
        let is_bound = play.par().is_some_and(|par| !par.proven);
        let par = play.par();
        let par = par.map_or(unknown, |par| Value::Count(par.pushes.into()));
        let best = Field::new(BEST, 4, best);
        let par = Field::new(if is_bound { PAR_BOUND } else { PAR }, 4, par);
        [moves, pushes, best, par]
    }
}

impl Field {
    const fn new(names: Names, digits: usize, value: Value) -> Self {
        Self {
            names,
            value,
            digits,
        }
    }

    /// The value in so many letters: in thousands where it must be.
    fn value(&self, digits: usize) -> Line {
        match self.value {
            Value::Word(word) => fit(word, digits),
            Value::Count(count) if count.checked_ilog10().unwrap_or(0) as usize >= digits => {
                fit(format_args!("{}k", count / 1000), digits)
            }
            Value::Count(count) => fit(count, digits),
        }
    }
}

/// All fields side by side, with names as long as there is room for; where there is none
/// even for short ones, with fewer digits.
fn bottom_bar(surface: &mut impl Surface, font: Font, bar: Rectangle, fields: &[Field; 4]) {
    surface.part(bar, Ink::Bar);
    let room = bar.size.width.saturating_sub(4);
    let gaps = fields.len() as u32 - 1;
    let letters = |style: usize, fewer: usize| -> usize {
        let letters = |field: &Field| field.names[style].len() + field.digits - fewer;
        fields.iter().map(letters).sum()
    };
    let fits = |style: &usize| {
        let letters = letters(*style, 0) + gaps as usize;
        text::width(font, letters) <= room
    };
    let (style, fewer) = match (0..NAMES).find(fits) {
        Some(style) => (style, 0),
        None => (NAMES - 1, 1),
    };
    let spare = room.saturating_sub(text::width(font, letters(style, fewer)));
    let name_gap = (spare / 8).min(font.character_size.width);
    let gap = (spare - name_gap * fields.len() as u32) / gaps;
    let y = middle(bar, font.character_size.height);
    let mut x = bar.top_left.x + 2;
    for field in fields {
        let name = field.names[style];
        let size = Size::new(text::width(font, name.len()), font.character_size.height);
        let at = Point::new(x, y);
        if surface.part(Rectangle::new(at, size), Ink::Bar) {
            surface.text(name, at, font, Ink::BarDim);
        }
        x += (size.width + name_gap) as i32;
        let digits = field.digits - fewer;
        let inks = (Ink::BarText, Ink::Bar);
        let value = field.value(digits);
        digits_of(surface, Point::new(x, y), digits, &value, font, inks);
        x += (text::width(font, digits) + gap) as i32;
    }
}
