//! Finds the last position of the history that could still be won.

/// A binary search through the history: every position after a lost one is lost too.
///
/// Depths count the records of the history. A position that the machine cannot decide counts
/// as lost, so the position found can certainly be won, but may not be the last such one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct PastSearch {
    /// The first undecided depth.
    first: u32,
    /// The first depth known to be lost.
    lost: u32,
    won: Option<u32>,
}

impl PastSearch {
    /// Searches from the depth where the level began to one that is lost.
    pub(in crate::game) fn new(begun: u32, lost: u32) -> Self {
        Self {
            first: begun,
            lost,
            won: None,
        }
    }

    /// The depth to ask about next; `None` when the search is over.
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

    /// The last depth known to be winnable.
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
