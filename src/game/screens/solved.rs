//! The result of a solved level, and what to do next.

use core::task::Poll;

use super::generating::Generating;
use super::levels::Levels;
use super::opening::{How, Opening, Wanted};
use super::{Next, Screen};
use crate::game::banner::Banner;
use crate::game::device::Sound;
use crate::game::library::NextUnsolved;
use crate::game::progress::{Best, LevelResult, Outcome, Stars};
use crate::game::screens::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;
use crate::puzzle::Tally;
use crate::puzzle::text::Par;

/// The result, and the search for the next level.
#[derive(Clone, Debug)]
pub struct Solved<'p> {
    /// The moves and pushes it took.
    pub tally: Tally,
    /// The time it took, in milliseconds.
    pub elapsed: u32,
    /// The level's par.
    pub par: Option<Par>,
    /// The stars of this result.
    pub stars: Stars,
    /// The best result, this one included.
    pub best: Best,
    /// How this result compares with the best before it.
    pub outcome: Outcome,
    /// Whether the player had help from the machine.
    pub assisted: bool,
    /// If the machine played its solution: how long it searched, in milliseconds.
    pub searched: Option<u32>,
    /// When it was solved, by the game's clock.
    pub at: u32,
    cursor: u8,
    /// The search for the level to play next.
    next: Option<NextUnsolved<'p>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum SolvedChoice {
    Next,
    Another,
    Again,
    Levels,
}

impl<'p> Solved<'p> {
    /// Records that the level in play is solved.
    pub(super) fn record(searched: Option<u32>, shared: &mut Shared<'p>) -> Screen<'p> {
        let play = &mut shared.play;
        let result = LevelResult {
            tally: play.tally(),
            par: play.par(),
            assisted: play.assisted(),
        };
        let id = play.id();
        let before = shared.bests.get(id);
        // Results of generated levels are not kept: they would displace those of packs.
        let outcome = match play.place() {
            Some(_) => {
                if !result.assisted && shared.bests.replaces_for(id) {
                    shared.losses.add(Banner::ResultDropped);
                }
                shared.bests.record(id, result).0
            }
            None => Outcome::First,
        };
        let after = shared.bests.get(id);
        if before != after {
            // A level may be in more than one pack.
            shared.census.recount(shared.packs);
        }
        play.end();
        let solved = Self {
            tally: result.tally,
            elapsed: play.elapsed(),
            par: result.par,
            stars: Best::new(result).stars,
            best: after.unwrap_or(Best::new(result)),
            outcome,
            assisted: result.assisted,
            searched,
            at: shared.now,
            cursor: 0,
            next: None,
        };
        shared.advice.leave_ladder();
        shared.hush();
        shared.sound(Sound::Solved);
        Screen::Solved(solved)
    }
}

impl<'p> Menu<'p> for Solved<'p> {
    type Choice = SolvedChoice;

    fn choices(&self, shared: &Shared<'p>) -> Choices<SolvedChoice> {
        let next = match shared.play.place() {
            Some(_) => SolvedChoice::Next,
            None => SolvedChoice::Another,
        };
        choices(&[&[next, SolvedChoice::Again, SolvedChoice::Levels]])
    }

    fn row(&self, choice: SolvedChoice, shared: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            SolvedChoice::Next if self.next.is_some() => "Reading",
            SolvedChoice::Next => "Next unsolved",
            SolvedChoice::Another => "Another like it",
            SolvedChoice::Again => "Play again",
            SolvedChoice::Levels if shared.play.place().is_none() => "New levels",
            SolvedChoice::Levels => "Levels",
        })
    }

    fn choose(&mut self, choice: SolvedChoice, shared: &mut Shared<'p>) -> Next<'p> {
        match choice {
            SolvedChoice::Next => {
                if self.next.is_some() {
                    return None;
                }
                let place = shared.play.place()?;
                let pack = *shared.packs.get(usize::from(place.pack))?;
                self.next = Some(NextUnsolved::new(pack, place, shared.filter));
                None
            }
            SolvedChoice::Another => {
                let code = shared.workshop.order_another();
                Some(Generating::begin(code, shared))
            }
            SolvedChoice::Again => Some(Opening::begin(Wanted::Same, How::Afresh, shared)),
            SolvedChoice::Levels => Some(Levels::of_play(shared)),
        }
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        match self.next.take() {
            // Back stops the search first.
            Some(_) => None,
            None => Some(Levels::of_play(shared)),
        }
    }

    fn is_reading(&self) -> bool {
        self.next.is_some()
    }

    /// Continues the search for the next level.
    fn pass(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        let next = self.next.as_mut()?;
        if !shared.takes_reading() {
            return None;
        }
        match next.advance(&shared.bests, &mut shared.reading) {
            Poll::Pending => None,
            Poll::Ready(Some((place, entry))) => {
                self.next = None;
                let wanted = Wanted::Pack(place, entry);
                Some(Opening::begin(wanted, How::Continue, shared))
            }
            Poll::Ready(None) => Some(Levels::of_play(shared)),
        }
    }

    has_cursor!();
}
