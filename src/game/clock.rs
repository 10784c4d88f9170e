//! Times in milliseconds on a clock that wraps around.
//!
//! Of two times, the later is the one that is reached by going on for less than half the
//! clock's range, which is 24 days.

/// Whether a time has come.
pub fn is_due(due: u32, now: u32) -> bool {
    now.wrapping_sub(due) <= u32::MAX / 2
}

/// How long ago a time was; nothing where it is still to come, as on a clock set back.
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
