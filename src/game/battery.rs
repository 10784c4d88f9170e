//! The battery's charge, and whether the player knows that it is low.

/// A charge at which the player is warned, in per cent.
const LOW: u8 = 10;
/// A charge above which a warning is due again: measurements waver, and rise when the light
/// dims.
const GOOD: u8 = 20;

/// What is known about the battery.
#[derive(Clone, Copy, Debug)]
pub(super) struct Battery {
    percent: Option<u8>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Good,
    /// Low, and the player does not know.
    Low,
    Warned,
}

impl Battery {
    /// Nothing was measured yet.
    pub(super) const UNKNOWN: Self = Self {
        percent: None,
        state: State::Good,
    };

    /// The charge in per cent, if the machine measures it.
    pub(super) fn percent(self) -> Option<u8> {
        self.percent
    }

    /// Takes a measurement, and returns whether the charge has become low.
    pub(super) fn measured(&mut self, percent: u8) -> bool {
        self.percent = Some(percent);
        match self.state {
            State::Good if percent <= LOW => {
                self.state = State::Low;
                true
            }
            State::Low | State::Warned if percent > GOOD => {
                self.state = State::Good;
                false
            }
            _ => false,
        }
    }

    /// Whether to warn the player now, who then counts as warned.
    pub(super) fn takes_warning(&mut self) -> bool {
        let due = self.state == State::Low;
        if due {
            self.state = State::Warned;
        }
        due
    }
}
