//! What the machine knows about the position in play.

use super::desk::{Answer, Finding};
use super::ladder::Rung;
use super::plan::Plan;
use crate::game::play::Play;
use crate::game::progress::result_item::By;
use crate::puzzle::{Cell, Direction};
use crate::solve::{GaveUp, Progress, Search, check_size};

/// How long the machine thinks about a position unless a hint is requested, in milliseconds.
pub const BACKGROUND_MS: u32 = 60_000;

/// Milliseconds between two figures of progress: whoever reads them sees no more, and drawing
/// each would take a quarter of the time for thinking.
const PROGRESS_MS: u32 = 200;

/// Whether a position can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not known yet.
    Open,
    /// It can be won: there is a plan.
    Solvable,
    /// It is proven that it cannot be won.
    Lost,
    /// The machine gave up.
    Unknown(GaveUp),
}

/// The verdict on the position in play, the plan if it can be won, and the player's rung of
/// the hint ladder.
///
/// A verdict stays valid where possible: after a push that follows the plan the position can
/// still be won, and everything after a lost position is lost. Only otherwise is there a new
/// question to search.
#[derive(Clone, Debug)]
pub(in crate::game) struct Advice {
    plan: Plan,
    verdict: Verdict,
    pub(super) rung: Rung,
    /// All positions of the history from this depth on are lost.
    lost_from: Option<u32>,
    /// The number of the current question.
    stamp: u32,
    /// What its answer is to have the fewest of.
    by: By,
    /// Whether the worker looks for a better plan.
    improving: bool,
    /// The most milliseconds to spend on the question.
    patience: u32,
    progress: Progress,
    /// When the progress is renewed, in milliseconds spent on the question.
    progress_due: u32,
    /// Milliseconds spent on the question so far.
    searched: u32,
}

const NOTHING_YET: Progress = Progress {
    search: Search::Tables,
    bound: 0,
    nodes: 0,
};

impl Advice {
    pub(in crate::game) const fn new() -> Self {
        Self {
            plan: Plan::none(),
            verdict: Verdict::Open,
            rung: Rung::Ground,
            lost_from: None,
            stamp: 0,
            by: By::Pushes,
            improving: false,
            patience: BACKGROUND_MS,
            progress: NOTHING_YET,
            progress_due: 0,
            searched: 0,
        }
    }

    pub(in crate::game) fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// A solution of the position, if it can be won.
    pub(in crate::game) fn plan(&self) -> Option<&Plan> {
        (self.verdict == Verdict::Solvable).then_some(&self.plan)
    }

    /// Pushes left in the plan.
    pub(in crate::game) fn pushes_left(&self) -> usize {
        self.plan.left()
    }

    /// What the answer to the current question is to have the fewest of.
    pub(in crate::game) fn by(&self) -> By {
        self.by
    }

    /// The box that a hint points at, and the direction to push it.
    pub(in crate::game) fn arrow(&self) -> Option<(Cell, Direction)> {
        self.plan().filter(|_| self.is_shown())?.next()
    }

    /// The number of the current question: it changes with the position.
    pub(in crate::game) fn stamp(&self) -> u32 {
        self.stamp
    }

    /// Whether the worker should continue with the question.
    pub(in crate::game) fn is_open(&self) -> bool {
        self.verdict == Verdict::Open || self.improving
    }

    /// Whether there is a plan, and the worker looks for one with fewer pushes or moves.
    pub(in crate::game) fn is_improving(&self) -> bool {
        self.improving
    }

    pub(in crate::game) fn progress(&self) -> Progress {
        self.progress
    }

    /// Milliseconds spent on the question so far.
    pub(in crate::game) fn searched(&self) -> u32 {
        self.searched
    }

    /// Adds thinking time, and gives up when patience runs out.
    pub(in crate::game) fn pass(&mut self, elapsed: u32) {
        self.searched = self.searched.saturating_add(elapsed);
        if self.searched >= self.patience {
            self.improving = false;
            if self.verdict == Verdict::Open {
                self.verdict = Verdict::Unknown(GaveUp::NodeLimit);
            }
        }
    }

    /// Starts over with another level.
    pub(in crate::game) fn forget(&mut self, play: &Play<'_>) {
        self.plan.clear();
        self.lost_from = None;
        self.moved(play);
    }

    /// Call this after a restart or its undo: the position is no longer known to be lost.
    pub(in crate::game) fn restarted(&mut self, play: &Play<'_>) {
        self.lost_from = None;
        self.moved(play);
    }

    /// Call this after going back to an earlier position that has this plan.
    pub(in crate::game) fn rewound(&mut self, plan: &Plan, play: &Play<'_>) {
        self.plan.clone_from(plan);
        self.restarted(play);
    }

    /// Call this after a push, or after the undo of a push.
    pub(in crate::game) fn moved(&mut self, play: &Play<'_>) {
        let depth = play.depth();
        self.rung = Rung::Ground;
        self.improving = false;
        self.lost_from.take_if(|lost| depth < *lost);
        self.verdict = if self.lost_from.is_some() {
            Verdict::Lost
        } else if !play.stuck().is_empty() {
            self.lost_from = Some(depth);
            Verdict::Lost
        } else if self.plan.follow(play.level(), play.board()) {
            Verdict::Solvable
        } else if let Err(reason) = check_size(play.level()) {
            Verdict::Unknown(reason)
        } else {
            self.ask(By::Pushes, BACKGROUND_MS);
            Verdict::Open
        };
    }

    /// Continues without a time limit if there is no verdict yet, unless the level is too
    /// large: no time would help.
    pub(in crate::game) fn insist(&mut self) {
        match self.verdict {
            Verdict::Open => self.patience = u32::MAX,
            Verdict::Unknown(GaveUp::NodeLimit | GaveUp::NoMemory | GaveUp::TooLong) => {
                self.ask(By::Pushes, u32::MAX);
                self.verdict = Verdict::Open;
            }
            Verdict::Unknown(GaveUp::TooLarge { .. }) | Verdict::Solvable | Verdict::Lost => {}
        }
    }

    /// Looks for a plan with the fewest pushes or moves, without a time limit, unless this one
    /// is proven to have them.
    pub(in crate::game) fn improve(&mut self, by: By, play: &Play<'_>) {
        self.insist();
        let is_asked = match self.verdict {
            Verdict::Lost | Verdict::Unknown(_) => return,
            Verdict::Open => true,
            Verdict::Solvable => {
                self.plan.start_from(play.board());
                if self.plan.is_proven(by) {
                    return self.settle();
                }
                core::mem::replace(&mut self.improving, true)
            }
        };
        if !is_asked || self.by != by {
            self.ask(by, u32::MAX);
        }
        self.patience = u32::MAX;
    }

    /// The player takes the plan as it is.
    pub(in crate::game) fn settle(&mut self) {
        self.improving = false;
    }

    /// The player waits no longer: from now on the question has the time of one that is
    /// thought about in the background, and is about pushes.
    pub(in crate::game) fn relent(&mut self) {
        match self.by {
            By::Pushes => self.patience = self.patience.min(BACKGROUND_MS),
            By::Moves => {
                self.ask(By::Pushes, BACKGROUND_MS);
                self.improving =
                    self.verdict == Verdict::Solvable && !self.plan.is_proven(By::Pushes);
            }
        }
    }

    fn ask(&mut self, by: By, patience: u32) {
        self.stamp = self.stamp.wrapping_add(1);
        self.by = by;
        self.patience = patience;
        self.progress = NOTHING_YET;
        self.progress_due = 0;
        self.searched = 0;
    }

    /// Takes an answer of the worker to the current question.
    pub(in crate::game) fn on_answer(&mut self, answer: Answer, plan: &Plan, play: &Play<'_>) {
        if answer.has_plan {
            let left = |plan: &Plan| plan.left_by(self.by).unwrap_or(u32::MAX);
            let is_proven = plan.is_proven(self.by);
            let is_first = self.verdict == Verdict::Open;
            if is_first || left(plan) < left(&self.plan) || is_proven {
                self.plan.clone_from(plan);
            }
            self.verdict = Verdict::Solvable;
            self.improving = !is_proven;
        }
        self.verdict = match answer.finding {
            Finding::Working(progress) => {
                if self.searched >= self.progress_due {
                    self.progress = progress;
                    self.progress_due = self.searched.saturating_add(PROGRESS_MS);
                }
                return;
            }
            Finding::Solved => Verdict::Solvable,
            Finding::Unsolvable => Verdict::Lost,
            // There is no shorter plan, but still the one at hand.
            Finding::GaveUp(_) if self.verdict == Verdict::Solvable => Verdict::Solvable,
            Finding::GaveUp(reason) => Verdict::Unknown(reason),
        };
        self.improving = false;
        if self.verdict == Verdict::Lost {
            self.lost_from = Some(play.depth());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::library::packs::Place;
    use crate::game::thinking::Subject;
    use crate::puzzle::text::Reader;
    use crate::solve::{ARENA_WORDS, Solver};

    #[test]
    fn progress_is_renewed_five_times_a_second() {
        let play = Play::NONE;
        let mut advice = Advice::new();
        let mut shown = Vec::new();
        for nodes in 1..=100 {
            let progress = Progress {
                nodes,
                ..NOTHING_YET
            };
            let answer = Answer {
                subject: Subject::Play(advice.stamp()),
                finding: Finding::Working(progress),
                has_plan: false,
            };
            advice.on_answer(answer, &Plan::none(), &play);
            advice.pass(10);
            shown.push(advice.progress().nodes);
        }
        shown.dedup();
        assert_eq!(shown, [1, 21, 41, 61, 81]);
    }

    #[test]
    fn a_plan_outlives_the_search_for_a_shorter_one_that_gives_up() {
        let text = b"########\n#      #\n# $ .$ #\n#  @  .#\n#      #\n########";
        let entry = Reader::new(text).next().unwrap().unwrap();
        let mut play = Play::NONE;
        play.open(&entry, Place { pack: 0, number: 1 });
        let mut arena = vec![0; ARENA_WORDS];
        let mut solver = Solver::new(play.level(), play.board(), &mut arena);
        while solver.best().is_none() {
            solver.step(1);
        }
        let mut plan = Plan::none();
        plan.set(play.board(), &solver.best().unwrap(), By::Pushes);
        assert!(!plan.is_proven(By::Pushes));
        let mut advice = Advice::new();
        advice.forget(&play);
        let answer = |advice: &Advice, finding, has_plan| Answer {
            subject: Subject::Play(advice.stamp()),
            finding,
            has_plan,
        };
        let working = answer(&advice, Finding::Working(NOTHING_YET), true);
        advice.on_answer(working, &plan, &play);
        assert_eq!(advice.verdict(), Verdict::Solvable);
        advice.pass(BACKGROUND_MS);
        advice.improve(By::Pushes, &play);
        assert!(advice.is_improving());
        let gave_up = answer(&advice, Finding::GaveUp(GaveUp::NoMemory), false);
        advice.on_answer(gave_up, &Plan::none(), &play);
        assert!(!advice.is_improving());
        assert_eq!(advice.verdict(), Verdict::Solvable);
    }
}
