//! Connects the midend to the hardware: one turn, and messages before the game starts.

use core::fmt::Write;

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::battery::Battery;
use super::display::Display;
use super::fault::log;
use super::flash::SaveFlash;
use super::pwm::Pwm;
use super::sound::Speaker;
use super::{inspect, power, report, time, watchdog};
use crate::game::hardware::Inspection;
use crate::game::input::{Button, Gesture};
use crate::game::progress::{FlashStore, LevelId, NoStore, Settings};
use crate::game::{Desk, Effects, Game, Light, Midend, Save, Screen, Verdict};
use crate::view::View;

/// Milliseconds between two frames; a key causes one at once.
const FRAME_MS: u32 = 20;

/// The same while the player waits for the solver or the maker: drawing takes time from them.
const WAITING_FRAME_MS: u32 = 100;

/// After this time without a key, the store is prepared for the next save. In milliseconds.
const CALM_MS: u32 = 1_000;

/// Time between two steps of that: an erase keeps interrupts off, so a press must be noticed
/// before the next one begins. In milliseconds.
const PREPARE_MS: u32 = 100;

/// Brightness of the dimmed backlight, in per cent.
const DIMMED: u8 = 20;

/// The hardware, the view, and what was logged last.
pub(super) struct Machine {
    pub(super) display: Display,
    pub(super) backlight: Pwm,
    pub(super) speaker: Speaker,
    pub(super) battery: Battery,
    /// `None` if the player chose to play without saving.
    pub(super) store: Option<FlashStore<SaveFlash>>,
    pub(super) view: &'static mut View,
    pub(super) light: Light,
    /// When the last frame was drawn.
    pub(super) drawn: u32,
    /// When the store was last prepared for the next save.
    pub(super) prepared: u32,
    /// Whether the last turn had no verdict on the position in play.
    pub(super) wondering: bool,
    /// The level whose name was logged last.
    pub(super) noted: Option<LevelId>,
    /// The name of the screen that was logged last.
    pub(super) screen: &'static str,
    /// The page of the check that was logged last.
    pub(super) page: &'static str,
}

impl Machine {
    /// One turn: passes events to the midend, carries out its effects, and draws.
    ///
    /// Never inlined: what it takes of the stack must not lie below the worker's.
    #[inline(never)]
    pub(super) fn turn(&mut self, midend: &mut Midend<'_>, desk: &Desk) -> Effects {
        watchdog::feed();
        log::drain();
        let now = time::millis();
        let mut acted = false;
        let events = core::iter::from_fn(time::next_event).inspect(|_| acted = true);
        let effects = midend.turn(events, now, desk);
        if let Some(sound) = effects.sound {
            self.speaker.play(sound, now);
        }
        self.speaker.pass(now);
        if let Some(percent) = self.battery.measure(now) {
            midend.set_battery(percent);
        }
        let game = midend.game();
        let bright = match effects.inspect {
            Some(Inspection::Light(percent)) => percent,
            _ => game.settings().brightness * (100 / Settings::BRIGHTEST),
        };
        self.shine(effects.light, bright);
        let frame = match game.screen() {
            Screen::Solving(_) | Screen::Generating(_) => WAITING_FRAME_MS,
            _ => FRAME_MS,
        };
        if acted || now.wrapping_sub(self.drawn) >= frame {
            self.draw(game, now);
        }
        self.note(game);
        if let Some(save) = effects.save {
            self.save(midend, save);
        }
        if let Some(Inspection::Measure(what)) = effects.inspect {
            inspect::measure(what, &self.battery, midend);
        }
        effects
    }

    /// Sets the backlight; `bright` is its full brightness in per cent.
    fn shine(&mut self, light: Light, bright: u8) {
        match (self.light, light) {
            (Light::Off, Light::Off) => return,
            (Light::Off, _) => {
                power::speed_up();
                self.display.wake_up();
            }
            (_, Light::Off) => self.display.fall_asleep(),
            _ => {}
        }
        self.backlight.light(match light {
            Light::Full => bright,
            Light::Dim => bright.min(DIMMED),
            Light::Off => 0,
        });
        if light == Light::Off {
            power::slow_down();
        }
        self.light = light;
    }

    #[inline(never)]
    fn draw(&mut self, game: &Game<'_>, now: u32) {
        self.drawn = now;
        if self.light == Light::Off {
            return;
        }
        let Self { display, view, .. } = self;
        let mut picture = view.picture(game, now);
        for &area in &picture.refresh() {
            display.paint(area, |band, strip| {
                // Drawing into a strip never fails.
                let _ = picture.paint(band, strip);
            });
        }
    }

    /// Logs which screen is shown, which level is played, and how long an answer took.
    #[inline(never)]
    fn note(&mut self, game: &Game<'_>) {
        let screen = game.screen().name();
        if screen != self.screen {
            self.screen = screen;
            defmt::info!("screen {=str}", screen);
        }
        let page = match game.screen() {
            Screen::Check(check) => check.page().name(),
            _ => "",
        };
        if page != self.page {
            self.page = page;
            if !page.is_empty() {
                defmt::info!("page {=str}", page);
            }
        }
        let play = game.play();
        if play.is_on() && self.noted != Some(play.id()) {
            self.noted = Some(play.id());
            let id = u64::from_le_bytes(play.id().to_bytes());
            let mut name = heapless::String::<32>::new();
            // A long name is cut off.
            let _ = write!(name, "{}", play.source());
            defmt::info!("level {=u64:016x} {=str}", id, name.as_str());
        }
        let wondering = game.verdict() == Verdict::Open;
        if self.wondering && !wondering {
            defmt::info!("thought for {=u32} ms", game.searched());
        }
        self.wondering = wondering;
    }

    #[inline(never)]
    fn save(&mut self, midend: &mut Midend<'_>, save: Save) {
        let Some(store) = &mut self.store else {
            if save == Save::ToOpen {
                // It never fails.
                let _ = midend.save(&mut NoStore);
            }
            return;
        };
        // An erase takes long, with interrupts off: wait until the player pauses.
        if save == Save::IfQuick && !store.is_quick() {
            return;
        }
        let start = time::micros();
        // After an error, the midend shows a banner and asks again later.
        let result = midend.save(store);
        let took = (time::micros() - start) as u32;
        match result {
            Ok(()) => defmt::info!("saved in {=u32} us", took),
            Err(_) => defmt::warn!("not saved"),
        }
    }

    /// Prepares the store for the next save, or sleeps until the next tick. For turns in which
    /// the worker has nothing to do.
    pub(super) fn rest(&mut self) {
        let calm = time::idle_for() >= CALM_MS && time::buttons().is_empty();
        let paused = time::millis().wrapping_sub(self.prepared) >= PREPARE_MS;
        if calm && paused && self.store.as_mut().is_some_and(FlashStore::prepare) {
            self.prepared = time::millis();
            return;
        }
        cortex_m::asm::wfi();
    }

    /// Fills the display with a message and waits for a key.
    pub(super) fn tell(&mut self, title: &str, message: &str, hint: &str) -> Button {
        self.show(title, message, hint);
        loop {
            watchdog::feed();
            cortex_m::asm::wfi();
            while let Some(event) = time::next_event() {
                if event.gesture == Gesture::Press {
                    return event.button;
                }
            }
        }
    }

    /// Fills the display with a message.
    pub(super) fn show(&mut self, title: &str, message: &str, hint: &str) {
        self.view.forget();
        let size = self.display.size();
        self.display
            .paint(Rectangle::new(Point::zero(), size), |_, strip| {
                // Drawing into a strip never fails.
                let _ = report::draw(title, message, hint, size, strip);
            });
        self.display.turn_on();
        self.backlight.light(80);
    }
}
