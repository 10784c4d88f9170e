//! From the level of a pin to the wish of a player, in two stages.
//!
//! ```text
//! Buttons, time -> Keypad -> Event -> Controls (with a Layout and a Context) -> Action
//! ```
//!
//! - A [`Keypad`] takes samples of all [`Buttons`] as often as the caller likes, removes
//!   contact bounce, and queues [`Event`]s: press, repeat, hold, release.
//! - [`Controls`] give each event its meaning on a board's [`Layout`]: an [`Action`]. The
//!   same key means one thing in [`Context::Play`] and another in [`Context::Menu`].
//!
//! The stages are apart so that a front end that has keys but no pins, such as a terminal,
//! can make events itself, and so that a sleeping screen can take any key to wake up
//! without acting on it: what is never handed to the controls means nothing to them.
//!
//! Time is the caller's, in milliseconds; it may wrap around.
//!
//! ```
//! use sokopico::game::input::{Action, Button, Buttons, Context, Controls, Keypad, Layout};
//! use sokopico::puzzle::Direction;
//!
//! let mut keypad = Keypad::new();
//! let mut controls = Controls::new(Layout::Eight);
//! for now in 0..20 {
//!     keypad.update(now, Buttons::from(Button::Left));
//! }
//! let event = keypad.next_event().unwrap();
//! assert_eq!(
//!     controls.action(event, Context::Play),
//!     Some(Action::Walk { direction: Direction::Left, repeated: false })
//! );
//! ```

mod action;
mod button;
mod buttons;
mod controls;
mod debounce;
mod event;
mod keypad;
mod layout;
mod repeat;
#[cfg(test)]
mod tests;
mod timing;

pub use action::{Action, Context};
pub use button::Button;
pub use buttons::{Buttons, Iter};
pub use controls::Controls;
pub use event::{Event, Gesture};
pub use keypad::{EVENTS, Keypad};
pub use layout::Layout;
pub use timing::{DEBOUNCE_MS, HOLD_MS, REPEAT_DELAY_MS, REPEAT_MS};
