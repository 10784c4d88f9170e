//! From button samples to actions, in two stages.
//!
//! ```text
//! Buttons, time -> Keypad -> Event -> Controls (with a Layout and a Context) -> Action
//! ```
//!
//! - A [`Keypad`] takes samples of all [`Buttons`] at any rate, removes contact bounce where
//!   there is any, and queues [`Event`]s: press, repeat, hold, release.
//! - [`Controls`] turn each event into an [`Action`], by the board's [`Layout`]. A button
//!   may mean one thing in [`Context::Play`] and another in [`Context::Menu`].
//!
//! The stages are separate so that a terminal that reports no releases can make events
//! itself, and so that a key can wake a sleeping display without doing anything else: events
//! that are never passed to the controls have no effect.
//!
//! | file | holds |
//! |---|---|
//! | `button`, `buttons` | the buttons of all boards, and sets of them |
//! | `keypad`, `debounce`, `repeat`, `timing` | samples to events |
//! | `event` | press, repeat, hold, release |
//! | `layout`, `controls`, `action` | events to actions |
//!
//! The caller passes the time in milliseconds; it may wrap around.
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
