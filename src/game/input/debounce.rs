//! One switch without its bounce.
//!
//! A change counts once every sample of [`DEBOUNCE_MS`] has shown it; any sample to the
//! contrary starts the wait again. This is by time, not by number of samples as in the
//! crate debouncr: a terminal, an emulator and a board that has just erased flash sample
//! at rates of their own.

use super::timing::DEBOUNCE_MS;

#[derive(Clone, Copy, Debug)]
pub(super) struct Debounce {
    down: bool,
    /// How long the samples have differed from `down` without a break.
    differs_for: Option<u32>,
}

impl Debounce {
    pub(super) const UP: Self = Self {
        down: false,
        differs_for: None,
    };

    /// Whether the switch counts as down.
    pub(super) fn is_down(self) -> bool {
        self.down
    }

    /// Takes a sample, so long after the one before. Whether a change is due: it waits for
    /// [`Debounce::flip`], and is forgotten if the samples turn back first.
    pub(super) fn sample(&mut self, closed: bool, elapsed: u32) -> bool {
        self.differs_for = (closed != self.down).then(|| match self.differs_for {
            Some(time) => time.saturating_add(elapsed),
            None => 0,
        });
        self.differs_for.is_some_and(|time| time >= DEBOUNCE_MS)
    }

    /// Makes the change that is due.
    pub(super) fn flip(&mut self) {
        *self = Self {
            down: !self.down,
            differs_for: None,
        };
    }
}
