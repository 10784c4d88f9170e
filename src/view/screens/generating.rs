//! Draws the wait for a new level.

use super::Show;
use crate::game::screens::Generating;
use crate::view::surface::Surface;
use crate::view::text::{LINE, fit};
use crate::view::widgets::{gauge, header};

impl Show<'_, '_> {
    pub(super) fn generating(&self, surface: &mut impl Surface, generating: &Generating) {
        let area = header(surface, self.area, "Making", self.key_to_stop());
        let (code, progress) = (generating.code(), generating.progress());
        let recipe = code.recipe();
        let lines = [
            fit(code, LINE),
            fit(
                format_args!("{}, {}", recipe.mode.name(), recipe.grade.name()),
                LINE,
            ),
            fit(format_args!("Tried: {}", progress.tried), LINE),
        ];
        self.bar_and_lines(surface, area, &lines, |surface, bar| {
            gauge(surface, bar, progress.percent());
        });
    }
}
