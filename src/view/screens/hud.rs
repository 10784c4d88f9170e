//! Draws the HUD of a level in play: its name, mode, moves, pushes, best and par.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Show;
use crate::game::display::{Display, HudPlace, Orientation, Placement};
use crate::game::progress::{Fewest, Speed};
use crate::game::screens::Playback;
use crate::game::{Game, Source};
use crate::puzzle::{Level, Mode};
use crate::view::layout::{middle, split_bottom};
use crate::view::palette::Ink;
use crate::view::surface::{Figure, Font, Surface};
use crate::view::text::{self, LINE, Line, fit};
use crate::view::widgets::{Battery, digits as digits_of};

/// Where the board and the HUD are.
pub(super) struct Hud {
    placement: Placement,
    font: Font,
}

impl Hud {
    pub(super) fn new(size: Size, level: &Level) -> Self {
        Self {
            placement: display(size).place(level),
            font: font(size),
        }
    }

    /// The area of the board.
    pub(super) fn pane(&self) -> Rectangle {
        self.placement.pane
    }

    pub(super) fn orientation(&self) -> Orientation {
        match self.placement.turned {
            true => Orientation::Turned,
            false => Orientation::Upright,
        }
    }
}

/// What the game must know about a display of this size.
pub(in crate::view) fn display(size: Size) -> Display {
    Display {
        size,
        letter: font(size).character_size,
    }
}

/// The largest font that leaves room for the names of the fields beside their values.
fn font(size: Size) -> Font {
    let columns = if size.width < 200 { 20 } else { 38 };
    text::fitting(size, columns, 8, 0)
}

/// A field's name in several lengths, longest first.
type Names = [&'static str; NAMES];
const NAMES: usize = 4;

static MOVES: Names = ["Moves", "Move", "Mov", "M"];
static PUSHES: Names = ["Pushes", "Push", "Psh", "P"];
static BEST: Names = ["Best", "Best", "Bst", "B"];
static PAR: Names = ["Par", "Par", "Par", "="];
static PAR_BOUND: Names = ["Par<=", "Par<", "Pa<", "<"];
static LEFT: Names = ["Left", "Left", "Lft", "L"];
static SPEED: Names = ["Speed", "Spd", "Spd", ":"];
static WAITS: Names = ["Paused", "Wait", "||", "|"];

/// A number with its name.
#[derive(Clone, Copy)]
pub(super) struct Field {
    names: &'static Names,
    value: Value,
    digits: usize,
}

#[derive(Clone, Copy)]
enum Value {
    Count(u32),
    Word(&'static str),
    /// The player's records; where there is no room, that of pushes alone.
    Records(Fewest),
}

impl Show<'_, '_> {
    /// Draws the level's name, moves, pushes and two more fields.
    pub(super) fn draw_hud(
        &self,
        surface: &mut impl Surface,
        hud: &Hud,
        more: impl FnOnce() -> [Field; 2],
    ) {
        let fields = || {
            let tally = self.game.play().tally();
            let [third, fourth] = *self.fields.get_or_init(more);
            [
                Field::new(&MOVES, 5, Value::Count(tally.moves)),
                Field::new(&PUSHES, 4, Value::Count(tally.pushes)),
                third,
                fourth,
            ]
        };
        match hud.placement.hud {
            HudPlace::Bars { top, bottom } => {
                self.top_bar(surface, hud.font, top);
                if surface.part(bottom, Ink::Bar) {
                    bottom_bar(surface, hud.font, bottom, &fields());
                }
            }
            HudPlace::Panel(panel) => {
                if surface.part(panel, Ink::Bar) {
                    self.panel(surface, hud.font, panel, &fields());
                }
            }
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

    /// The level's number and title, with a plus if the machine helped.
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

    /// The mode, or the grade of a generated level.
    fn mode(&self) -> &'static str {
        let play = self.game.play();
        match (play.source(), play.level().mode()) {
            (Source::Made(_, grade), _) => grade.name(),
            (_, Mode::Classic) => "Classic",
            (_, Mode::Pairs) => "Pairs",
        }
    }

    fn panel(&self, surface: &mut impl Surface, font: Font, panel: Rectangle, fields: &[Field; 4]) {
        let pitch = text::pitch(font) + u32::from(font.character_size.height < 10);
        let columns = text::columns(font, panel.size.width.saturating_sub(2));
        let (figures, above) = split_bottom(panel, fields.len() as u32 * pitch + 1);
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
            let mode = match self.mode() {
                "Classic" if columns < "Classic".len() => fit("Class.", columns),
                mode => fit(mode, columns),
            };
            surface.text(&mode, left + Point::new(0, down), font, Ink::BarDim);
        }
        let longest = |style: usize| fields.iter().map(|field| field.names[style].len()).max();
        let digits = if columns < 7 { 3 } else { 4 };
        let style = (0..NAMES)
            .find(|&style| longest(style).unwrap_or(0) + digits <= columns)
            .unwrap_or(NAMES - 1);
        for (row, &field) in fields.iter().enumerate() {
            let name = field.names[style];
            // A long value leaves a space after the name.
            let field = match name.len() + field.value(LINE).len() < columns {
                true => field,
                false => field.narrow(),
            };
            let top = figures.top_left + Point::new(1, (row as u32 * pitch) as i32);
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
}

/// The fields of a level in play: the best results and the par.
pub(super) fn best_and_par(game: &Game<'_>) -> [Field; 2] {
    let play = game.play();
    let unknown = Value::Word("-");
    let best = game.bests().get(play.id());
    let fewest = best.and_then(|best| best.fewest);
    let best = match fewest {
        Some(fewest) => Field::records(fewest),
        None => Field::new(&BEST, 4, unknown),
    };
    let is_bound = play.par().is_some_and(|par| !par.proven);
    let par = play.par();
    let par = par.map_or(unknown, |par| Value::Count(par.pushes.into()));
    [
        best,
        Field::new(if is_bound { &PAR_BOUND } else { &PAR }, 4, par),
    ]
}

/// The fields of playback: pushes left and speed.
pub(super) fn left_and_speed(game: &Game<'_>, playback: &Playback) -> [Field; 2] {
    let own = playback.own_left(game.play().tally().pushes);
    let left = Value::Count(own.unwrap_or(game.pushes_left() as u32));
    let names = if playback.is_paused() { &WAITS } else { &SPEED };
    let arrows = match game.settings().speed {
        Speed::Slow => ">",
        Speed::Normal => ">>",
        Speed::Fast => ">>>",
    };
    [
        Field::new(&LEFT, 4, left),
        Field::new(names, 4, Value::Word(arrows)),
    ]
}

impl Field {
    const fn new(names: &'static Names, digits: usize, value: Value) -> Self {
        Self {
            names,
            value,
            digits,
        }
    }

    /// The fewest moves and the fewest pushes.
    fn records(fewest: Fewest) -> Self {
        let value = Value::Records(fewest);
        let mut field = Self::new(&BEST, LINE, value);
        field.digits = field.value(LINE).len().max(4);
        field
    }

    /// The same with what matters most of a long value.
    fn narrow(self) -> Self {
        match self.value {
            Value::Records(fewest) => Self::new(self.names, 4, Value::Count(fewest.pushes.into())),
            Value::Count(_) | Value::Word(_) => self,
        }
    }

    /// The value in at most `digits` letters, in thousands if need be.
    fn value(&self, digits: usize) -> Line {
        match self.value {
            Value::Word(word) => fit(word, digits),
            Value::Records(Fewest { moves, pushes }) => {
                fit(format_args!("{moves}/{pushes}"), digits)
            }
            Value::Count(count) if count.checked_ilog10().unwrap_or(0) as usize >= digits => {
                fit(format_args!("{}k", count / 1000), digits)
            }
            Value::Count(count) => fit(count, digits),
        }
    }
}

/// Draws all fields side by side, with the longest names that fit; if not even the shortest
/// fit, with fewer digits.
fn bottom_bar(surface: &mut impl Surface, font: Font, bar: Rectangle, fields: &[Field; 4]) {
    let room = bar.size.width.saturating_sub(4);
    let gaps = fields.len() as u32 - 1;
    let letters = |fields: &[Field; 4], style: usize, fewer: usize| -> usize {
        let letters = |field: &Field| field.names[style].len() + field.digits - fewer;
        fields.iter().map(letters).sum()
    };
    let longest_names = |fields: &[Field; 4], styles: usize| {
        (0..styles).find(|&style| {
            let letters = letters(fields, style, 0) + gaps as usize;
            text::width(font, letters) <= room
        })
    };
    // Names of one letter are too high a price for a long value.
    let (fields, style, fewer) = match longest_names(fields, NAMES - 1) {
        Some(style) => (*fields, style, 0),
        None => {
            let fields = fields.map(Field::narrow);
            match longest_names(&fields, NAMES) {
                Some(style) => (fields, style, 0),
                None => (fields, NAMES - 1, 1),
            }
        }
    };
    let spare = room.saturating_sub(text::width(font, letters(&fields, style, fewer)));
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
