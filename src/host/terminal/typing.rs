//! Events from a terminal that tells of keys going down and of nothing else.
//!
//! A key that is held arrives again and again, just as one that is tapped: first after the
//! keyboard's delay, then in its rhythm. Which of the two it is shows in the gaps alone:
//!
//! | gap | what it is |
//! |---|---|
//! | shorter than any keyboard's rhythm | a paste or a script: a tap |
//! | too short for a finger | a repeat |
//! | too short for a keyboard's delay | a tap |
//! | such a delay | not known before the next arrives, or stays away |
//! | longer | a tap |
//!
//! Only what is not known waits, for [`DOUBT_MS`]: a repeat must never start a push. Once
//! the keyboard's delay has been seen, little else is in doubt.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use crate::game::input::{
    Button, Context, Event, Gesture, HOLD_MS, Layout, REPEAT_DELAY_MS, REPEAT_MS,
};

/// The rhythms of keyboards that no finger can follow.
const RHYTHM_MS: RangeInclusive<u32> = 8..=80;
/// The delays that keyboards are set to.
const DELAY_MS: RangeInclusive<u32> = 200..=750;
/// How far one keyboard's delay is off.
const JITTER_MS: u32 = 50;
/// Slower keyboards repeat within this, and then it is no finger because of the delay.
const DOUBT_MS: u32 = 110;
/// A held key that has not been seen for so long has come up.
const GONE_MS: u32 = 160;

/// Turns typed keys into presses, repeats, holds and releases.
///
/// A key that acts when it is tapped acts at once, since nothing will tell when it comes
/// up; should it stay down, it acts as held besides. Typed with Shift, it is held from the
/// beginning.
#[derive(Clone, Debug)]
pub(super) struct Typing {
    layout: Layout,
    finger: Option<Finger>,
    /// The keyboard's delay, once it has been seen.
    delay: Option<u32>,
    events: VecDeque<Event>,
}

/// The key that was typed last.
#[derive(Clone, Copy, Debug)]
struct Finger {
    button: Button,
    shift: bool,
    /// When it went down.
    from: u32,
    /// From the press before to this one, where it is the same key.
    gap: Option<u32>,
    /// When it last arrived.
    seen: u32,
    /// When it last acted.
    acted: u32,
    certainty: Certainty,
    /// Whether its press has been told, but no release.
    open: bool,
    hold_told: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// It was typed once.
    Tapped,
    /// It arrived again, after a delay.
    Doubtful,
    /// It is held.
    Held,
}

impl Typing {
    pub(super) fn new(layout: Layout) -> Self {
        Self {
            layout,
            finger: None,
            delay: None,
            events: VecDeque::new(),
        }
    }

    /// A key arrived.
    pub(super) fn key(&mut self, button: Button, shift: bool, now: u32) {
        self.pass(now);
        let same = |finger: &Finger| (finger.button, finger.shift) == (button, shift);
        let Some(finger) = self.finger.filter(same) else {
            self.settle(now);
            return self.press(button, shift, now, None);
        };
        let gap = now.wrapping_sub(finger.seen);
        match finger.certainty {
            Certainty::Held => self.hold(now, self.delay),
            Certainty::Doubtful if gap >= *RHYTHM_MS.start() => {
                self.hold(now, Some(finger.seen.wrapping_sub(finger.from)));
            }
            Certainty::Tapped if RHYTHM_MS.contains(&gap) => {
                // What was told as the last press was the first repeat already.
                self.hold(now, finger.gap.or(self.delay));
            }
            Certainty::Tapped if self.delay_may_be(gap) => {
                self.finger = Some(Finger {
                    seen: now,
                    certainty: Certainty::Doubtful,
                    ..finger
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

    /// Time passes: what was in doubt may not be so any more.
    pub(super) fn pass(&mut self, now: u32) {
        let Some(finger) = &self.finger else { return };
        let unseen = now.wrapping_sub(finger.seen);
        match finger.certainty {
            Certainty::Tapped if unseen > *DELAY_MS.end() => self.settle(now),
            Certainty::Doubtful if unseen > DOUBT_MS => {
                let Finger { button, shift, .. } = *finger;
                let (seen, gap) = (finger.seen, finger.seen.wrapping_sub(finger.from));
                self.lift(now);
                self.press(button, shift, now, Some(gap));
                // Later gaps are from when it really arrived.
                if let Some(finger) = &mut self.finger {
                    (finger.from, finger.seen) = (seen, seen);
                }
            }
            Certainty::Held if unseen > GONE_MS => self.lift(now),
            _ => {}
        }
    }

    /// Whether time passing may bring an event.
    pub(super) fn is_waiting(&self) -> bool {
        self.finger.is_some()
    }

    pub(super) fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Ends whatever the last key does: a doubtful one was a tap after all.
    pub(super) fn settle(&mut self, now: u32) {
        if let Some(finger) = self.finger
            && finger.certainty == Certainty::Doubtful
        {
            self.lift(now);
            self.press(finger.button, finger.shift, now, None);
        }
        self.lift(now);
    }

    fn press(&mut self, button: Button, shift: bool, now: u32, gap: Option<u32>) {
        self.tell(button, Gesture::Press, now, 0);
        let at_once = self.acts_when_pressed(button, now);
        if shift {
            self.tell(button, Gesture::Hold, now, HOLD_MS);
            if at_once {
                // There is a key for the single action: this is for what comes after.
                let held_for = HOLD_MS + REPEAT_DELAY_MS;
                self.tell(button, Gesture::Repeat, now, held_for);
            }
        } else if !at_once {
            self.tell(button, Gesture::Release, now, 0);
        }
        self.finger = Some(Finger {
            button,
            shift,
            from: now,
            gap,
            seen: now,
            acted: now,
            certainty: Certainty::Tapped,
            open: shift || at_once,
            hold_told: shift,
        });
    }

    fn hold(&mut self, now: u32, delay: Option<u32>) {
        let Some(mut finger) = self.finger else {
            return;
        };
        self.delay = delay;
        (finger.seen, finger.certainty) = (now, Certainty::Held);
        let held_for = finger.held_for(now);
        if !finger.hold_told && held_for >= HOLD_MS {
            if !finger.open {
                self.tell(finger.button, Gesture::Press, now, 0);
                finger.open = true;
            }
            self.tell(finger.button, Gesture::Hold, now, held_for);
            finger.hold_told = true;
        }
        if finger.open && now.wrapping_sub(finger.acted) >= REPEAT_MS {
            self.tell(finger.button, Gesture::Repeat, now, held_for);
            finger.acted = now;
        }
        self.finger = Some(finger);
    }

    fn lift(&mut self, now: u32) {
        if let Some(finger) = self.finger.take_if(|finger| finger.open) {
            let held_for = finger.held_for(finger.seen);
            self.tell(finger.button, Gesture::Release, now, held_for);
        }
        self.finger = None;
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

    fn tell(&mut self, button: Button, gesture: Gesture, at: u32, held_for: u32) {
        self.events.push_back(Event {
            at,
            button,
            gesture,
            held_for,
        });
    }
}

impl Finger {
    fn held_for(&self, now: u32) -> u32 {
        let ahead = if self.shift { HOLD_MS } else { 0 };
        ahead.saturating_add(now.wrapping_sub(self.from))
    }
}

#[cfg(test)]
mod tests;
