//! A check of the hardware, page by page. Some pages show something that only a person can
//! judge, others what the machine has measured; the last one is a summary.
//!
//! It must work on a board whose buttons do not, so every page goes on by itself after
//! [`CHECK_PAGE_MS`].

use heapless::String;

use super::settings::{SettingsChoice, SettingsMenu};
use super::title::Title;
use super::{Next, Origin, Screen, ScreenState};
use crate::game::banner::Banner;
use crate::game::clock::elapsed;
use crate::game::device::Sound;
use crate::game::hardware::{
    ClockReport, FlashHealth, FlashReport, Hardware, Inspection, Measurable, Measurement,
    MemoryReport,
};
use crate::game::input::{Action, Buttons, Context, Event, Gesture};
use crate::game::screens::menu::Menu;
use crate::game::shared::Shared;
use crate::game::thinking::Wish;
use crate::puzzle::Direction;

/// A page goes on by itself after this time without a key, in milliseconds.
pub const CHECK_PAGE_MS: u32 = 8_000;

/// The brightness of each step of the backlight, in per cent.
const LIGHTS: [u8; 5] = [10, 30, 50, 75, 100];
/// Time of a step, in milliseconds: all of them take a little less than a page.
const LIGHT_MS: u32 = 1_500;
/// From one scale to the next, in milliseconds.
const SCALE_MS: u32 = 2_500;
/// Measuring begins after this time, in milliseconds: writing flash stops the display.
const DRAWN_MS: u32 = 100;
/// A button that is down for this long without another key counts as stuck, in milliseconds.
const STUCK_MS: u32 = 2_000;
/// How long the last tick is shown when all buttons have one, in milliseconds.
const ALL_PRESSED_MS: u32 = 1_000;
/// Voltages that a lithium cell can have, in millivolts.
const CELL_MV: core::ops::RangeInclusive<u16> = 3_000..=4_400;

/// A page of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckPage {
    /// Which board the firmware is for.
    Board,
    /// Bars of five colours.
    Colours,
    /// A frame on the outermost pixels, and an arrow.
    Edges,
    /// Steps from black to white.
    Greys,
    /// Every button is pressed once.
    Buttons,
    /// The backlight in steps.
    Light,
    /// A scale of tones.
    Speaker,
    /// The battery's voltage.
    Battery,
    /// The flash chip's identity and speed.
    Flash,
    /// The test of memory.
    Ram,
    /// The frequencies of two clocks.
    Clock,
    /// The cause of the last restart.
    Restart,
    /// The result of every other page.
    Summary,
}

impl CheckPage {
    /// Number of pages.
    pub const COUNT: usize = 13;

    /// All pages in their order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Board,
        Self::Colours,
        Self::Edges,
        Self::Greys,
        Self::Buttons,
        Self::Light,
        Self::Speaker,
        Self::Battery,
        Self::Flash,
        Self::Ram,
        Self::Clock,
        Self::Restart,
        Self::Summary,
    ];

    /// Its name, of at most seven letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "Board",
            Self::Colours => "Colours",
            Self::Edges => "Edges",
            Self::Greys => "Greys",
            Self::Buttons => "Buttons",
            Self::Light => "Light",
            Self::Speaker => "Speaker",
            Self::Battery => "Battery",
            Self::Flash => "Flash",
            Self::Ram => "RAM",
            Self::Clock => "Clock",
            Self::Restart => "Restart",
            Self::Summary => "Summary",
        }
    }

    /// The index in [`CheckPage::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    fn next(self) -> Option<Self> {
        Self::ALL.get(self.index() + 1).copied()
    }

    /// The page of buttons takes all keys, so the way back leads past it.
    fn previous(self) -> Option<Self> {
        match self {
            Self::Light => Some(Self::Greys),
            _ => Self::ALL.get(self.index().wrapping_sub(1)).copied(),
        }
    }
}

/// The result of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Measured, and good.
    Good,
    /// Measured, and wrong.
    Bad,
    /// Nothing was measured: a person has to judge it.
    Look,
    /// The board has nothing of the kind.
    Absent,
}

/// Where the check was opened, and so where it leads.
#[derive(Clone, Copy, Debug)]
enum Opened {
    AtStart,
    InSettings(Origin),
}

/// The longest message of a crash that is shown.
type Message = String<240>;

/// The page, what was found so far, and where the check leads.
#[derive(Clone, Debug)]
pub struct Check {
    page: CheckPage,
    opened: Opened,
    /// When the page was opened.
    since: u32,
    /// When the page was opened, or a key was last pressed or released on it.
    last_key: u32,
    /// When the next scale is due.
    scale_due: u32,
    pressed: Buttons,
    stuck: Buttons,
    battery: Option<u16>,
    flash: Option<FlashReport>,
    memory: Option<MemoryReport>,
    clock: Option<ClockReport>,
    /// The message of the last crash, empty if there was none.
    restart: Option<Message>,
}

impl Check {
    pub(super) fn from_settings<'p>(origin: Origin, shared: &Shared<'p>) -> Screen<'p> {
        Self::open(Opened::InSettings(origin), shared)
    }

    pub(in crate::game) fn from_start<'p>(shared: &Shared<'p>) -> Screen<'p> {
        Self::open(Opened::AtStart, shared)
    }

    fn open<'p>(opened: Opened, shared: &Shared<'p>) -> Screen<'p> {
        Screen::Check(Self {
            page: CheckPage::Board,
            opened,
            since: shared.now,
            last_key: shared.now,
            scale_due: shared.now,
            pressed: Buttons::NONE,
            stuck: Buttons::NONE,
            battery: None,
            flash: None,
            memory: None,
            clock: None,
            restart: None,
        })
    }

    /// The page that is shown.
    pub fn page(&self) -> CheckPage {
        self.page
    }

    /// Whole seconds until the page goes on by itself; `None` if it waits for a key.
    pub fn seconds_left(&self, now: u32) -> Option<u32> {
        let left = CHECK_PAGE_MS.saturating_sub(elapsed(self.last_key, now));
        (!self.waits()).then(|| left.div_ceil(1_000))
    }

    /// The step of the backlight, from 1, and the number of steps.
    pub fn light_step(&self, now: u32) -> (u8, u8) {
        let step = elapsed(self.since, now) / LIGHT_MS;
        let all = LIGHTS.len() as u8;
        (step.min(u32::from(all) - 1) as u8 + 1, all)
    }

    /// The buttons that were pressed on their page.
    pub fn pressed(&self) -> Buttons {
        self.pressed
    }

    /// The buttons that stay down.
    pub fn stuck(&self) -> Buttons {
        self.stuck
    }

    /// The battery's voltage in millivolts, once it is measured.
    pub fn battery(&self) -> Option<u16> {
        self.battery
    }

    /// What is known about the flash chip, once it is measured.
    pub fn flash(&self) -> Option<FlashReport> {
        self.flash
    }

    /// The result of the test of memory, once it is done.
    pub fn memory(&self) -> Option<MemoryReport> {
        self.memory
    }

    /// The frequencies of the clocks, once they are measured.
    pub fn clock(&self) -> Option<ClockReport> {
        self.clock
    }

    /// The message of the last crash, once it was asked for; empty if there was none.
    pub fn restart(&self) -> Option<&str> {
        self.restart.as_deref()
    }

    /// The result of a page so far.
    pub fn mark(&self, page: CheckPage, hardware: &Hardware) -> Mark {
        let judge = |good: Option<bool>| match good {
            Some(true) => Mark::Good,
            Some(false) => Mark::Bad,
            None => Mark::Look,
        };
        match page {
            CheckPage::Speaker if hardware.speaker.is_none() => Mark::Absent,
            CheckPage::Battery if hardware.battery.is_none() => Mark::Absent,
            CheckPage::Buttons if !self.stuck.is_empty() => Mark::Bad,
            CheckPage::Buttons if self.pressed.is_empty() => Mark::Look,
            CheckPage::Buttons => judge(Some(self.missing(hardware).is_empty())),
            CheckPage::Battery => judge(self.battery.map(|volts| CELL_MV.contains(&volts))),
            CheckPage::Flash => match self.flash.map(|flash| flash.health()) {
                Some(FlashHealth::Typical) => Mark::Good,
                Some(FlashHealth::Slow) | None => Mark::Look,
                Some(_) => Mark::Bad,
            },
            CheckPage::Ram => judge(self.memory.map(|memory| memory.wrong == 0)),
            CheckPage::Clock => judge(self.clock.map(|clock| clock.is_good())),
            CheckPage::Restart => judge(self.restart().map(str::is_empty)),
            CheckPage::Board
            | CheckPage::Colours
            | CheckPage::Edges
            | CheckPage::Greys
            | CheckPage::Light
            | CheckPage::Speaker
            | CheckPage::Summary => Mark::Look,
        }
    }

    /// The board's buttons that were not pressed yet.
    fn missing(&self, hardware: &Hardware) -> Buttons {
        let all: Buttons = hardware.buttons.iter().map(|&(button, _)| button).collect();
        all - self.pressed
    }

    /// Whether the page stays until a key is pressed.
    fn waits(&self) -> bool {
        self.page == CheckPage::Summary && matches!(self.opened, Opened::InSettings(_))
    }

    fn turn_to(&mut self, page: CheckPage, shared: &Shared<'_>) {
        if page == CheckPage::Buttons {
            self.pressed = Buttons::NONE;
        }
        self.page = page;
        self.since = shared.now;
        self.last_key = shared.now;
        self.scale_due = shared.now;
    }

    fn go_on<'p>(&mut self, shared: &Shared<'p>) -> Next<'p> {
        if self.page == CheckPage::Buttons {
            self.stuck = shared.down;
        }
        match self.page.next() {
            Some(page) => self.turn_to(page, shared),
            None => return Some(self.leave(shared)),
        }
        None
    }

    fn go_back<'p>(&mut self, shared: &Shared<'p>) -> Next<'p> {
        match self.page.previous() {
            Some(page) => self.turn_to(page, shared),
            None => return Some(self.leave(shared)),
        }
        None
    }

    fn leave<'p>(&self, shared: &Shared<'p>) -> Screen<'p> {
        match self.opened {
            Opened::AtStart => Screen::Title(Title::FIRST),
            Opened::InSettings(origin) => {
                let menu = SettingsMenu::new(origin);
                Screen::Settings(menu.at(SettingsChoice::Check, shared))
            }
        }
    }

    fn pass_buttons<'p>(&mut self, idle: u32, shared: &Shared<'p>) -> Next<'p> {
        if idle >= STUCK_MS {
            self.stuck = shared.down;
        }
        let missing = shared.device.hardware.map(|it| self.missing(it));
        let done = missing.is_none_or(Buttons::is_empty) && shared.down.is_empty();
        let goes_on = done && idle >= ALL_PRESSED_MS;
        goes_on.then(|| self.go_on(shared)).flatten()
    }
}

impl<'p> ScreenState<'p> for Check {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        match action {
            // Each page is worth a press of its own.
            Action::Walk { repeated: true, .. } => None,
            Action::Walk { direction, .. } => match direction {
                Direction::Right | Direction::Down => self.go_on(shared),
                Direction::Left | Direction::Up => self.go_back(shared),
            },
            Action::Ok => self.go_on(shared),
            Action::Back => self.go_back(shared),
            Action::Leave => Some(self.leave(shared)),
            _ => None,
        }
    }

    /// On the page of buttons, keys do nothing but count as pressed.
    fn takes(&mut self, event: Event, shared: &Shared<'p>) -> bool {
        if matches!(event.gesture, Gesture::Press | Gesture::Release) {
            self.last_key = shared.now;
        }
        let takes = self.page == CheckPage::Buttons;
        match event.gesture {
            Gesture::Press if takes => self.pressed.insert(event.button),
            Gesture::Release => self.stuck.remove(event.button),
            _ => {}
        }
        takes
    }

    fn pass(&mut self, _: u32, shared: &mut Shared<'p>) -> Next<'p> {
        if self.waits() {
            return None;
        }
        // Looking at the pages counts as activity.
        shared.last_activity = shared.now;
        let has_speaker = shared
            .device
            .hardware
            .is_some_and(|it| it.speaker.is_some());
        if self.page == CheckPage::Speaker && has_speaker && shared.is_due(self.scale_due) {
            shared.sound(Sound::Scale);
            self.scale_due = shared.now.wrapping_add(SCALE_MS);
        }
        let idle = elapsed(self.last_key, shared.now);
        if idle >= CHECK_PAGE_MS {
            return self.go_on(shared);
        }
        match self.page {
            CheckPage::Buttons => self.pass_buttons(idle, shared),
            _ => None,
        }
    }

    fn wish(&self, _: &Shared<'p>) -> Option<Wish> {
        let tests = self.page == CheckPage::Ram && self.memory.is_none();
        tests.then_some(Wish::TestMemory)
    }

    fn inspection(&self, shared: &Shared<'p>) -> Option<Inspection> {
        let measured = match self.page {
            CheckPage::Light => {
                let (step, _) = self.light_step(shared.now);
                return Some(Inspection::Light(LIGHTS[usize::from(step) - 1]));
            }
            CheckPage::Battery if shared.device.hardware?.battery.is_some() => {
                (Measurable::Battery, self.battery.is_some())
            }
            CheckPage::Flash => (Measurable::Flash, self.flash.is_some()),
            CheckPage::Clock => (Measurable::Clock, self.clock.is_some()),
            CheckPage::Restart => (Measurable::Restart, self.restart.is_some()),
            _ => return None,
        };
        let (what, is_known) = measured;
        let is_drawn = elapsed(self.since, shared.now) >= DRAWN_MS;
        (is_drawn && !is_known).then_some(Inspection::Measure(what))
    }

    fn on_measured(&mut self, measurement: Measurement<'_>) {
        match measurement {
            Measurement::Battery(millivolts) => self.battery = Some(millivolts),
            Measurement::Flash(report) => self.flash = Some(report),
            Measurement::Memory(report) => self.memory = Some(report),
            Measurement::Clock(report) => self.clock = Some(report),
            Measurement::Restart(message) => {
                let text = message.unwrap_or_default();
                let mut kept = Message::new();
                // What does not fit is cut off.
                let _ = text.chars().try_for_each(|letter| kept.push(letter));
                self.restart = Some(kept);
            }
        }
    }

    /// A message would cover what is to be looked at.
    fn banner(&self, _: &Shared<'p>) -> Option<Banner<'p>> {
        None
    }

    fn context(&self) -> Context {
        Context::Pages
    }
}
