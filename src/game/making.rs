//! The screens on which levels are made.

use super::device::Light;
use super::game::Game;
use super::input::Action;
use super::menu::Item;
use super::progress::Kept;
use super::screen::Screen;
use super::typed::Typed;
use super::workshop::{Extent, Length};
use crate::make::{Code, Grade, Made, Progress};
use crate::puzzle::{Direction, Mode};

/// Without a key for so long, and nothing else to do, levels are made to be at hand.
pub const QUIET_MS: u32 = 3_000;

impl Game<'_> {
    /// Mixes something that nobody could foresee into the levels that will be made.
    pub fn stir(&mut self, what: u32) {
        self.workshop.sow(what);
    }

    /// The code whose level should be made now, if there is nothing to think about.
    pub fn wanted(&self) -> Option<Code> {
        if self.screen == Screen::Generating {
            return self.workshop.job().map(|(code, _)| code);
        }
        let quiet = self.idle() >= QUIET_MS && self.light() != Light::Off;
        self.workshop.missing().filter(|_| quiet)
    }

    /// Hears how far the making of a code has come.
    pub fn hear_making(&mut self, code: Code, progress: Progress) {
        self.workshop.hear(code, progress);
    }

    /// Takes a level that was made: into play, if the player waits for it.
    pub fn hear_made(&mut self, made: &Made) {
        let waits = self.screen == Screen::Generating;
        if waits
            && self
                .workshop
                .job()
                .is_some_and(|(code, _)| code == made.code)
        {
            self.workshop.deliver(made.code);
            self.play_made(made.into());
        } else {
            self.workshop.put(made.code, &made.into());
        }
    }

    /// Plays a level that was made here, from its start.
    pub fn play_made(&mut self, kept: Kept) {
        self.workshop.stop_waiting();
        self.workshop.play();
        self.play.open_made(kept);
        self.begin_play();
    }

    /// What is being made while the player waits, and how far it is.
    pub fn making(&self) -> Option<(Code, Progress)> {
        self.workshop.job()
    }

    /// The code that is being typed.
    pub fn typed(&self) -> &Typed {
        &self.workshop.typed
    }

    /// Whether a level of a length is at hand, and how hard it is.
    pub(super) fn at_hand(&self, length: Length) -> Option<Grade> {
        self.workshop.at_hand(length)?.grade()
    }

    /// How many levels are at hand.
    pub fn stock(&self) -> usize {
        let lengths = Length::ALL.into_iter();
        lengths
            .filter(|&length| self.at_hand(length).is_some())
            .count()
    }

    pub(super) fn play_fresh(&mut self, length: Length) {
        match self.workshop.take(length) {
            Some(kept) => self.play_made(kept),
            None => self.make(self.workshop.order_fresh(length)),
        }
    }

    pub(super) fn make_ordered(&mut self) {
        let code = self.workshop.order();
        self.make(code);
    }

    pub(super) fn make_another(&mut self) {
        let code = self.workshop.order_another();
        self.make(code);
    }

    fn make(&mut self, code: Code) {
        self.workshop.wait_for(code);
        self.show(Screen::Generating, None);
    }

    pub(super) fn type_code(&mut self) {
        if !self.workshop.typed.is_changed() {
            // Better than ten zeros: much of it may stay as it is.
            let code = self.workshop.order();
            self.workshop.typed.begin(code);
        }
        self.show(Screen::Code, None);
    }

    pub(super) fn act_in_code(&mut self, action: Action) {
        let typed = &mut self.workshop.typed;
        match action {
            Action::Walk { direction, .. } => match direction {
                Direction::Up => typed.turn(true),
                Direction::Down => typed.turn(false),
                Direction::Left => typed.walk(false),
                Direction::Right => typed.walk(true),
            },
            Action::Ok => {
                // What is wrong with it stands below it.
                if let Ok(code) = typed.code() {
                    *typed = Typed::new();
                    self.make(code);
                }
            }
            Action::Back => self.show(Screen::Generate, Some(Item::TypeCode)),
            _ => {}
        }
    }

    pub(super) fn act_in_generating(&mut self, action: Action) {
        if action == Action::Back {
            self.workshop.stop_waiting();
            self.show(Screen::Generate, Some(Item::Make));
        }
    }

    /// Changes what is asked for.
    pub(super) fn change_order(&mut self, item: Item, forward: bool) {
        let workshop = &mut self.workshop;
        workshop.order_changed();
        match item {
            Item::MakeMode => {
                workshop.mode =
                    super::keys::turned(&[Mode::Classic, Mode::Pairs], workshop.mode, forward);
            }
            Item::MakeExtent => {
                workshop.extent = super::keys::turned(&Extent::ALL, workshop.extent, forward);
            }
            Item::MakeGrade => {
                let step = if forward {
                    1
                } else {
                    Grade::HARDEST.number() - 1
                };
                let number = (workshop.grade.number() - 1 + step) % Grade::HARDEST.number() + 1;
                workshop.grade = Grade::new(number).unwrap_or(workshop.grade);
            }
            _ => {}
        }
    }
}
