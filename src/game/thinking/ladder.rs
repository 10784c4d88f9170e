//! The hint ladder: can it still be won? which box? play one push; play all of it.

use super::advice::{Advice, Verdict};
use crate::solve::GaveUp;

/// How far up the ladder the player has climbed on this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rung {
    /// No hint was requested.
    Ground,
    /// A hint was requested; there is no verdict yet.
    Asked,
    /// The verdict was shown.
    Answered,
    /// The box to push is shown.
    Shown,
    /// The machine has played one push.
    Played,
}

/// What a press of the hint button leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Help {
    /// Wait for the verdict.
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
    /// Goes up one rung if it can, and returns what to do.
    pub(in crate::game) fn climb(&mut self) -> Help {
        let (rung, help) = match (self.verdict(), self.rung) {
            (Verdict::Open, _) => (Rung::Asked, Help::Wait),
            (Verdict::Lost, _) => (Rung::Ground, Help::Lost),
            // The player asks again: think without a time limit.
            (Verdict::Unknown(GaveUp::NodeLimit), Rung::Answered) => {
                self.insist();
                (Rung::Asked, Help::Wait)
            }
            (Verdict::Unknown(reason), _) => (Rung::Answered, Help::Unknown(reason)),
            (Verdict::Solvable, Rung::Ground | Rung::Asked) => (Rung::Answered, Help::Solvable),
            (Verdict::Solvable, Rung::Answered) => (Rung::Shown, Help::Show),
            (Verdict::Solvable, Rung::Shown) => (Rung::Ground, Help::PlayPush),
            (Verdict::Solvable, Rung::Played) => (Rung::Ground, Help::PlayAll),
        };
        self.rung = rung;
        help
    }

    /// Whether a requested hint can be given now.
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

    /// Call this when the machine has played the push.
    pub(in crate::game) fn push_played(&mut self) {
        self.rung = Rung::Played;
    }

    /// Goes back to the ground.
    pub(in crate::game) fn leave_ladder(&mut self) {
        self.rung = Rung::Ground;
    }
}
