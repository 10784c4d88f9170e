//! From the level of a pin to what a player did with a button.
//!
//! A [`Keypad`] takes samples of all [`Buttons`] as often as the caller likes, removes
//! contact bounce, and queues [`Event`]s: press, repeat, hold, release. Time is the
//! caller's, in milliseconds; it may wrap around.

mod button;
mod buttons;
mod debounce;
mod event;
mod keypad;
mod repeat;
#[cfg(test)]
mod tests;
mod timing;

pub use button::Button;
pub use buttons::{Buttons, Iter};
pub use event::{Event, Gesture};
pub use keypad::{EVENTS, Keypad};
pub use timing::{DEBOUNCE_MS, HOLD_MS, REPEAT_DELAY_MS, REPEAT_MS};
