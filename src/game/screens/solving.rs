//! The player waits for the solver.

use super::play::Playing;
use super::playback::Playback;
use super::stuck::Stuck;
use super::{Next, Screen, ScreenState};
use crate::game::banner::Banner;
use crate::game::input::Action;
use crate::game::progress::result_item::By;
use crate::game::shared::Shared;
use crate::game::thinking::{Answer, Finding, PastSearch, Plan, Subject, Verdict, Wish};
use crate::solve::check_size;

/// Milliseconds spent on an earlier position before it counts as lost.
const PATIENCE_MS: u32 = 10_000;

/// What the player waits for.
#[derive(Clone, Debug)]
pub struct Solving {
    job: Job,
}

/// What the screen says that the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Any solution.
    Any,
    /// A solution with the fewest pushes or moves.
    Fewest(By),
    /// The last position that could still be won; with the depth that is being searched.
    Rewind(Option<u32>),
}

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
enum Job {
    /// A solution of the position in play: any, or that with the fewest pushes or moves.
    Solve { fewest: Option<By> },
    /// The last position of the history that could still be won.
    Rewind {
        search: PastSearch,
        /// The plan of the last position that is known to be winnable.
        plan: Plan,
        question: u32,
        until: u32,
    },
}

impl Solving {
    /// Waits for a solution of the position in play.
    pub(super) fn begin<'p>(fewest: Option<By>, shared: &mut Shared<'p>) -> Screen<'p> {
        shared.advice.leave_ladder();
        match fewest {
            Some(by) => shared.advice.improve(by, &shared.play),
            None => shared.advice.insist(),
        }
        let job = Job::Solve { fewest };
        Screen::Solving(Self { job })
    }

    /// Waits for the last position that could still be won, unless the level is too large for
    /// the solver: then it says so.
    pub(super) fn begin_rewind<'p>(shared: &mut Shared<'p>) -> Screen<'p> {
        let play = &shared.play;
        if let Err(reason) = check_size(play.level()) {
            shared.tell(Banner::Unknown(reason));
            return Screen::Stuck(Stuck::default());
        }
        let search = PastSearch::new(play.begun(), play.depth());
        let job = Job::Rewind {
            search,
            plan: Plan::none(),
            question: shared.next_question(),
            until: shared.now.wrapping_add(PATIENCE_MS),
        };
        Screen::Solving(Self { job })
    }

    /// What the player waits for.
    pub fn task(&self) -> Task {
        match &self.job {
            Job::Solve { fewest: None } => Task::Any,
            Job::Solve { fewest: Some(by) } => Task::Fewest(*by),
            Job::Rewind { search, .. } => Task::Rewind(search.asks()),
        }
    }

    /// Takes the plan of the position that was asked about, or `None` if it is lost, and asks
    /// about the next.
    fn decide(&mut self, winning: Option<&Plan>, shared: &mut Shared<'_>) {
        if let Job::Rewind {
            search,
            plan,
            question,
            until,
        } = &mut self.job
        {
            if let Some(winning) = winning {
                plan.clone_from(winning);
            }
            search.answer(winning.is_some());
            *question = shared.next_question();
            *until = shared.now.wrapping_add(PATIENCE_MS);
        }
    }
}

/// The screen that follows a verdict on the position in play.
fn on_verdict<'p>(fewest: Option<By>, shared: &mut Shared<'p>) -> Next<'p> {
    match shared.advice.verdict() {
        Verdict::Open => None,
        // A better solution may still be found.
        Verdict::Solvable if fewest.is_some() && shared.advice.is_improving() => None,
        Verdict::Solvable => Some(play_back(fewest, shared)),
        Verdict::Lost => Some(Screen::Stuck(Stuck::default())),
        Verdict::Unknown(reason) => {
            shared.tell(Banner::Unknown(reason));
            Some(Screen::Play(Playing::default()))
        }
    }
}

/// Plays the plan, after saying whether it is proven to have the fewest pushes or moves.
fn play_back<'p>(fewest: Option<By>, shared: &mut Shared<'p>) -> Screen<'p> {
    shared.advice.settle();
    let screen = Playback::begin(shared);
    if let (Some(by), Some(plan)) = (fewest, shared.advice.plan())
        && let Some(count) = plan.left_by(by)
    {
        let proven = plan.is_proven(by);
        shared.tell(Banner::Fewest { by, count, proven });
    }
    screen
}

/// Rewinds to the position that was found; if there is none, says so.
fn go_back<'p>(won: Option<u32>, plan: &Plan, shared: &mut Shared<'p>) -> Screen<'p> {
    let Some(won) = won else {
        shared.tell(Banner::NoWayBack);
        return Screen::Stuck(Stuck::default());
    };
    let steps = shared.play.depth().saturating_sub(won);
    shared.play.undo_to(won);
    shared.advice.rewound(plan, &shared.play);
    shared.tell(Banner::Rewound { steps });
    Screen::Play(Playing::default())
}

impl<'p> ScreenState<'p> for Solving {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        match (action, &self.job) {
            // Play the best solution so far instead of waiting for a better one.
            (Action::Ok, Job::Solve { fewest }) => shared
                .advice
                .is_improving()
                .then(|| play_back(*fewest, shared)),
            (Action::Back, Job::Solve { .. }) => {
                shared.advice.relent();
                Some(Screen::Play(Playing::default()))
            }
            (Action::Back, Job::Rewind { .. }) => Some(Screen::Stuck(Stuck::default())),
            _ => None,
        }
    }

    fn pass(&mut self, _: u32, shared: &mut Shared<'p>) -> Next<'p> {
        let (search, until) = match &self.job {
            Job::Solve { fewest } => return on_verdict(*fewest, shared),
            Job::Rewind { search, until, .. } => (*search, *until),
        };
        if search.asks().is_some() && shared.is_due(until) {
            self.decide(None, shared);
        }
        match &self.job {
            Job::Rewind { search, plan, .. } if search.asks().is_none() => {
                Some(go_back(search.won(), plan, shared))
            }
            Job::Rewind { .. } | Job::Solve { .. } => None,
        }
    }

    fn wish(&self, shared: &Shared<'p>) -> Option<Wish> {
        match &self.job {
            Job::Solve { .. } => shared.wish_for_advice(),
            Job::Rewind {
                search, question, ..
            } => {
                let depth = search.asks()?;
                let question = *question;
                Some(Wish::Solve(Subject::Past { question, depth }))
            }
        }
    }

    fn on_answer(&mut self, answer: Answer, plan: &Plan, shared: &mut Shared<'p>) {
        if answer.has_plan {
            self.decide(Some(plan), shared);
        } else if !matches!(answer.finding, Finding::Working(_)) {
            self.decide(None, shared);
        }
    }
}
