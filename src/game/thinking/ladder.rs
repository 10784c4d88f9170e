//! The hint ladder: still winnable? which box? one push; all of it.

use super::advice::{Advice, Verdict};
use crate::solve::GaveUp;

/// How far up the ladder the player has climbed on this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rung {
    /// Nothing was asked.
    Ground,
    /// Asked whether the position can be won; no answer yet.
    Asked,
    /// The answer was shown.
    Answered,
    /// The box to push is shown.
    Shown,
    /// A push was played.
    Played,
}

/// What a press of the hint button leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Help {
    /// Wait for the answer.
    Wait,
    /// Say that the position is lost.
    Lost,
    /// Say that the machine does not know.
    Unknown(GaveUp),
    /// Say that it can be won.
    Solvable,
    /// Show which box to push.
    Show,
    /// Play one push.
    PlayPush,
    /// Play the whole solution.
    PlayAll,
}

impl Advice {
    /// The next rung.
    pub(in crate::game) fn climb(&mut self) -> Help {
        let (rung, help) = match (self.verdict(), self.rung) {
            (Verdict::Open, _) => (Rung::Asked, Help::Wait),
            (Verdict::Lost, _) => (Rung::Ground, Help::Lost),
            // Asked again, it thinks for as long as the player waits.
            (Verdict::Unknown(GaveUp::NodeLimit), Rung::Answered) => {
                self.insist();
                (Rung::Asked, Help::Wait)
            }
            (Verdict::Unknown(reason), _) => (Rung::Answered, Help::Unknown(reason)),
            (Verdict::Solvable, Rung::Ground | Rung::Asked) => (Rung::Answered, Help::Solvable),
            (Verdict::Solvable, Rung::Answered) => (Rung::Shown, Help::Show),
            (Verdict::Solvable, Rung::Shown) => (Rung::Shown, Help::PlayPush),
            (Verdict::Solvable, Rung::Played) => (Rung::Ground, Help::PlayAll),
        };
        self.rung = rung;
        help
    }

    /// Whether a hint that was asked for can be given now.
    pub(in crate::game) fn is_due(&self) -> bool {
        self.rung == Rung::Asked && self.verdict() != Verdict::Open
    }

    /// Whether the player waits for a hint.
    pub(in crate::game) fn is_asked(&self) -> bool {
        self.rung == Rung::Asked
    }

    /// Whether the box to push is shown.
    pub(super) fn is_shown(&self) -> bool {
        self.rung == Rung::Shown
    }

    /// The push that was asked for has been played.
    pub(in crate::game) fn push_played(&mut self) {
        self.rung = Rung::Played;
    }

    /// Back to the ground, as when something else was asked.
    pub(in crate::game) fn leave_ladder(&mut self) {
        self.rung = Rung::Ground;
    }
}
