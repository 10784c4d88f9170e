//! Times in milliseconds on a clock that wraps around.
//!
//! A time counts as past if it is less than half the clock's range (24 days) ago, and as
//! future otherwise.

/// Whether `due` is now or in the past.
pub fn is_due(due: u32, now: u32) -> bool {
    now.wrapping_sub(due) <= u32::MAX / 2
}

/// Milliseconds from `since` to `now`; 0 if `since` is in the future, as after a clock was
/// set back.
pub fn elapsed(since: u32, now: u32) -> u32 {
    if is_due(since, now) {
        now.wrapping_sub(since)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_may_wrap_around() {
        assert!(is_due(u32::MAX, 4));
        assert!(!is_due(4, u32::MAX));
        assert_eq!(elapsed(u32::MAX, 4), 5);
    }

    #[test]
    fn a_step_back_takes_no_time() {
        assert_eq!(elapsed(1_000, 990), 0);
    }
}
