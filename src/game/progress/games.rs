//! Which levels have a saved game.

use super::autosave::head;
use super::best::Best;
use super::level_id::LevelId;
use super::store::{MOST_GAMES, Store};
use super::{Autosave, LoadError, StoreError};

/// The most saved games: on a host, where the table grows with them, a million.
pub const GAMES: usize = if cfg!(feature = "std") {
    MOST_GAMES as usize
} else {
    32
};

/// A game with fewer pushes is barely begun.
const BARELY: u16 = 5;

/// What is known of a saved game without reading it.
#[derive(Clone, Copy, Debug)]
struct SavedGame {
    /// [`LevelId::NONE`] if the slot is free.
    level: LevelId,
    /// Orders games by when they were played; [`GONE`] if the level is in no pack.
    stamp: u32,
    pushes: u16,
}

const GONE: u32 = 0;

const FREE: SavedGame = SavedGame {
    level: LevelId::NONE,
    stamp: 0,
    pushes: 0,
};

/// How much is lost with a game that is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// Little: its level is solved, or it is barely begun.
    Little,
    /// More.
    Much,
}

/// The saved games, by the slots in which they are stored. Slots beyond the table's end are free.
#[derive(Clone, Debug)]
pub struct Games<const N: usize = GAMES> {
    #[cfg(feature = "std")]
    slots: std::vec::Vec<SavedGame>,
    #[cfg(not(feature = "std"))]
    slots: heapless::Vec<SavedGame, N>,
}

impl<const N: usize> Games<N> {
    /// No games.
    pub const fn new() -> Self {
        Self {
            #[cfg(feature = "std")]
            slots: std::vec::Vec::new(),
            #[cfg(not(feature = "std"))]
            slots: heapless::Vec::new(),
        }
    }

    /// Whether a level has a saved game.
    pub fn has(&self, level: LevelId) -> bool {
        self.slot(level).is_some()
    }

    /// The slot of a level's saved game.
    pub fn slot(&self, level: LevelId) -> Option<u32> {
        self.taken()
            .find(|(_, game)| game.level == level)
            .map(|(slot, _)| slot)
    }

    /// Whether there are none that can be continued.
    pub fn is_empty(&self) -> bool {
        self.latest().is_none()
    }

    /// The slot of the game that was played last.
    pub fn latest(&self) -> Option<u32> {
        self.taken()
            .filter(|(_, game)| game.level != LevelId::UNREADABLE && game.stamp != GONE)
            .max_by_key(|(_, game)| game.stamp)
            .map(|(slot, _)| slot)
    }

    /// A stamp larger than all others.
    pub fn next_stamp(&self) -> u32 {
        let last = self.taken().map(|(_, game)| game.stamp).max();
        last.map_or(1, |last| last.saturating_add(1))
    }

    /// A slot that is free.
    pub fn free(&self) -> Option<u32> {
        let mut slots = self.slots.iter();
        let free = slots.position(|game| game.level == LevelId::NONE);
        let free = free.unwrap_or(self.slots.len());
        (free < N).then_some(free as u32)
    }

    /// The game to give up when there is no room, and how much is lost with it: of a level that
    /// is solved, else one that is barely begun, else any; of several the one that was not played
    /// for longest. Never that of `in_play`. A level that was solved only with help is not solved.
    pub fn first_to_go(
        &self,
        in_play: LevelId,
        best: impl Fn(LevelId) -> Option<Best>,
    ) -> Option<(u32, Worth)> {
        let games = self.taken().filter(|(_, game)| game.level != in_play);
        let ranked = games.map(|(slot, game)| {
            let solved = best(game.level).is_some_and(|best| !best.is_assisted());
            (!solved, game.pushes >= BARELY, game.stamp, slot)
        });
        let (unsolved, begun, _, slot) = ranked.min()?;
        let worth = match unsolved && begun {
            true => Worth::Much,
            false => Worth::Little,
        };
        Some((slot, worth))
    }

    /// Takes note that a game was saved.
    pub fn saved(&mut self, slot: u32, level: LevelId, stamp: u32, pushes: u32) {
        self.put(
            slot,
            SavedGame {
                level,
                stamp,
                pushes: u16::try_from(pushes).unwrap_or(u16::MAX),
            },
        );
    }

    /// Puts a game into a slot, to which the table grows.
    fn put(&mut self, slot: u32, game: SavedGame) {
        let index = slot as usize;
        if index >= N {
            return;
        }
        let missing = (index + 1).saturating_sub(self.slots.len());
        self.slots.extend(core::iter::repeat_n(FREE, missing));
        self.slots[index] = game;
    }

    /// Takes note that the level of a game is in no pack: then it cannot be continued now.
    pub fn set_gone(&mut self, slot: u32) {
        if let Some(game) = self.slots.get_mut(slot as usize) {
            game.stamp = GONE;
        }
    }

    /// Takes note that a game was removed.
    pub fn removed(&mut self, slot: u32) {
        if let Some(game) = self.slots.get_mut(slot as usize) {
            *game = FREE;
        }
    }

    /// Finds the games in a store. One that cannot be read is skipped; the first such error
    /// is returned at the end.
    pub fn load(&mut self, store: &mut impl Store) -> Result<(), LoadError> {
        let mut result = Ok(());
        self.slots.clear();
        for slot in 0..store.games().min(N as u32) {
            match head(store, slot) {
                Ok(Some(head)) => {
                    let game = SavedGame {
                        level: head.session.level,
                        stamp: head.stamp,
                        pushes: head.pushes,
                    };
                    self.put(slot, game);
                }
                Ok(None) => {}
                Err(error) => {
                    // It is left alone as long as there is room, perhaps for a later version.
                    let level = LevelId::UNREADABLE;
                    self.put(slot, SavedGame { level, ..FREE });
                    result = result.and(Err(error));
                }
            }
        }
        result
    }

    /// Removes all games from a store.
    pub fn erase(
        &mut self,
        store: &mut impl Store,
        autosave: &mut Autosave,
    ) -> Result<(), StoreError> {
        for slot in 0..self.slots.len() as u32 {
            if self.slots[slot as usize].level != LevelId::NONE {
                autosave.remove(store, slot)?;
                store.commit()?;
                self.removed(slot);
            }
        }
        Ok(())
    }

    fn taken(&self) -> impl Iterator<Item = (u32, &SavedGame)> {
        let games = self.slots.iter().enumerate();
        games
            .filter(|(_, game)| game.level != LevelId::NONE)
            .map(|(slot, game)| (slot as u32, game))
    }
}

impl<const N: usize> Default for Games<N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
