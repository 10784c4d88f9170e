//! The RP2040 and its boards.
//!
//! | file | holds |
//! |---|---|
//! | `boards`, `glass` | boards and their panels as data |
//! | `strip`, `display` | a part of the picture in memory, and the display that shows it |
//! | `flash` | how flash is written |
//! | `packs`, `pack_flash` | added packs, and the flash that holds them |
//! | `time`, `pins` | the clock that samples the buttons; pins by number |
//! | `pwm`, `sound`, `battery` | light, sound and charge |
//! | `power` | how fast the chip runs |
//! | `watchdog`, `fault`, `report` | what restarts it, crash reports that survive that, and the screen that shows them |
//! | `inspect` | what "Check this board" measures |
//! | `machine` | one turn of the machine around the game |
//! | `firmware` | from reset to the first turn |
//! | `bench` | the solver's speed, in a firmware of its own (feature `bench`) |
//!
//! Files that need no chip also build on a host, where they are tested.

pub mod boards;
pub mod glass;
pub mod report;
pub mod strip;

#[cfg(all(feature = "pico", target_os = "none"))]
mod battery;
#[cfg(all(feature = "bench", target_os = "none"))]
mod bench;
#[cfg(all(feature = "pico", target_os = "none"))]
mod display;
#[cfg(all(feature = "pico", target_os = "none"))]
mod fault;
#[cfg(all(feature = "pico", target_os = "none"))]
mod firmware;
#[cfg(all(feature = "pico", target_os = "none"))]
mod flash;
#[cfg(all(feature = "pico", target_os = "none"))]
mod inspect;
#[cfg(all(feature = "pico", target_os = "none"))]
mod machine;
#[cfg(all(feature = "pico", target_os = "none"))]
mod pack_flash;
#[cfg(all(feature = "pico", target_os = "none"))]
mod packs;
#[cfg(all(feature = "pico", target_os = "none"))]
mod pins;
#[cfg(all(feature = "pico", target_os = "none"))]
mod power;
#[cfg(all(feature = "pico", target_os = "none"))]
mod pwm;
#[cfg(all(feature = "pico", target_os = "none"))]
mod sound;
#[cfg(all(feature = "pico", target_os = "none"))]
mod time;
#[cfg(all(feature = "pico", target_os = "none"))]
mod watchdog;

#[cfg(all(feature = "pico", target_os = "none"))]
pub use firmware::run;
