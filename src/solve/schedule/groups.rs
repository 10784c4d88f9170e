//! When the tables of dead pairs and triples are built.

use crate::solve::answer::GaveUp;
use crate::solve::base::groups::Builder;
use crate::solve::base::ideas::OptimalIdea;
use crate::solve::solver::{Phase, Solver};

/// Nodes after which a level is not easy: from then on the optimal searches have tables of dead
/// groups.
const EASY: u32 = 100;

impl Solver<'_> {
    /// Ends an optimal search that has proven not to be easy, to build the tables of dead groups;
    /// after that it starts over. The first of several turns is too short for that.
    pub(super) fn check_groups(&mut self) {
        let is_first_turn = self.turns == 1 && self.turn_end.is_some();
        let is_searching = match &self.phase {
            Phase::Astar(astar) => astar.is_searching(),
            Phase::BreadthFirst(bfhs) => bfhs.is_searching(),
            Phase::Ida(_) => true,
            Phase::Moves(moves) => moves.is_searching(),
            _ => false,
        };
        if !is_searching || is_first_turn || self.nodes < EASY || !self.left.has_groups() {
            return;
        }
        self.left = self.left.without_groups();
        let Some(work) = &self.work else { return };
        if !work.terrain.ideas.has(OptimalIdea::Groups) {
            return;
        }
        if let Some(builder) = Builder::new(&work.terrain, work.pool.len()) {
            self.reload();
            self.phase = Phase::Groups(builder);
        }
    }

    /// Builds a part of the tables of dead groups; after the last one, the search starts over.
    #[inline(never)]
    pub(super) fn build_groups(&mut self) -> u32 {
        let (Phase::Groups(builder), Some(work)) = (&mut self.phase, &mut self.work) else {
            return 1;
        };
        if let Some(cost) = builder.advance(&work.terrain, work.pool) {
            return cost;
        }
        let phase = core::mem::replace(&mut self.phase, Phase::Clear { from: 0 });
        if let Phase::Groups(builder) = phase {
            work.groups = builder.finish(&mut work.pool);
        }
        match self.left.optimal(self.looks_for_moves()) {
            Some(search) => self.start(search),
            None => self.take_turn(GaveUp::NodeLimit),
        }
        1
    }
}
