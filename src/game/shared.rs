//! What outlives a screen: every screen reads and changes it.

use super::banner::{BANNER_MS, Banner};
use super::battery::Battery;
use super::clock::{elapsed, is_due};
use super::device::{Device, Light, Sound};
use super::display::Display;
use super::input::{Buttons, Layout};
use super::library::packs::{Filter, Pack};
use super::library::{Census, Known, MAX_PACKS, Reading};
use super::losses::Losses;
use super::play::Play;
use super::progress::{Bests, Games, Settings};
use super::thinking::{Advice, Subject, Wish};
use super::workshop::Workshop;
use crate::puzzle::{Direction, Kind, Record, Step};

/// Everything of the game except the screen that is shown.
#[derive(Clone, Debug)]
pub(super) struct Shared<'p> {
    pub(super) packs: &'p [Pack<'p>],
    pub(super) device: Device,
    pub(super) settings: Settings,
    pub(super) settings_unsaved: bool,
    pub(super) bests: Bests,
    pub(super) games: Games,
    /// Whether all saved games are to be removed with the next save.
    pub(super) games_erased: bool,
    pub(super) census: Census<'p>,
    pub(super) reading: Reading<'p>,
    pub(super) play: Play<'p>,
    pub(super) advice: Advice,
    pub(super) workshop: Workshop,
    /// Which levels the menus offer.
    pub(super) filter: Filter,
    /// The level that attract mode shows next: a pack, and an offset in its text.
    pub(super) demo_next: (u8, u32),
    banner: Option<(Banner<'p>, u32)>,
    /// Whether the banner was set since the last key or step of time: then it survives a
    /// change of screen.
    banner_is_new: bool,
    pub(super) losses: Losses<'p>,
    pub(super) requests: Requests,
    /// Whether a piece of a level was read in this turn, or a key came, which is answered first.
    pub(super) has_read: bool,
    pub(super) now: u32,
    /// The buttons that are down.
    pub(super) down: Buttons,
    pub(super) last_key: u32,
    /// The last key, or the last moment that the player watched something.
    pub(super) last_activity: u32,
    pub(super) light: Light,
    pub(super) battery: Battery,
    /// Number of questions numbered so far.
    questions: u32,
}

/// What screens have requested in this turn, for [`Effects`](super::Effects).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Requests {
    pub(super) sound: Option<Sound>,
    pub(super) quit: bool,
    pub(super) usb_drive: bool,
    /// The place of an added pack.
    pub(super) remove: Option<u16>,
    /// Continue the game that was played last.
    pub(super) resume: bool,
}

impl Requests {
    /// Whether the machine is about to do something other than play.
    pub(super) fn leaves(&self) -> bool {
        self.quit || self.usb_drive || self.remove.is_some()
    }
}

impl<'p> Shared<'p> {
    /// No packs, no level, and a device that [`Midend::start`](super::Midend::start) replaces.
    pub(super) const EMPTY: Self = Self {
        packs: &[],
        device: Device {
            layout: Layout::Eight,
            display: Display::NONE,
            backlight: false,
            quit: false,
            usb_drive: false,
            hardware: None,
            added: None,
        },
        settings: Settings::DEFAULT,
        settings_unsaved: false,
        bests: Bests::new(),
        games: Games::new(),
        games_erased: false,
        census: Census::EMPTY,
        reading: Reading::NONE,
        play: Play::NONE,
        advice: Advice::new(),
        workshop: Workshop::new(),
        filter: Filter::All,
        demo_next: (0, 0),
        banner: None,
        banner_is_new: false,
        losses: Losses::NONE,
        requests: Requests {
            sound: None,
            quit: false,
            usb_drive: false,
            resume: false,
            remove: None,
        },
        has_read: false,
        now: 0,
        down: Buttons::NONE,
        last_key: 0,
        last_activity: 0,
        light: Light::Full,
        battery: Battery::UNKNOWN,
        questions: 0,
    };

    /// Sets the packs, of which the first [`MAX_PACKS`] count.
    pub(super) fn set_packs(&mut self, packs: &'p [Pack<'p>]) {
        self.packs = &packs[..packs.len().min(MAX_PACKS)];
        self.census = Census::new(self.packs);
    }

    /// Takes the right to read a piece of a level in this turn, if it is still to be had.
    pub(super) fn takes_reading(&mut self) -> bool {
        !core::mem::replace(&mut self.has_read, true)
    }

    /// Goes on with the census, unless something else is read in this turn.
    pub(super) fn count(&mut self) {
        if self.census.is_reading() && self.takes_reading() {
            let Self { census, packs, .. } = self;
            census.advance(packs, &self.bests, &mut self.reading);
        }
    }

    /// What lists of levels need: what is known about levels, and the board that is being read.
    pub(super) fn known(&mut self) -> (Known<'_>, &mut Reading<'p>) {
        let known = Known {
            bests: &self.bests,
            games: &self.games,
            in_play: self.play.is_on().then(|| self.play.id()),
        };
        (known, &mut self.reading)
    }

    /// Whether there is a game to continue: in play, or saved.
    pub(super) fn can_continue(&self) -> bool {
        self.play.is_on() || !self.games.is_empty()
    }

    /// Whether the store has to know before another level is opened.
    pub(super) fn must_save_first(&self) -> bool {
        let play = &self.play;
        let game = match (play.is_on(), play.is_untouched()) {
            (true, false) | (false, _) => play.is_unsaved(),
            // A game without a move is not kept.
            (true, true) => self.games.has(play.id()),
        };
        // The solution of a new result is in the history.
        self.bests.is_unsaved() || game
    }

    /// Begins a turn: sets the time and clears the requests of the last one.
    pub(super) fn begin_turn(&mut self, now: u32) {
        self.now = now;
        self.requests = Requests::default();
        self.has_read = false;
        self.banner_is_new = false;
    }

    /// Milliseconds since the player did or watched something.
    pub(super) fn idle(&self) -> u32 {
        elapsed(self.last_activity, self.now)
    }

    /// Milliseconds since the last key.
    pub(super) fn since_key(&self) -> u32 {
        elapsed(self.last_key, self.now)
    }

    pub(super) fn is_due(&self, due: u32) -> bool {
        is_due(due, self.now)
    }

    /// A new number for a question, so that answers to earlier ones are recognised.
    pub(super) fn next_question(&mut self) -> u32 {
        self.questions = self.questions.wrapping_add(1);
        self.questions
    }

    /// The message across the screen. What was lost waits for other messages to go.
    pub(super) fn banner(&self) -> Option<Banner<'p>> {
        let banner = self.banner.map(|(banner, _)| banner);
        banner.or(self.losses.first())
    }

    /// Shows a message across the screen.
    pub(super) fn tell(&mut self, banner: Banner<'p>) {
        self.banner = Some((banner, self.now));
        self.banner_is_new = true;
    }

    /// The level of a saved game is nowhere. The game stays in the store.
    pub(super) fn level_is_gone(&mut self, slot: u32) {
        self.games.set_gone(slot);
        self.tell(Banner::LevelGone);
    }

    /// Removes the message.
    pub(super) fn hush(&mut self) {
        self.banner = None;
    }

    /// From now on, a message that is there belongs to the screen that is shown.
    pub(super) fn age_banner(&mut self) {
        self.banner_is_new = false;
    }

    /// Removes the message unless it was set in this turn, when the screen changes.
    pub(super) fn hush_old(&mut self) {
        if !self.banner_is_new {
            self.banner = None;
        }
    }

    /// Removes the message when it has been shown for [`BANNER_MS`].
    pub(super) fn pass_banner(&mut self) {
        let now = self.now;
        self.banner
            .take_if(|(_, began)| now.wrapping_sub(*began) >= BANNER_MS);
    }

    pub(super) fn sound(&mut self, sound: Sound) {
        self.requests.sound = self.requests.sound.max(Some(sound));
    }

    /// Whether the level in play is turned on the display.
    pub(super) fn is_turned(&self) -> bool {
        self.device.display.place(self.play.level()).turned
    }

    /// Call this after every step in play: requests a sound and updates the advice.
    pub(super) fn stepped(&mut self, step: Step) {
        if !step.is_push() {
            return self.sound(Sound::Step);
        }
        let landed = self.play.board().keeper().step(step.direction);
        let home = step.kind == Kind::Drop || self.play.level().goals().contains(landed);
        self.sound(if home { Sound::Goal } else { Sound::Push });
        self.advice.moved(&self.play);
    }

    /// Undoes the last step or restart; `None` if there is none.
    pub(super) fn undo(&mut self) -> Option<Record> {
        let record = self.play.undo();
        self.follow(record)
    }

    /// Redoes the next undone step or restart; `None` if there is none.
    pub(super) fn redo(&mut self) -> Option<Record> {
        let record = self.play.redo();
        self.follow(record)
    }

    fn follow(&mut self, record: Option<Record>) -> Option<Record> {
        self.hush();
        self.advice.leave_ladder();
        match record? {
            Record::Step(step) if step.is_push() => self.advice.moved(&self.play),
            Record::Step(_) => {}
            Record::Restart => self.advice.restarted(&self.play),
        }
        record
    }

    /// Goes back to the level's start, as one step that can be undone.
    pub(super) fn restart(&mut self) {
        self.hush();
        self.play.restart();
        self.advice.restarted(&self.play);
    }

    /// Plays the next step of the machine's plan, if there is a plan for this position.
    pub(super) fn play_planned(&mut self) -> Option<Step> {
        let direction: Direction = {
            let plan = self.advice.plan()?;
            plan.step(self.play.level(), self.play.board())?
        };
        let step = self.play.step(direction, self.now)?;
        self.stepped(step);
        Some(step)
    }

    /// Wishes for a verdict or a better plan for the position in play, if still needed.
    pub(super) fn wish_for_advice(&self) -> Option<Wish> {
        let subject = Subject::Play(self.advice.stamp());
        self.advice.is_open().then_some(Wish::Solve(subject))
    }

    /// The same while nobody waits for it: not if hints or the light are off.
    pub(super) fn wish_for_advice_in_background(&self) -> Option<Wish> {
        let wanted = self.settings.hints && self.light != Light::Off;
        self.wish_for_advice().filter(|_| wanted)
    }
}
