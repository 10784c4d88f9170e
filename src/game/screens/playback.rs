//! A solution is played: the machine's, or the player's own.

use super::levels::Levels;
use super::play::Playing;
use super::solved::Solved;
use super::{Next, Screen, ScreenState};
use crate::game::banner::Banner;
use crate::game::input::Action;
use crate::game::progress::Speed;
use crate::game::shared::Shared;
use crate::puzzle::{Direction, Tally};

impl Speed {
    /// Time between steps, in milliseconds.
    pub const fn step_ms(self) -> u32 {
        match self {
            Self::Slow => 450,
            Self::Normal => 180,
            Self::Fast => 60,
        }
    }
}

/// The state of playback; the plan itself is shared.
#[derive(Clone, Debug)]
pub struct Playback {
    paused: bool,
    /// The depth of the history at which playback began.
    from: u32,
    /// When the next step is due.
    due: u32,
    /// All pushes of the player's own solution, if that is played: its moves are those that can
    /// be redone.
    own: Option<u32>,
}

impl Playback {
    /// Starts to play the plan from the current position.
    pub(super) fn begin<'p>(shared: &mut Shared<'p>) -> Screen<'p> {
        shared.play.assist();
        shared.advice.leave_ladder();
        shared.hush();
        Screen::Playback(Self {
            paused: false,
            from: shared.play.depth(),
            due: shared.now,
            own: None,
        })
    }

    /// Plays the player's own solution, which the history holds to be redone.
    pub(super) fn own<'p>(tally: Tally, shared: &mut Shared<'p>) -> Screen<'p> {
        shared.hush();
        shared.advice.forget(&shared.play);
        Screen::Playback(Self {
            paused: false,
            from: shared.play.depth(),
            due: shared.now.wrapping_add(shared.settings.speed.step_ms()),
            own: Some(tally.pushes),
        })
    }

    /// Pushes that are left of the player's own solution, if that is played.
    pub fn own_left(&self, pushes: u32) -> Option<u32> {
        Some(self.own?.saturating_sub(pushes))
    }

    /// Whether playback is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    fn step<'p>(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        self.due = shared.now.wrapping_add(shared.settings.speed.step_ms());
        if self.own.is_some() {
            self.paused |= shared.play.redo_step(shared.now).is_none();
            return None;
        }
        if shared.play_planned().is_none() {
            return Some(self.stop(shared));
        }
        let solved = shared.play.is_solved();
        solved.then(|| Solved::record(Some(shared.advice.searched()), shared))
    }

    /// Undoes a step of playback, but none from before it.
    fn step_back(&mut self, shared: &mut Shared<'_>) {
        if shared.play.depth() > self.from {
            match self.own {
                Some(_) => _ = shared.play.undo(),
                None => _ = shared.undo(),
            }
        }
    }

    /// Stops playback. The player continues from here, or goes back to the list of levels.
    fn stop<'p>(&self, shared: &mut Shared<'p>) -> Screen<'p> {
        if self.own.is_some() {
            shared.play.abandon();
            return Levels::of_play(shared);
        }
        shared.tell(Banner::Stopped);
        Screen::Play(Playing::default())
    }
}

/// Sets the next higher or lower speed, if there is one.
fn change_speed(faster: bool, shared: &mut Shared<'_>) {
    let place = Speed::ALL
        .iter()
        .position(|&speed| speed == shared.settings.speed);
    let next = match (place, faster) {
        (Some(place), true) => Speed::ALL.get(place + 1),
        (Some(place), false) => place.checked_sub(1).and_then(|place| Speed::ALL.get(place)),
        (None, _) => None,
    };
    if let Some(&speed) = next {
        shared.settings.speed = speed;
        shared.settings_unsaved = true;
    }
}

impl<'p> ScreenState<'p> for Playback {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        match action {
            Action::Ok => {
                self.paused = !self.paused;
                self.due = shared.now;
            }
            Action::Back => return Some(self.stop(shared)),
            Action::Walk { direction, .. } => match direction {
                Direction::Right => {
                    self.paused = true;
                    return self.step(shared);
                }
                Direction::Left => {
                    self.paused = true;
                    self.step_back(shared);
                }
                Direction::Up => change_speed(true, shared),
                Direction::Down => change_speed(false, shared),
            },
            _ => {}
        }
        None
    }

    fn pass(&mut self, _: u32, shared: &mut Shared<'p>) -> Next<'p> {
        if self.paused {
            return None;
        }
        // Watching playback counts as activity.
        shared.last_activity = shared.now;
        match shared.is_due(self.due) {
            true => self.step(shared),
            false => None,
        }
    }
}
