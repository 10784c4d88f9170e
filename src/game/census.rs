//! How far a player got in every pack, counted a few levels at a time.

use super::packs::{Filter, Pack};
use super::progress::{Best, Bests, Completion, Count, LevelId};
use crate::puzzle::Mode;
use crate::puzzle::text::Reader;

/// Packs that can be chosen from; more are not shown.
pub const MAX_PACKS: usize = 16;

/// Counts the levels of all packs and what was solved of them.
///
/// Reading a pack takes a while on a small machine, so each [`Census::advance`] reads a few
/// levels and the numbers grow until everything is counted.
#[derive(Clone, Debug)]
pub(super) struct Census<'p> {
    counts: [Completion; MAX_PACKS],
    /// The pack that is being counted, and what is left of it.
    reading: Option<(usize, Reader<'p>)>,
}

impl<'p> Census<'p> {
    /// Nothing is counted yet.
    pub(super) fn new(packs: &[Pack<'p>]) -> Self {
        Self {
            counts: [Completion::default(); MAX_PACKS],
            reading: packs.first().map(|pack| (0, pack.levels())),
        }
    }

    /// Counts on, for so many levels. Whether a number changed.
    pub(super) fn advance(&mut self, packs: &[Pack<'p>], bests: &Bests, levels: usize) -> bool {
        let mut changed = false;
        for _ in 0..levels {
            let Some((index, reader)) = &mut self.reading else {
                break;
            };
            match reader.next() {
                Some(Ok(entry)) => {
                    let id = LevelId::of(&entry.level);
                    self.counts[*index].add(id, bests.get(id));
                    changed = true;
                }
                Some(Err(_)) => {}
                None => {
                    let next = *index + 1;
                    self.reading = packs
                        .get(next)
                        .filter(|_| next < MAX_PACKS)
                        .map(|pack| (next, pack.levels()));
                }
            }
        }
        changed
    }

    /// Takes in that a level's result changed. `false` where not all is counted yet, so
    /// that it is not known whether the old result was.
    pub(super) fn replace(
        &mut self,
        pack: usize,
        level: LevelId,
        before: Option<Best>,
        after: Option<Best>,
    ) -> bool {
        let counted = self.reading.is_none();
        if let Some(counts) = self.counts.get_mut(pack).filter(|_| counted) {
            counts.remove(level, before);
            counts.add(level, after);
        }
        counted
    }

    /// What was counted of a pack so far.
    pub(super) fn of_pack(&self, pack: usize, filter: Filter) -> Count {
        self.counts
            .get(pack)
            .map_or(Count::default(), |count| chosen(count, filter))
    }

    /// What was counted of all packs so far.
    pub(super) fn of_all(&self, filter: Filter) -> Count {
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
