//! Pictures to look at: colours, edges, greys, buttons and light.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::game::hardware::Hardware;
use crate::game::input::{Button, Buttons};
use crate::game::screens::{Check, Mark};
use crate::view::layout::{
    centred, inset, middle, split_bottom, split_left, split_right, split_top,
};
use crate::view::palette::Ink;
use crate::view::surface::{Figure, Surface};
use crate::view::text::{self, LINE, Line, fit};
use crate::view::widgets::{Arrow, MarkFigure, centred_text, steps};

/// Pixels between the edge of the display and everything but the frame.
pub(super) const EDGE: u32 = 2;

/// A bar's name in full and in three letters, its colour, and the colour of its name.
const BARS: [(&str, &str, Ink, Ink); 5] = [
    ("Red", "Red", Ink::Exact(255, 0, 0), BLACK),
    ("Green", "Grn", Ink::Exact(0, 255, 0), BLACK),
    ("Blue", "Blu", Ink::Exact(0, 0, 255), WHITE),
    ("White", "Wht", WHITE, BLACK),
    ("Black", "Blk", BLACK, WHITE),
];
const BLACK: Ink = Ink::Exact(0, 0, 0);
const WHITE: Ink = Ink::Exact(255, 255, 255);

/// Shades of grey that a display of 16-bit colours can show.
const SHADES: u32 = 32;

/// The part of an area that is `index` of `count` equal columns.
fn column(area: Rectangle, index: u32, count: u32) -> Rectangle {
    let edge = |index: u32| area.size.width * index / count;
    let at = area.top_left + Point::new(edge(index) as i32, 0);
    Rectangle::new(
        at,
        Size::new(edge(index + 1) - edge(index), area.size.height),
    )
}

pub(super) fn colours(surface: &mut impl Surface, area: Rectangle) {
    let narrow = text::width(text::SMALLEST, 5) > area.size.width / 5;
    let letters = if narrow { 3 } else { 5 };
    for (index, (name, short, ink, name_ink)) in (0..).zip(BARS) {
        let bar = column(area, index, BARS.len() as u32);
        let font = text::fitting(bar.size, letters, 1, 0);
        if surface.part(bar, ink) {
            let name = if narrow { short } else { name };
            centred_text(surface, bar, name, font, name_ink);
        }
    }
}

pub(super) fn greys(surface: &mut impl Surface, area: Rectangle) {
    let area = with_margin(area);
    if !surface.part(area, Ink::Paper) {
        return;
    }
    for shade in 0..SHADES {
        let level = (shade * 255 / (SHADES - 1)) as u8;
        let ink = Ink::Exact(level, level, level);
        surface.fill(column(area, shade, SHADES), ink);
    }
}

/// An area without a few pixels at its top and bottom.
fn with_margin(area: Rectangle) -> Rectangle {
    let margin = area.size.height / 10;
    let (_, below) = split_top(area, margin);
    let (_, between) = split_bottom(below, margin);
    between
}

pub(super) fn arrow(surface: &mut impl Surface, area: Rectangle) {
    if !surface.part(area, Ink::Paper) {
        return;
    }
    let arrow = Arrow::new(with_margin(area).size.height.clamp(7, 64));
    let font = text::fitting(Size::new(area.size.width / 4, area.size.height), 2, 1, 0);
    let gap = font.character_size.width;
    let both = arrow.size() + Size::new(gap + text::width(font, 2), 0);
    let place = centred(area, both);
    surface.figure(place.top_left, &arrow);
    let (_, beside) = split_left(place, arrow.size().width + gap);
    let at = Point::new(
        beside.top_left.x,
        middle(beside, font.character_size.height),
    );
    surface.text("up", at, font, Ink::Text);
}

/// A line on the outermost pixels, thicker in the corners. Drawn last, in front of the rest.
pub(super) fn frame(surface: &mut impl Surface, area: Rectangle) {
    let Size { width, height } = area.size;
    let sides = |pixels: u32| {
        [
            split_top(area, pixels).0,
            split_bottom(area, pixels).0,
            split_left(area, pixels).0,
            split_right(area, pixels).0,
        ]
    };
    for line in sides(1) {
        surface.part(line, Ink::Text);
    }
    let length = (width.min(height) / 10).max(EDGE);
    for (index, side) in sides(EDGE).into_iter().enumerate() {
        let is_level = index < 2;
        let ends = if is_level {
            [split_left(side, length).0, split_right(side, length).0]
        } else {
            [split_top(side, length).0, split_bottom(side, length).0]
        };
        for end in ends {
            surface.part(end, Ink::Accent);
        }
    }
}

pub(super) fn light(surface: &mut impl Surface, area: Rectangle, (step, all): (u8, u8)) {
    let (left, right) = split_left(area, area.size.width * 2 / 3);
    if surface.part(left, Ink::Paper) {
        let bars = inset(left, left.size.height / 8);
        steps(surface, bars, step, all, Ink::Accent);
    }
    if surface.part(right, Ink::Paper) {
        let count = fit(format_args!("{step}/{all}"), LINE);
        let font = text::fitting(right.size, 4, 2, 0);
        centred_text(surface, right, &count, font, Ink::Text);
    }
}

/// How the buttons are listed: the columns, and how each is written.
struct ButtonList {
    columns: u32,
    letters: usize,
    write: fn(Button, u8) -> Line,
}

const LISTS: [ButtonList; 3] = [
    ButtonList {
        columns: 2,
        letters: 14,
        write: |button, pin| fit(format_args!("{:6} GPIO {pin}", button.name()), LINE),
    },
    ButtonList {
        columns: 3,
        letters: 9,
        write: |button, pin| fit(format_args!("{} {pin}", button.name()), LINE),
    },
    ButtonList {
        columns: 3,
        letters: 4,
        write: |button, pin| {
            let name = match button {
                Button::Up => "Up",
                Button::Right => "Rt",
                Button::Down => "Dn",
                Button::Left => "Lt",
                Button::Centre => "Ce",
                other => other.name(),
            };
            fit(format_args!("{name}{pin}"), LINE)
        },
    },
];

impl ButtonList {
    /// The size of one button's place.
    fn place(&self, area: Size, count: usize) -> Size {
        let rows = (count as u32).div_ceil(self.columns).max(1);
        Size::new(area.width / self.columns, area.height / rows)
    }

    /// The room for letters beside the mark.
    fn room(&self, area: Size, count: usize) -> Size {
        let place = self.place(area, count);
        let mark = MarkFigure::fitting(Mark::Good, place.height).side();
        Size::new(place.width.saturating_sub(mark + 3), place.height)
    }

    fn fits(&self, area: Size, count: usize) -> bool {
        let room = self.room(area, count);
        let letter = text::SMALLEST.character_size;
        room.width >= text::width(text::SMALLEST, self.letters) && room.height >= letter.height
    }
}

/// The board's buttons with their pins, ticked if they were pressed.
pub(super) fn buttons(
    surface: &mut impl Surface,
    area: Rectangle,
    check: &Check,
    hardware: &Hardware,
    down: Buttons,
) {
    let count = hardware.buttons.len();
    let [.., shortest] = &LISTS;
    let fits = |list: &&ButtonList| list.fits(area.size, count);
    let list = LISTS.iter().find(fits).unwrap_or(shortest);
    let place = list.place(area.size, count);
    let font = text::fitting(list.room(area.size, count), list.letters, 1, 0);
    for (index, &(button, pin)) in (0..).zip(hardware.buttons) {
        let (column, row) = (index % list.columns, index / list.columns);
        let corner = Point::new((column * place.width) as i32, (row * place.height) as i32);
        let cell = Rectangle::new(area.top_left + corner, place);
        let is_down = down.contains(button);
        let (paper, ink) = match is_down {
            true => (Ink::Bar, Ink::BarText),
            false => (Ink::Paper, Ink::Text),
        };
        if !surface.part(cell, paper) {
            continue;
        }
        let mark = match button {
            _ if check.stuck().contains(button) => Some(Mark::Bad),
            _ if check.pressed().contains(button) => Some(Mark::Good),
            _ => None,
        };
        let side = MarkFigure::fitting(Mark::Good, font.character_size.height).side();
        if let Some(mark) = mark {
            let figure = MarkFigure::fitting(mark, font.character_size.height);
            let at = Point::new(cell.top_left.x + 1, middle(cell, side));
            surface.figure(at, &figure);
        }
        let x = cell.top_left.x + side as i32 + 3;
        let at = Point::new(x, middle(cell, font.character_size.height));
        surface.text(&(list.write)(button, pin), at, font, ink);
    }
}
