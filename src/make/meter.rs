//! Work is counted, and now and then the caller gets a turn.

use core::ops::ControlFlow;

/// The value of some work, unless the caller broke it off.
pub(super) type Flow<T> = ControlFlow<(), T>;

/// Counts work units, about a flood fill each, and gives a turn away after every slice.
/// The count decides when to give up, so it never depends on the slices.
pub(super) struct Meter<'t> {
    /// Units so far.
    pub(super) spent: u32,
    /// Units between two turns.
    pub(super) slice: u32,
    next: u32,
    turn: &'t mut dyn FnMut(u32) -> ControlFlow<()>,
}

impl<'t> Meter<'t> {
    pub(super) fn new(slice: u32, turn: &'t mut dyn FnMut(u32) -> ControlFlow<()>) -> Self {
        let slice = slice.max(1);
        Self {
            spent: 0,
            slice,
            next: slice,
            turn,
        }
    }

    /// Notes that so many units of work are done.
    pub(super) fn spend(&mut self, units: u32) -> Flow<()> {
        self.count(units);
        if self.spent < self.next {
            return ControlFlow::Continue(());
        }
        self.pause(0)
    }

    /// The same, for work in which turns were given away.
    pub(super) fn count(&mut self, units: u32) {
        self.spent = self.spent.saturating_add(units);
    }

    /// Gives a turn away amid work that has come to so many units.
    pub(super) fn pause(&mut self, units: u32) -> Flow<()> {
        let spent = self.spent.saturating_add(units);
        self.next = spent.saturating_add(self.slice);
        (self.turn)(spent)
    }
}
