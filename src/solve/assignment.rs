//! The lower bound: which box goes to which goal at the least cost.
//!
//! A minimum-cost perfect matching of boxes and goals on push distances (the Hungarian
//! method), kept optimal while boxes are pushed. The dual values make most updates cheap:
//! where a push brings its box nearer to its goal by as much as it costs, nothing else
//! changes; elsewhere one row is matched again. Taking a push back is an update like any
//! other, so nothing has to be saved. In Pairs the assignment is given and the bound is a
//! sum.
//!
//! Worth: with the nearest goal for each box instead, 84, 122 and 141.

use super::terrain::{NO_STATE, NONE, Terrain, UNREACHABLE};
use crate::puzzle::{MAX_BOXES, Mode};

/// The cost of what cannot be done; larger than any sum of distances.
pub(super) const IMPOSSIBLE: i32 = 1 << 20;

/// An optimal assignment of the boxes in their present states.
#[derive(Debug)]
pub(super) struct Assignment {
    box_dual: [i32; MAX_BOXES],
    goal_dual: [i32; MAX_BOXES],
    goal_of: [u8; MAX_BOXES],
    box_of: [u8; MAX_BOXES],
    total: i32,
    /// How many rows were matched again.
    pub(super) updates: u32,
}

fn cost(distance: u8) -> i32 {
    if distance == UNREACHABLE {
        IMPOSSIBLE
    } else {
        i32::from(distance)
    }
}

impl Assignment {
    pub(super) const fn new() -> Self {
        Self {
            box_dual: [0; MAX_BOXES],
            goal_dual: [0; MAX_BOXES],
            goal_of: [NONE; MAX_BOXES],
            box_of: [NONE; MAX_BOXES],
            total: 0,
            updates: 0,
        }
    }

    /// The fewest pushes that all boxes need; [`IMPOSSIBLE`] or more where they cannot.
    pub(super) fn total(&self) -> i32 {
        self.total
    }

    /// The goal that a box is meant for.
    pub(super) fn goal_of(&self, which: usize) -> u8 {
        self.goal_of[which]
    }

    /// Assigns all boxes from nothing. In Pairs, boxes that are gone have no state.
    pub(super) fn rebuild(&mut self, terrain: &Terrain<'_>, states: &[u16]) {
        let boxes = terrain.boxes;
        self.total = 0;
        if terrain.mode == Mode::Pairs {
            for (which, &state) in states.iter().enumerate().take(boxes) {
                self.goal_of[which] = which as u8;
                if state != NO_STATE {
                    self.total += cost(terrain.distance(state, which as u8));
                }
            }
            return;
        }
        self.box_dual[..boxes].fill(0);
        self.goal_dual[..boxes].fill(0);
        self.goal_of[..boxes].fill(NONE);
        self.box_of[..boxes].fill(NONE);
        for which in 0..boxes {
            self.augment(terrain, states, which);
        }
        self.settle_duals(boxes);
        self.total = self.sum(terrain, states);
    }

    /// A bound on the total after a box would have changed to a state, without changing
    /// anything. Never more than the true total.
    pub(super) fn bound_after(
        &self,
        terrain: &Terrain<'_>,
        which: usize,
        old: u16,
        new: u16,
    ) -> i32 {
        let goal = self.goal_of[which];
        if terrain.mode == Mode::Pairs {
            return self.total - cost(terrain.distance(old, goal))
                + cost(terrain.distance(new, goal));
        }
        self.total - self.box_dual[which] + self.least(terrain, new)
    }

    /// The least reduced cost of a state over all goals.
    fn least(&self, terrain: &Terrain<'_>, state: u16) -> i32 {
        let reduced = terrain
            .distances(state)
            .iter()
            .zip(&self.goal_dual)
            .map(|(&distance, dual)| cost(distance) - dual);
        reduced.min().unwrap_or(0)
    }

    /// Brings the assignment up to date after a box changed from one state to another;
    /// `states` has the new one already.
    pub(super) fn update(&mut self, terrain: &Terrain<'_>, states: &[u16], which: usize, old: u16) {
        let new = states[which];
        let goal = self.goal_of[which];
        let (before, after) = (
            cost(terrain.distance(old, goal)),
            cost(terrain.distance(new, goal)),
        );
        if terrain.mode == Mode::Pairs {
            self.total += after - before;
            return;
        }
        let least = self.least(terrain, new);
        if after - self.goal_dual[usize::from(goal)] == least {
            self.box_dual[which] = least;
            self.total += after - before;
        } else {
            self.box_of[usize::from(goal)] = NONE;
            self.goal_of[which] = NONE;
            self.augment(terrain, states, which);
            self.settle_duals(terrain.boxes);
            self.total = self.sum(terrain, states);
        }
    }

    /// In Pairs, a box that dropped in needs no more pushes, and one that came back does.
    pub(super) fn drop_in(&mut self, terrain: &Terrain<'_>, which: usize, state: u16) {
        self.total -= cost(terrain.distance(state, which as u8));
    }

    /// The opposite of [`Assignment::drop_in`].
    pub(super) fn bring_back(&mut self, terrain: &Terrain<'_>, which: usize, state: u16) {
        self.total += cost(terrain.distance(state, which as u8));
    }

    fn sum(&self, terrain: &Terrain<'_>, states: &[u16]) -> i32 {
        (0..terrain.boxes)
            .map(|which| cost(terrain.distance(states[which], self.goal_of[which])))
            .sum()
    }

    /// Finds a cheapest augmenting path for an unassigned box (Dijkstra on reduced costs).
    fn augment(&mut self, terrain: &Terrain<'_>, states: &[u16], which: usize) {
        self.updates += 1;
        let goals = terrain.boxes;
        let mut nearest = [i32::MAX; MAX_BOXES];
        let mut came_from = [NONE; MAX_BOXES];
        let mut settled = [0u8; MAX_BOXES];
        let mut count = 0;
        let mut is_settled = [false; MAX_BOXES];
        self.box_dual[which] = 0;
        let (mut current, mut via) = (which, NONE);
        let end = loop {
            let dual = self.box_dual[current];
            let (mut best, mut best_goal) = (i32::MAX, 0);
            for (goal, &distance) in terrain
                .distances(states[current])
                .iter()
                .enumerate()
                .take(goals)
            {
                if is_settled[goal] {
                    continue;
                }
                let reduced = cost(distance) - dual - self.goal_dual[goal];
                if reduced < nearest[goal] {
                    nearest[goal] = reduced;
                    came_from[goal] = via;
                }
                if nearest[goal] < best {
                    (best, best_goal) = (nearest[goal], goal);
                }
            }
            self.box_dual[which] += best;
            for &goal in &settled[..count] {
                self.box_dual[usize::from(self.box_of[usize::from(goal)])] += best;
                self.goal_dual[usize::from(goal)] -= best;
            }
            for goal in 0..goals {
                if !is_settled[goal] && nearest[goal] != i32::MAX {
                    nearest[goal] -= best;
                }
            }
            is_settled[best_goal] = true;
            settled[count] = best_goal as u8;
            count += 1;
            if self.box_of[best_goal] == NONE {
                break best_goal;
            }
            via = best_goal as u8;
            current = usize::from(self.box_of[best_goal]);
        };
        let mut goal = end;
        loop {
            let previous = came_from[goal];
            if previous == NONE {
                self.box_of[goal] = which as u8;
                self.goal_of[which] = goal as u8;
                break;
            }
            let moved = self.box_of[usize::from(previous)];
            self.box_of[goal] = moved;
            self.goal_of[usize::from(moved)] = goal as u8;
            goal = usize::from(previous);
        }
    }

    /// Moves a constant from the goals' duals to the boxes', which changes no reduced cost.
    /// Augmenting only ever lowers the goals' duals: left alone they would drift away.
    fn settle_duals(&mut self, goals: usize) {
        let most = self.goal_dual[..goals].iter().copied().max().unwrap_or(0);
        self.goal_dual[..goals]
            .iter_mut()
            .for_each(|dual| *dual -= most);
        self.box_dual[..goals]
            .iter_mut()
            .for_each(|dual| *dual += most);
    }
}
