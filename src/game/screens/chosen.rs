//! What to do with a level that was played before.

use super::levels::Levels;
use super::opening::{How, Opening, Wanted};
use super::{Next, Screen};
use crate::game::library::packs::Place;
use crate::game::progress::LevelId;
use crate::game::progress::result_item::By;
use crate::game::screens::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;
use crate::puzzle::Level;
use crate::puzzle::text::Entry;

/// The chosen level.
#[derive(Clone, Debug)]
pub struct Chosen<'p> {
    place: Place,
    entry: Entry<'p>,
    id: LevelId,
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum ChosenChoice {
    Continue,
    StartAgain,
    Play,
    WatchPushes,
    WatchMoves,
}

impl<'p> Chosen<'p> {
    /// The menu of a level, or the level itself if it was never played.
    pub(in crate::game) fn begin(
        place: Place,
        entry: &Entry<'p>,
        shared: &mut Shared<'p>,
    ) -> Screen<'p> {
        let id = LevelId::of(&entry.level);
        let entry = entry.clone();
        if shared.games.has(id) || has_solution(id, shared) {
            let cursor = 0;
            return Screen::Chosen(Self {
                place,
                entry,
                id,
                cursor,
            });
        }
        Opening::begin(Wanted::Pack(place, entry), How::Afresh, shared)
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.entry.level
    }

    /// Its number and title.
    pub fn title(&self) -> (u16, crate::puzzle::text::Text<'p>) {
        (self.place.number, self.entry.title)
    }
}

fn has_solution(id: LevelId, shared: &Shared<'_>) -> bool {
    let best = shared.bests.get(id);
    best.is_some_and(|best| !best.is_assisted())
}

impl<'p> Menu<'p> for Chosen<'p> {
    type Choice = ChosenChoice;

    fn choices(&self, shared: &Shared<'p>) -> Choices<ChosenChoice> {
        let play: &[ChosenChoice] = match shared.games.has(self.id) {
            true => &[ChosenChoice::Continue, ChosenChoice::StartAgain],
            false => &[ChosenChoice::Play],
        };
        let watch: &[ChosenChoice] = match has_solution(self.id, shared) {
            true => &[ChosenChoice::WatchPushes, ChosenChoice::WatchMoves],
            false => &[],
        };
        choices(&[play, watch])
    }

    fn row(&self, choice: ChosenChoice, _: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            ChosenChoice::Continue => "Continue",
            ChosenChoice::StartAgain => "Start again",
            ChosenChoice::Play => "Play",
            ChosenChoice::WatchPushes => "Watch fewest pushes",
            ChosenChoice::WatchMoves => "Watch fewest moves",
        })
    }

    fn choose(&mut self, choice: ChosenChoice, shared: &mut Shared<'p>) -> Next<'p> {
        let how = match choice {
            ChosenChoice::Continue => How::Continue,
            ChosenChoice::StartAgain | ChosenChoice::Play => How::Afresh,
            ChosenChoice::WatchPushes => How::Watch(By::Pushes),
            ChosenChoice::WatchMoves => How::Watch(By::Moves),
        };
        let wanted = Wanted::Pack(self.place, self.entry.clone());
        Some(Opening::begin(wanted, how, shared))
    }

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        Some(Levels::at(self.place, shared))
    }

    has_cursor!();
}
