//! Finds the next unsolved level of a pack.

use core::task::Poll;

use super::Reading;
use super::packs::{Filter, Pack, Place};
use crate::game::progress::Bests;
use crate::puzzle::text::{Entry, Reader};

/// A search from a level to the end of its pack, then from the start of the pack to that
/// level.
#[derive(Clone, Debug)]
pub(in crate::game) struct NextUnsolved<'p> {
    pack: Pack<'p>,
    filter: Filter,
    /// The level where the search begins and ends.
    from: Place,
    reader: Reader<'p>,
    /// The number of the board that was read last.
    number: u16,
    /// Whether the search has gone on to the start of the pack.
    wrapped: bool,
}

impl<'p> NextUnsolved<'p> {
    pub(in crate::game) fn new(pack: Pack<'p>, from: Place, filter: Filter) -> Self {
        Self {
            pack,
            filter,
            from,
            reader: pack.levels(),
            number: 0,
            wrapped: false,
        }
    }

    /// Reads a piece of a board. Ready with `None` if every other level is solved.
    pub(in crate::game) fn advance(
        &mut self,
        bests: &Bests,
        reading: &mut Reading<'p>,
    ) -> Poll<Option<(Place, Entry<'p>)>> {
        let Poll::Ready(item) = reading.next(&mut self.reader) else {
            return Poll::Pending;
        };
        let Some(item) = item else {
            if self.wrapped {
                return Poll::Ready(None);
            }
            self.reader = self.pack.levels();
            self.number = 0;
            self.wrapped = true;
            return Poll::Pending;
        };
        self.number = self.number.saturating_add(1);
        if self.wrapped && self.number >= self.from.number {
            return Poll::Ready(None);
        }
        let Ok((id, entry)) = item else {
            return Poll::Pending;
        };
        let is_unsolved = (self.wrapped || self.number > self.from.number)
            && self.filter.takes(entry.level.mode())
            && bests.get(id).is_none();
        if !is_unsolved {
            return Poll::Pending;
        }
        let place = Place {
            number: self.number,
            ..self.from
        };
        Poll::Ready(Some((place, entry)))
    }
}
