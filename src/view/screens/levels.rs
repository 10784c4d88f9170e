//! Draws the list of a pack's levels, with a preview of the chosen one.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Show;
use crate::game::display::Orientation;
use crate::game::progress::{Best, Fewest};
use crate::game::screens::Levels;
use crate::game::{Shelf, WINDOW};
use crate::puzzle::Level;
use crate::view::board::Scene;
use crate::view::layout::{centred, inset, split_bottom, split_left, split_top};
use crate::view::palette::Ink;
use crate::view::stage::Stage;
use crate::view::surface::{Figure, Surface};
use crate::view::text::{LINE, fit};
use crate::view::widgets::{List, ListLine, Preview, Side, Star, footer, header, stars};

impl Show<'_, '_> {
    pub(super) fn levels(&self, surface: &mut impl Surface, levels: &Levels<'_>) {
        let shelf = levels.shelf();
        let count = self.game.count_of(shelf);
        let right = fit(format_args!("{}/{}", count.solved, count.levels), LINE);
        let area = header(surface, self.area, shelf.name(), &right);
        let chosen = shelf.listed(0);
        let best = chosen.and_then(|level| level.best);
        let begun = chosen.is_some_and(|level| level.begun);
        let said = match best {
            Some(Best {
                fewest: Some(Fewest { moves, pushes }),
                ..
            }) => fit(format_args!("Best: {pushes} pushes, {moves} moves"), LINE),
            Some(_) => fit("Solved with help", LINE),
            None if begun => fit("Begun, not solved yet", LINE),
            None => fit("Not solved yet", LINE),
        };
        let area = footer(surface, area, &said);
        let Size { width, height } = area.size;
        let wide = width * 4 >= height * 5;
        let (list_area, pane) = if wide {
            split_left(area, width * 3 / 5)
        } else {
            split_top(area, height * 9 / 20)
        };

        if shelf.is_empty() || shelf.is_finding() {
            if surface.part(list_area, Ink::Paper) {
                let says = if shelf.is_indexed() {
                    "No levels"
                } else {
                    "Reading"
                };
                let font = crate::view::widgets::bar_font(self.area.size);
                surface.text(says, list_area.top_left + Point::new(2, 2), font, Ink::Dim);
            }
            return;
        }
        draw_list(surface, list_area, shelf);
        if let Some(level) = shelf.preview() {
            let star = Star::fitting(self.area.size.height / 12);
            let (below, pane) = split_bottom(pane, star.side() + 2);
            if surface.part(below, Ink::Paper) {
                let size = Size::new(star.row_width(), star.side());
                let at = centred(below, size).top_left;
                let earned = best.map_or(0, |best| best.stars.count());
                stars(surface, at, star, earned, Ink::Star, Ink::Groove);
            }
            self.preview(surface, pane, level);
        }
    }

    /// Draws a level as large as fits, as a preview.
    pub(super) fn preview(&self, surface: &mut impl Surface, pane: Rectangle, level: &Level) {
        let inner = inset(pane, 1);
        if Stage::side_in(level, inner.size, Orientation::Upright).is_some() {
            let stage = Stage::new(level, inner, level.start().keeper(), Orientation::Upright);
            surface.board(&Scene::still(level, stage, self.tiles(stage.side())));
        } else if surface.part(pane, Ink::Paper) {
            let preview = Preview::new(level, inner.size);
            surface.figure(centred(inner, preview.size()).top_left, &preview);
        }
    }
}

/// Draws the levels around the chosen one; `..` stands for those that are not read yet.
fn draw_list(surface: &mut impl Surface, area: Rectangle, shelf: &Shelf<'_>) {
    let (len, chosen) = (usize::from(shelf.len()), usize::from(shelf.chosen()));
    let columns = if area.size.width < 100 { 13 } else { 18 };
    let mut list = List::new(area, columns, 5, len, chosen);
    let height = list.pitch() * (list.rows().min(WINDOW) as u32);
    list.area.size.height = height.min(area.size.height);
    let roomy = area.size.width >= 90;
    list.draw(surface, |place| {
        let distance = place as i16 - chosen as i16;
        let Some(level) = shelf.listed(distance) else {
            return ListLine {
                label: fit("..", LINE),
                side: Side::Nothing,
            };
        };
        let earned = level.best.map(|best| best.stars.count());
        // Marks a level that was begun.
        let mark = if level.begun { ">" } else { " " };
        let side = match earned {
            Some(_) if !roomy => Side::Word(fit("*", LINE)),
            earned => Side::Stars(earned),
        };
        ListLine {
            label: fit(format_args!("{}{mark}{}", level.number, level.title), LINE),
            side: if roomy || earned.is_some() {
                side
            } else {
                Side::Nothing
            },
        }
    });
}
