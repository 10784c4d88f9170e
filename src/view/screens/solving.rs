//! Draws the wait for the solver.

use super::Show;
use super::waiting::Seconds;
use crate::game::Task;
use crate::game::progress::result_item::By;
use crate::game::screens::Solving;
use crate::view::surface::Surface;
use crate::view::text::{self, LINE, fit};
use crate::view::widgets::{busy, header};

/// The period of the block that moves to and fro in the bar, in milliseconds.
const SWEEP_MS: u32 = 2_048;

impl Show<'_, '_> {
    pub(super) fn solving(&self, surface: &mut impl Surface, solving: &Solving) {
        let (heading, lines) = match solving.task() {
            Task::Any => ("Solving", self.search_so_far(By::Pushes)),
            Task::Fewest(By::Pushes) => ("Fewest pushes", self.search_so_far(By::Pushes)),
            Task::Fewest(By::Moves) => ("Fewest moves", self.search_so_far(By::Moves)),
            Task::Rewind(depth) => ("Looking back", rewind_so_far(depth)),
        };
        let area = header(surface, self.area, heading, self.key_to_stop());
        let (words, pane) = self.beside_board(area, 20);
        self.bar_and_lines(surface, words, &lines, |surface, bar| {
            busy(surface, bar, self.now % SWEEP_MS * 256 / SWEEP_MS);
        });
        if let Some(pane) = pane {
            surface.board(&self.play_scene(pane, self.orientation()));
        }
    }

    fn search_so_far(&self, by: By) -> [text::Line; 3] {
        let progress = self.game.progress();
        let last = match self.game.best_so_far() {
            Some(count) => fit(format_args!("{count} found: OK plays"), LINE),
            None => fit(Seconds(self.game.searched()), LINE),
        };
        let unit = match by {
            By::Pushes => "pushes",
            By::Moves => "moves",
        };
        [
            fit(format_args!("Positions: {}", progress.nodes), LINE),
            fit(format_args!("at least {} {unit}", progress.bound), LINE),
            last,
        ]
    }
}

fn rewind_so_far(depth: Option<u32>) -> [text::Line; 3] {
    let trying = match depth {
        Some(step) => fit(format_args!("Trying step {step}"), LINE),
        None => fit("Done", LINE),
    };
    [
        fit("Which earlier step", LINE),
        fit("could still be won?", LINE),
        trying,
    ]
}
