//! What happened to a button.

use super::button::Button;

/// What was done with a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gesture {
    /// It went down.
    Press,
    /// It is still down and was the last one pressed: first after
    /// [`REPEAT_DELAY_MS`](super::REPEAT_DELAY_MS), then every [`REPEAT_MS`](super::REPEAT_MS).
    Repeat,
    /// It has been down for [`HOLD_MS`](super::HOLD_MS): once a press.
    Hold,
    /// It came up.
    Release,
}

/// One gesture on one button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When it was noticed, by the caller's clock.
    pub at: u32,
    /// Which button.
    pub button: Button,
    /// What was done with it.
    pub gesture: Gesture,
    /// Milliseconds from the press to the last sample that saw the button down. For a
    /// release it tells a tap (shorter than [`HOLD_MS`](super::HOLD_MS)) from the end of
    /// a hold.
    pub held_for: u32,
}

impl Event {
    /// Whether this ends a press that was too short for a hold.
    pub fn is_tap(self) -> bool {
        self.gesture == Gesture::Release && self.held_for < super::HOLD_MS
    }
}
