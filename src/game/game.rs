//! The game: the screen that is shown, and what outlives it. It is driven by the midend with
//! actions, time and answers, and read by the view.

use super::banner::Banner;
use super::device::{DIM_MS, Device, Light, SLEEP_MS};
use super::input::{Action, Buttons, Context};
use super::play::Play;
use super::progress::result_item::By;
use super::progress::{Bests, Count, Settings};
use super::screens::{Rows, Screen, Title};
use super::shared::Shared;
use super::thinking::{Answer, Desk, Plan, Subject, Verdict, Wish};
use super::workshop::Length;
use crate::make::{Code, Made, MakingProgress};
use crate::puzzle::{Board, Cell, Direction, Level};
use crate::solve::Progress;

/// After this time without a key, new levels are made for the stock, in milliseconds.
pub const QUIET_MS: u32 = 3_000;

/// The game as a view sees it.
#[derive(Clone, Debug)]
pub struct Game<'p> {
    pub(super) shared: Shared<'p>,
    pub(super) screen: Screen<'p>,
}

impl<'p> Game<'p> {
    /// The title screen, without packs or a level in play.
    pub(super) const EMPTY: Self = Self {
        shared: Shared::EMPTY,
        screen: Screen::Title(Title::FIRST),
    };

    /// Goes to another screen, if there is one to go to, and removes the old screen's banner.
    pub(super) fn show(&mut self, next: Option<Screen<'p>>) {
        if let Some(screen) = next {
            self.screen = screen;
            self.shared.hush_old();
        }
    }

    /// Passes an action to the screen.
    ///
    /// Never inlined, nor are others that get a screen: several screens in one stack frame would
    /// be too much for a small machine.
    #[inline(never)]
    pub(super) fn act(&mut self, action: Action) {
        self.shared.age_banner();
        let next = self.screen.state_mut().act(action, &mut self.shared);
        self.show(next);
    }

    /// Advances everything that runs by time, by the milliseconds since the last turn.
    #[inline(never)]
    pub(super) fn pass(&mut self, elapsed: u32) {
        let shared = &mut self.shared;
        shared.play.pass(shared.now);
        shared.pass_banner();
        let thinks = matches!(self.wish(), Some(Wish::Solve(Subject::Play(_))));
        if thinks {
            self.shared.advice.pass(elapsed);
        }
        self.shared.age_banner();
        // The check shows no messages, and nobody reads them in the dark.
        let is_read = self.shared.light != Light::Off && !matches!(self.screen, Screen::Check(_));
        if is_read && self.shared.battery.takes_warning() {
            self.shared.tell(Banner::BatteryLow);
        }
        let loss = self.shared.losses.first();
        if is_read && loss.is_some() && self.banner() == loss {
            self.shared.losses.pass(elapsed);
        }
        self.pass_screen(elapsed);
        // No screen that shows the counts has a question about the position in play.
        if !thinks {
            self.shared.count();
        }
        self.shine();
    }

    /// Advances what the screen does by time.
    #[inline(never)]
    pub(super) fn pass_screen(&mut self, elapsed: u32) {
        let next = self.screen.state_mut().pass(elapsed, &mut self.shared);
        self.show(next);
    }

    fn shine(&mut self) {
        let shared = &mut self.shared;
        if shared.device.backlight {
            let idle = shared.idle();
            shared.light = match shared.light {
                Light::Off => Light::Off,
                _ if idle >= SLEEP_MS => Light::Off,
                _ if idle >= DIM_MS => Light::Dim,
                _ => Light::Full,
            };
        }
    }

    /// What the worker should do now: what the screen wishes for, or else, if no key was
    /// pressed for [`QUIET_MS`], a level for the stock.
    pub fn wish(&self) -> Option<Wish> {
        let shared = &self.shared;
        self.screen.state().wish(shared).or_else(|| {
            let quiet = shared.idle() >= QUIET_MS && shared.light != Light::Off;
            let missing = shared.workshop.missing().filter(|_| quiet);
            missing.map(Wish::Make)
        })
    }

    /// Asks the worker about a position.
    pub(super) fn ask(&self, subject: Subject, desk: &Desk) {
        let (by, plan) = match subject {
            Subject::Play(_) => (self.shared.advice.by(), self.shared.advice.plan()),
            Subject::Past { .. } | Subject::Demo(_) => (By::Pushes, None),
        };
        desk.ask(subject, by, self.position(subject), plan);
    }

    /// The position that a question is about.
    fn position(&self, subject: Subject) -> (&Level, Board) {
        let play = &self.shared.play;
        match (subject, &self.screen) {
            (Subject::Past { depth, .. }, _) => (play.level(), play.position_at(depth)),
            (Subject::Demo(_), Screen::Attract(demo)) => (demo.level(), demo.board().clone()),
            (Subject::Demo(_) | Subject::Play(_), _) => (play.level(), play.board().clone()),
        }
    }

    /// Takes an answer, unless the question has changed meanwhile.
    pub(super) fn on_answer(&mut self, answer: Answer, plan: &Plan) {
        if self.wish() != Some(Wish::Solve(answer.subject)) {
            return;
        }
        let shared = &mut self.shared;
        match answer.subject {
            Subject::Play(_) => shared.advice.on_answer(answer, plan, &shared.play),
            Subject::Past { .. } | Subject::Demo(_) => {
                self.screen.state_mut().on_answer(answer, plan, shared);
            }
        }
    }

    /// Takes in how far the making of a level is.
    pub(super) fn on_making(&mut self, code: Code, progress: MakingProgress) {
        self.screen.state_mut().on_making(code, progress);
    }

    /// Takes a level that was made: into play if the player waits for it, else into stock.
    #[inline(never)]
    pub(super) fn on_made(&mut self, made: &Made) {
        let next = self.screen.state_mut().on_made(made, &mut self.shared);
        if next.is_none() {
            self.shared.workshop.put(made.code, &made.into());
        }
        self.show(next);
    }

    /// Whether packs are being read.
    pub(super) fn is_reading(&self) -> bool {
        self.shared.census.is_reading() || self.screen.state().is_reading()
    }

    pub(super) fn context(&self) -> Context {
        self.screen.state().context()
    }

    /// The screen that is shown.
    pub fn screen(&self) -> &Screen<'p> {
        &self.screen
    }

    /// The rows of the screen's menu; empty if the screen is not a menu.
    pub fn rows(&self) -> Rows<'p> {
        self.screen.state().rows(&self.shared)
    }

    /// The index of the chosen row.
    pub fn cursor(&self) -> usize {
        self.screen.state().cursor()
    }

    /// The player's preferences.
    pub fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    /// The best results.
    pub fn bests(&self) -> &Bests {
        &self.shared.bests
    }

    /// The machine that the game runs on.
    pub fn device(&self) -> Device {
        self.shared.device
    }

    /// The level in play, or the last one that was played.
    pub fn play(&self) -> &Play<'p> {
        &self.shared.play
    }

    /// How bright the display should be.
    pub fn light(&self) -> Light {
        self.shared.light
    }

    /// The buttons that are down.
    pub fn buttons_down(&self) -> Buttons {
        self.shared.down
    }

    /// The battery's charge in per cent, if the machine measures it.
    pub fn battery(&self) -> Option<u8> {
        self.shared.battery.percent()
    }

    /// The message across the screen.
    pub fn banner(&self) -> Option<Banner<'p>> {
        self.screen.state().banner(&self.shared)
    }

    /// The box that a hint points at, and the direction to push it.
    pub fn arrow(&self) -> Option<(Cell, Direction)> {
        self.shared.advice.arrow()
    }

    /// What the machine knows about the position in play.
    pub fn verdict(&self) -> Verdict {
        self.shared.advice.verdict()
    }

    /// Pushes left in the machine's plan.
    pub fn pushes_left(&self) -> usize {
        self.shared.advice.pushes_left()
    }

    /// Pushes or moves of the best solution so far, whichever the solver looks for fewer of;
    /// `None` until they are counted.
    pub fn best_so_far(&self) -> Option<u32> {
        let advice = &self.shared.advice;
        let plan = advice.plan().filter(|_| advice.is_improving())?;
        plan.left_by(advice.by())
    }

    /// How far the search from the position in play has come.
    pub fn progress(&self) -> Progress {
        self.shared.advice.progress()
    }

    /// How long that search has taken, in milliseconds.
    pub fn searched(&self) -> u32 {
        self.shared.advice.searched()
    }

    /// How many levels the pack of a list has, and how many are solved.
    pub fn count_of(&self, levels: &super::Shelf<'_>) -> Count {
        let pack = usize::from(levels.pack());
        self.shared.census.of_pack(pack, levels.filter())
    }

    /// Number of new levels in stock.
    pub fn stock(&self) -> usize {
        let workshop = &self.shared.workshop;
        let lengths = Length::ALL.into_iter();
        lengths
            .filter(|&length| workshop.at_hand(length).is_some())
            .count()
    }
}
