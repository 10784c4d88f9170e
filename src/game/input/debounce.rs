//! One switch without its bounce.
//!
//! A change counts once every sample has shown it for the settling time; any sample to the
//! contrary starts the wait again. This goes by time, not by number of samples as in the
//! crate debouncr, because an emulator and a board that has just erased flash sample at
//! rates of their own.

#[derive(Clone, Copy, Debug)]
pub(super) struct Debounce {
    down: bool,
    /// How long all samples have differed from `down`, in milliseconds.
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

    /// Whether the switch is up and no change is settling.
    pub(super) fn is_at_rest(&self) -> bool {
        !self.down && self.differs_for.is_none()
    }

    /// Takes a sample, `elapsed` milliseconds after the one before, and returns whether a
    /// change has settled. The change waits for [`Debounce::flip`], and is forgotten if the
    /// samples turn back first.
    pub(super) fn sample(&mut self, closed: bool, elapsed: u32, settling_ms: u32) -> bool {
        self.differs_for = (closed != self.down).then(|| match self.differs_for {
            Some(time) => time.saturating_add(elapsed),
            None => 0,
        });
        self.differs_for.is_some_and(|time| time >= settling_ms)
    }

    /// Makes the change that has settled.
    pub(super) fn flip(&mut self) {
        *self = Self {
            down: !self.down,
            differs_for: None,
        };
    }
}
