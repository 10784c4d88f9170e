//! Events of buttons.

use super::button::Button;

/// What happened to a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gesture {
    /// It went down.
    Press,
    /// It is still down and was the last one pressed: first after
    /// [`REPEAT_DELAY_MS`](super::REPEAT_DELAY_MS), then every [`REPEAT_MS`](super::REPEAT_MS).
    Repeat,
    /// It has been down for [`HOLD_MS`](super::HOLD_MS): once a press.
    Hold,
    /// It was released.
    Release,
}

/// Something that happened to a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// The time of the sample that showed it, by the caller's clock.
    pub at: u32,
    /// Which button.
    pub button: Button,
    /// What happened to it.
    pub gesture: Gesture,
    /// Milliseconds from the press to the last sample that showed the button down. A
    /// release is a tap if this is shorter than [`HOLD_MS`](super::HOLD_MS).
    pub held_for: u32,
}

impl Event {
    /// Whether this ends a press that was too short for a hold.
    pub fn is_tap(self) -> bool {
        self.gesture == Gesture::Release && self.held_for < super::HOLD_MS
    }
}
