//! Which key of a keyboard is which button, and what happens to it.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::collections::VecDeque;

use super::typing::Typing;
use crate::game::input::{Button, Buttons, Event, Keypad, Layout};

/// What a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Button {
        button: Button,
        /// Held from the beginning.
        held: bool,
    },
    Quit,
    Suspend,
    Redraw,
}

/// What a key stands for on a layout. A button's key is its letter, so that what the game
/// says of its buttons is true of the keyboard.
pub(super) fn meaning(layout: Layout, key: &KeyEvent) -> Option<Meaning> {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let code = match key.code {
        // Whether a letter comes as a capital differs from terminal to terminal.
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
        // Four buttons walk themselves.
        KeyCode::Up | KeyCode::Char('k') if four => (Button::A, shift),
        KeyCode::Down | KeyCode::Char('j') if four => (Button::B, shift),
        KeyCode::Left | KeyCode::Char('h') if four => (Button::X, shift),
        KeyCode::Right | KeyCode::Char('l') if four => (Button::Y, shift),
        KeyCode::Enter | KeyCode::Char(' ') if four => (Button::A, true),
        KeyCode::Backspace | KeyCode::Esc if four => (Button::B, true),
        // Walking has no hold.
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
/// Where the terminal tells when keys come up, they are sampled like any buttons, and else
/// they are typed. The first release that it tells settles which.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    layout: Layout,
    typing: Typing,
    keypad: Keypad,
    down: Buttons,
    tells_releases: bool,
    events: VecDeque<Event>,
}

impl Keys {
    pub(super) fn new(layout: Layout, now: u32) -> Self {
        let mut keys = Self {
            layout,
            typing: Typing::new(layout),
            keypad: Keypad::clean(),
            down: Buttons::NONE,
            tells_releases: false,
            events: VecDeque::new(),
        };
        keys.sample(now);
        keys
    }

    /// The terminal is known to tell when keys come up.
    pub(super) fn expect_releases(&mut self) {
        self.tells_releases = true;
    }

    /// A key went down, repeated or came up. What is not a button's is told at once.
    pub(super) fn key(&mut self, key: &KeyEvent, now: u32) -> Option<Meaning> {
        if key.kind == KeyEventKind::Release && !self.tells_releases {
            self.tells_releases = true;
            self.end_typing(now);
        }
        let meaning = meaning(self.layout, key)?;
        let Meaning::Button { button, held } = meaning else {
            return (key.kind == KeyEventKind::Press).then_some(meaning);
        };
        match key.kind {
            KeyEventKind::Press | KeyEventKind::Repeat if held || !self.tells_releases => {
                self.typing.key(button, held, now);
                self.gather();
            }
            // A key that was down before this began does not count.
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

    /// Time passes.
    pub(super) fn pass(&mut self, now: u32) {
        self.sample(now);
        self.typing.pass(now);
        self.gather();
    }

    /// Nobody is at the keyboard any more, and nobody will tell what comes up.
    pub(super) fn let_go(&mut self, now: u32) {
        self.down = Buttons::NONE;
        self.sample(now);
        self.end_typing(now);
    }

    /// Whether time passing may bring an event soon.
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
