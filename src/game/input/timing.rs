//! The times that make the keys feel right, named once. All in milliseconds.

/// How long a sample must stay the same before it counts. Most switches bounce for less
/// than 6 ms (Ganssle, A Guide to Debouncing).
pub const DEBOUNCE_MS: u32 = 8;

/// From a press to its first repeat: longer than a tap, shorter than patience.
pub const REPEAT_DELAY_MS: u32 = 400;

/// From one repeat to the next.
pub const REPEAT_MS: u32 = 110;

/// From a press to a hold, and the end of what is a tap.
pub const HOLD_MS: u32 = 500;
