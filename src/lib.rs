//! A pocket Sokoban for the Raspberry Pi Pico that can solve every puzzle it shows.
//!
//! One package in layers: each module uses only the modules above it in this table, and
//! the last two do not use each other.
//!
//! | module | holds |
//! |---|---|
//! | [`puzzle`] | levels as text, bitboards, the rules of both modes, walks, deadlocks, history |
//! | [`solve`] | the resumable solver in one arena |
//! | [`make`] | new levels from seed codes, and how hard a level is |
//! | [`format`](mod@format) | bytes that machines exchange: flash regions, packs, UF2, records |
//! | [`game`] | the midend: keys and time in, effects out; screens, levels, thinking, progress |
//! | [`view`] | the picture of a game, on any display of any size |
#![cfg_attr(
    feature = "std",
    doc = "| [`host`] | pictures and files (feature `std`), the command line and the terminal (feature `cli`) |"
)]
//! | [`pico`] | the RP2040 and its boards (feature `pico`; the parts that need no chip always build) |
//!
//! The core is `no_std` and heap-free. Time, randomness and memory come in as
//! arguments; the same input gives the same answer on a host and on the Pico.
//!
//! ```
//! use sokopico::puzzle::{Direction, text::Reader};
//!
//! let text = b"#####\n#@$.#\n#####\nTitle: One push";
//! let entry = Reader::new(text).next().unwrap().unwrap();
//! let mut board = entry.level.start().clone();
//! entry.level.step(&mut board, Direction::Right);
//! assert!(entry.level.is_solved(&board));
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]

pub mod format;
pub mod game;
pub mod make;
pub mod puzzle;
pub mod solve;
pub mod view;

#[cfg(feature = "std")]
pub mod host;

pub mod pico;
