//! What was given up because there was no room, until the player knows.

use super::banner::{BANNER_MS, Banner};

/// Losses that are told one after the other; of those beyond only the number is told.
const MOST: usize = 8;

/// Messages that no key removes: each is shown for its whole time.
#[derive(Clone, Debug)]
pub(super) struct Losses<'p> {
    waiting: heapless::Vec<Banner<'p>, MOST>,
    /// The number of those beyond.
    more: u16,
    /// How long the first has been shown, in milliseconds.
    shown: u32,
}

impl<'p> Losses<'p> {
    pub(super) const NONE: Self = Self {
        waiting: heapless::Vec::new(),
        more: 0,
        shown: 0,
    };

    pub(super) fn add(&mut self, loss: Banner<'p>) {
        if self.waiting.push(loss).is_err() {
            self.more = self.more.saturating_add(1);
        }
    }

    /// The message that is due.
    pub(super) fn first(&self) -> Option<Banner<'p>> {
        let more = (self.more > 0).then_some(Banner::MoreDropped { count: self.more });
        self.waiting.first().copied().or(more)
    }

    /// The first was shown for some milliseconds.
    pub(super) fn pass(&mut self, elapsed: u32) {
        self.shown += elapsed;
        if self.shown < BANNER_MS {
            return;
        }
        self.shown = 0;
        match self.waiting.is_empty() {
            true => self.more = 0,
            false => drop(self.waiting.remove(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loss_is_told_for_its_whole_time_and_then_the_number_of_the_rest() {
        let mut losses = Losses::NONE;
        assert_eq!(losses.first(), None);
        for _ in 0..MOST - 1 {
            losses.add(Banner::GameDropped(None));
        }
        for _ in 0..4 {
            losses.add(Banner::SolutionDropped);
        }
        for place in 0..MOST {
            let told = match place < MOST - 1 {
                true => Banner::GameDropped(None),
                false => Banner::SolutionDropped,
            };
            assert_eq!(losses.first(), Some(told));
            losses.pass(BANNER_MS - 1);
            assert_eq!(losses.first(), Some(told));
            losses.pass(1);
        }
        assert_eq!(losses.first(), Some(Banner::MoreDropped { count: 3 }));
        losses.pass(BANNER_MS);
        assert_eq!(losses.first(), None);
    }
}
