//! The hint ladder, the machine's solution, and what the player is told of them.

use super::advice::Verdict;
use super::banner::Banner;
use super::game::{Game, Rung};
use super::input::Action;
use super::keys::turned;
use super::play::STEP_MS;
use super::progress::{Best, Deed, Outcome, Speed};
use super::screen::{Playback, Screen, Solved, Task};
use crate::puzzle::Direction;
use crate::solve::GaveUp;

/// From one step of a push that the machine plays to the next.
const HINT_STEP_MS: u32 = 120;

const _: () = assert!(HINT_STEP_MS > STEP_MS);

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

impl Game<'_> {
    /// The next rung of the ladder.
    pub(super) fn hint(&mut self) {
        if !self.settings.hints {
            return self.tell(Banner::HintsOff);
        }
        match (self.advice.verdict(), self.rung) {
            (Verdict::Open, _) => self.rung = Rung::Asked,
            (Verdict::Lost, _) => self.show(Screen::Stuck, None),
            // Asked again, it thinks for as long as the player waits.
            (Verdict::Unknown(GaveUp::NodeLimit), Rung::Told) => {
                self.advice.insist();
                self.rung = Rung::Asked;
            }
            (Verdict::Unknown(reason), _) => {
                self.rung = Rung::Told;
                self.tell(Banner::Unknown(reason));
            }
            (Verdict::Solvable, Rung::Ground | Rung::Asked) => {
                self.rung = Rung::Told;
                self.tell(Banner::Solvable {
                    pushes: self.advice.plan.left() as u16,
                    proven: self.advice.plan.proven(),
                });
            }
            (Verdict::Solvable, Rung::Told) => {
                self.rung = Rung::Shown;
                self.assist();
                self.tell(Banner::ThisBox);
            }
            (Verdict::Solvable, Rung::Shown) => self.play_back(true),
            (Verdict::Solvable, Rung::Played) => self.play_back(false),
        }
    }

    fn assist(&mut self) {
        self.play.assisted = true;
        self.session_unsaved = true;
    }

    /// Has the level solved, and the solution played.
    pub(super) fn solve(&mut self, task: Task) {
        self.rung = Rung::Ground;
        self.advice.insist();
        if task == Task::Shortest {
            self.advice.improve();
        }
        self.show(Screen::Solving(task), None);
        self.answered();
    }

    /// Takes the best solution so far instead of waiting for a better one; where there is
    /// none yet, goes on waiting.
    pub(super) fn take_best(&mut self) {
        if self.pushes_so_far().is_some() {
            self.play_back(false);
        }
    }

    /// Stops waiting.
    pub(super) fn cancel(&mut self, task: Task) {
        self.past = None;
        match task {
            Task::Any | Task::Shortest => self.show(Screen::Play, None),
            Task::Rewind => self.show(Screen::Stuck, None),
        }
    }

    /// The verdict on the position in play may have changed: tells those who wait for it.
    pub(super) fn answered(&mut self) {
        let verdict = self.advice.verdict();
        if verdict == Verdict::Open {
            return;
        }
        match self.screen {
            Screen::Solving(Task::Any | Task::Shortest) => match verdict {
                // A shorter one may be found yet.
                Verdict::Solvable
                    if self.screen == Screen::Solving(Task::Shortest)
                        && self.advice.is_improving() => {}
                Verdict::Solvable => self.play_back(false),
                Verdict::Lost => self.show(Screen::Stuck, None),
                Verdict::Unknown(reason) => {
                    self.show(Screen::Play, None);
                    self.tell(Banner::Unknown(reason));
                }
                Verdict::Open => {}
            },
            Screen::Play if self.rung == Rung::Asked => self.hint(),
            _ => {}
        }
    }

    pub(super) fn play_back(&mut self, one_push: bool) {
        self.assist();
        self.banner = None;
        self.rung = Rung::Ground;
        self.playback = Some(Playback {
            paused: false,
            one_push,
            from: self.play.depth(),
            due: self.now,
        });
        let screen = if one_push {
            Screen::Play
        } else {
            Screen::Playback
        };
        self.show(screen, None);
    }

    /// Plays the machine's next step when it is due.
    pub(super) fn pass_playback(&mut self) {
        let Some(playback) = self.playback else {
            return;
        };
        let seen = matches!(self.screen, Screen::Play | Screen::Playback);
        if seen && !playback.paused && self.is_due(playback.due) {
            self.play_planned_step();
        }
    }

    fn play_planned_step(&mut self) {
        let Some(playback) = &mut self.playback else {
            return;
        };
        let one_push = playback.one_push;
        let wait = if one_push {
            HINT_STEP_MS
        } else {
            self.settings.speed.step_ms()
        };
        playback.due = self.now.wrapping_add(wait);
        let planned = match self.advice.verdict() {
            Verdict::Solvable => self.advice.plan.step(self.play.level(), self.play.board()),
            _ => None,
        };
        let Some(step) = planned.and_then(|way| self.play.step(way, self.now)) else {
            return self.stop_playback();
        };
        self.stepped(step);
        if self.play.is_solved() {
            self.finish(Some(self.advice.searched()));
        } else if one_push && step.is_push() {
            self.playback = None;
            self.rung = Rung::Played;
            self.tell(Banner::OnePush);
        }
    }

    fn stop_playback(&mut self) {
        self.playback = None;
        self.show(Screen::Play, None);
        self.tell(Banner::Stopped);
    }

    pub(super) fn act_in_playback(&mut self, action: Action) {
        let Some(playback) = &mut self.playback else {
            return self.stop_playback();
        };
        match action {
            Action::Ok => {
                playback.paused = !playback.paused;
                playback.due = self.now;
            }
            Action::Back => self.stop_playback(),
            Action::Walk { direction, .. } => match direction {
                Direction::Right => {
                    playback.paused = true;
                    self.play_planned_step();
                }
                Direction::Left => {
                    playback.paused = true;
                    self.step_back();
                }
                Direction::Up => self.change_speed(true),
                Direction::Down => self.change_speed(false),
            },
            _ => {}
        }
    }

    /// Takes a step of the machine's back, but none that came before it played.
    fn step_back(&mut self) {
        let from = self.playback.map_or(u32::MAX, |playback| playback.from);
        if self.play.depth() > from && self.play.undo().is_some() {
            self.advice.moved(&self.play);
            self.session_unsaved = true;
        }
    }

    /// Faster or slower, and no further at the ends.
    fn change_speed(&mut self, faster: bool) {
        let all = Speed::ALL;
        let end = if faster { all.last() } else { all.first() };
        if end != Some(&self.settings.speed) {
            self.settings.speed = turned(all, self.settings.speed, faster);
            self.settings_unsaved = true;
        }
    }

    /// The level is solved: records it and tells.
    pub(super) fn finish(&mut self, searched: Option<u32>) {
        let deed = Deed {
            tally: self.play.tally(),
            par: self.play.par(),
            assisted: self.play.assisted(),
        };
        let id = self.play.id();
        let before = self.bests.get(id);
        // Of levels without end no results are kept: they would drive out those of packs.
        let (outcome, evicted) = match self.play.place() {
            Some(_) => self.bests.record(id, deed),
            None => (Outcome::First, None),
        };
        let after = self.bests.get(id);
        if evicted.is_some() || before != after {
            // A level may stand in more than one pack.
            self.census.recount(self.packs);
        }
        self.solved = Some(Solved {
            tally: deed.tally,
            elapsed: self.play.elapsed(),
            par: deed.par,
            stars: Best::new(deed).stars,
            best: after.unwrap_or(Best::new(deed)),
            outcome,
            assisted: deed.assisted,
            searched,
            at: self.now,
        });
        self.in_play = false;
        self.session_unsaved = true;
        self.playback = None;
        self.rung = Rung::Ground;
        self.banner = None;
        self.sound(super::device::Sound::Solved);
        self.show(Screen::Solved, None);
    }

    /// Goes back once the search along the history is over.
    pub(super) fn look_for_way_back(&mut self) {
        let Some(past) = self.past else { return };
        if past.asks().is_some() {
            return;
        }
        self.past = None;
        let Some(won) = past.won() else {
            self.show(Screen::Stuck, None);
            return self.tell(Banner::NoWayBack);
        };
        let steps = self.play.depth().saturating_sub(won);
        for _ in 0..steps {
            self.play.undo();
        }
        self.session_unsaved = true;
        self.rung = Rung::Ground;
        self.advice.restarted(&self.play);
        self.show(Screen::Play, None);
        self.tell(Banner::Rewound { steps });
    }
}
