//! Which levels have a saved game.

use super::autosave::head;
use super::best::Best;
use super::level_id::LevelId;
use super::store::Store;
use super::{Autosave, LoadError, StoreError};

/// The number of saved games. On a host that is one for every result, more than anybody plays:
/// the keys of the file have 16 bits, and each game has several.
pub const GAMES: usize = if cfg!(feature = "std") { 4096 } else { 32 };

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

/// The saved games, by the slots in which they are stored.
#[derive(Clone, Debug)]
pub struct Games<const N: usize = GAMES> {
    slots: [SavedGame; N],
}

impl<const N: usize> Games<N> {
    /// No games.
    pub const fn new() -> Self {
        Self { slots: [FREE; N] }
    }

    /// Whether a level has a saved game.
    pub fn has(&self, level: LevelId) -> bool {
        self.slot(level).is_some()
    }

    /// The slot of a level's saved game.
    pub fn slot(&self, level: LevelId) -> Option<u16> {
        self.taken()
            .find(|(_, game)| game.level == level)
            .map(|(slot, _)| slot)
    }

    /// Whether there are none that can be continued.
    pub fn is_empty(&self) -> bool {
        self.latest().is_none()
    }

    /// The slot of the game that was played last.
    pub fn latest(&self) -> Option<u16> {
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
    pub fn free(&self) -> Option<u16> {
        let free = self
            .slots
            .iter()
            .position(|game| game.level == LevelId::NONE);
        free.map(|slot| slot as u16)
    }

    /// The game to give up when there is no room: of a level that is solved, else one that is
    /// barely begun, else any; of several the one that was not played for longest. Never that
    /// of `in_play`.
    pub fn first_to_go(
        &self,
        in_play: LevelId,
        best: impl Fn(LevelId) -> Option<Best>,
    ) -> Option<u16> {
        self.taken()
            .filter(|(_, game)| game.level != in_play)
            .min_by_key(|(_, game)| {
                let solved = best(game.level).is_some();
                (!solved, game.pushes >= BARELY, game.stamp)
            })
            .map(|(slot, _)| slot)
    }

    /// Takes note that a game was saved.
    pub fn saved(&mut self, slot: u16, level: LevelId, stamp: u32, pushes: u32) {
        if let Some(game) = self.slots.get_mut(usize::from(slot)) {
            *game = SavedGame {
                level,
                stamp,
                pushes: u16::try_from(pushes).unwrap_or(u16::MAX),
            };
        }
    }

    /// Takes note that the level of a game is in no pack: then it cannot be continued now.
    pub fn set_gone(&mut self, slot: u16) {
        if let Some(game) = self.slots.get_mut(usize::from(slot)) {
            game.stamp = GONE;
        }
    }

    /// Takes note that a game was removed.
    pub fn removed(&mut self, slot: u16) {
        if let Some(game) = self.slots.get_mut(usize::from(slot)) {
            *game = FREE;
        }
    }

    /// Finds the games in a store. One that cannot be read is skipped; the first such error
    /// is returned at the end.
    pub fn load(&mut self, store: &mut impl Store) -> Result<(), LoadError> {
        let mut result = Ok(());
        for slot in 0..N {
            self.slots[slot] = FREE;
            match head(store, slot as u16) {
                Ok(Some(head)) => {
                    self.slots[slot] = SavedGame {
                        level: head.session.level,
                        stamp: head.stamp,
                        pushes: head.pushes,
                    };
                }
                Ok(None) => {}
                Err(error) => {
                    // It is left alone as long as there is room, perhaps for a later version.
                    self.slots[slot].level = LevelId::UNREADABLE;
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
        for slot in 0..N as u16 {
            if self.slots[usize::from(slot)].level != LevelId::NONE {
                autosave.remove(store, slot)?;
                store.commit()?;
                self.removed(slot);
            }
        }
        Ok(())
    }

    fn taken(&self) -> impl Iterator<Item = (u16, &SavedGame)> {
        let games = self.slots.iter().enumerate();
        games
            .filter(|(_, game)| game.level != LevelId::NONE)
            .map(|(slot, game)| (slot as u16, game))
    }
}

impl<const N: usize> Default for Games<N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
