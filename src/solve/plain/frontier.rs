//! Which position is next: the only difference between the searches.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A position's number in its wave.
pub(super) type Id = u32;

/// The positions that are known but not yet expanded.
pub(super) trait Frontier {
    /// Takes a position in, with the pushes it took and the estimate of those to come.
    fn push(&mut self, id: Id, pushes: u32, estimate: u32);

    /// The position to expand next. One that was taken in twice may come twice.
    fn pop(&mut self) -> Option<Id>;

    /// Whether a new way to a waiting position replaces the old one.
    fn prefers(&self, new_pushes: u32, old_pushes: u32) -> bool {
        new_pushes < old_pushes
    }
}

/// First in, first out makes a search breadth first: it goes through the positions layer
/// by layer, so the first solved one has the fewest pushes.
#[derive(Default)]
pub(super) struct Queue(VecDeque<Id>);

impl Frontier for Queue {
    fn push(&mut self, id: Id, _pushes: u32, _estimate: u32) {
        self.0.push_back(id);
    }

    fn pop(&mut self) -> Option<Id> {
        self.0.pop_front()
    }
}

/// Last in, first out makes it depth first: it follows one line of play to its end and
/// then goes back to the last choice.
#[derive(Default)]
pub(super) struct Stack(Vec<Id>);

impl Frontier for Stack {
    fn push(&mut self, id: Id, _pushes: u32, _estimate: u32) {
        self.0.push(id);
    }

    fn pop(&mut self) -> Option<Id> {
        self.0.pop()
    }

    /// Always: the line being followed goes on, however long it is.
    fn prefers(&self, _new_pushes: u32, _old_pushes: u32) -> bool {
        true
    }
}

/// Cost, estimate, order of arrival: the least is next.
type Waiting = (u64, u32, Reverse<u64>, Id);

/// Least cost first makes it greedy or A*, whichever the weights say. Among equals the
/// least estimate wins, then the newest, which heads for the goal.
pub(super) struct Best {
    heap: BinaryHeap<Reverse<Waiting>>,
    pushes_weight: u32,
    estimate_weight: u32,
    taken: u64,
}

impl Best {
    /// Only the estimate of the pushes to come counts.
    pub(super) fn greedy() -> Self {
        Self::new(0, 1)
    }

    /// The pushes made so far count too. With a weight of 1 and an estimate that is
    /// consistent, a position has its fewest pushes when it is expanded (Hart, Nilsson and
    /// Raphael); with more, at most that many times as many (Pohl), even if none is expanded
    /// twice.
    pub(super) fn astar(weight: u32) -> Self {
        Self::new(1, weight)
    }

    fn new(pushes_weight: u32, estimate_weight: u32) -> Self {
        Self {
            heap: BinaryHeap::new(),
            pushes_weight,
            estimate_weight,
            taken: 0,
        }
    }
}

impl Frontier for Best {
    fn push(&mut self, id: Id, pushes: u32, estimate: u32) {
        let cost = |weight, value| u64::from(weight) * u64::from(value);
        let cost =
            cost(self.pushes_weight, pushes).saturating_add(cost(self.estimate_weight, estimate));
        self.taken += 1;
        self.heap
            .push(Reverse((cost, estimate, Reverse(self.taken), id)));
    }

    fn pop(&mut self) -> Option<Id> {
        self.heap.pop().map(|Reverse((.., id))| id)
    }
}
