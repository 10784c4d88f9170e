//! All buttons of a board: samples and time in, events out.

use heapless::Deque;

use super::button::Button;
use super::buttons::Buttons;
use super::debounce::Debounce;
use super::event::{Event, Gesture};
use super::repeat::Repeat;
use super::timing::HOLD_MS;
use crate::game::clock::elapsed;

/// How many events can wait: more than the ten that one sample can bring.
pub const EVENTS: usize = 16;

/// Turns samples of the buttons into events.
///
/// Samples may come at any rate. What was not seen is not made up: after a gap, a button
/// repeats once and not in a burst, and one that is found to be up is neither held nor
/// repeated for the time that nobody looked.
///
/// When the queue of [`EVENTS`] is full, the oldest stay, because a press that was seen
/// comes before anything that follows from it, and the new one waits: a button keeps its
/// old state until its change can be told. So every press that is told has its release,
/// and what comes and goes while nobody reads is as if it had not been.
#[derive(Clone, Debug)]
pub struct Keypad {
    /// The time of the last sample.
    now: Option<u32>,
    keys: [Key; Button::COUNT],
    repeat: Option<Repeat>,
    idle_for: u32,
    queue: Deque<Event, EVENTS>,
}

/// Times are counted up from sample to sample instead of being compared with the clock, so
/// a clock that wraps around is nothing special and even a stuck button stays in range.
#[derive(Clone, Copy, Debug)]
struct Key {
    switch: Debounce,
    /// Since the press.
    down_for: u32,
    /// The value of `down_for` when a sample last saw the button down.
    held_for: u32,
    hold_told: bool,
}

impl Key {
    const UP: Self = Self {
        switch: Debounce::UP,
        down_for: 0,
        held_for: 0,
        hold_told: false,
    };
}

impl Keypad {
    /// All buttons up, and no event.
    pub const fn new() -> Self {
        Self {
            now: None,
            keys: [Key::UP; Button::COUNT],
            repeat: None,
            idle_for: 0,
            queue: Deque::new(),
        }
    }

    /// Takes one sample of all buttons at a time in milliseconds.
    ///
    /// The clock may wrap around. A step of half its range or more is taken for a step
    /// back, for which no time passes.
    pub fn update(&mut self, now: u32, closed: Buttons) {
        let elapsed = elapsed(self.now.unwrap_or(now), now);
        self.now = Some(now);
        self.idle_for = self.idle_for.saturating_add(elapsed);
        if let Some(repeat) = &mut self.repeat {
            repeat.pass(elapsed);
        }
        for button in Button::ALL {
            self.sample(now, elapsed, button, closed.contains(button));
        }
        if !self.held().is_empty() {
            self.idle_for = 0;
        }
    }

    /// The oldest event that has not been taken yet.
    pub fn next_event(&mut self) -> Option<Event> {
        self.queue.pop_front()
    }

    /// The buttons that are down, bounce removed.
    pub fn held(&self) -> Buttons {
        Button::ALL
            .into_iter()
            .filter(|button| self.keys[button.index()].switch.is_down())
            .collect()
    }

    /// Milliseconds since a button was last down, or since the first sample: what dims
    /// the backlight. It stops at the largest number instead of starting again.
    pub fn idle_for(&self) -> u32 {
        self.idle_for
    }

    fn sample(&mut self, now: u32, elapsed: u32, button: Button, closed: bool) {
        let key = &mut self.keys[button.index()];
        key.down_for = key.down_for.saturating_add(elapsed);
        let was_down = key.switch.is_down();
        let change_due = key.switch.sample(closed, elapsed);
        if was_down && closed {
            key.held_for = key.down_for;
        }
        let held_for = if was_down { key.held_for } else { 0 };
        let hold_due = was_down && closed && !key.hold_told && held_for >= HOLD_MS;
        let mut tell = |gesture| {
            let event = Event {
                at: now,
                button,
                gesture,
                held_for,
            };
            self.queue.push_back(event).is_ok()
        };

        if change_due && !was_down && tell(Gesture::Press) {
            *key = Key::UP;
            key.switch.flip();
            self.repeat = Some(Repeat::new(button));
        } else if change_due && was_down && tell(Gesture::Release) {
            key.switch.flip();
            self.repeat.take_if(|repeat| repeat.button() == button);
        }
        if hold_due && tell(Gesture::Hold) {
            key.hold_told = true;
        }
        if let Some(repeat) = &mut self.repeat
            && repeat.button() == button
            && repeat.is_due()
            && closed
            && tell(Gesture::Repeat)
        {
            repeat.advance();
        }
    }
}

impl Default for Keypad {
    fn default() -> Self {
        Self::new()
    }
}
