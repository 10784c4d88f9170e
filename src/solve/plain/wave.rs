//! The positions known so far, and how one is expanded.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::distance::Estimate;
use super::frontier::{Frontier, Id};
use super::key::Key;
use super::moves::{Push, Way, successors};
use crate::puzzle::{Board, Level};

struct Node {
    /// One of the positions that share the key: the keeper is anywhere in its region.
    board: Board,
    pushes: u32,
    /// The position before it in the wave, and the push between them.
    from: Option<(Id, Push)>,
    expanded: bool,
}

/// A search that spreads over a level's positions one way, in its frontier's order.
pub(super) struct Wave<'l, F> {
    level: &'l Level,
    way: Way,
    estimate: Estimate,
    frontier: F,
    nodes: Vec<Node>,
    ids: HashMap<Key, Id>,
    /// Positions expanded.
    pub(super) expanded: u64,
    /// Positions that this brought up.
    pub(super) generated: u64,
    /// Pushes of the deepest one expanded.
    pub(super) depth: u32,
}

impl<'l, F: Frontier> Wave<'l, F> {
    pub(super) fn new(level: &'l Level, way: Way, estimate: Estimate, frontier: F) -> Self {
        Self {
            level,
            way,
            estimate,
            frontier,
            nodes: Vec::new(),
            ids: HashMap::new(),
            expanded: 0,
            generated: 0,
            depth: 0,
        }
    }

    /// Lets the wave begin at a position too. The position's number, if it was not known
    /// and is not dead.
    pub(super) fn begin(&mut self, board: Board) -> Option<Id> {
        let estimate = self.estimate.of(&board)?;
        self.take(board, estimate, 0, None)
    }

    /// The next position to expand; `None` once the wave has been everywhere.
    pub(super) fn next(&mut self) -> Option<Id> {
        loop {
            let id = self.frontier.pop()?;
            if !self.nodes[id as usize].expanded {
                return Some(id);
            }
        }
    }

    /// Finds all positions next to one; the numbers of those that were not known.
    pub(super) fn expand(&mut self, id: Id) -> Vec<Id> {
        let node = &mut self.nodes[id as usize];
        node.expanded = true;
        let pushes = node.pushes;
        self.expanded += 1;
        self.depth = self.depth.max(pushes);

        let mut found = Vec::new();
        for (push, board) in successors(self.level, &node.board, self.way) {
            let Some(estimate) = self.estimate.of(&board) else {
                continue;
            };
            self.generated += 1;
            found.extend(self.take(board, estimate, pushes + 1, Some((id, push))));
        }
        found
    }

    /// Takes a position in, or a better way to one that waits; its number if it is new.
    /// What has been expanded stays as it is, so links never make a ring.
    fn take(
        &mut self,
        board: Board,
        estimate: u32,
        pushes: u32,
        from: Option<(Id, Push)>,
    ) -> Option<Id> {
        match self.ids.entry(Key::new(self.level, &board)) {
            Entry::Vacant(entry) => {
                let id = *entry.insert(self.nodes.len() as Id);
                self.nodes.push(Node {
                    board,
                    pushes,
                    from,
                    expanded: false,
                });
                self.frontier.push(id, pushes, estimate);
                Some(id)
            }
            Entry::Occupied(entry) => {
                let id = *entry.get();
                let node = &mut self.nodes[id as usize];
                if !node.expanded && self.frontier.prefers(pushes, node.pushes) {
                    (node.pushes, node.from) = (pushes, from);
                    self.frontier.push(id, pushes, estimate);
                }
                None
            }
        }
    }

    pub(super) fn board(&self, id: Id) -> &Board {
        &self.nodes[id as usize].board
    }

    /// The number of a position that another wave came to.
    pub(super) fn find(&self, board: &Board) -> Option<Id> {
        self.ids.get(&Key::new(self.level, board)).copied()
    }

    /// The pushes between a position and where the wave began, last one first.
    pub(super) fn trace(&self, mut id: Id) -> Vec<Push> {
        let mut pushes = Vec::new();
        while let Some((before, push)) = self.nodes[id as usize].from {
            pushes.push(push);
            id = before;
        }
        pushes
    }
}
