//! The player plays a level.

use super::pause::Pause;
use super::playback::Playback;
use super::solved::Solved;
use super::stuck::Stuck;
use super::{Next, Screen, ScreenState};
use crate::game::banner::Banner;
use crate::game::input::{Action, Context};
use crate::game::play::STEP_MS;
use crate::game::progress::result_item::By;
use crate::game::shared::Shared;
use crate::game::thinking::{Help, Wish};
use crate::puzzle::Direction;

/// Time between steps while the machine plays one push, in milliseconds.
const HINT_STEP_MS: u32 = 120;

const _: () = assert!(HINT_STEP_MS > STEP_MS);

/// What lasts only as long as a key or a hint; the level itself is shared.
#[derive(Clone, Debug, Default)]
pub struct Playing {
    /// The direction of the push that the held key began.
    pushing: Option<Direction>,
    /// While the machine plays one push: when its next step is due.
    hint: Option<u32>,
}

impl Playing {
    /// Shows the level that was just opened or resumed.
    pub(in crate::game) fn begin<'p>(shared: &mut Shared<'p>) -> Screen<'p> {
        shared.hush();
        shared.advice.forget(&shared.play);
        if shared.play.is_solved() {
            // The level starts solved.
            return Solved::record(None, shared);
        }
        Screen::Play(Self::default())
    }

    /// Takes a step in a direction as seen on the display.
    fn walk<'p>(&mut self, seen: Direction, repeated: bool, shared: &mut Shared<'p>) -> Next<'p> {
        let direction = if shared.is_turned() {
            seen.anticlockwise()
        } else {
            seen
        };
        let step = shared.play.would(direction);
        let pushes = step.is_some_and(|step| step.is_push());
        // A held key may continue its own push, but not start another.
        if repeated && pushes && self.pushing != Some(direction) {
            return None;
        }
        if !repeated || !pushes {
            self.pushing = pushes.then_some(direction);
        }
        let step = shared.play.step(direction, shared.now)?;
        if pushes {
            shared.hush();
        }
        shared.stepped(step);
        match pushes {
            true => after_push(shared),
            false => None,
        }
    }

    /// Gives the next hint of the ladder.
    fn climb<'p>(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        match shared.advice.climb() {
            Help::Wait => {}
            Help::Lost => return Some(Screen::Stuck(Stuck::default())),
            Help::Unknown(reason) => shared.tell(Banner::Unknown(reason)),
            Help::Solvable => shared.tell(Banner::Solvable {
                pushes: shared.advice.pushes_left() as u16,
                proven: shared
                    .advice
                    .plan()
                    .is_some_and(|plan| plan.is_proven(By::Pushes)),
            }),
            Help::Show => {
                shared.play.assist();
                shared.tell(Banner::ThisBox);
            }
            Help::PlayPush => {
                shared.play.assist();
                shared.hush();
                self.hint = Some(shared.now);
            }
            Help::PlayAll => return Some(Playback::begin(shared)),
        }
        None
    }

    /// Plays the machine's next step when it is due.
    fn play_hint<'p>(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        let due = self.hint?;
        if !shared.is_due(due) {
            return None;
        }
        let Some(step) = shared.play_planned() else {
            self.hint = None;
            shared.tell(Banner::Stopped);
            return None;
        };
        if shared.play.is_solved() {
            return Some(Solved::record(Some(shared.advice.searched()), shared));
        }
        self.hint = match step.is_push() {
            true => {
                shared.advice.push_played();
                shared.tell(Banner::OnePush);
                None
            }
            false => Some(shared.now.wrapping_add(HINT_STEP_MS)),
        };
        None
    }
}

/// The screen that follows a push: solved or stuck, if it is either.
fn after_push<'p>(shared: &mut Shared<'p>) -> Next<'p> {
    if shared.play.is_solved() {
        return Some(Solved::record(None, shared));
    }
    if shared.play.is_immobile() {
        return Some(Screen::Stuck(Stuck::default()));
    }
    if !shared.play.stuck().is_empty() {
        let boxes = shared.play.stuck().len() as u16;
        shared.tell(Banner::Stuck { boxes });
    }
    None
}

/// Undoes a step, or says that earlier moves are forgotten.
pub(super) fn undo(shared: &mut Shared<'_>) {
    if shared.undo().is_none() && shared.play.history().forgotten() > 0 {
        shared.tell(Banner::Forgotten);
    }
}

/// Undoes several steps, more the longer the key is held; stops where the level began.
fn rewind(held_for: u32, shared: &mut Shared<'_>) {
    for _ in 0..(held_for / 1_000).clamp(1, 8) {
        if shared.play.tally().moves == 0 {
            break;
        }
        undo(shared);
    }
}

impl<'p> ScreenState<'p> for Playing {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        // Any action stops the push that the machine plays; the hint button plays the rest of
        // the solution, too.
        if self.hint.take().is_some() && action == Action::Hint {
            return Some(Playback::begin(shared));
        }
        match action {
            Action::Walk {
                direction,
                repeated,
            } => return self.walk(direction, repeated, shared),
            Action::Undo => undo(shared),
            Action::Rewind { held_for } => rewind(held_for, shared),
            Action::Redo => {
                shared.redo();
            }
            Action::Restart => shared.restart(),
            Action::Hint if !shared.settings.hints => shared.tell(Banner::HintsOff),
            Action::Hint => return self.climb(shared),
            Action::Pause => return Some(Screen::Pause(Pause::default())),
            Action::Ok | Action::Back | Action::Leave => {}
        }
        None
    }

    fn pass(&mut self, elapsed: u32, shared: &mut Shared<'p>) -> Next<'p> {
        shared.play.add_time(elapsed);
        if self.hint.is_some() {
            return self.play_hint(shared);
        }
        match shared.advice.is_due() {
            true => self.climb(shared),
            false => None,
        }
    }

    fn wish(&self, shared: &Shared<'p>) -> Option<Wish> {
        shared.wish_for_advice_in_background()
    }

    fn banner(&self, shared: &Shared<'p>) -> Option<Banner<'p>> {
        match shared.advice.is_asked() {
            true => Some(Banner::Thinking {
                nodes: shared.advice.progress().nodes,
            }),
            false => shared.banner(),
        }
    }

    fn released(&mut self) {
        self.pushing = None;
    }

    fn context(&self) -> Context {
        Context::Play
    }
}
