//! What the game must know of the machine it runs on, and what it asks of it.

use super::input::Layout;

/// The machine around the game.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Its buttons.
    pub layout: Layout,
    /// Whether it has a backlight that dims and sleeps.
    pub backlight: bool,
    /// Whether the game can be left.
    pub quit: bool,
    /// Whether it can restart as a USB drive.
    pub usb_drive: bool,
}

/// What the machine is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// A sound to make.
    pub sound: Option<Sound>,
    /// Leave the game.
    pub quit: bool,
    /// Restart as a USB drive.
    pub usb_drive: bool,
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
    /// Nobody has pressed a key for a while.
    Dim,
    /// Nor for a longer while.
    Off,
}

/// Without a key for so long, the light dims.
pub const DIM_MS: u32 = 60_000;
/// Without a key for so long, the light goes off.
pub const SLEEP_MS: u32 = 180_000;
