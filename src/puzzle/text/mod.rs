//! Levels and solutions as text.
//!
//! One reader accepts every dialect in use and recognises them by content:
//!
//! | dialect | looks like |
//! |---|---|
//! | XSB | `#` wall, `@` player, `+` player on goal, `$` box, `*` box on goal, `.` goal; space, `-` and `_` are floor |
//! | Pairs | as XSB, with boxes `A`..`Z` and holes `a`..`z` in place of `$`, `*`, `.` and `+` |
//! | run-length | either of these with counts and `\|` between rows: `3#\|#@#\|3#` |
//! | pysokoban symbols | as XSB, but `-` is a player on a goal and `+` a box on a goal |
//! | pysokoban letters | `W` wall, `B` box, `G` goal, `P` player, `X` player on goal, `Y` box on goal |
//!
//! A board row contains only these symbols and starts and ends with a wall. The lines
//! `Title:`, `Author:`, `Par:` and `Hole:` after a board belong to it. Without a title, the
//! last quoted line before the board is its name, or else the last `;` line. Other text
//! between boards is skipped, but every line within a board must be a row. [`Reader`] works
//! on the text in place, one level at a time, so a pack can be read directly from flash;
//! [`Reading`] reads a level in pieces.

mod dialect;
mod fields;
mod lines;
mod lurd;
mod reader;
mod reading;
mod rows;
mod writer;

pub use dialect::Dialect;
pub use fields::{Par, Text};
pub use lurd::{BadLurd, Lurd, LurdReader};
pub use reader::{Entry, Reader, TextError};
pub use reading::Reading;
pub use writer::{Format, NoPairs};
