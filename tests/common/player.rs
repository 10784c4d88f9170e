//! A player that follows a script, with extra words that check something.
//!
//! | word | checks |
//! |---|---|
//! | `=Play` | this is the current screen |
//! | `moves:3` `pushes:1` `bests:1` | these are the counts |
//! | `says:won` | the message on the screen contains this |
//! | `keeper:1,1` | the keeper is on this row and column |
//! | `page:Edges` | this is the page of "Check this board" |
#![allow(dead_code, reason = "every test file uses its own part")]

use std::ops::{Deref, DerefMut};

use sokopico::game::display::Display;
use sokopico::game::input::Layout;
use sokopico::game::packs::Pack;
use sokopico::game::progress::{MemoryStore, Store};
use sokopico::game::screens::{CodeEntry, Solved};
use sokopico::game::{Desk, Device, Midend, Screen, Shelf};
use sokopico::host::{made_up, script};
use sokopico::puzzle::Cell;

pub(crate) fn device(layout: Layout) -> Device {
    Device {
        layout,
        display: Display::NONE,
        backlight: true,
        quit: true,
        usb_drive: true,
        hardware: Some(made_up::hardware(layout)),
        added: Some(made_up::added()),
    }
}

/// A game at its title.
pub(crate) fn midend<'p>(packs: &'p [Pack<'p>], layout: Layout, now: u32) -> Box<Midend<'p>> {
    let mut midend = Box::new(Midend::EMPTY);
    midend.start(packs, device(layout), now).unwrap();
    midend
}

/// Loads everything that a store has.
pub(crate) fn load(midend: &mut Midend<'_>, store: &mut impl Store) {
    midend.load(store).unwrap();
    search(midend, store);
}

/// Takes turns until the level of the game in play has been searched for. Returns their number.
pub(crate) fn search(midend: &mut Midend<'_>, store: &mut impl Store) -> usize {
    let is_searching = |midend: &Midend<'_>| match midend.game().screen() {
        Screen::Title(title) => title.is_searching(),
        Screen::Opening(_) => true,
        _ => false,
    };
    let desk = Desk::new();
    for turns in 0..10_000 {
        if !is_searching(midend) {
            return turns;
        }
        if midend.turn([], 0, &desk).save.is_some() {
            midend.save(store).unwrap();
        }
    }
    panic!("the search does not end");
}

pub(crate) struct Player<'p>(script::Player<'p>);

impl<'p> Player<'p> {
    pub(crate) fn new(packs: &'p [Pack<'p>], layout: Layout) -> Self {
        Self(script::Player::new(midend(packs, layout, 0), 0))
    }

    /// The same with what a store has.
    pub(crate) fn load(packs: &'p [Pack<'p>], layout: Layout, store: &mut MemoryStore) -> Self {
        let mut player = Self::new(packs, layout);
        load(&mut player.midend, store);
        player
    }

    /// Saves to the player's own store, and returns a copy of it.
    pub(crate) fn saved(&mut self) -> MemoryStore {
        let Self(script::Player { midend, store, .. }) = self;
        midend.save(store).unwrap();
        store.clone()
    }

    /// Plays a script to its end.
    pub(crate) fn play(&mut self, script: &str) {
        self.effects.clear();
        for word in script.split_whitespace() {
            if !self.holds(word) {
                let (game, play) = (self.game(), self.game().play());
                panic!(
                    "at {word:?} of {script:?} with {:?}: {:?}, {:?}, {:?}\n{}",
                    game.device().layout,
                    game.screen().name(),
                    play.tally(),
                    game.banner(),
                    play.level().picture(play.board()),
                );
            }
        }
    }

    /// Executes a word. `false` if it failed, or if its check did.
    fn holds(&mut self, word: &str) -> bool {
        let (verb, rest) = word.split_once(':').unwrap_or((word, ""));
        let number = || rest.parse().unwrap();
        let play = self.game().play();
        match verb {
            "moves" => play.tally().moves == number(),
            "pushes" => play.tally().pushes == number(),
            "bests" => self.game().bests().len() as u32 == number(),
            "says" => {
                let said = self.game().banner().map(|banner| banner.to_string());
                said.is_some_and(|said| said.contains(&rest.replace('_', " ")))
            }
            "keeper" => {
                let (row, column) = rest.split_once(',').unwrap();
                let cell = Cell::new(row.parse().unwrap(), column.parse().unwrap());
                Some(play.board().keeper()) == cell
            }
            "page" => match self.game().screen() {
                Screen::Check(check) => check.page().name() == rest,
                _ => false,
            },
            _ => match word.strip_prefix('=') {
                Some(name) => self.game().screen().name() == name,
                None => self.act(word).is_ok(),
            },
        }
    }
}

impl<'p> Player<'p> {
    /// What the screen is about, where it must be this one.
    pub(crate) fn solved(&self) -> &Solved<'p> {
        match self.game().screen() {
            Screen::Solved(solved) => solved,
            other => panic!("not solved but {}", other.name()),
        }
    }

    pub(crate) fn shelf(&self) -> &Shelf<'p> {
        match self.game().screen() {
            Screen::Levels(levels) => levels.shelf(),
            other => panic!("no list but {}", other.name()),
        }
    }

    pub(crate) fn typed(&self) -> &CodeEntry {
        match self.game().screen() {
            Screen::Code(typed) => typed,
            other => panic!("no code but {}", other.name()),
        }
    }
}

impl<'p> Deref for Player<'p> {
    type Target = script::Player<'p>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Player<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
