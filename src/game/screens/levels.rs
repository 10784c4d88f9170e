//! The list of a pack's levels.

use super::chosen::Chosen;
use super::generate::Generate;
use super::packs::PackMenu;
use super::play::Playing;
use super::{Next, Screen, ScreenState};
use crate::game::input::Action;
use crate::game::library::Shelf;
use crate::game::library::packs::{Filter, Place};
use crate::game::screens::menu::Menu;
use crate::game::shared::Shared;
use crate::puzzle::Direction;

/// Levels that a held key moves by.
const PAGE: i16 = 4;

/// The list, and whether the chosen level is about to open.
#[derive(Clone, Debug)]
pub struct Levels<'p> {
    shelf: Shelf<'p>,
    /// Whether to play the chosen level as soon as it is read.
    opening: bool,
}

impl<'p> Levels<'p> {
    /// The list of a pack; its first unsolved level will be chosen.
    pub(super) fn new(pack: u8, shared: &Shared<'p>) -> Self {
        Self {
            shelf: Shelf::new(shared.packs, pack, shared.filter),
            opening: false,
        }
    }

    /// The list that contains the level in play, or the menu of new levels if it was generated.
    pub(super) fn of_play(shared: &mut Shared<'p>) -> Screen<'p> {
        let Some(place) = shared.play.place() else {
            return Screen::Generate(Generate::default());
        };
        if !shared.filter.takes(shared.play.level().mode()) {
            shared.filter = Filter::All;
        }
        Self::at(place, shared)
    }

    /// The list that contains a level.
    pub(super) fn at(place: Place, shared: &Shared<'p>) -> Screen<'p> {
        Screen::Levels(Self {
            shelf: Shelf::at(shared.packs, place, shared.filter),
            opening: false,
        })
    }

    /// The levels read so far.
    pub fn shelf(&self) -> &Shelf<'p> {
        &self.shelf
    }

    /// Plays the chosen level: continues it if it is in play, else begins it, or offers more
    /// if it was played before.
    fn open(&mut self, shared: &mut Shared<'p>) -> Next<'p> {
        let (place, entry) = self.shelf.level()?;
        if shared.play.is_on() && shared.play.place() == Some(place) {
            return Some(Screen::Play(Playing::default()));
        }
        Some(Chosen::begin(place, entry, shared))
    }
}

impl<'p> ScreenState<'p> for Levels<'p> {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        self.opening = false;
        match action {
            Action::Walk {
                direction,
                repeated,
            } => {
                let stride = if repeated { PAGE } else { 1 };
                match direction {
                    Direction::Up => self.shelf.walk(-stride),
                    Direction::Down => self.shelf.walk(stride),
                    Direction::Left => self.shelf.seek_unsolved(false),
                    Direction::Right => self.shelf.seek_unsolved(true),
                }
                None
            }
            Action::Ok => {
                self.shelf.stay();
                self.opening = true;
                self.open(shared)
            }
            Action::Back => Some(Screen::Packs(
                PackMenu::default().at(self.shelf.pack(), shared),
            )),
            _ => None,
        }
    }

    fn is_reading(&self) -> bool {
        self.shelf.is_reading()
    }

    fn pass(&mut self, _: u32, shared: &mut Shared<'p>) -> Next<'p> {
        if self.shelf.is_reading() && shared.takes_reading() {
            let (known, reading) = shared.known();
            self.shelf.advance(known, reading);
        }
        match self.opening {
            true => self.open(shared),
            false => None,
        }
    }
}
