//! The timing of the buttons, in milliseconds.

/// How long a change must last before it counts, on buttons whose contacts bounce. Most
/// switches bounce for less than 6 ms (Ganssle, A Guide to Debouncing).
pub const DEBOUNCE_MS: u32 = 8;

/// From a press to its first repeat: longer than any tap.
pub const REPEAT_DELAY_MS: u32 = 400;

/// From one repeat to the next.
pub const REPEAT_MS: u32 = 110;

/// From a press to a hold; a shorter press is a tap.
pub const HOLD_MS: u32 = 500;
