//! The search for the last position that could still be won.

/// A search along the history by halving: a position that follows a lost one is lost too.
///
/// Depths count the records of the history. What the machine cannot decide is taken for
/// lost: then what is found could be won for certain, though perhaps not the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct PastSearch {
    /// The first depth that is not decided.
    first: u32,
    /// The first depth that is lost.
    lost: u32,
    won: Option<u32>,
}

impl PastSearch {
    /// Between the depth where the level began and one that is lost.
    pub(in crate::game) fn new(begun: u32, lost: u32) -> Self {
        Self {
            first: begun,
            lost,
            won: None,
        }
    }

    /// The depth to ask about, as long as something is undecided.
    pub(in crate::game) fn asks(&self) -> Option<u32> {
        (self.first < self.lost).then(|| self.first + (self.lost - self.first) / 2)
    }

    /// Takes the answer for the depth that was asked about.
    pub(in crate::game) fn answer(&mut self, can_be_won: bool) {
        let Some(depth) = self.asks() else { return };
        if can_be_won {
            self.won = Some(depth);
            self.first = depth + 1;
        } else {
            self.lost = depth;
        }
    }

    /// The last depth that could be won, as far as is known.
    pub(in crate::game) fn won(&self) -> Option<u32> {
        self.won
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_winnable_depth_is_found_in_few_questions() {
        for begun in [0, 5] {
            for lost in begun..begun + 40 {
                for last_won in (begun..lost).map(Some).chain([None]) {
                    let mut search = PastSearch::new(begun, lost);
                    let mut questions = 0;
                    while let Some(depth) = search.asks() {
                        search.answer(last_won.is_some_and(|last| depth <= last));
                        questions += 1;
                    }
                    assert_eq!(search.won(), last_won);
                    assert!(questions <= 6);
                }
            }
        }
    }
}
