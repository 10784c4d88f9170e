//! What the game must know about the machine it runs on, and what it asks the machine to do.

use super::display::Display;
use super::hardware::{Hardware, Inspection};
use super::input::Layout;
use super::library::AddedPacks;

/// The machine that the game runs on; front ends fill this in.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Which buttons it has.
    pub layout: Layout,
    /// The size of its display and of the letters there.
    pub display: Display,
    /// Whether it has a backlight that can be dimmed and switched off.
    pub backlight: bool,
    /// Whether the player can quit, as in a terminal.
    pub quit: bool,
    /// Whether it can restart as a USB drive.
    pub usb_drive: bool,
    /// The hardware that a player can check, if there is any.
    pub hardware: Option<&'static Hardware>,
    /// The packs that the player has added, if the machine can remove them.
    pub added: Option<&'static AddedPacks>,
}

/// What a turn asks the machine to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Effects {
    /// A sound to play now.
    pub sound: Option<Sound>,
    /// How bright the display should be from now on.
    pub light: Light,
    /// Call [`Midend::save`](super::Midend::save), before quitting or restarting.
    pub save: Option<Save>,
    /// End the program.
    pub quit: bool,
    /// Restart as a USB drive.
    pub usb_drive: bool,
    /// Remove the added pack with this [`place`](super::library::AddedPack::place), and start
    /// again.
    pub remove: Option<u16>,
    /// What "Check this board" asks for now.
    pub inspect: Option<Inspection>,
    /// The worker has nothing to do: the machine may sleep until the next key or frame.
    pub may_sleep: bool,
}

/// How much a save may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Save {
    /// The player has paused: save, even if flash has to be erased for it.
    Now,
    /// The player is busy: save only if no flash has to be erased.
    IfQuick,
    /// A level opens when everything is saved: call it even if there is no store, with
    /// [`NoStore`](super::progress::NoStore).
    ToOpen,
}

/// Sounds, in ascending order of importance: of several in one turn, the last wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sound {
    /// The keeper took a step.
    Step,
    /// A box was pushed.
    Push,
    /// A box was pushed onto a goal or into its hole.
    Goal,
    /// The level is solved.
    Solved,
    /// A scale that tests the speaker; it is played even if sounds are switched off.
    Scale,
}

/// How bright the display should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// As bright as the settings say.
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
