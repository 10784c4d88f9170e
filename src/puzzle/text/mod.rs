//! Levels and solutions as text.
//!
//! One reader takes every dialect in use and tells them apart by content:
//!
//! | dialect | looks like |
//! |---|---|
//! | XSB | `#` wall, `@` player, `+` player on goal, `$` box, `*` box on goal, `.` goal; space, `-` and `_` are floor |
//! | Pairs | as XSB, with boxes `A`..`Z` and holes `a`..`z` in place of `$`, `*`, `.` and `+` |
//! | run-length | either of these with counts and `\|` between rows: `3#\|#@#\|3#` |
//! | S3 symbols | as XSB, but `-` is a player on a goal and `+` a box on a goal |
//! | S3 letters | `W` wall, `B` box, `G` goal, `P` player, `X` player on goal, `Y` box on goal |
//!
//! A board row holds only such symbols and starts and ends with a wall. Lines `Title:`,
//! `Author:`, `Par:` and `Hole:` after a board belong to it; quoted lines and `;` lines
//! before a board name it where no title follows, quotes before comments. Other text
//! between boards is passed over, but a line within a board has to be a row. [`Reader`] works on the text in place, one level at a time, so a pack
//! can be read straight from flash.

mod dialect;
mod fields;
mod lines;
mod lurd;
mod reader;
mod rows;
mod writer;

pub use dialect::Dialect;
pub use fields::{Par, Text};
pub use lurd::{BadLurd, Lurd, LurdReader};
pub use reader::{Entry, Reader, TextError};
pub use writer::{Format, NoPairs};
