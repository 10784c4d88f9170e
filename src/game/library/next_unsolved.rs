//! Finds the next unsolved level of a pack.

use core::task::Poll;

use super::packs::{Filter, Pack, Place};
use crate::game::progress::{Bests, LevelId};
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

    /// Reads at most `boards` boards. Ready with `None` if every other level is solved.
    pub(in crate::game) fn advance(
        &mut self,
        bests: &Bests,
        boards: usize,
    ) -> Poll<Option<(Place, Entry<'p>)>> {
        for _ in 0..boards {
            let Some(item) = self.reader.next() else {
                if self.wrapped {
                    return Poll::Ready(None);
                }
                self.reader = self.pack.levels();
                self.number = 0;
                self.wrapped = true;
                continue;
            };
            self.number = self.number.saturating_add(1);
            if self.wrapped && self.number >= self.from.number {
                return Poll::Ready(None);
            }
            let Ok(entry) = item else { continue };
            let is_unsolved = (self.wrapped || self.number > self.from.number)
                && self.filter.takes(entry.level.mode())
                && bests.get(LevelId::of(&entry.level)).is_none();
            if is_unsolved {
                let place = Place {
                    number: self.number,
                    ..self.from
                };
                return Poll::Ready(Some((place, entry)));
            }
        }
        Poll::Pending
    }
}
