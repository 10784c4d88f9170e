//! The midend: what every front end would otherwise have to do by itself.
//!
//! It owns the game, the meaning of keys, the clock, what the worker is asked, and when to
//! save. A front end samples keys, calls [`Midend::turn`], does what the effects say, draws
//! what changed, and then either gives the worker its slice or sleeps:
//!
//! ```text
//! let mut worker = pin!(work(&desk, &mut arena));
//! loop {
//!     let effects = midend.turn(events, now, &desk);
//!     if let Some(save) = effects.save { midend.save(&mut store); }
//!     draw(midend.game());
//!     if effects.may_sleep { sleep() } else { poll(worker.as_mut()) }
//! }
//! ```

use super::banner::Banner;
use super::clock::elapsed;
use super::device::{Device, Effects, Light, Save, Sound};
use super::display::Display;
use super::game::Game;
use super::hardware::Measurement;
use super::input::{Action, Context, Controls, Event, Gesture, Layout};
use super::library::packs::{Pack, Place};
use super::library::{AddedPacks, MAX_PACKS};
use super::progress::{Kept, LoadError, Store, StoreError};
use super::saving::Saving;
use super::screens::{Check, Chosen, How, Opening, Playing, Screen, Wanted};
use super::thinking::{Desk, Wish};

/// A longer gap between two turns counts as this long, so that playing time does not include
/// the time a machine was suspended. In milliseconds.
const LONGEST_GAP_MS: u32 = 1_000;

/// The game with its clock, its controls and its rules for saving.
#[derive(Clone, Debug)]
pub struct Midend<'p> {
    game: Game<'p>,
    controls: Controls,
    saving: Saving,
}

/// No pack has a valid level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLevels;

impl core::fmt::Display for NoLevels {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("no level can be played")
    }
}

impl core::error::Error for NoLevels {}

impl<'p> Midend<'p> {
    /// The state before [`Midend::start`]. A constant, so that it can initialise a static:
    /// the midend is too large to be built on the stack of a small machine.
    pub const EMPTY: Self = Self {
        game: Game::EMPTY,
        controls: Controls::new(Layout::Eight),
        saving: Saving::NEW,
    };

    /// Starts at the title. At least one level must be valid; packs after the first
    /// [`MAX_PACKS`] are left out.
    pub fn start(
        &mut self,
        packs: &'p [Pack<'p>],
        device: Device,
        now: u32,
    ) -> Result<(), NoLevels> {
        let mut levels = packs.iter().take(MAX_PACKS).flat_map(Pack::levels);
        if !levels.any(|item| item.is_ok()) {
            return Err(NoLevels);
        }
        let shared = &mut self.game.shared;
        shared.device = device;
        shared.set_packs(packs);
        shared.begin_turn(now);
        shared.last_key = now;
        shared.last_activity = now;
        self.saving.start(now);
        self.controls = Controls::new(device.layout);
        Ok(())
    }

    /// One turn: takes the worker's answers from the desk, button events and the time, in
    /// milliseconds that may wrap around. Returns what the machine should do.
    pub fn turn(
        &mut self,
        events: impl IntoIterator<Item = Event>,
        now: u32,
        desk: &Desk,
    ) -> Effects {
        let elapsed = elapsed(self.game.shared.now, now).min(LONGEST_GAP_MS);
        self.game.shared.begin_turn(now);
        self.take_findings(desk);
        for event in events {
            self.key(event);
            if self.game.shared.requests.leaves() {
                break;
            }
        }
        self.game.pass(elapsed);
        self.put_down_wish(desk);
        self.effects(desk)
    }

    fn take_findings(&mut self, desk: &Desk) {
        if let Some(answer) = desk.take_answer() {
            self.game.on_answer(answer, &desk.plan());
        }
        if let Some((code, progress)) = desk.making() {
            self.game.on_making(code, progress);
        }
        if let Some(made) = desk.take_made() {
            self.game.on_made(&made);
        }
        if let Some(report) = desk.take_memory() {
            self.measured(Measurement::Memory(report));
        }
    }

    fn put_down_wish(&self, desk: &Desk) {
        let wish = self.game.wish();
        if wish == desk.wish() {
            return;
        }
        match wish {
            Some(Wish::Solve(subject)) => self.game.ask(subject, desk),
            Some(Wish::Make(_) | Wish::TestMemory) | None => desk.set_wish(wish),
        }
    }

    fn key(&mut self, event: Event) {
        let shared = &mut self.game.shared;
        shared.has_read = true;
        shared.last_key = shared.now;
        shared.last_activity = shared.now;
        match event.gesture {
            Gesture::Release => shared.down.remove(event.button),
            Gesture::Press | Gesture::Repeat | Gesture::Hold => shared.down.insert(event.button),
        }
        shared.workshop.stir(shared.now);
        let asleep = shared.light == Light::Off;
        shared.light = Light::Full;
        // A key that wakes the display or ends attract mode does nothing else, even if it is
        // held or released later.
        if self.game.screen.state().ends_with_any_key() {
            if event.gesture == Gesture::Press {
                self.game.act(Action::Back);
            }
            return;
        }
        if asleep || self.game.screen.state_mut().takes(event, shared) {
            return;
        }
        let (context, screen) = (self.game.context(), self.game.screen.name());
        if let Some(action) = self.controls.action(event, context) {
            self.game.act(action);
        }
        let is_menu = |context| context == Context::Menu;
        if self.game.screen.name() != screen && is_menu(context) && is_menu(self.game.context()) {
            self.controls.ignore_held();
        }
        if event.gesture == Gesture::Release {
            self.game.screen.state_mut().released();
        }
    }

    fn effects(&mut self, desk: &Desk) -> Effects {
        let shared = &self.game.shared;
        let requests = shared.requests;
        let unsaved = self.is_unsaved();
        let opens = match &self.game.screen {
            Screen::Opening(opening) => opening.is_ready(),
            _ => requests.resume,
        };
        let save = match (opens, requests.leaves() && unsaved) {
            (true, _) => Some(Save::ToOpen),
            (false, true) => Some(Save::Now),
            (false, false) => self.saving.when(unsaved, shared.since_key(), shared.now),
        };
        Effects {
            sound: requests
                .sound
                .filter(|&sound| shared.settings.sound || sound == Sound::Scale)
                .filter(|_| shared.light != Light::Off),
            light: shared.light,
            save,
            quit: requests.quit,
            usb_drive: requests.usb_drive,
            remove: requests.remove,
            inspect: self.game.screen.state().inspection(shared),
            may_sleep: desk.wish().is_none() && !self.game.is_reading(),
        }
    }

    /// The game, to be drawn.
    pub fn game(&self) -> &Game<'p> {
        &self.game
    }

    /// Call this when the size of the display changes.
    pub fn set_display(&mut self, display: Display) {
        self.game.shared.device.display = display;
    }

    /// Sets the battery's charge, in per cent. When it gets low, the player is warned once,
    /// and what is unsaved is saved at once.
    pub fn set_battery(&mut self, percent: u8) {
        if self.game.shared.battery.measured(percent) {
            self.saving.hurry();
        }
    }

    /// Opens "Check this board" instead of the screen that is shown, if the device has
    /// hardware to check. It leads to the title.
    pub fn check_board(&mut self) {
        let shared = &self.game.shared;
        if shared.device.hardware.is_some() {
            let screen = Check::from_start(shared);
            self.game.show(Some(screen));
        }
    }

    /// Takes what the machine measured because [`Effects::inspect`] asked for it.
    pub fn measured(&mut self, measurement: Measurement<'_>) {
        self.game.screen.state_mut().on_measured(measurement);
    }

    /// Mixes in entropy, from which the seeds of new levels come.
    pub fn stir(&mut self, entropy: u32) {
        self.game.shared.workshop.reseed(entropy);
    }

    /// Plays a level: continues it if it is in play, or offers to if it has a saved game.
    pub fn open(&mut self, place: Place) -> Result<(), NoLevels> {
        let shared = &mut self.game.shared;
        if shared.play.is_on() && shared.play.place() == Some(place) {
            self.game.show(Some(Screen::Play(Playing::default())));
            return Ok(());
        }
        let pack = shared.packs.get(usize::from(place.pack));
        let entry = pack.and_then(|pack| pack.level(place.number));
        let screen = Chosen::begin(place, &entry.ok_or(NoLevels)?, shared);
        self.game.show(Some(screen));
        Ok(())
    }

    /// Plays a generated level: continues it if it has a saved game.
    pub fn play_made(&mut self, kept: &Kept) {
        let wanted = Wanted::Made(kept.clone());
        let screen = Opening::begin(wanted, How::Continue, &mut self.game.shared);
        self.game.show(Some(screen));
    }

    /// Loads settings, results, new levels and the level in play, which continues at once.
    /// Records that cannot be read are skipped, and a banner says so; the first error is
    /// returned. If the level is no longer where it was, turns search for it at the title.
    pub fn load(&mut self, store: &mut impl Store) -> Result<(), LoadError> {
        let Self { game, saving, .. } = self;
        saving.load(game, store)
    }

    /// Replaces the packs after "Check this board", before anything is loaded: those of the
    /// start and `added` ones.
    pub fn set_packs(&mut self, packs: &'p [Pack<'p>], added: &'static AddedPacks) {
        let shared = &mut self.game.shared;
        shared.device.added = Some(added);
        shared.set_packs(packs);
    }

    /// Says that saved data was found damaged; what could be read is kept.
    pub fn note_damage(&mut self) {
        let error = LoadError::Store(StoreError::Corrupt);
        self.game.shared.tell(Banner::NotLoaded(error));
    }

    /// Whether something has changed since the last save.
    pub fn is_unsaved(&self) -> bool {
        self.saving.is_unsaved(&self.game)
    }

    /// Writes what changed. After an error a banner says so, and later turns ask again.
    pub fn save(&mut self, store: &mut impl Store) -> Result<(), StoreError> {
        let Self { game, saving, .. } = self;
        saving.save(game, store)
    }
}
