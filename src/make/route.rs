//! The steps of a solution, kept when its solver is gone.

use crate::puzzle::Direction;

/// Directions in a word, at two bits each.
const A_WORD: usize = 16;

/// Directions one after the other, in part of the arena.
pub(super) struct Route<'a> {
    words: &'a mut [u32],
    len: usize,
}

impl<'a> Route<'a> {
    pub(super) fn new(words: &'a mut [u32]) -> Self {
        Self { words, len: 0 }
    }

    /// Adds a step; `None` if it does not fit.
    pub(super) fn push(&mut self, direction: Direction) -> Option<()> {
        let word = self.words.get_mut(self.len / A_WORD)?;
        let shift = 2 * (self.len % A_WORD);
        *word = *word & !(3 << shift) | u32::from(direction.index()) << shift;
        self.len += 1;
        Some(())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Direction> + '_ {
        (0..self.len).map(|place| {
            let bits = self.words[place / A_WORD] >> (2 * (place % A_WORD));
            Direction::from_index((bits & 3) as u8)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_reads_back_until_it_is_full() {
        let mut words = [u32::MAX; 2];
        let mut route = Route::new(&mut words);
        let steps = Direction::ALL.into_iter().cycle();
        let kept: std::vec::Vec<_> = steps.take_while(|&way| route.push(way).is_some()).collect();
        assert_eq!(kept.len(), 2 * A_WORD);
        assert!(route.iter().eq(kept));
    }
}
