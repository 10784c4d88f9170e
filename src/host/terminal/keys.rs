//! Maps the keys of a keyboard to buttons.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::collections::VecDeque;

use super::typing::Typing;
use crate::game::input::{Button, Buttons, Event, Keypad, Layout};

/// What a key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Button {
        button: Button,
        /// Whether the key counts as held at once.
        held: bool,
    },
    Quit,
    Suspend,
    Redraw,
}

/// What a key means on a layout. Each button's key is its letter, so that the game's
/// instructions also apply to the keyboard.
pub(super) fn meaning(layout: Layout, key: &KeyEvent) -> Option<Meaning> {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let code = match key.code {
        // With Shift some terminals send a capital, others a small letter.
        KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
        code => code,
    };
    match code {
        KeyCode::Char('c') if control => return Some(Meaning::Quit),
        KeyCode::Char('z') if control => return Some(Meaning::Suspend),
        KeyCode::Char('l') if control => return Some(Meaning::Redraw),
        KeyCode::Char('q') if !control => return Some(Meaning::Quit),
        _ => {}
    }
    if !(key.modifiers - KeyModifiers::SHIFT).is_empty() {
        return None;
    }
    let four = layout == Layout::Four;
    let (button, held) = match code {
        KeyCode::Char('a') => (Button::A, shift),
        KeyCode::Char('b') => (Button::B, shift),
        KeyCode::Char('x') => (Button::X, shift),
        KeyCode::Char('y') => (Button::Y, shift),
        // With four buttons, taps of A, B, X and Y walk.
        KeyCode::Up | KeyCode::Char('k') if four => (Button::A, shift),
        KeyCode::Down | KeyCode::Char('j') if four => (Button::B, shift),
        KeyCode::Left | KeyCode::Char('h') if four => (Button::X, shift),
        KeyCode::Right | KeyCode::Char('l') if four => (Button::Y, shift),
        KeyCode::Enter | KeyCode::Char(' ') if four => (Button::A, true),
        KeyCode::Backspace | KeyCode::Esc if four => (Button::B, true),
        // There is no action on holding a direction.
        KeyCode::Up | KeyCode::Char('k') => (Button::Up, false),
        KeyCode::Down | KeyCode::Char('j') => (Button::Down, false),
        KeyCode::Left | KeyCode::Char('h') => (Button::Left, false),
        KeyCode::Right | KeyCode::Char('l') => (Button::Right, false),
        KeyCode::Enter | KeyCode::Char(' ') => (Button::Centre, shift),
        KeyCode::Esc if layout == Layout::Eight => (Button::Y, shift),
        KeyCode::Backspace | KeyCode::Esc => (Button::B, shift),
        _ => return None,
    };
    Some(Meaning::Button { button, held })
}

/// The keyboard as a board's buttons.
///
/// If the terminal reports key releases, keys are sampled like buttons; otherwise
/// [`Typing`] guesses. The first reported release switches to sampling.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    layout: Layout,
    typing: Typing,
    keypad: Keypad,
    down: Buttons,
    reports_releases: bool,
    events: VecDeque<Event>,
}

impl Keys {
    pub(super) fn new(layout: Layout, now: u32) -> Self {
        let mut keys = Self {
            layout,
            typing: Typing::new(layout),
            keypad: Keypad::clean(),
            down: Buttons::NONE,
            reports_releases: false,
            events: VecDeque::new(),
        };
        keys.sample(now);
        keys
    }

    /// Called if the terminal is known to report key releases.
    pub(super) fn expect_releases(&mut self) {
        self.reports_releases = true;
    }

    /// Handles a key press, repeat or release. Returns the meaning of a key that is not a
    /// button; buttons become events.
    pub(super) fn key(&mut self, key: &KeyEvent, now: u32) -> Option<Meaning> {
        if key.kind == KeyEventKind::Release && !self.reports_releases {
            self.reports_releases = true;
            self.end_typing(now);
        }
        let meaning = meaning(self.layout, key)?;
        let Meaning::Button { button, held } = meaning else {
            return (key.kind == KeyEventKind::Press).then_some(meaning);
        };
        match key.kind {
            KeyEventKind::Press | KeyEventKind::Repeat if held || !self.reports_releases => {
                self.typing.key(button, held, now);
                self.gather();
            }
            // Ignores keys that were already down at the start.
            KeyEventKind::Repeat => {}
            KeyEventKind::Press => {
                self.end_typing(now);
                self.down.insert(button);
                self.sample(now);
            }
            KeyEventKind::Release => {
                self.end_typing(now);
                self.down.remove(button);
                self.sample(now);
            }
        }
        None
    }

    /// Advances to a time, which may produce repeats and holds.
    pub(super) fn advance(&mut self, now: u32) {
        self.sample(now);
        self.typing.advance(now);
        self.gather();
    }

    /// Releases all keys. Called when the window loses focus, after which releases are not
    /// reported.
    pub(super) fn release_all(&mut self, now: u32) {
        self.down = Buttons::NONE;
        self.sample(now);
        self.end_typing(now);
    }

    /// Whether an event may occur soon without another key.
    pub(super) fn is_waiting(&self) -> bool {
        !self.down.is_empty() || self.typing.is_waiting()
    }

    pub(super) fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    fn sample(&mut self, now: u32) {
        self.keypad.update(now, self.down);
        self.events
            .extend(std::iter::from_fn(|| self.keypad.next_event()));
    }

    fn end_typing(&mut self, now: u32) {
        self.typing.settle(now);
        self.gather();
    }

    fn gather(&mut self) {
        self.events
            .extend(std::iter::from_fn(|| self.typing.next_event()));
    }
}

#[cfg(test)]
mod tests;
