//! Draws a page of how to play.

use super::Show;
use crate::game::input::Layout;
use crate::game::instructions::pages;
use crate::game::screens::Instructions;
use crate::view::surface::Surface;
use crate::view::text::{LINE, fit};

impl Show<'_, '_> {
    pub(super) fn instructions(&self, surface: &mut impl Surface, instructions: &Instructions) {
        let page = instructions.page();
        let layout = self.game.device().layout;
        let pages = pages(layout);
        let Some(this) = pages.get(usize::from(page)) else {
            return;
        };
        let number = fit(format_args!("{}/{}", page + 1, pages.len()), LINE);
        let keys = match layout {
            Layout::Eight | Layout::Six => "left, right: turn the page",
            Layout::Four => "tap X, Y: turn the page",
        };
        self.page(surface, this.heading, &number, this.paragraphs, keys);
    }
}
