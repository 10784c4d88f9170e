//! Repeats: one button at a time, as on a keyboard.

use super::button::Button;
use super::timing::{REPEAT_DELAY_MS, REPEAT_MS};

/// The button that repeats: the last one pressed, until it is released. If two directions
/// repeated at once, the keeper would walk in zigzag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeat {
    button: Button,
    waited: u32,
    wait: u32,
}

impl Repeat {
    pub(super) fn new(button: Button) -> Self {
        Self {
            button,
            waited: 0,
            wait: REPEAT_DELAY_MS,
        }
    }

    pub(super) fn button(&self) -> Button {
        self.button
    }

    pub(super) fn pass(&mut self, elapsed: u32) {
        self.waited = self.waited.saturating_add(elapsed);
    }

    pub(super) fn is_due(&self) -> bool {
        self.waited >= self.wait
    }

    /// Starts the next wait. The time by which the last one was exceeded counts, so that slow
    /// sampling does not slow the repeats down; missed repeats are not made up for.
    pub(super) fn advance(&mut self) {
        let late = self.waited.saturating_sub(self.wait);
        self.waited = if late < REPEAT_MS { late } else { 0 };
        self.wait = REPEAT_MS;
    }
}
