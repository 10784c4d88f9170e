//! The machine plays its solution.

use super::play::Playing;
use super::solved::Solved;
use super::{Next, Screen, ScreenState};
use crate::game::banner::Banner;
use crate::game::input::Action;
use crate::game::progress::Speed;
use crate::game::shared::Shared;
use crate::puzzle::Direction;

impl Speed {
    /// From one step of a solution to the next, in milliseconds.
    pub const fn step_ms(self) -> u32 {
        match self {
            Self::Slow => 450,
            Self::Normal => 180,
            Self::Fast => 60,
        }
    }
}

/// How a solution is being played.
#[derive(Clone, Debug)]
pub struct Playback {
    paused: bool,
    /// The depth of the history at which it began.
    from: u32,
    /// When the next step is due.
    due: u32,
}

impl Playback {
    /// Plays the plan from the position in play on.
    pub(super) fn begin<'p>(shared: &mut Shared<'p>) -> Screen<'p> {
        shared.play.assist();
        shared.advice.leave_ladder();
        shared.hush();
        Screen::Playback(Self {
            paused: false,
            from: shared.play.depth(),
            due: shared.now,
        })
    }

    /// Whether it waits for the player.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    fn step<'p>(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        self.due = shared.now.wrapping_add(shared.settings.speed.step_ms());
        if shared.play_planned().is_none() {
            return Some(stop(shared));
        }
        let solved = shared.play.is_solved();
        solved.then(|| Solved::record(Some(shared.advice.searched()), shared))
    }

    /// Takes a step of the machine's back, but none from before playback.
    fn step_back(&mut self, shared: &mut Shared<'_>) {
        if shared.play.depth() > self.from {
            shared.undo();
        }
    }
}

/// The player takes over.
fn stop<'p>(shared: &mut Shared<'p>) -> Screen<'p> {
    shared.tell(Banner::Stopped);
    Screen::Play(Playing::default())
}

/// Faster or slower, and no further at the ends.
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
            Action::Back => return Some(stop(shared)),
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
        shared.last_key = shared.now;
        match shared.is_due(self.due) {
            true => self.step(shared),
            false => None,
        }
    }
}
