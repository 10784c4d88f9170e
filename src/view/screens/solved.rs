//! Draws the result of a solved level.

use core::fmt::{self, Display};

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Show;
use super::waiting::Seconds;
use crate::game::progress::Outcome;
use crate::game::screens::Solved;
use crate::game::{Screen, Source};
use crate::view::layout::{centred, split_bottom, split_left, split_right, split_top};
use crate::view::palette::Ink;
use crate::view::surface::Surface;
use crate::view::text::{self, LINE, Line, fit};
use crate::view::widgets::{Star, footer, header, stars};

/// How long the solved board is shown before the result, in milliseconds. Keys already act
/// on the menu of the result.
const SEEN_SOLVED_MS: u32 = 700;
/// Time between the appearance of two stars, in milliseconds.
const STAR_MS: u32 = 250;

impl Show<'_, '_> {
    /// Whether the solved board is still shown instead of the result.
    pub(super) fn is_just_solved(&self) -> bool {
        match self.game.screen() {
            Screen::Solved(solved) => self.now.wrapping_sub(solved.at) < SEEN_SOLVED_MS,
            _ => false,
        }
    }

    pub(super) fn solved(&self, surface: &mut impl Surface, solved: &Solved<'_>) {
        if self.is_just_solved() {
            return self.play(surface);
        }
        let (heading, news) = match solved.outcome {
            Outcome::First => ("Solved!", "first time"),
            Outcome::Better { moves, pushes } => match (moves, pushes) {
                (true, true) => ("Fewer of both!", ""),
                (true, false) => ("Fewer moves!", ""),
                (false, true) => ("Fewer pushes!", ""),
                (false, false) => ("More stars!", ""),
            },
            Outcome::NoBetter => ("Solved", ""),
        };
        let code = match self.game.play().source() {
            source @ Source::Made(..) => Some(fit(source, LINE)),
            Source::Pack(..) => None,
        };
        let code = code.as_deref();
        if self.area.size.height < 100 {
            return self.solved_small(surface, code.unwrap_or(heading), solved);
        }
        let news = code.unwrap_or(news);
        let area = header(surface, self.area, heading, news);
        let area = footer(surface, area, self.keys_of_menus());
        let Size { width, height } = area.size;
        if width * 4 >= height * 5 {
            let (left, right) = split_left(area, width * 9 / 20);
            let star = Star::fitting((height / 5).min(left.size.width / 4));
            let (top, facts) = split_top(left, star.side() + height / 12);
            self.earned(surface, top, Ink::Paper, star, solved);
            facts_of(surface, facts, 1, solved, self.game.play().source());
            let (_, right) = split_left(right, 2);
            self.list(surface, right, 3);
        } else {
            let star = Star::fitting(height / 6);
            let (top, rest) = split_top(area, star.side() + height / 12);
            self.earned(surface, top, Ink::Paper, star, solved);
            let (list, facts) = split_bottom(rest, rest.size.height * 9 / 20);
            facts_of(surface, facts, 1, solved, self.game.play().source());
            self.list(surface, list, 3);
        }
    }

    /// The layout for small displays: stars in the bar at the top, the rest in two columns.
    fn solved_small(&self, surface: &mut impl Surface, heading: &str, solved: &Solved<'_>) {
        let area = header(surface, self.area, heading, "");
        let (bar, _) = split_top(self.area, self.area.size.height - area.size.height);
        let star = Star::fitting(bar.size.height.saturating_sub(1));
        let (right, _) = split_right(bar, star.row_width() + 4);
        self.earned(surface, right, Ink::Bar, star, solved);
        let (list, facts) = split_bottom(area, area.size.height * 21 / 40);
        facts_of(surface, facts, 2, solved, self.game.play().source());
        self.list(surface, list, 3);
    }

    /// Draws the stars earned, which appear one after the other.
    fn earned(
        &self,
        surface: &mut impl Surface,
        area: Rectangle,
        paper: Ink,
        star: Star,
        solved: &Solved<'_>,
    ) {
        if !surface.part(area, paper) {
            return;
        }
        let since = self.now.wrapping_sub(solved.at);
        let shown = since.saturating_sub(SEEN_SOLVED_MS) / STAR_MS;
        let earned = u32::from(solved.stars.count()).min(shown) as u8;
        let at = centred(area, Size::new(star.row_width(), star.side())).top_left;
        stars(surface, at, star, earned, Ink::Star, Ink::Groove);
    }
}

/// Draws names and values of the result in one column, or in two columns the most important
/// ones.
fn facts_of(
    surface: &mut impl Surface,
    area: Rectangle,
    columns: u32,
    solved: &Solved<'_>,
    source: Source<'_>,
) {
    if !surface.part(area, Ink::Paper) {
        return;
    }
    let known = |value: Option<u32>| -> Line {
        match value {
            Some(value) => fit(value, 8),
            None => fit("-", 8),
        }
    };
    let par: Line = match solved.par {
        Some(par) => fit(par, 8),
        None => fit("-", 8),
    };
    let time: (&str, Line) = ("Time", fit(Clock(solved.elapsed), 8));
    let help: (&str, Line) = match (solved.searched, solved.assisted) {
        // The machine played its solution after searching this long.
        (Some(searched), _) => ("Auto", fit(Seconds(searched), 8)),
        (None, true) => ("Help", fit("yes", 8)),
        (None, false) => ("Help", fit("no", 8)),
    };
    let moves = ("Moves", fit(solved.tally.moves, 8));
    let pushes = ("Pushes", fit(solved.tally.pushes, 8));
    let fewest = solved.best.fewest;
    let best_moves = ("Best", known(fewest.map(|fewest| fewest.moves)));
    let best_pushes = ("Best", known(fewest.map(|fewest| fewest.pushes.into())));
    let facts: &[(&str, Line)] = match source {
        Source::Pack(..) if columns == 1 => &[
            moves,
            best_moves,
            pushes,
            best_pushes,
            ("Par", par),
            time,
            help,
        ],
        Source::Pack(..) => {
            let last = if solved.assisted { help } else { time };
            &[moves, best_moves, pushes, best_pushes, ("Par", par), last]
        }
        // Best results of generated levels are not kept.
        Source::Made(_, grade) => {
            let grade = ("Grade", fit(grade.name(), 8));
            &[pushes, ("Par", par), moves, grade, time, help]
        }
    };
    let Size { width, height } = area.size;
    let rows = (facts.len() as u32).div_ceil(columns);
    let margin = width / 40;
    let column = width / columns;
    let room = Size::new(column - 2 * margin, height);
    let font = text::fitting(room, if columns == 1 { 12 } else { 9 }, rows as usize, 0);
    let pitch = (height / rows).min(text::pitch(font) + 4);
    for (place, (name, value)) in (0..).zip(facts) {
        let x = place % columns * column + margin;
        let y = place / columns * pitch;
        let left = area.top_left + Point::new(x as i32, y as i32);
        // A long value leaves room at least for the first letters of its name.
        let letters = text::columns(font, room.width).saturating_sub(value.len());
        let name = &name[..name.len().min(letters)];
        surface.text(name, left, font, Ink::Dim);
        let x = room.width as i32 - text::width(font, value.len()) as i32;
        surface.text(value, left + Point::new(x, 0), font, Ink::Text);
    }
}

/// Milliseconds as minutes and seconds, or hours and minutes.
struct Clock(u32);

impl Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0 / 1000;
        match seconds / 3600 {
            0 => write!(f, "{}:{:02}", seconds / 60, seconds % 60),
            hours => write!(f, "{hours}h{:02}", seconds / 60 % 60),
        }
    }
}
