//! Button events from a terminal that does not report key releases.
//!
//! A held key arrives repeatedly: first after the keyboard's repeat delay, then at its
//! repeat rate. Only the time between two arrivals distinguishes this from tapping:
//!
//! | time between arrivals | meaning |
//! |---|---|
//! | shorter than any keyboard's repeat | a paste or a script: a tap |
//! | too short for a finger | a repeat |
//! | shorter than a keyboard's repeat delay | a tap |
//! | a possible repeat delay | unknown until the next arrival, or until none comes |
//! | longer | a tap |
//!
//! Only the unknown case waits, for [`DOUBT_MS`], because a repeat must never start a push.
//! Once the keyboard's delay has been measured, few cases are unknown.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use crate::game::input::{
    Button, Context, Event, Gesture, HOLD_MS, Layout, REPEAT_DELAY_MS, REPEAT_MS,
};

/// Repeat intervals of keyboards, too short for a finger.
const RHYTHM_MS: RangeInclusive<u32> = 8..=80;
/// Usual repeat delays of keyboards.
const DELAY_MS: RangeInclusive<u32> = 200..=750;
/// Variation of one keyboard's repeat delay.
const JITTER_MS: u32 = 50;
/// How long to wait for the next repeat after a possible repeat delay.
const DOUBT_MS: u32 = 110;
/// A held key that has not arrived for this long counts as released.
const GONE_MS: u32 = 160;

/// Turns typed keys into presses, repeats, holds and releases.
///
/// A key with an action on tapping acts at once, since its release is not reported; if it
/// stays down, its action on holding follows. Typed with Shift, it counts as held at once.
#[derive(Clone, Debug)]
pub(super) struct Typing {
    layout: Layout,
    last: Option<TypedKey>,
    /// The keyboard's repeat delay, once measured.
    delay: Option<u32>,
    events: VecDeque<Event>,
}

/// The key that was typed last.
#[derive(Clone, Copy, Debug)]
struct TypedKey {
    button: Button,
    shift: bool,
    /// When it went down.
    from: u32,
    /// Time since the previous press, if it was of the same key.
    gap: Option<u32>,
    /// When it last arrived.
    seen: u32,
    /// When it last acted.
    acted: u32,
    certainty: Certainty,
    /// Whether its press has been sent, but not its release.
    open: bool,
    hold_sent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// It was typed once.
    Tapped,
    /// It arrived again after a possible repeat delay.
    Doubtful,
    /// It is held.
    Held,
}

impl Typing {
    pub(super) fn new(layout: Layout) -> Self {
        Self {
            layout,
            last: None,
            delay: None,
            events: VecDeque::new(),
        }
    }

    /// A key arrived.
    pub(super) fn key(&mut self, button: Button, shift: bool, now: u32) {
        self.advance(now);
        let same = |last: &TypedKey| (last.button, last.shift) == (button, shift);
        let Some(last) = self.last.filter(same) else {
            self.settle(now);
            return self.press(button, shift, now, None);
        };
        let gap = now.wrapping_sub(last.seen);
        match last.certainty {
            Certainty::Held => self.hold(now, self.delay),
            Certainty::Doubtful if gap >= *RHYTHM_MS.start() => {
                self.hold(now, Some(last.seen.wrapping_sub(last.from)));
            }
            Certainty::Tapped if RHYTHM_MS.contains(&gap) => {
                // The last press was in fact the first repeat.
                self.hold(now, last.gap.or(self.delay));
            }
            Certainty::Tapped if self.delay_may_be(gap) => {
                self.last = Some(TypedKey {
                    seen: now,
                    certainty: Certainty::Doubtful,
                    ..last
                });
            }
            Certainty::Tapped | Certainty::Doubtful => {
                self.settle(now);
                self.press(button, shift, now, Some(gap));
            }
        }
    }

    fn delay_may_be(&self, gap: u32) -> bool {
        match self.delay {
            Some(delay) => gap.abs_diff(delay) <= JITTER_MS,
            None => DELAY_MS.contains(&gap),
        }
    }

    /// Advances to a time, which may settle what was in doubt.
    pub(super) fn advance(&mut self, now: u32) {
        let Some(last) = &self.last else { return };
        let unseen = now.wrapping_sub(last.seen);
        match last.certainty {
            Certainty::Tapped if unseen > *DELAY_MS.end() => self.settle(now),
            Certainty::Doubtful if unseen > DOUBT_MS => {
                let TypedKey { button, shift, .. } = *last;
                let (seen, gap) = (last.seen, last.seen.wrapping_sub(last.from));
                self.release(now);
                self.press(button, shift, now, Some(gap));
                // Measure later gaps from when it really arrived.
                if let Some(last) = &mut self.last {
                    (last.from, last.seen) = (seen, seen);
                }
            }
            Certainty::Held if unseen > GONE_MS => self.release(now),
            _ => {}
        }
    }

    /// Whether an event may occur without another key.
    pub(super) fn is_waiting(&self) -> bool {
        self.last.is_some()
    }

    pub(super) fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Ends the last key. If it was in doubt, it counts as a second tap.
    pub(super) fn settle(&mut self, now: u32) {
        if let Some(last) = self.last
            && last.certainty == Certainty::Doubtful
        {
            self.release(now);
            self.press(last.button, last.shift, now, None);
        }
        self.release(now);
    }

    fn press(&mut self, button: Button, shift: bool, now: u32, gap: Option<u32>) {
        self.emit(button, Gesture::Press, now, 0);
        let at_once = self.acts_when_pressed(button, now);
        if shift {
            self.emit(button, Gesture::Hold, now, HOLD_MS);
            if at_once {
                // Without Shift the key does the single action; with it, it repeats.
                let held_for = HOLD_MS + REPEAT_DELAY_MS;
                self.emit(button, Gesture::Repeat, now, held_for);
            }
        } else if !at_once {
            self.emit(button, Gesture::Release, now, 0);
        }
        self.last = Some(TypedKey {
            button,
            shift,
            from: now,
            gap,
            seen: now,
            acted: now,
            certainty: Certainty::Tapped,
            open: shift || at_once,
            hold_sent: shift,
        });
    }

    fn hold(&mut self, now: u32, delay: Option<u32>) {
        let Some(mut last) = self.last else {
            return;
        };
        self.delay = delay;
        (last.seen, last.certainty) = (now, Certainty::Held);
        let held_for = last.held_for(now);
        if !last.hold_sent && held_for >= HOLD_MS {
            if !last.open {
                self.emit(last.button, Gesture::Press, now, 0);
                last.open = true;
            }
            self.emit(last.button, Gesture::Hold, now, held_for);
            last.hold_sent = true;
        }
        if last.open && now.wrapping_sub(last.acted) >= REPEAT_MS {
            self.emit(last.button, Gesture::Repeat, now, held_for);
            last.acted = now;
        }
        self.last = Some(last);
    }

    fn release(&mut self, now: u32) {
        if let Some(last) = self.last.take_if(|last| last.open) {
            let held_for = last.held_for(last.seen);
            self.emit(last.button, Gesture::Release, now, held_for);
        }
        self.last = None;
    }

    fn acts_when_pressed(&self, button: Button, at: u32) -> bool {
        let press = Event {
            at,
            button,
            gesture: Gesture::Press,
            held_for: 0,
        };
        self.layout.action(press, Context::Play).is_some()
    }

    fn emit(&mut self, button: Button, gesture: Gesture, at: u32, held_for: u32) {
        self.events.push_back(Event {
            at,
            button,
            gesture,
            held_for,
        });
    }
}

impl TypedKey {
    fn held_for(&self, now: u32) -> u32 {
        let ahead = if self.shift { HOLD_MS } else { 0 };
        ahead.saturating_add(now.wrapping_sub(self.from))
    }
}

#[cfg(test)]
mod tests;
