//! Counting work, and pausing after every slice of it.

use core::cell::Cell;

use crate::solve::pause;

/// Counts work units, about a flood fill each, and pauses after every slice. The count
/// decides when to give up, so it never depends on the slices.
pub(super) struct Meter<'s> {
    /// Units so far.
    pub(super) spent: u32,
    /// Units between two pauses.
    pub(super) slice: u32,
    next: u32,
    /// For whoever polls: the units so far, those of a search under way included.
    shown: &'s Cell<u32>,
}

impl<'s> Meter<'s> {
    pub(super) fn new(slice: u32, shown: &'s Cell<u32>) -> Self {
        let slice = slice.max(1);
        shown.set(0);
        Self {
            spent: 0,
            slice,
            next: slice,
            shown,
        }
    }

    /// Counts work, and pauses at the end of a slice.
    pub(super) async fn spend(&mut self, units: u32) {
        self.count(units);
        if self.spent >= self.next {
            self.pause(0).await;
        }
    }

    /// Counts work that had its pauses already.
    pub(super) fn count(&mut self, units: u32) {
        self.spent = self.spent.saturating_add(units);
        self.shown.set(self.spent);
    }

    /// Pauses in the middle of work that has taken `units` so far and is counted at its end.
    pub(super) async fn pause(&mut self, units: u32) {
        let spent = self.spent.saturating_add(units);
        self.next = spent.saturating_add(self.slice);
        self.shown.set(spent);
        pause().await;
    }
}
