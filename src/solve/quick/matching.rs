//! How many boxes cannot all have a goal of their own: the out-of-plan feature.
//!
//! Worth: without the feature, 37, 44 and 54, so almost nothing; but the planner needs the
//! matching as well.

use crate::puzzle::MAX_BOXES;

const NOBODY: u8 = u8::MAX;

/// The boxes that are left over when as many as possible get one of the goals they may have,
/// one bit for each (Kuhn's augmenting paths, without recursion).
pub(super) fn left_over(wishes: &[u64]) -> u32 {
    let mut owner = [NOBODY; 64];
    let mut left = 0;
    for (first, &wish) in wishes.iter().enumerate() {
        if !augment(wishes, &mut owner, first, wish) {
            left += 1;
        }
    }
    left
}

fn augment(wishes: &[u64], owner: &mut [u8; 64], first: usize, wish: u64) -> bool {
    let mut asked_by = [NOBODY; 64];
    let mut seen = 0u64;
    let mut asking: heapless::Vec<u8, MAX_BOXES> = heapless::Vec::new();
    let mut next = 0;
    let mut asker = first;
    let mut wish = wish;
    loop {
        let mut fresh = wish & !seen;
        seen |= fresh;
        while fresh != 0 {
            let goal = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            asked_by[goal] = asker as u8;
            match owner[goal] {
                NOBODY => {
                    hand_over(owner, &asked_by, first, goal);
                    return true;
                }
                held => {
                    // Each goal is seen once, and no two have one owner.
                    let _ = asking.push(held);
                }
            }
        }
        let Some(&held) = asking.get(next) else {
            return false;
        };
        next += 1;
        asker = usize::from(held);
        wish = wishes[asker];
    }
}

/// Gives a free goal to the box that asked for it, and that box's goal to the one before.
fn hand_over(owner: &mut [u8; 64], asked_by: &[u8; 64], first: usize, goal: usize) {
    let mut goal = goal;
    loop {
        let asker = asked_by[goal];
        let before = owner.iter().position(|&held| held == asker);
        owner[goal] = asker;
        match before {
            Some(before) if usize::from(asker) != first => goal = before,
            _ => return,
        }
    }
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
            let left = left_over(&wishes);
            prop_assert_eq!(left, wishes.len() as u32 - most(&wishes, 0));
        }
    }
}
