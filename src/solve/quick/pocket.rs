//! Deadlocks in a pocket: the boxes around an area that the keeper cannot reach, searched by
//! themselves.
//!
//! If those boxes alone cannot come home or open the area, the position is lost, whatever the
//! other boxes do: fewer boxes are an easier puzzle (see [`escape`](super::escape)). If they
//! can, the set grows and is searched again: by the box that the way out ran into, or else by
//! the boxes around the other areas that the set touches, or else by the boxes that touch it.
//!
//! Worth: without it, 28, 34 and 43; with sets that grow only by what touches them, 41, 54 and 61.
//! The freeze test before it: without that, 20, 30 and 36.

use super::escape::{Escape, MOST, Outcome};
use super::ideas::{Idea, Ideas};
use super::patterns::Patterns;
use super::travel::Notes;
use crate::puzzle::{Cell, CellSet, Mode, flood};
use crate::solve::base::position::Position;
use crate::solve::base::terrain::{NONE, Terrain};

/// How often a set grows, and how often of these by all boxes that touch it.
const ROUNDS: u8 = 6;
const WIDENINGS: u8 = 2;
/// A search that was cut off and comes up again gets more positions, so often, by this power
/// of two.
const AGAIN: u16 = 2;
const GROWTH: u16 = 2;
/// Work units that looking at an area, setting up a search and growing a set take at least:
/// their fills are the smaller part of it.
const LOOK: u32 = 10;
const SET_UP: u32 = 10;
const GROW: u32 = 6;

/// The result of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Not known yet.
    Going,
    /// The boxes of the set are lost.
    Dead,
    /// Nothing was found.
    Alive,
}

/// How long to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Positions with the fence alone.
    pub(super) fence: u16,
    /// Positions with boxes added.
    pub(super) extended: u16,
    /// Positions of all searches together, after which no other begins.
    pub(super) whole: u16,
}

impl Effort {
    /// Positions of the search in a round.
    fn limit(self, round: u8) -> u16 {
        match round {
            0 => self.fence,
            _ => self.extended,
        }
    }
}

/// The state of the search through all pockets of a position.
#[derive(Debug)]
pub(super) struct Pocket {
    effort: Effort,
    ideas: Ideas,
    phase: PocketPhase,
    /// Areas that have not been looked at.
    unseen: CellSet,
    /// The boxes of the present search, and how often boxes were added.
    set: CellSet,
    round: u8,
    widenings: u8,
    /// The box outside the set that the last way out ran into, or [`NONE`].
    blocker: u8,
    /// Positions that the present search may expand.
    limit: u16,
    /// Positions expanded.
    pub(super) nodes: u32,
}

#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
enum PocketPhase {
    /// The next area.
    Area,
    /// A search with the set.
    Begin,
    Search(Escape),
    /// A larger set.
    Extend,
}

impl Pocket {
    /// Looks at a position whose region is known.
    pub(super) fn new(position: &Position<'_>, effort: Effort, ideas: Ideas) -> Self {
        Self {
            effort,
            ideas,
            phase: PocketPhase::Area,
            unseen: position.open - position.region,
            set: CellSet::EMPTY,
            round: 0,
            widenings: 0,
            blocker: NONE,
            limit: 0,
            nodes: 0,
        }
    }

    /// The boxes of the last search, and the keeper's region with them alone.
    pub(super) fn pattern(
        &self,
        terrain: &Terrain<'_>,
        position: &Position<'_>,
    ) -> (CellSet, CellSet) {
        let open = terrain.floor - self.set;
        (self.set, flood(&open, terrain.cell(position.keeper)))
    }

    /// Work units that the next piece takes at least.
    pub(super) fn least(&self) -> u32 {
        match &self.phase {
            PocketPhase::Area => LOOK,
            PocketPhase::Begin => SET_UP,
            PocketPhase::Search(escape) => escape.least(),
            PocketPhase::Extend => GROW,
        }
    }

    /// Does a piece of the present search, or begins the next.
    pub(super) fn advance(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        memory: &mut [[u32; 5]],
        patterns: &mut Patterns<'_>,
        notes: &mut Notes<'_>,
    ) -> Verdict {
        match &mut self.phase {
            PocketPhase::Area => {
                let Some(seed) = self.unseen.first() else {
                    return Verdict::Alive;
                };
                if self.look(terrain, position, seed) {
                    (self.round, self.widenings) = (0, 0);
                    self.phase = PocketPhase::Begin;
                }
            }
            PocketPhase::Begin => {
                let leaving = self.ideas.has(Idea::Leaving);
                let escape = Escape::new(terrain, position, &self.set, memory, leaving);
                (self.blocker, self.phase) = (NONE, PocketPhase::Extend);
                if let Some(escape) = escape {
                    match patterns.was_vain(escape.signature) {
                        Some(blocker) => self.blocker = blocker,
                        None => {
                            let least = self.effort.limit(self.round);
                            self.limit = (0..=AGAIN)
                                .map(|times| least << (GROWTH * times))
                                .find(|&limit| !patterns.was_cut_off(escape.signature, limit))
                                .unwrap_or(0);
                            if self.limit > 0 {
                                self.phase = PocketPhase::Search(escape);
                            }
                        }
                    }
                }
            }
            PocketPhase::Search(escape) => {
                if escape.is_between() && escape.expanded >= self.limit {
                    patterns.note_cut_off(escape.signature, self.limit);
                    self.phase = PocketPhase::Extend;
                    return Verdict::Going;
                }
                self.nodes += u32::from(escape.is_between());
                let outcome = escape.advance(terrain, position, memory, notes);
                match outcome {
                    Outcome::Going => {}
                    Outcome::Lost => return Verdict::Dead,
                    Outcome::Open(blocker) => {
                        patterns.note_vain(escape.signature, blocker);
                        (self.blocker, self.phase) = (blocker, PocketPhase::Extend);
                    }
                }
            }
            PocketPhase::Extend => {
                if self.nodes > self.effort.whole.into() {
                    return Verdict::Alive;
                }
                let more = self.extended(terrain, position);
                let grown = more != self.set && more.len() <= MOST;
                self.phase = if self.round < ROUNDS && self.effort.extended > 0 && grown {
                    self.round += 1;
                    self.set = more;
                    PocketPhase::Begin
                } else {
                    PocketPhase::Area
                };
            }
        }
        Verdict::Going
    }

    /// The set that is searched after this one; this one where there is none.
    fn extended(&mut self, terrain: &Terrain<'_>, position: &mut Position<'_>) -> CellSet {
        let boxes = terrain.floor - position.open;
        let mut more = self.set;
        if self.blocker != NONE && self.ideas.has(Idea::Conflicts) {
            // In Pairs the box may have been taken off since the search was in vain.
            let blocker = terrain.cell(self.blocker);
            more.insert(blocker);
            return more & boxes;
        }
        if self.ideas.has(Idea::Conflicts) {
            let closed = position.open - position.region;
            let mut touched = self.set.widened() & closed;
            while let Some(seed) = touched.first() {
                position.floods += 1;
                let area = flood(&closed, seed);
                touched -= area;
                more |= area.widened() & boxes;
            }
        }
        if more == self.set && self.widenings < WIDENINGS {
            self.widenings += 1;
            more = self.set.widened() & boxes;
        }
        more
    }

    /// Takes the boxes around the area of a square as the set; whether they are worth a
    /// search.
    fn look(&mut self, terrain: &Terrain<'_>, position: &mut Position<'_>, seed: Cell) -> bool {
        let boxes = terrain.floor - position.open;
        let fence = boxes & position.region.widened();
        position.floods += 1;
        let area = flood(&(terrain.floor - position.region - fence), seed);
        self.unseen -= area;
        self.set = area.widened() & boxes;
        let settled = terrain.mode == Mode::Classic
            && (self.set - terrain.goals).is_empty()
            && ((area & terrain.goals) - boxes).is_empty();
        !settled
    }
}
