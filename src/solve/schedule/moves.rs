//! From the fewest pushes to the fewest moves.
//!
//! The searches for the fewest moves take the best solution for their bound, so the searches for
//! pushes come first. If the fewest pushes come first in the aim as well, they must be proven
//! before.

use crate::solve::answer::{Aim, GaveUp, Search, Strategy};
use crate::solve::keeper::gauge::Count;
use crate::solve::keeper::layers::{Layers, LayersEvent, Limits};
use crate::solve::solver::{Ending, Phase, Solver};

/// How many moves past the proven bound the search by layers looks at first.
const MOVES_AHEAD: i32 = 24;

impl Solver<'_> {
    /// Whether the fewest moves are looked for now, and not the fewest pushes.
    pub(super) fn looks_for_moves(&self) -> bool {
        match self.aim {
            Aim::Pushes => false,
            Aim::PushesThenMoves => self.first_proven,
            Aim::MovesThenPushes => self.best.is_some() || self.left.optimal(false).is_none(),
        }
    }

    /// The best solution has the fewest pushes. If that is proven and moves matter as well,
    /// looks for fewer of them.
    pub(super) fn finish_pushes(&mut self, proven: bool) {
        self.first_proven = proven && self.aim != Aim::MovesThenPushes;
        let more = match self.aim {
            Aim::Pushes => false,
            Aim::PushesThenMoves => proven,
            Aim::MovesThenPushes => true,
        };
        if more && self.left.has(Search::Moves) {
            self.left = self.left.without(Strategy::QUICK);
            self.turn_end = None;
            self.reload();
            self.begin_moves();
        } else {
            self.finish(Ending::Solved {
                proven: self.first_proven,
                ties_proven: false,
            });
        }
    }

    /// Begins to look for the fewest moves.
    pub(super) fn begin_moves(&mut self) {
        self.least_moves = self.least;
        // A solution that is known is bound enough.
        self.look_ahead = match self.best {
            Some(_) => i32::MAX,
            None => MOVES_AHEAD,
        };
        self.start_moves();
    }

    /// Looks for the fewest moves within a bound.
    fn start_moves(&mut self) {
        let none = i32::MAX;
        let best = self.best.map(|best| Count {
            moves: best.moves.min(none as u32) as i32,
            pushes: i32::from(best.pushes),
        });
        let most = Count {
            moves: self.least_moves.saturating_add(self.look_ahead),
            pushes: match (self.aim, best) {
                (Aim::PushesThenMoves, Some(best)) => best.pushes,
                _ => none,
            },
        };
        let Some(work) = &mut self.work else { return };
        match Layers::new(work, self.aim, Limits { most, best }) {
            Some(search) if search.most().moves >= self.least_moves => {
                self.phase = Phase::Moves(search);
            }
            _ => self.skip(Search::Moves),
        }
    }

    #[inline(never)]
    pub(super) fn advance_moves(&mut self) {
        let (Phase::Moves(search), Some(work)) = (&mut self.phase, &mut self.work) else {
            return;
        };
        let before = search.nodes;
        let event = search.advance(work);
        self.nodes += search.nodes - before;
        let (tried, roomy, ties_proven) =
            (search.most().moves, search.is_roomy(), search.ties_proven());
        if search.is_searching() {
            self.bound = self.bound.max(search.least_moves());
        }
        match event {
            LayersEvent::Going => {}
            LayersEvent::Solved(length) => {
                self.search = Search::Moves;
                self.keep(length, 0);
                self.finish(Ending::Solved {
                    proven: true,
                    ties_proven,
                });
            }
            // Nothing is better than the best.
            LayersEvent::Dead if self.best.is_some() => self.finish(Ending::Solved {
                proven: true,
                ties_proven: true,
            }),
            LayersEvent::Dead => self.finish(Ending::Unsolvable),
            LayersEvent::TooLong => self.finish(Ending::GaveUp(GaveUp::TooLong)),
            LayersEvent::Exhausted => {
                self.least_moves = tried.saturating_add(1);
                if roomy {
                    self.look_ahead = self.look_ahead.saturating_mul(2);
                }
                self.reload();
                self.start_moves();
            }
            // A tighter bound needs less room.
            LayersEvent::Full if self.look_ahead > 0 => {
                let most = self.best.map_or(i32::MAX, |best| best.moves as i32);
                let ahead = self.look_ahead.min(most - self.least_moves);
                self.look_ahead = ahead / 2;
                self.reload();
                self.start_moves();
            }
            LayersEvent::Full => self.leave(Search::Moves, GaveUp::NoMemory),
        }
    }
}
