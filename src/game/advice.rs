//! What the machine knows about the position in play.

use super::plan::Plan;
use super::play::Play;
use crate::puzzle::Level;
use crate::solve::{GaveUp, Phase, Progress};

/// Nodes after which the machine stops thinking in the background: some 20 to 60 seconds
/// on the Pico.
pub const BACKGROUND_NODES: u32 = 100_000;

/// Whether a position can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not known yet.
    Open,
    /// It can, and there is a plan.
    Solvable,
    /// It cannot, which is proven.
    Lost,
    /// The machine gave up.
    Unknown(GaveUp),
}

/// The verdict on the position in play, and the plan that proves it where it is good.
///
/// Verdicts are carried along: a push by the plan keeps it, and whatever follows a lost
/// position is lost. Only a new question makes the machine search.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    pub(super) plan: Plan,
    verdict: Verdict,
    /// From this depth of the history on, everything is lost.
    lost_from: Option<u32>,
    /// Counts the positions that were asked about.
    stamp: u32,
    limit: u32,
    progress: Progress,
    searched: u32,
}

const NOTHING_YET: Progress = Progress {
    phase: Phase::Preparing,
    bound: 0,
    nodes: 0,
};

impl Advice {
    pub(super) fn new(level: &Level) -> Self {
        Self {
            plan: Plan::none(level),
            verdict: Verdict::Open,
            lost_from: None,
            stamp: 0,
            limit: BACKGROUND_NODES,
            progress: NOTHING_YET,
            searched: 0,
        }
    }

    pub(super) fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Which question this is: it changes with the position that is asked about.
    pub(super) fn stamp(&self) -> u32 {
        self.stamp
    }

    pub(super) fn limit(&self) -> u32 {
        self.limit
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress
    }

    /// Milliseconds spent on the question.
    pub(super) fn searched(&self) -> u32 {
        self.searched
    }

    pub(super) fn pass(&mut self, elapsed: u32) {
        self.searched = self.searched.saturating_add(elapsed);
    }

    /// Forgets everything, as for another level.
    pub(super) fn forget(&mut self, play: &Play<'_>) {
        self.plan.clear();
        self.lost_from = None;
        self.moved(play);
    }

    /// The level was begun again: what was lost is not.
    pub(super) fn restarted(&mut self, play: &Play<'_>) {
        self.lost_from = None;
        self.moved(play);
    }

    /// A box was pushed, or a push taken back.
    pub(super) fn moved(&mut self, play: &Play<'_>) {
        let depth = play.depth();
        self.lost_from.take_if(|lost| depth < *lost);
        self.verdict = if self.lost_from.is_some() {
            Verdict::Lost
        } else if !play.stuck().is_empty() {
            self.lost_from = Some(depth);
            Verdict::Lost
        } else if self.plan.follow(play.level(), play.board()) {
            Verdict::Solvable
        } else {
            self.ask(BACKGROUND_NODES);
            Verdict::Open
        };
    }

    /// Asks anew and with more patience, where no answer was found.
    pub(super) fn insist(&mut self) {
        match self.verdict {
            Verdict::Open => self.limit = u32::MAX,
            Verdict::Unknown(_) => {
                self.ask(u32::MAX);
                self.verdict = Verdict::Open;
            }
            Verdict::Solvable | Verdict::Lost => {}
        }
    }

    fn ask(&mut self, limit: u32) {
        self.stamp = self.stamp.wrapping_add(1);
        self.limit = limit;
        self.progress = NOTHING_YET;
        self.searched = 0;
    }

    pub(super) fn working(&mut self, progress: Progress) {
        self.progress = progress;
    }

    pub(super) fn answered(&mut self, verdict: Verdict, play: &Play<'_>) {
        self.verdict = verdict;
        if verdict == Verdict::Lost {
            self.lost_from = Some(play.depth());
        }
    }
}
