//! The RP2040 and its boards.
//!
//! | file | holds |
//! |---|---|
//! | `boards` | boards as data |
//! | `strip`, `display` | a part of the picture in memory, and its way to the glass |
//! | `store`, `flash` | progress in flash, and how flash is written |
//! | `time`, `pins` | the clock that samples the buttons; pins by their numbers |
//! | `pwm`, `sound`, `battery` | light, sound and power |
//! | `fault`, `report` | what is left of a crash, and the screen that tells it |
//! | `machine` | one turn of the machine around the game |
//! | `firmware` | from reset to there |
//! | `bench` | the solver's speed, in a firmware of its own (feature `bench`) |
//!
//! What needs no chip builds on a host, too, where it is tested.

pub mod boards;
pub mod report;
#[cfg(any(feature = "pico", test))]
pub mod store;
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
mod machine;
#[cfg(all(feature = "pico", target_os = "none"))]
mod pins;
#[cfg(all(feature = "pico", target_os = "none"))]
mod pwm;
#[cfg(all(feature = "pico", target_os = "none"))]
mod sound;
#[cfg(all(feature = "pico", target_os = "none"))]
mod time;

#[cfg(all(feature = "pico", target_os = "none"))]
pub use firmware::run;
