//! From samples of all buttons to events.

use heapless::Deque;

use super::button::Button;
use super::buttons::Buttons;
use super::debounce::Debounce;
use super::event::{Event, Gesture};
use super::repeat::Repeat;
use super::timing::{DEBOUNCE_MS, HOLD_MS};
use crate::game::clock::elapsed;

/// Capacity of the event queue: more than the ten events that one sample can cause.
pub const EVENTS: usize = 16;

/// Turns samples of the buttons into events.
///
/// Samples may come at any rate. Nothing is invented for the time between two samples:
/// after a gap, a button repeats once and not in a burst, and a button that is found to be
/// up is neither held nor repeated for the time without samples.
///
/// When the queue of [`EVENTS`] is full, new events wait: a button keeps its old state
/// until its change fits the queue. So every press in the queue is followed by its release,
/// and a button that goes down and up while the queue is full is ignored.
#[derive(Clone, Debug)]
pub struct Keypad {
    /// How long a change must last before it counts.
    settling_ms: u32,
    /// The time of the last sample.
    now: Option<u32>,
    switches: [Switch; Button::COUNT],
    repeat: Option<Repeat>,
    /// Whether every button is up, no change is settling and no missed tap waits: nearly always,
    /// so that most samples take next to no time.
    at_rest: bool,
    idle_for: u32,
    queue: Deque<Event, EVENTS>,
}

/// One button. Times are counted up from sample to sample instead of being compared with
/// the clock, so a clock may wrap around and even a stuck button's times stay in range.
#[derive(Clone, Copy, Debug)]
struct Switch {
    contact: Debounce,
    /// Milliseconds since the press.
    down_for: u32,
    /// The value of `down_for` when a sample last showed the button down.
    held_for: u32,
    hold_sent: bool,
    /// It went down and up between two samples. It counts when it has been up for the settling
    /// time: after that, `down_for` counts from the gap.
    missed: bool,
}

impl Switch {
    const UP: Self = Self {
        contact: Debounce::UP,
        down_for: 0,
        held_for: 0,
        hold_sent: false,
        missed: false,
    };

    fn is_at_rest(&self) -> bool {
        self.contact.is_at_rest() && !self.missed
    }
}

impl Keypad {
    /// A keypad of mechanical buttons, whose contacts bounce. All buttons are up.
    pub const fn new() -> Self {
        Self::with_settling_ms(DEBOUNCE_MS)
    }

    /// A keypad of keys that come without bounce, such as those of a terminal or a
    /// browser: a change counts with its first sample.
    pub const fn clean() -> Self {
        Self::with_settling_ms(0)
    }

    const fn with_settling_ms(settling_ms: u32) -> Self {
        Self {
            settling_ms,
            now: None,
            switches: [Switch::UP; Button::COUNT],
            repeat: None,
            at_rest: true,
            idle_for: 0,
            queue: Deque::new(),
        }
    }

    /// Takes one sample of all buttons at a time in milliseconds.
    ///
    /// The clock may wrap around. A step of half its range or more counts as a step back,
    /// in which no time passes.
    pub fn update(&mut self, now: u32, closed: Buttons) {
        let elapsed = elapsed(self.now.unwrap_or(now), now);
        self.now = Some(now);
        self.idle_for = self.idle_for.saturating_add(elapsed);
        if self.at_rest && closed.is_empty() {
            return;
        }
        if let Some(repeat) = &mut self.repeat {
            repeat.pass(elapsed);
        }
        for button in Button::ALL {
            self.sample(now, elapsed, button, closed.contains(button));
        }
        if !self.held().is_empty() {
            self.idle_for = 0;
        }
        self.at_rest = self.switches.iter().all(Switch::is_at_rest);
    }

    /// Takes the first sample after a gap, with the buttons that went down at some time since the
    /// sample before. One that is up again counts as tapped, unless it was down before the gap:
    /// then its contact may only have bounced.
    pub fn update_after_gap(&mut self, now: u32, closed: Buttons, pressed: Buttons) {
        let tapped = pressed - closed - self.held();
        self.update(now, closed);
        for button in tapped {
            let switch = &mut self.switches[button.index()];
            switch.missed = true;
            switch.down_for = 0;
            self.at_rest = false;
        }
    }

    /// Takes the oldest event from the queue.
    pub fn next_event(&mut self) -> Option<Event> {
        self.queue.pop_front()
    }

    /// Whether an event waits to be taken.
    pub fn has_event(&self) -> bool {
        !self.queue.is_empty()
    }

    /// The buttons whose press was counted and whose release was not yet.
    pub fn held(&self) -> Buttons {
        Button::ALL
            .into_iter()
            .filter(|button| self.switches[button.index()].contact.is_down())
            .collect()
    }

    /// Milliseconds since a button was last down, or since the first sample; the backlight
    /// dims by it. It stays at the largest number instead of wrapping around.
    pub fn idle_for(&self) -> u32 {
        self.idle_for
    }

    /// Events that fit the queue.
    #[cfg(test)]
    pub(super) fn queue_room(&self) -> usize {
        self.queue.capacity() - self.queue.len()
    }

    /// Makes the next sample one that is looked at closely.
    #[cfg(test)]
    pub(super) fn never_rest(&mut self) {
        self.at_rest = false;
    }

    fn sample(&mut self, now: u32, elapsed: u32, button: Button, closed: bool) {
        let switch = &mut self.switches[button.index()];
        switch.down_for = switch.down_for.saturating_add(elapsed);
        let was_down = switch.contact.is_down();
        let change_due = switch.contact.sample(closed, elapsed, self.settling_ms);
        if was_down && closed {
            switch.held_for = switch.down_for;
        }
        // What is down now counts by itself.
        switch.missed &= !was_down && !closed;
        let room = self.queue.capacity() - self.queue.len();
        let tapped = switch.missed && switch.down_for >= self.settling_ms && room >= 2;
        let held_for = if was_down { switch.held_for } else { 0 };
        let hold_due = was_down && closed && !switch.hold_sent && held_for >= HOLD_MS;
        let mut send = |gesture| {
            let event = Event {
                at: now,
                button,
                gesture,
                held_for,
            };
            self.queue.push_back(event).is_ok()
        };

        if tapped {
            let _ = send(Gesture::Press) && send(Gesture::Release);
            switch.missed = false;
            self.idle_for = 0;
        } else if change_due && !was_down && send(Gesture::Press) {
            *switch = Switch::UP;
            switch.contact.flip();
            self.repeat = Some(Repeat::new(button));
        } else if change_due && was_down && send(Gesture::Release) {
            switch.contact.flip();
            self.repeat.take_if(|repeat| repeat.button() == button);
        }
        if hold_due && send(Gesture::Hold) {
            switch.hold_sent = true;
        }
        if let Some(repeat) = &mut self.repeat
            && repeat.button() == button
            && repeat.is_due()
            && closed
            && send(Gesture::Repeat)
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
