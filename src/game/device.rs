//! What the game must know of the machine it runs on, and what it asks of it.

use super::display::Display;
use super::input::Layout;

/// The machine around the game.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Its buttons.
    pub layout: Layout,
    /// Its display.
    pub display: Display,
    /// Whether it has a backlight that dims and sleeps.
    pub backlight: bool,
    /// Whether the game can be left.
    pub quit: bool,
    /// Whether it can restart as a USB drive.
    pub usb_drive: bool,
}

/// What a turn asks of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Effects {
    /// A sound to make.
    pub sound: Option<Sound>,
    /// How bright the display should be from now on.
    pub light: Light,
    /// Call [`Midend::save`](super::Midend::save), before anything else that is asked.
    pub save: Option<Save>,
    /// Leave the game.
    pub quit: bool,
    /// Restart as a USB drive.
    pub usb_drive: bool,
    /// Nobody is thinking: the machine may sleep until the next key or frame.
    pub may_sleep: bool,
}

/// How much a save may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Save {
    /// The player has paused: save, even if flash has to be erased for it.
    Now,
    /// The player is busy: save if it takes no longer than a moment.
    IfQuick,
}

/// Sounds, the more important the later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sound {
    /// The keeper took a step.
    Step,
    /// A box was pushed.
    Push,
    /// A box came home.
    Goal,
    /// The level is solved.
    Solved,
}

/// How bright the display should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// As set.
    Full,
    /// No key has been pressed for [`DIM_MS`].
    Dim,
    /// No key has been pressed for [`SLEEP_MS`].
    Off,
}

/// The light dims after this time without a key, in milliseconds.
pub const DIM_MS: u32 = 60_000;
/// The light goes off after this time without a key, in milliseconds.
pub const SLEEP_MS: u32 = 180_000;
