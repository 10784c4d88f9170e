//! How far a player got in every pack, counted a few levels at a time.

use super::packs::{Filter, Pack};
use crate::game::progress::{Bests, Completion, Count, LevelId};
use crate::puzzle::Mode;
use crate::puzzle::text::Reader;

/// Packs that can be chosen from; more are not shown.
pub const MAX_PACKS: usize = 16;

/// Counts the levels of all packs and what was solved of them.
///
/// Reading a pack takes a while on a small machine, so each [`Census::advance`] reads a few
/// levels; a pack's numbers are there once all of it is counted.
#[derive(Clone, Debug)]
pub(in crate::game) struct Census<'p> {
    counts: [Completion; MAX_PACKS],
    /// What was counted of the pack that is being counted.
    count: Completion,
    /// The pack that is being counted, and what is left of it.
    reading: Option<(usize, Reader<'p>)>,
}

impl<'p> Census<'p> {
    /// Without packs.
    pub(in crate::game) const EMPTY: Self = Self {
        counts: [Completion::NONE; MAX_PACKS],
        count: Completion::NONE,
        reading: None,
    };

    /// Nothing is counted yet.
    pub(in crate::game) fn new(packs: &[Pack<'p>]) -> Self {
        let mut census = Self::EMPTY;
        census.recount(packs);
        census
    }

    /// Counts a few more levels.
    pub(in crate::game) fn advance(&mut self, packs: &[Pack<'p>], bests: &Bests, levels: usize) {
        for _ in 0..levels {
            let Some((index, reader)) = &mut self.reading else {
                break;
            };
            match reader.next() {
                Some(Ok(entry)) => {
                    let id = LevelId::of(&entry.level);
                    self.count.add(id, bests.get(id));
                }
                Some(Err(_)) => {}
                None => {
                    self.counts[*index] = core::mem::take(&mut self.count);
                    let next = *index + 1;
                    self.reading = packs
                        .get(next)
                        .filter(|_| next < MAX_PACKS)
                        .map(|pack| (next, pack.levels()));
                }
            }
        }
    }

    /// Counts everything again; until then the old numbers stand.
    pub(in crate::game) fn recount(&mut self, packs: &[Pack<'p>]) {
        self.reading = packs.first().map(|pack| (0, pack.levels()));
        self.count = Completion::default();
    }

    /// What was counted of a pack.
    pub(in crate::game) fn of_pack(&self, pack: usize, filter: Filter) -> Count {
        self.counts
            .get(pack)
            .map_or(Count::default(), |count| chosen(count, filter))
    }

    /// What was counted of all packs.
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
    fn the_count_does_not_depend_on_its_slices() {
        let bests = Bests::new();
        let mut at_once = Census::new(BUILT_IN);
        at_once.advance(BUILT_IN, &bests, 10_000);
        let mut sliced = Census::new(BUILT_IN);
        for _ in 0..10_000 {
            sliced.advance(BUILT_IN, &bests, 1);
        }
        let all = at_once.of_all(Filter::All);
        assert_eq!(all, sliced.of_all(Filter::All));
        let levels: usize = BUILT_IN.iter().map(|pack| pack.levels().count()).sum();
        assert_eq!(all.levels as usize, levels);
        let modes = [Mode::Classic, Mode::Pairs].map(|mode| at_once.of_all(Filter::Only(mode)));
        assert_eq!(modes[0].levels + modes[1].levels, all.levels);
    }
}
