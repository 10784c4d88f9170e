//! The state machine: keys and time in, effects out.

use super::advice::{Advice, Verdict};
use super::banner::{BANNER_MS, Banner};
use super::census::Census;
use super::clock::{elapsed, is_due};
use super::demo::Demo;
use super::device::{DIM_MS, Device, Effects, Light, SLEEP_MS, Sound};
use super::input::{Context, Controls, Event, Gesture};
use super::menu::Item;
use super::packs::{Filter, Pack, Place};
use super::past::PastSearch;
use super::play::Play;
use super::progress::{Autosave, Bests, Settings};
use super::screen::{Playback, Screen, Solved};
use super::shelf::Shelf;
use super::workshop::Workshop;
use crate::puzzle::text::Entry;
use crate::puzzle::{Cell, Direction, Kind, Step};
use crate::solve::Progress;

/// Without a key for so long, the title gives way to attract mode.
pub const ATTRACT_MS: u32 = 10_000;

/// Levels read in one update: each takes about a millisecond on the Pico.
const READ_AT_ONCE: usize = 2;

/// A gap between two updates that is longer than this counts as this long: a machine that
/// slept was not played.
const LONGEST_GAP_MS: u32 = 1_000;

/// How far up the hint ladder the player has climbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rung {
    /// Nothing was asked.
    Ground,
    /// It was asked whether the position can be won, and no answer is there yet.
    Asked,
    /// It was told that it can.
    Told,
    /// The box to push is shown.
    Shown,
    /// A push was played.
    Played,
}

/// The whole game, but for the solver: see [`run`](super::run()).
#[derive(Clone, Debug)]
pub struct Game<'p> {
    pub(super) packs: &'p [Pack<'p>],
    pub(super) device: Device,
    pub(super) controls: Controls,
    pub(super) settings: Settings,
    pub(super) bests: Bests,
    pub(super) autosave: Autosave,
    pub(super) census: Census<'p>,
    pub(super) shelf: Shelf<'p>,
    pub(super) play: Play<'p>,
    /// Whether the level in `play` is being played, and not just the last one that was.
    pub(super) in_play: bool,
    pub(super) advice: Advice,
    pub(super) past: Option<PastSearch>,
    pub(super) rung: Rung,
    pub(super) playback: Option<Playback>,
    pub(super) solved: Option<Solved>,
    pub(super) demo: Demo,
    pub(super) workshop: Workshop,
    pub(super) screen: Screen,
    pub(super) cursor: u8,
    /// Whether settings and instructions were opened from the pause menu.
    pub(super) from_pause: bool,
    pub(super) filter: Filter,
    pub(super) banner: Option<(Banner, u32)>,
    pub(super) effects: Effects,
    pub(super) now: u32,
    last_key: u32,
    light: Light,
    /// Whether the step that began with the key that is held was a push.
    pub(super) pushing: Option<Direction>,
    /// Whether the level in play is seen lying on its side.
    pub(super) turned: bool,
    battery: Option<u8>,
    pub(super) settings_unsaved: bool,
    pub(super) session_unsaved: bool,
}

/// The game has nothing to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLevels;

impl core::fmt::Display for NoLevels {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("no level can be played")
    }
}

impl core::error::Error for NoLevels {}

impl<'p> Game<'p> {
    /// A game at its title, with nothing loaded. At least one level must be good.
    pub fn new(packs: &'p [Pack<'p>], device: Device, now: u32) -> Result<Self, NoLevels> {
        let (place, entry) = first_level(packs).ok_or(NoLevels)?;
        let play = Play::new(entry, place);
        Ok(Self {
            packs,
            device,
            controls: Controls::new(device.layout),
            settings: Settings::default(),
            bests: Bests::new(),
            autosave: Autosave::new(),
            census: Census::new(packs),
            shelf: Shelf::new(packs, place.pack, Filter::All),
            advice: Advice::new(play.level()),
            past: None,
            rung: Rung::Ground,
            playback: None,
            solved: None,
            demo: Demo::new(play.level()),
            workshop: Workshop::new(),
            play,
            in_play: false,
            screen: Screen::Title,
            cursor: 0,
            from_pause: false,
            filter: Filter::All,
            banner: None,
            effects: Effects::default(),
            now,
            last_key: now,
            light: Light::Full,
            pushing: None,
            turned: false,
            battery: None,
            settings_unsaved: false,
            session_unsaved: false,
        })
    }

    /// Takes an event of a key, if there is one, and the time, in milliseconds that may
    /// wrap around. To be called with every event and otherwise as often as something
    /// should move.
    pub fn update(&mut self, event: Option<Event>, now: u32) -> Effects {
        self.effects = Effects::default();
        let elapsed = elapsed(self.now, now);
        self.now = now;
        if let Some(event) = event {
            self.key(event);
        }
        self.pass(elapsed.min(LONGEST_GAP_MS));
        if !self.settings.sound {
            self.effects.sound = None;
        }
        self.effects
    }

    fn key(&mut self, event: Event) {
        self.last_key = self.now;
        self.workshop.stir(self.now);
        let asleep = self.light == Light::Off;
        self.light = Light::Full;
        if asleep || self.screen == Screen::Attract {
            // The key that wakes does nothing else, now or when it is held or released.
            if self.screen == Screen::Attract && event.gesture == Gesture::Press {
                self.leave_attract();
            }
            return;
        }
        let context = if self.screen == Screen::Play {
            Context::Play
        } else {
            Context::Menu
        };
        let screen = self.screen;
        if let Some(action) = self.controls.action(event, context) {
            self.act(action);
        }
        if self.screen != screen && self.screen != Screen::Play && screen != Screen::Play {
            self.controls.ignore_held();
        }
        if event.gesture == Gesture::Release {
            self.pushing = None;
        }
    }

    /// What time does by itself.
    fn pass(&mut self, elapsed: u32) {
        let now = self.now;
        self.play.pass(now);
        if self.screen == Screen::Play {
            self.play.elapsed = self.play.elapsed.saturating_add(elapsed);
        }
        if self.thinks_about_play() && self.advice.pass(elapsed) {
            self.answered();
        }
        self.banner
            .take_if(|(_, began)| now.wrapping_sub(*began) >= BANNER_MS);
        self.census.advance(self.packs, &self.bests, READ_AT_ONCE);
        if self.screen == Screen::Levels {
            self.shelf.advance(&self.bests, READ_AT_ONCE);
        }
        self.pass_playback();
        if self.rung == Rung::Asked {
            self.answered();
        }
        if self.playback.is_some_and(|playback| !playback.paused) {
            // Who watches is there.
            self.last_key = now;
        }
        let idle = self.idle();
        if self.screen == Screen::Title && idle >= ATTRACT_MS {
            self.screen = Screen::Attract;
        }
        if self.screen == Screen::Attract && self.light != Light::Off {
            self.demo.pass(self.packs, &mut self.advice.plan, now);
        }
        if self.device.backlight {
            self.light = match idle {
                _ if self.light == Light::Off || idle >= SLEEP_MS => Light::Off,
                _ if idle >= DIM_MS => Light::Dim,
                _ => Light::Full,
            };
        }
    }

    /// Milliseconds since the last key.
    pub(super) fn idle(&self) -> u32 {
        self.now.wrapping_sub(self.last_key)
    }

    fn leave_attract(&mut self) {
        self.demo.skip();
        self.advice.forget(&self.play);
        self.show(Screen::Title, None);
    }

    /// Goes to a screen, with a choice chosen if it is there.
    pub(super) fn show(&mut self, screen: Screen, item: Option<Item>) {
        if self.screen != screen {
            self.banner = None;
        }
        self.screen = screen;
        self.cursor = 0;
        let items = self.items();
        if let Some(place) = items.iter().position(|&this| Some(this) == item) {
            self.cursor = place as u8;
        }
    }

    pub(super) fn tell(&mut self, banner: Banner) {
        self.banner = Some((banner, self.now));
    }

    pub(super) fn sound(&mut self, sound: Sound) {
        self.effects.sound = self.effects.sound.max(Some(sound));
    }

    /// Plays a level from its start.
    pub fn open(&mut self, place: Place) -> Result<(), NoLevels> {
        let entry = self
            .packs
            .get(usize::from(place.pack))
            .and_then(|pack| pack.level(place.number))
            .ok_or(NoLevels)?;
        self.play.open(entry, place);
        self.begin_play();
        Ok(())
    }

    /// What follows when a level was put into play.
    pub(super) fn begin_play(&mut self) {
        self.in_play = true;
        self.session_unsaved = true;
        self.playback = None;
        self.past = None;
        self.solved = None;
        self.rung = Rung::Ground;
        self.banner = None;
        self.advice.forget(&self.play);
        self.show(Screen::Play, None);
        if self.play.is_solved() {
            // So it was drawn.
            self.finish(None);
        }
    }

    /// What follows a step of the player or the machine.
    pub(super) fn stepped(&mut self, step: Step) {
        self.session_unsaved = true;
        if !step.is_push() {
            self.sound(Sound::Step);
            return;
        }
        let landed = self.play.board().keeper().step(step.direction);
        let home = step.kind == Kind::Drop || self.play.level().goals().contains(landed);
        self.sound(if home { Sound::Goal } else { Sound::Push });
        self.advice.moved(&self.play);
    }

    /// The time of the last update.
    pub fn now(&self) -> u32 {
        self.now
    }

    pub(super) fn is_due(&self, due: u32) -> bool {
        is_due(due, self.now)
    }

    /// Tells whether the level in play is seen lying on its side, so that what is right on
    /// the display is up in the level: a player walks as it looks.
    pub fn set_turned(&mut self, turned: bool) {
        self.turned = turned;
    }

    /// Tells how far the battery is charged, in per cent.
    pub fn set_battery(&mut self, percent: u8) {
        self.battery = Some(percent);
    }

    /// How far the battery is charged in per cent, if there is one to ask.
    pub fn battery(&self) -> Option<u8> {
        self.battery
    }

    /// What the player looks at.
    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// The player's choices.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The best results.
    pub fn bests(&self) -> &Bests {
        &self.bests
    }

    /// The machine around the game.
    pub fn device(&self) -> Device {
        self.device
    }

    /// How bright the display should be.
    pub fn light(&self) -> Light {
        self.light
    }

    /// The level in play, or the last one that was.
    pub fn play(&self) -> &Play<'p> {
        &self.play
    }

    /// Whether a level is in play.
    pub fn in_play(&self) -> bool {
        self.in_play
    }

    /// The packs.
    pub fn packs(&self) -> &'p [Pack<'p>] {
        self.packs
    }

    /// Which levels are to be chosen from.
    pub fn filter(&self) -> Filter {
        self.filter
    }

    /// The levels to be chosen from, on [`Screen::Levels`].
    pub fn shelf(&self) -> &Shelf<'p> {
        &self.shelf
    }

    /// How far the player got in the pack of the shelf.
    pub fn shelf_count(&self) -> super::progress::Count {
        let pack = usize::from(self.shelf.pack());
        self.census.of_pack(pack, self.shelf.filter())
    }

    /// The level that plays itself, on [`Screen::Attract`].
    pub fn demo(&self) -> &Demo {
        &self.demo
    }

    /// How the level was solved, on [`Screen::Solved`].
    pub fn solved(&self) -> Option<&Solved> {
        self.solved.as_ref()
    }

    /// A message across the screen, if there is one.
    pub fn banner(&self) -> Option<Banner> {
        if self.rung == Rung::Asked && self.screen == Screen::Play {
            let nodes = self.advice.progress().nodes;
            return Some(Banner::Thinking { nodes });
        }
        self.banner.map(|(banner, _)| banner)
    }

    /// The box that a hint shows, and the way it goes.
    pub fn arrow(&self) -> Option<(Cell, Direction)> {
        let shown = self.rung == Rung::Shown && self.advice.verdict() == Verdict::Solvable;
        shown.then(|| self.advice.plan.next()).flatten()
    }

    /// How a solution is played, on [`Screen::Playback`].
    pub fn playback(&self) -> Option<Playback> {
        self.playback
    }

    /// Pushes left of the machine's plan.
    pub fn pushes_left(&self) -> usize {
        self.advice.plan.left()
    }

    /// Pushes of the best solution so far, while a shorter one is being looked for.
    pub fn pushes_so_far(&self) -> Option<usize> {
        self.advice.is_improving().then(|| self.advice.plan.left())
    }

    /// What the machine knows about the position in play.
    pub fn verdict(&self) -> Verdict {
        self.advice.verdict()
    }

    /// How far the machine has come with the position it thinks about.
    pub fn progress(&self) -> Progress {
        self.advice.progress()
    }

    /// For how many milliseconds it has thought about it.
    pub fn searched(&self) -> u32 {
        self.advice.searched()
    }
}

fn first_level<'p>(packs: &[Pack<'p>]) -> Option<(Place, Entry<'p>)> {
    packs.iter().zip(0..).find_map(|(pack, index)| {
        let mut levels = pack.levels().zip(1..);
        levels.find_map(|(item, number)| {
            let place = Place {
                pack: index,
                number,
            };
            Some((place, item.ok()?))
        })
    })
}
