//! The lower bound: which box goes to which goal at the least cost.
//!
//! A minimum-cost perfect matching of boxes and goals on push distances (the Hungarian
//! method), kept optimal while boxes are pushed. The dual values make most updates cheap:
//! where a push brings its box nearer to its goal by as much as it costs, nothing else
//! changes; elsewhere one row is matched again. Taking a push back is an update like any
//! other, and a cheap one where nothing else has changed, so nothing has to be saved. In
//! Pairs the assignment is given and the bound is a sum.
//!
//! Worth: with the nearest goal for each box instead, 110, 137 and 148.

use super::position::Push;
use super::terrain::{NO_STATE, NONE, Terrain, UNREACHABLE};
use crate::puzzle::Mode;
use crate::solve::MAX_BOXES;

/// The cost of an impossible assignment; larger than any sum of distances.
pub(crate) const IMPOSSIBLE: i32 = 1 << 20;

/// Duals that have drifted this far are moved back.
const DRIFT: i32 = 1 << 28;
/// More than any path costs.
const SETTLED: i32 = 1 << 30;
/// No limit to what a path may cost.
const UNLIMITED: i32 = SETTLED - 2;

/// A goal: its dual value, its box, and notes of the search for a path. Its size is a power
/// of two, so that loops need no division.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Goal {
    dual: i32,
    /// The least cost of a path that ends here; when it is final, [`SETTLED`] more.
    nearest: i32,
    /// Its own number.
    index: u8,
    /// The goal before this one on that path.
    came_from: u8,
    box_of: u8,
}

/// An optimal assignment of the boxes in their present states.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Assignment {
    total: i32,
    /// How many rows were matched again.
    pub(crate) updates: u32,
    /// Whether more than one box's cost may have changed since this was last made `false`.
    pub(crate) changed: bool,
    /// The end of the path found last; [`NONE`] if none was needed or it would be too long.
    path_end: u8,
    goal_of: [u8; MAX_BOXES],
    box_dual: [i32; MAX_BOXES],
    goals: [Goal; MAX_BOXES],
}

#[inline(always)]
fn cost(distance: u8) -> i32 {
    if distance == UNREACHABLE {
        IMPOSSIBLE
    } else {
        i32::from(distance)
    }
}

impl Assignment {
    pub(crate) const fn new() -> Self {
        let goal = Goal {
            dual: 0,
            nearest: 0,
            index: 0,
            came_from: NONE,
            box_of: NONE,
        };
        let mut goals = [goal; MAX_BOXES];
        let mut index = 0;
        while index < MAX_BOXES {
            goals[index].index = index as u8;
            index += 1;
        }
        Self {
            box_dual: [0; MAX_BOXES],
            goal_of: [NONE; MAX_BOXES],
            goals,
            total: 0,
            updates: 0,
            changed: true,
            path_end: NONE,
        }
    }

    /// The fewest pushes that all boxes need; [`IMPOSSIBLE`] or more where they cannot.
    pub(crate) fn total(&self) -> i32 {
        self.total
    }

    /// The goal that a box is assigned to.
    #[inline]
    pub(crate) fn goal_of(&self, which: usize) -> u8 {
        self.goal_of[which]
    }

    /// Assigns all boxes from nothing. In Pairs, boxes that are gone have no state.
    pub(crate) fn rebuild(&mut self, terrain: &Terrain<'_>, states: &[u16]) {
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
        for goal in &mut self.goals[..boxes] {
            goal.dual = 0;
            goal.box_of = NONE;
        }
        for which in 0..boxes {
            self.box_dual[which] = 0;
            self.augment(terrain, states, which);
        }
    }

    /// A cheap test of a push by one square that does not bring its box nearer to its goal:
    /// whether it may leave a total within `room`, the push included. May be wrongly `true`,
    /// never wrongly `false`.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(crate) fn may_fit(&self, terrain: &Terrain<'_>, which: u8, new: u16, room: i32) -> bool {
        let spare = room - self.total - 1;
        match terrain.mode {
            Mode::Classic => {
                let most = spare + self.box_dual[usize::from(which)];
                let mut goals = terrain.distances(new).iter().zip(&self.goals);
                // An unreachable goal counts as near, which can only make it wrongly `true`.
                goals.any(|(&distance, goal)| i32::from(distance) - goal.dual <= most)
            }
            // The box is one push further away, unless its distance is too long to be exact.
            Mode::Pairs => spare >= i32::from(terrain.parity),
        }
    }

    /// The total after a push, without assigning anything; `states` has the old one. A total
    /// above `room` may be returned as any number from `room + 1` up to it.
    /// [`Assignment::keep`] uses what was found.
    #[inline(always)]
    pub(crate) fn total_after(
        &mut self,
        terrain: &Terrain<'_>,
        states: &[u16],
        push: Push,
        room: i32,
    ) -> i32 {
        let goal = self.goal_of[usize::from(push.which)];
        let (before, after) = (
            terrain.distance(push.from, goal),
            terrain.distance(push.to, goal),
        );
        debug_assert_ne!(before, UNREACHABLE, "only from where it can be solved");
        self.path_end = NONE;
        // No distance falls by more than the push is long. So if this one does, the duals
        // stay feasible.
        if u32::from(after) + u32::from(push.length) == u32::from(before) {
            return self.total - i32::from(push.length);
        }
        self.total_elsewhere(terrain, states, (push.which, push.to), room)
    }

    /// The rest of [`Assignment::total_after`]: the push does not bring its box nearer to its
    /// goal by its whole length.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn total_elsewhere(
        &mut self,
        terrain: &Terrain<'_>,
        states: &[u16],
        (which, to): (u8, u16),
        room: i32,
    ) -> i32 {
        let goal = self.goal_of[usize::from(which)];
        let after = cost(terrain.distance(to, goal));
        if terrain.mode == Mode::Pairs {
            let before = states[usize::from(which)];
            return self.total + after - cost(terrain.distance(before, goal));
        }
        let others = self.total - self.box_dual[usize::from(which)];
        let least = self.least(terrain, to);
        let goal = &mut self.goals[usize::from(goal)];
        if others + least > room || after - goal.dual == least {
            return others + least;
        }
        self.updates += 1;
        goal.box_of = NONE;
        let goal = usize::from(goal.index);
        let (end, length) = self.search(terrain, states, to, room - others);
        self.goals[goal].box_of = which;
        self.path_end = end;
        others + length
    }

    /// Updates the assignment for the push that [`Assignment::total_after`] has just looked
    /// at; `total` is what it returned, within its room. If the box keeps its goal, nothing
    /// else changes.
    pub(crate) fn keep(&mut self, terrain: &Terrain<'_>, which: usize, total: i32) {
        self.changed = self.path_end != NONE;
        let length = total - self.total + self.box_dual[which];
        if !self.changed {
            self.box_dual[which] = length;
            self.total = total;
        } else {
            self.goals[usize::from(self.goal_of[which])].box_of = NONE;
            self.take_path(terrain, which, self.path_end, length);
        }
    }

    /// The least reduced cost of a state over all goals.
    fn least(&self, terrain: &Terrain<'_>, state: u16) -> i32 {
        let mut least = i32::MAX;
        for (&distance, goal) in terrain.distances(state).iter().zip(&self.goals) {
            least = least.min(cost(distance) - goal.dual);
        }
        least
    }

    /// Updates the assignment after a box has changed its state; `states` has the new one
    /// already.
    pub(crate) fn update(&mut self, terrain: &Terrain<'_>, states: &[u16], which: usize, old: u16) {
        let new = states[which];
        let goal = self.goal_of[which];
        let after = cost(terrain.distance(new, goal));
        if terrain.mode == Mode::Pairs {
            self.total += after - cost(terrain.distance(old, goal));
            return;
        }
        let least = self.least(terrain, new);
        if after - self.goals[usize::from(goal)].dual == least {
            self.total += least - self.box_dual[which];
            self.box_dual[which] = least;
        } else {
            self.goals[usize::from(goal)].box_of = NONE;
            self.augment(terrain, states, which);
        }
    }

    /// As [`Assignment::update`], for taking back a push since which nothing else in the
    /// assignment has changed.
    pub(crate) fn relax(&mut self, terrain: &Terrain<'_>, which: usize, from: u16, to: u16) {
        let goal = self.goal_of[which];
        let change = cost(terrain.distance(from, goal)) - cost(terrain.distance(to, goal));
        self.box_dual[which] += change;
        self.total += change;
    }

    /// In Pairs, a box that had dropped in is back and needs pushes again.
    pub(crate) fn bring_back(&mut self, terrain: &Terrain<'_>, which: usize, state: u16) {
        let needed = cost(terrain.distance(state, which as u8));
        self.box_dual[which] += needed;
        self.total += needed;
    }

    /// Finds a cheapest augmenting path for a box without a goal and takes it. The duals
    /// always sum up to the total.
    fn augment(&mut self, terrain: &Terrain<'_>, states: &[u16], which: usize) {
        self.updates += 1;
        let (end, length) = self.search(terrain, states, states[which], UNLIMITED);
        self.take_path(terrain, which, end, length);
    }

    /// Takes the path that a search has found for a box.
    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"))]
    fn take_path(&mut self, terrain: &Terrain<'_>, which: usize, end: u8, length: i32) {
        self.changed = true;
        self.total += length - self.box_dual[which];
        self.box_dual[which] = length;
        for goal in &mut self.goals[..terrain.boxes] {
            // The path's end has no box, and is as far as the path is long.
            let slack = length + SETTLED - goal.nearest;
            if goal.nearest >= SETTLED && slack != 0 {
                goal.dual -= slack;
                self.box_dual[usize::from(goal.box_of)] += slack;
            }
        }
        let mut goal = usize::from(end);
        loop {
            let previous = self.goals[goal].came_from;
            if previous == NONE {
                self.goals[goal].box_of = which as u8;
                self.goal_of[which] = goal as u8;
                break;
            }
            let moved = self.goals[usize::from(previous)].box_of;
            self.goals[goal].box_of = moved;
            self.goal_of[usize::from(moved)] = goal as u8;
            goal = usize::from(previous);
        }
        if length > DRIFT {
            self.settle_duals(terrain.boxes);
        }
    }

    /// Looks for a cheapest path from a box in a state, over goals and their boxes, to a goal
    /// without one (Dijkstra on reduced costs). Returns where it ends, and its length; if
    /// that is above the limit, no goal and `limit + 1`.
    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    fn search(
        &mut self,
        terrain: &Terrain<'_>,
        states: &[u16],
        state: u16,
        limit: i32,
    ) -> (u8, i32) {
        let goals = &mut self.goals[..terrain.boxes];
        for goal in goals.iter_mut() {
            goal.nearest = limit + 1;
        }
        // What a path costs up to the reduced costs of the box that it has come to.
        let (mut state, mut via, mut base) = (state, NONE, 0);
        loop {
            let (mut best, mut best_goal) = (limit + 1, NONE);
            for (goal, &distance) in goals.iter_mut().zip(terrain.distances(state)) {
                if goal.nearest < SETTLED {
                    // A lower bound of the length; few goals pass it and have to be tested
                    // for being reachable.
                    let shorter = base + i32::from(distance) - goal.dual < goal.nearest;
                    if shorter {
                        let length = base + cost(distance) - goal.dual;
                        if length < goal.nearest {
                            goal.nearest = length;
                            goal.came_from = via;
                        }
                    }
                    if goal.nearest < best {
                        best = goal.nearest;
                        best_goal = goal.index;
                    }
                }
            }
            if best_goal == NONE {
                return (NONE, best);
            }
            let goal = &mut goals[usize::from(best_goal)];
            goal.nearest = best + SETTLED;
            via = best_goal;
            match goal.box_of {
                NONE => return (via, best),
                box_of => {
                    let box_of = usize::from(box_of);
                    state = states[box_of];
                    base = best - self.box_dual[box_of];
                }
            }
        }
    }

    /// Moves a constant from the goals' duals to the boxes', which changes no reduced cost.
    /// Augmenting only ever lowers the goals' duals: left alone they would drift away.
    #[cold]
    fn settle_duals(&mut self, boxes: usize) {
        let duals = self.goals[..boxes].iter().map(|goal| goal.dual);
        let most = duals.max().unwrap_or(0);
        for which in 0..boxes {
            self.goals[which].dual -= most;
            self.box_dual[which] += most;
        }
    }
}
