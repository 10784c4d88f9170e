//! Which search runs when: one piece of work, and what follows when a search ends.
//!
//! Which kind of search answers first cannot be told from a level: A* answers for most
//! positions in play and for nearly all lost ones within some hundred cheap nodes, the quick
//! search for large levels that A* never solves. They share one memory, so neither can wait
//! while the other works. So they take turns, and the turns get longer ([`TURNS`]): whichever
//! has the answer, the other has cost only a few times as much. A quick search continues with
//! its next run. An optimal one starts over, except in its last turn, in which A* goes on
//! until its table is full. Then the quick search takes what it may, and only when that is not
//! enough, breadth-first search and IDA* follow, which may take forever.
//!
//! An optimal search that is not done after a hundred positions is ended as well, once, to
//! build the tables of dead pairs and triples. Building them takes as long as some hundred
//! positions, at most some thousand.
//!
//! A quick solution is shortened and kept as the best so far; then the optimal searches look
//! for fewer pushes until they find them, prove that there are none, or are stopped. Their
//! solution is shortened, too, but only for a moment: it can only get fewer moves.

mod groups;
mod moves;

use super::answer::{Aim, GaveUp, Search, Strategy};
use super::base::assignment::IMPOSSIBLE;
use super::base::solution::{MAX_PUSHES, write};
use super::base::terrain::NoTerrain;
use super::base::workplace::Workplace;
use super::optimal::astar::{Astar, AstarEvent};
use super::optimal::bfhs::{Bfhs, BfhsEvent};
use super::optimal::ida::{Ida, IdaEvent};
use super::quick::{Quick, QuickEvent};
use super::shorten::{Effort, Shorten};
use super::solver::{Best, Ending, LOOK_AHEAD, Phase, Solver};

/// Words cleared in one piece of work.
const CLEAR: usize = 4096;
/// Cost of numbering positions and of the first assignment, in work units.
const OPEN: u32 = 8;
/// Work units of each turn, where optimal and quick searches take turns. The first one takes
/// A* a fifth of a second on the Pico, for some 200 positions. Quick turns are longer: the
/// levels that need one are large, and it is of no use before its first runs are through.
const TURNS: [u32; 4] = [6_000, 16_000, 60_000, 1_200_000];
/// Squares times boxes from which on a level is large, and the first turn there: A* hardly ever
/// solves such a level in 6,000 units, and most lost positions need fewer than 500.
const LARGE: usize = 360;
const LARGE_TURN: u32 = 1_000;
/// What shortening a quick solution may cost.
const QUICK: Effort = Effort {
    pushes: 600_000,
    moves: 200_000,
};
/// What shortening a solution of an optimal search may cost: little, because it is said to be
/// proven only when that is done.
const OPTIMAL: Effort = Effort {
    pushes: 0,
    moves: 20_000,
};

impl<'a> Solver<'a> {
    /// Does one piece of work and returns its cost in work units; IDA* and the quick search,
    /// whose pieces are small, do several for up to `left` units. The searches are not inlined here, nor
    /// into each other: together they have more live values than the Pico's eight registers
    /// can hold, and the compiler would prepare them all at each call.
    pub(super) fn advance(&mut self, left: u32) -> u32 {
        let before = self.work_done();
        // A turn ends at the same place whatever the slice.
        let left = self.turn_end.map_or(left, |end| {
            left.min(end.wrapping_sub(before).clamp(1, i32::MAX as u32))
        });
        match &mut self.phase {
            Phase::Build(_) => return self.build(),
            Phase::Quick(_) => self.advance_quick(left),
            Phase::Shorten { .. } => self.advance_shorten(),
            Phase::Groups(_) => return self.build_groups(),
            Phase::Astar(_) => self.advance_astar(),
            Phase::BreadthFirst(_) => self.advance_breadth_first(),
            Phase::Clear { .. } => self.clear(),
            Phase::Ida(_) => self.advance_ida(left),
            Phase::Moves(_) => self.advance_moves(),
            Phase::Done(_) => {}
        }
        self.check_limits();
        self.check_turn();
        self.check_groups();
        // A search that has just ended took its own counter with it.
        let cost = self.work_done().wrapping_sub(before) as i32;
        cost.max(1) as u32
    }

    /// Work units so far: flood fills, rows matched again, which cost about as much, and what
    /// else some searches count.
    fn work_done(&self) -> u32 {
        let other = match &self.phase {
            Phase::Quick(quick) => quick.other_work,
            Phase::Shorten { shorten, .. } => shorten.other_work,
            _ => 0,
        };
        let Some(Workplace { position, .. }) = &self.work else {
            return other;
        };
        position.work_done().wrapping_add(other)
    }

    /// Ends the work. A solution found earlier counts for more than that a later search gave
    /// up.
    fn finish(&mut self, ending: Ending) {
        self.phase = Phase::Done(match ending {
            Ending::GaveUp(_) if self.best.is_some() => Ending::Solved {
                proven: self.first_proven,
                ties_proven: false,
            },
            ending => ending,
        });
    }

    #[inline(never)]
    fn build(&mut self) -> u32 {
        let Phase::Build(site) = &mut self.phase else {
            return 1;
        };
        let Some((terrain, arena)) = site else {
            return 1;
        };
        match terrain.build(arena) {
            Ok(Some(cost)) => return cost,
            Ok(None) => {}
            Err(reason) => {
                self.finish(reason.into());
                return 1;
            }
        }
        if let Some((terrain, arena)) = site.take() {
            // What is on the path is kept while another search writes its own solution there.
            let keeps_best = self.left.has(Search::Quick) || self.aim != Aim::Pushes;
            match Workplace::open(terrain, arena, self.level, &self.start, keeps_best) {
                Some(work) => self.begin(work),
                None => self.finish(Ending::GaveUp(GaveUp::NoMemory)),
            }
        }
        OPEN
    }

    fn begin(&mut self, work: Workplace<'a>) {
        self.least = work.position.assignment.total();
        self.bound = self.least;
        let solved = work.position.is_solved();
        self.work = Some(work);
        if solved {
            self.best = Some(Best {
                pushes: 0,
                moves: 0,
                search: Search::Tables,
            });
            self.finish(Ending::Solved {
                proven: true,
                ties_proven: true,
            });
        } else if self.least >= IMPOSSIBLE {
            self.finish(Ending::Unsolvable);
        } else {
            self.take_turn(GaveUp::NodeLimit);
        }
    }

    /// Begins the next turn. Where nothing is left to try, gives up for the reason of the
    /// search that has just ended.
    fn take_turn(&mut self, reason: GaveUp) {
        let quick = self.left.has(Search::Quick);
        let turn = usize::from(self.turns);
        self.turns = self.turns.saturating_add(1);
        self.turn_end = None;
        if turn > 0 {
            self.reload();
        }
        let Some(search) = self.left.optimal(self.looks_for_moves()) else {
            return match quick {
                true => self.start_quick(),
                false => self.finish(Ending::GaveUp(reason)),
            };
        };
        if !quick {
            return self.start(search);
        }
        if let (Some(&units), Some(work)) = (TURNS.get(turn), &self.work) {
            let is_large = work.terrain.size * work.terrain.boxes >= LARGE;
            let units = match turn {
                0 if is_large => LARGE_TURN,
                _ => units,
            };
            self.turn_end = Some(work.position.work_done().wrapping_add(units));
        }
        // Only A* ends before long when its turn does not.
        let stays = matches!(search, Search::Astar | Search::Moves);
        if turn % 2 == 0 && (self.turn_end.is_some() || stays) {
            self.start(search);
        } else {
            self.start_quick();
        }
    }

    /// Ends a search whose turn is over, unless it has found a solution. A quick search first
    /// ends its run.
    fn check_turn(&mut self) {
        let Some(end) = self.turn_end else { return };
        if (end.wrapping_sub(self.work_done()) as i32) > 0 {
            return;
        }
        match &self.phase {
            Phase::Quick(quick) => {
                let Some(run) = quick.next_run() else { return };
                self.next_run = Some(run);
            }
            Phase::Astar(astar) if astar.is_searching() => {}
            Phase::BreadthFirst(bfhs) if bfhs.is_searching() => {}
            Phase::Ida(_) => {}
            _ => return,
        }
        self.take_turn(GaveUp::NodeLimit);
    }

    /// Begins an optimal search.
    fn start(&mut self, search: Search) {
        match search {
            Search::Tables | Search::Quick | Search::Shorten => {}
            Search::Moves => self.begin_moves(),
            Search::Astar => self.start_astar(),
            Search::BreadthFirst => self.start_breadth_first(self.bound + self.look_ahead),
            Search::Ida => self.start_ida(),
        }
    }

    /// A search has come to its end.
    fn leave(&mut self, search: Search, reason: GaveUp) {
        self.left = self.left.after(search);
        self.take_turn(reason);
    }

    /// An optimal search cannot work on this level; the next one takes its turn.
    fn skip(&mut self, search: Search) {
        self.left = self.left.after(search);
        match self.left.optimal(self.looks_for_moves()) {
            Some(next) => self.start(next),
            None => self.take_turn(GaveUp::NoMemory),
        }
    }

    /// Puts boxes and keeper back to the start.
    fn reload(&mut self) {
        if let Some(work) = &mut self.work {
            work.position
                .load_board(&work.terrain, self.level, &self.start);
        }
    }

    /// Ends a search that has taken all its nodes, and the search for fewer pushes where
    /// there cannot be fewer.
    fn check_limits(&mut self) {
        if self.quick_nodes > self.max_quick {
            self.quick_nodes = self.max_quick;
            self.leave(Search::Quick, GaveUp::NodeLimit);
        } else if self.nodes > self.max_nodes {
            self.nodes = self.max_nodes;
            self.left = self.left.without(Strategy::LASTING).after(Search::Moves);
            self.take_turn(GaveUp::NodeLimit);
        } else if let Some(best) = self.best
            && self.bound >= i32::from(best.pushes)
            && matches!(
                self.phase,
                Phase::Astar(_) | Phase::BreadthFirst(_) | Phase::Ida(_)
            )
        {
            let proven = self.certain || self.bound == self.least;
            self.finish_pushes(proven);
        }
    }

    fn start_quick(&mut self) {
        let Some(work) = &mut self.work else { return };
        match Quick::new(work, self.seed, self.next_run, self.ideas) {
            Some(quick) => {
                self.search = Search::Quick;
                self.phase = Phase::Quick(quick);
            }
            None => self.leave(Search::Quick, GaveUp::NoMemory),
        }
    }

    #[inline(never)]
    fn advance_quick(&mut self, left: u32) {
        let (Phase::Quick(quick), Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let (nodes, inner) = (quick.nodes, quick.inner);
        let event = quick.advance(work, left);
        self.quick_nodes += quick.nodes - nodes;
        self.inner += quick.inner - inner;
        match event {
            QuickEvent::Going => {}
            QuickEvent::Solved(length) => self.arrive(length, false, QUICK),
            QuickEvent::Exhausted => self.leave(Search::Quick, GaveUp::NodeLimit),
        }
    }

    /// The path holds a solution of this length.
    fn arrive(&mut self, length: usize, proven: bool, effort: Effort) {
        if length > MAX_PUSHES {
            return self.finish(Ending::GaveUp(GaveUp::TooLong));
        }
        self.keep(length, u32::MAX);
        self.reload();
        match &self.work {
            Some(Workplace { position, .. }) if self.left.has(Search::Shorten) => {
                let (states, keeper) = (position.states, position.keeper);
                let shorten = Shorten::new(states, keeper, length, effort);
                self.phase = Phase::Shorten { shorten, proven };
            }
            _ => self.settle(proven),
        }
    }

    #[inline(never)]
    fn advance_shorten(&mut self) {
        let (Phase::Shorten { shorten, proven }, Some(work)) = (&mut self.phase, &mut self.work)
        else {
            return;
        };
        if !shorten.advance(work) {
            let (length, proven) = (shorten.length, *proven);
            let moves = shorten.moves(work).unwrap_or(u32::MAX);
            self.keep(length, moves);
            self.settle(proven);
        }
    }

    /// What follows a solution that is as short as it gets.
    fn settle(&mut self, proven: bool) {
        match self.search {
            Search::Quick => self.leave(Search::Quick, GaveUp::NodeLimit),
            _ => self.finish_pushes(proven),
        }
    }

    /// Keeps the path as the best solution.
    fn keep(&mut self, length: usize, moves: u32) {
        if let Some(work) = &mut self.work {
            if !work.best.is_empty() {
                work.best[..length].copy_from_slice(&work.path[..length]);
            }
            self.best = Some(Best {
                // At most `MAX_PUSHES`.
                pushes: length as u16,
                moves,
                search: self.search,
            });
        }
    }

    /// Begins A*. Where positions have no exact keys it cannot work, and breadth-first search,
    /// which has the same table, cannot either.
    fn start_astar(&mut self) {
        let Some(work) = &mut self.work else { return };
        match Astar::new(work) {
            Some(astar) => {
                self.search = Search::Astar;
                self.phase = Phase::Astar(astar);
            }
            None => self.skip(Search::Astar),
        }
    }

    #[inline(never)]
    fn advance_astar(&mut self) {
        let (Phase::Astar(astar), Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let before = astar.nodes;
        let event = astar.advance(work);
        self.nodes += astar.nodes - before;
        // One that starts over begins below what is proven.
        self.bound = self.bound.max(astar.bound);
        match event {
            AstarEvent::Going => {}
            AstarEvent::Solved(length) => self.arrive(length, true, OPTIMAL),
            AstarEvent::Dead => self.finish(Ending::Unsolvable),
            AstarEvent::Full => self.leave(Search::Astar, GaveUp::NoMemory),
        }
    }

    fn start_breadth_first(&mut self, bound: i32) {
        let Some(work) = &mut self.work else { return };
        match Bfhs::new(work, bound) {
            Some(bfhs) => {
                self.search = Search::BreadthFirst;
                self.phase = Phase::BreadthFirst(bfhs);
            }
            None => self.skip(Search::BreadthFirst),
        }
    }

    #[inline(never)]
    fn advance_breadth_first(&mut self) {
        let (Phase::BreadthFirst(bfhs), Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let before = bfhs.nodes;
        let event = bfhs.advance(work);
        self.nodes += bfhs.nodes - before;
        let (tried, roomy) = (bfhs.bound, bfhs.is_roomy());
        match event {
            BfhsEvent::Going => {}
            BfhsEvent::Solved(length) => self.arrive(length, true, OPTIMAL),
            BfhsEvent::Dead => self.finish(Ending::Unsolvable),
            BfhsEvent::Exhausted => {
                self.bound = tried + if work.terrain.parity { 2 } else { 1 };
                self.look_ahead = if roomy {
                    self.look_ahead * 2
                } else {
                    LOOK_AHEAD
                };
                self.reload();
                self.start_breadth_first(self.bound + self.look_ahead);
            }
            // A tighter bound needs less room.
            BfhsEvent::Full if tried > self.bound => {
                self.reload();
                self.start_breadth_first(self.bound);
            }
            BfhsEvent::Full => self.leave(Search::BreadthFirst, GaveUp::NoMemory),
        }
    }

    /// Begins to clear the pool for IDA*.
    fn start_ida(&mut self) {
        self.phase = Phase::Clear { from: 0 };
    }

    /// Clears a part of the pool; after the last one, begins IDA*.
    #[inline(never)]
    fn clear(&mut self) {
        let (Phase::Clear { from }, Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let end = (*from + CLEAR).min(work.pool.len());
        work.pool[*from..end].fill(0);
        *from = end;
        if end == work.pool.len() {
            self.search = Search::Ida;
            let Some(ida) = Ida::new(work, self.bound) else {
                return self.finish(Ending::GaveUp(GaveUp::NoMemory));
            };
            self.certain &= ida.is_exact(&work.keys);
            self.phase = Phase::Ida(ida);
        }
    }

    #[inline(never)]
    fn advance_ida(&mut self, left: u32) {
        let (Phase::Ida(ida), Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let before = ida.nodes;
        // One more than allowed shows that the limit was exceeded.
        let nodes = (self.max_nodes - self.nodes).saturating_add(1);
        let event = ida.advance(work, nodes, left);
        self.nodes += ida.nodes - before;
        match event {
            IdaEvent::Going => {}
            IdaEvent::Solved => {
                let proven = self.certain && !ida.overflowed || self.bound == self.least;
                let mut length = 0;
                for push in ida.line(work.pool) {
                    write(&work.terrain, work.path, length, push);
                    length += usize::from(push.length);
                }
                self.arrive(length, proven, OPTIMAL);
            }
            IdaEvent::Dead => self.finish(Ending::Unsolvable),
            IdaEvent::Exhausted => {
                ida.bound += if work.terrain.parity { 2 } else { 1 };
                self.certain &= !ida.overflowed;
                self.bound = ida.bound;
            }
        }
    }
}

impl From<NoTerrain> for Ending {
    fn from(reason: NoTerrain) -> Self {
        match reason {
            NoTerrain::GaveUp(reason) => Self::GaveUp(reason),
            NoTerrain::Hopeless => Self::Unsolvable,
        }
    }
}
