//! Draws what can be done with a level that was played before.

use embedded_graphics::prelude::Size;

use super::Show;
use crate::game::screens::Chosen;
use crate::view::layout::{split_left, split_top};
use crate::view::surface::Surface;
use crate::view::text::{LINE, fit};
use crate::view::widgets::{footer, header};

impl Show<'_, '_> {
    pub(super) fn chosen(&self, surface: &mut impl Surface, chosen: &Chosen<'_>) {
        let (number, title) = chosen.title();
        let heading = fit(format_args!("{number} {title}"), LINE);
        let area = header(surface, self.area, &heading, "");
        let area = footer(surface, area, self.keys_of_menus());
        let Size { width, height } = area.size;
        let (rows, pane) = match width * 4 >= height * 5 {
            true => split_left(area, width * 11 / 20),
            false => split_top(area, height / 2),
        };
        self.list(surface, rows, 4);
        self.preview(surface, pane, chosen.level());
    }
}
