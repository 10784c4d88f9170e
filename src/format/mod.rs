//! Bytes that machines exchange: what one build of the program writes and another reads.
//!
//! A pack made on a host is read from a Pico's flash, a save outlives the firmware that
//! wrote it, and a UF2 file goes through the Pico's boot drive. Each format is defined here
//! once, for every front end. Numbers are little-endian throughout.
//!
//! | file | holds |
//! |---|---|
//! | [`regions`] | how the Pico's flash is divided |
//! | [`journal`] | saved items in flash |
//! | [`pack_file`] | a pack of levels in flash |
//! | [`library`] | packs side by side, and the inbox in which they arrive |
//! | `uf2` | files for the boot drive (feature `std`) |
//! | `save_file` | saved progress as a file (feature `std`) |
//! | `bytes`, `bad_record` | reading saved records, and what can be wrong with them |
//! | `crc` | the checksum of packs, records and crash reports |

mod bad_record;
mod bytes;
mod crc;
pub mod journal;
pub mod library;
pub mod pack_file;
pub mod regions;
#[cfg(feature = "std")]
pub mod save_file;
#[cfg(feature = "std")]
pub mod uf2;

pub use bad_record::BadRecord;
pub(crate) use bytes::Bytes;
pub use crc::crc32;
