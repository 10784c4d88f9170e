//! How many boxes cannot all have a goal of their own: the out-of-plan feature.
//!
//! Worth: without the feature, 45, 56 and 61, so almost nothing; but the planner needs the
//! matching as well.

use crate::solve::MAX_BOXES;

const NOBODY: u8 = u8::MAX;
const NOTHING: u8 = u8::MAX;

/// Who has which goal.
struct Matching {
    /// The goals that somebody has.
    taken: u64,
    owners: [u8; 64],
    /// What each box has.
    goals: [u8; MAX_BOXES],
}

/// The boxes that are left over when as many as possible get one of the goals they may have,
/// one bit for each (Kuhn's augmenting paths, without recursion). At most [`MAX_BOXES`] wishes.
pub(super) fn left_over(wishes: &[u64]) -> u32 {
    let mut matching = Matching {
        taken: 0,
        owners: [NOBODY; 64],
        goals: [NOTHING; MAX_BOXES],
    };
    let mut left = 0;
    for first in 0..wishes.len() {
        left += u32::from(!matching.augment(wishes, first));
    }
    left
}

impl Matching {
    /// Gives a box a goal, if need be by giving others another one.
    fn augment(&mut self, wishes: &[u64], first: usize) -> bool {
        // Most boxes find a goal that is free.
        let free = wishes[first] & !self.taken;
        if free != 0 {
            self.give(lowest(free), first as u8);
            return true;
        }
        self.augment_by_exchange(wishes, first)
    }

    #[inline(never)]
    fn augment_by_exchange(&mut self, wishes: &[u64], first: usize) -> bool {
        let mut asked_by = [NOBODY; 64];
        let mut seen = 0;
        let mut asking: heapless::Vec<u8, MAX_BOXES> = heapless::Vec::new();
        let mut next = 0;
        let mut asker = first as u8;
        loop {
            let wish = wishes[usize::from(asker)];
            let free = wish & !self.taken;
            if free != 0 {
                self.hand_over(&asked_by, lowest(free), asker);
                return true;
            }
            let mut fresh = wish & !seen;
            seen |= fresh;
            while fresh != 0 {
                let goal = usize::from(lowest(fresh));
                fresh &= fresh - 1;
                asked_by[goal] = asker;
                // Each goal is seen once, and no two have one owner.
                let _ = asking.push(self.owners[goal]);
            }
            let Some(&owner) = asking.get(next) else {
                return false;
            };
            next += 1;
            asker = owner;
        }
    }

    /// Gives a free goal to a box, that box's goal to the one that asked for it, and so on.
    fn hand_over(&mut self, asked_by: &[u8; 64], goal: u8, asker: u8) {
        let (mut goal, mut asker) = (goal, asker);
        loop {
            let before = self.goals[usize::from(asker)];
            self.give(goal, asker);
            if before == NOTHING {
                return;
            }
            goal = before;
            asker = asked_by[usize::from(before)];
        }
    }

    fn give(&mut self, goal: u8, which: u8) {
        self.taken |= bit(goal);
        self.owners[usize::from(goal)] = which;
        self.goals[usize::from(which)] = goal;
    }
}

/// The lowest bit that is set, of some. The Cortex-M0+ has neither instructions nor registers
/// for 64 bits.
fn lowest(bits: u64) -> u8 {
    let low = bits as u32;
    let place = match low {
        0 => 32 + ((bits >> 32) as u32).trailing_zeros(),
        _ => low.trailing_zeros(),
    };
    place as u8
}

fn bit(place: u8) -> u64 {
    let bit = 1u32 << (place % 32);
    let [low, high] = if place < 32 { [bit, 0] } else { [0, bit] };
    u64::from(low) | u64::from(high) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The most wishes that can be met, by trying everything.
    fn most(wishes: &[u64], taken: u64) -> u32 {
        let Some((&wish, rest)) = wishes.split_first() else {
            return 0;
        };
        let mut best = most(rest, taken);
        let mut free = wish & !taken;
        while free != 0 {
            let goal = free & free.wrapping_neg();
            free ^= goal;
            best = best.max(1 + most(rest, taken | goal));
        }
        best
    }

    proptest! {
        #[test]
        fn as_many_as_possible_get_a_goal(
            wishes in proptest::collection::vec(0u64..64, 0..7),
        ) {
            // Some of the goals have numbers above 32.
            let wishes: Vec<u64> = wishes.iter().map(|wish| wish & 7 | (wish & !7) << 30).collect();
            let left = left_over(&wishes);
            prop_assert_eq!(left, wishes.len() as u32 - most(&wishes, 0));
        }
    }
}
