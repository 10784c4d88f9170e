//! What the machine knows about the position in play.

use super::plan::Plan;
use super::play::Play;
use crate::puzzle::Level;
use crate::solve::{GaveUp, Progress, Search, Solution};

/// For so long the machine thinks about a position in the background, in milliseconds.
pub const BACKGROUND_MS: u32 = 60_000;

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
    /// Whether a better plan is being looked for.
    improving: bool,
    /// Milliseconds that may be spent on the question.
    patience: u32,
    progress: Progress,
    searched: u32,
}

const NOTHING_YET: Progress = Progress {
    search: Search::Tables,
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
            improving: false,
            patience: BACKGROUND_MS,
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

    /// Whether the machine should go on with the question.
    pub(super) fn is_open(&self) -> bool {
        self.verdict == Verdict::Open || self.improving
    }

    /// Whether there is a plan for which a shorter one is being looked for.
    pub(super) fn is_improving(&self) -> bool {
        self.improving
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress
    }

    /// Milliseconds spent on the question.
    pub(super) fn searched(&self) -> u32 {
        self.searched
    }

    /// Time passes while the machine thinks. Whether it was the last of it.
    pub(super) fn pass(&mut self, elapsed: u32) -> bool {
        self.searched = self.searched.saturating_add(elapsed);
        let over = self.searched >= self.patience;
        if over {
            self.improving = false;
            if self.verdict == Verdict::Open {
                self.verdict = Verdict::Unknown(GaveUp::NodeLimit);
            }
        }
        over
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
        self.improving = false;
        self.lost_from.take_if(|lost| depth < *lost);
        self.verdict = if self.lost_from.is_some() {
            Verdict::Lost
        } else if !play.stuck().is_empty() {
            self.lost_from = Some(depth);
            Verdict::Lost
        } else if self.plan.follow(play.level(), play.board()) {
            Verdict::Solvable
        } else {
            self.ask(BACKGROUND_MS);
            Verdict::Open
        };
    }

    /// Asks anew and with more patience, where no answer was found.
    pub(super) fn insist(&mut self) {
        match self.verdict {
            Verdict::Open => self.patience = u32::MAX,
            Verdict::Unknown(_) => {
                self.ask(u32::MAX);
                self.verdict = Verdict::Open;
            }
            Verdict::Solvable | Verdict::Lost => {}
        }
    }

    /// Looks for a plan with the fewest pushes, where that is not proven of this one.
    pub(super) fn improve(&mut self) {
        if self.verdict == Verdict::Solvable && !self.plan.proven() {
            if !self.improving {
                self.ask(u32::MAX);
            }
            self.patience = u32::MAX;
            self.improving = true;
        }
    }

    fn ask(&mut self, patience: u32) {
        self.stamp = self.stamp.wrapping_add(1);
        self.patience = patience;
        self.progress = NOTHING_YET;
        self.searched = 0;
    }

    pub(super) fn working(&mut self, progress: Progress) {
        self.progress = progress;
    }

    /// Takes a solution over if it is the first or better.
    pub(super) fn found(&mut self, solution: &Solution<'_>, play: &Play<'_>) {
        let first = self.verdict == Verdict::Open;
        if first || solution.pushes() < self.plan.left() || solution.proven {
            self.plan.set(play.board(), solution);
        }
        self.verdict = Verdict::Solvable;
        self.improving = !solution.proven;
    }

    /// The machine has nothing more to say about the question.
    pub(super) fn answered(&mut self, verdict: Verdict, play: &Play<'_>) {
        self.improving = false;
        self.verdict = verdict;
        if verdict == Verdict::Lost {
            self.lost_from = Some(play.depth());
        }
    }
}
