//! How many levels of every pack are solved.

use core::task::Poll;

use super::Reading;
use super::packs::{Filter, Pack};
use crate::game::progress::{Bests, Completion, Count};
use crate::puzzle::Mode;
use crate::puzzle::text::Reader;

/// The most packs that a game offers; further ones are ignored.
pub const MAX_PACKS: usize = 16;

/// Counts the levels of all packs, and how many of them are solved.
///
/// Reading a pack takes a while on a small machine, so each [`Census::advance`] reads a piece of
/// a level; a pack's count appears when all its levels are counted.
#[derive(Clone, Debug)]
pub(in crate::game) struct Census<'p> {
    counts: [Completion; MAX_PACKS],
    /// The count so far of the pack that is being read.
    count: Completion,
    /// The index of the pack that is being read, and its remaining text.
    reading: Option<(usize, Reader<'p>)>,
}

impl<'p> Census<'p> {
    /// A census of no packs.
    pub(in crate::game) const EMPTY: Self = Self {
        counts: [Completion::NONE; MAX_PACKS],
        count: Completion::NONE,
        reading: None,
    };

    /// A census that begins with the first pack.
    pub(in crate::game) fn new(packs: &[Pack<'p>]) -> Self {
        let mut census = Self::EMPTY;
        census.recount(packs);
        census
    }

    /// Reads one piece of the next level.
    pub(in crate::game) fn advance(
        &mut self,
        packs: &[Pack<'p>],
        bests: &Bests,
        reading: &mut Reading<'p>,
    ) {
        let Some((index, reader)) = &mut self.reading else {
            return;
        };
        match reading.next(reader) {
            Poll::Pending | Poll::Ready(Some(Err(_))) => {}
            Poll::Ready(Some(Ok((id, _)))) => self.count.add(id, bests.get(id)),
            Poll::Ready(None) => {
                self.counts[*index] = core::mem::take(&mut self.count);
                let next = *index + 1;
                self.reading = packs
                    .get(next)
                    .filter(|_| next < MAX_PACKS)
                    .map(|pack| (next, pack.levels()));
            }
        }
    }

    /// Whether there is more to count.
    pub(in crate::game) fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Counts everything again; each pack keeps its old count until the new one is complete.
    pub(in crate::game) fn recount(&mut self, packs: &[Pack<'p>]) {
        self.reading = packs.first().map(|pack| (0, pack.levels()));
        self.count = Completion::default();
    }

    /// The count of one pack, by its index.
    pub(in crate::game) fn of_pack(&self, pack: usize, filter: Filter) -> Count {
        self.counts
            .get(pack)
            .map_or(Count::default(), |count| chosen(count, filter))
    }

    /// The sum over all packs.
    pub(in crate::game) fn of_all(&self, filter: Filter) -> Count {
        let mut sum = Completion::default();
        for count in &self.counts {
            sum.merge(*count);
        }
        chosen(&sum, filter)
    }
}

fn chosen(completion: &Completion, filter: Filter) -> Count {
    match filter {
        Filter::All => completion.total(),
        Filter::Only(Mode::Classic) => completion.classic,
        Filter::Only(Mode::Pairs) => completion.pairs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::packs::BUILT_IN;

    #[test]
    fn the_count_does_not_depend_on_who_reads_in_between() {
        let bests = Bests::new();
        let mut reading = Reading::NONE;
        let mut alone = Census::new(BUILT_IN);
        while alone.is_reading() {
            alone.advance(BUILT_IN, &bests, &mut reading);
        }
        let mut disturbed = Census::new(BUILT_IN);
        let mut other = BUILT_IN[1].levels();
        for piece in 0.. {
            if !disturbed.is_reading() {
                break;
            }
            if piece % 17 == 0 {
                let _ = reading.next(&mut other);
            }
            disturbed.advance(BUILT_IN, &bests, &mut reading);
        }
        let all = alone.of_all(Filter::All);
        assert_eq!(all, disturbed.of_all(Filter::All));
        let levels: usize = BUILT_IN.iter().map(|pack| pack.levels().count()).sum();
        assert_eq!(all.levels as usize, levels);
        let modes = [Mode::Classic, Mode::Pairs].map(|mode| alone.of_all(Filter::Only(mode)));
        assert_eq!(modes[0].levels + modes[1].levels, all.levels);
    }
}
