//! Sounds as short sequences of notes.

use super::pwm::Pwm;
use crate::game::Sound;

/// A pitch in Hz and a length in milliseconds.
type Note = (u16, u8);

fn notes(sound: Sound) -> &'static [Note] {
    match sound {
        Sound::Step => &[(220, 12)],
        Sound::Push => &[(147, 30), (131, 20)],
        Sound::Goal => &[(523, 50), (784, 80)],
        Sound::Solved => &[(523, 90), (659, 90), (784, 90), (1047, 250)],
        Sound::Scale => &[
            (523, 200),
            (587, 200),
            (659, 200),
            (698, 200),
            (784, 200),
            (880, 200),
            (988, 200),
            (1047, 250),
        ],
    }
}

/// The speaker, if the board has one.
pub(super) struct Speaker {
    pwm: Option<Pwm>,
    notes: &'static [Note],
    began: u32,
}

impl Speaker {
    pub(super) fn new(pin: Option<u8>) -> Self {
        Self {
            pwm: pin.map(Pwm::new),
            notes: &[],
            began: 0,
        }
    }

    /// Starts a sound; it replaces the one that is playing.
    pub(super) fn play(&mut self, sound: Sound, now: u32) {
        self.notes = notes(sound);
        self.began = now;
        self.start_note();
    }

    /// Starts the next note when the current one ends.
    pub(super) fn pass(&mut self, now: u32) {
        if let Some((&(_, length), rest)) = self.notes.split_first()
            && now.wrapping_sub(self.began) >= length.into()
        {
            self.notes = rest;
            self.began = now;
            self.start_note();
        }
    }

    fn start_note(&self) {
        if let Some(pwm) = &self.pwm {
            pwm.tone(self.notes.first().map(|&(pitch, _)| pitch));
        }
    }
}
