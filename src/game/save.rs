//! What is kept of a game, and how it comes back.

use super::banner::Banner;
use super::census::Census;
use super::game::Game;
use super::packs::{Pack, Place};
use super::progress::{Kept, Key, LevelId, LoadError, Session, Settings, Store, StoreError};
use crate::puzzle::text::Entry;

impl<'p> Game<'p> {
    /// Takes up what a store has: settings, results, and the level in play, which goes on
    /// at once. What cannot be read is told and left out; the first such error comes back.
    pub fn load(&mut self, store: &mut impl Store) -> Result<(), LoadError> {
        let settings = Settings::load(store).map(|settings| self.settings = settings);
        let bests = self.bests.load(store);
        self.census = Census::new(self.packs);
        let fresh = self.workshop.load(store);
        let session = self.resume(store);
        let result = settings.and(bests).and(fresh).and(session);
        if let Err(error) = result {
            self.tell(Banner::NotLoaded(error));
        }
        result
    }

    fn resume(&mut self, store: &mut impl Store) -> Result<(), LoadError> {
        let Some(session) = self.autosave.find(store)? else {
            return Ok(());
        };
        if session.place.pack == Place::MADE {
            let kept = self.workshop.load_played(store, session.place.number)?;
            let is_it = |kept: &Kept| LevelId::of(&kept.level) == session.level;
            let Some(kept) = kept.filter(is_it) else {
                self.tell(Banner::LevelGone);
                return Ok(());
            };
            self.play.open_made(kept);
        } else if let Some((place, entry)) = find_level(self.packs, &session) {
            self.play.open(entry, place);
        } else {
            // It stays in the store until another level is played.
            self.tell(Banner::LevelGone);
            return Ok(());
        }
        let (level, history) = self.play.parts();
        let restored = self.autosave.restore(store, level, history)?;
        if let Some(session) = restored {
            self.play.resume(session);
            self.begin_play();
            self.session_unsaved = false;
            self.tell(Banner::WelcomeBack);
        }
        Ok(())
    }

    /// Whether the store does not have everything yet.
    pub fn is_unsaved(&self) -> bool {
        self.settings_unsaved
            || self.session_unsaved
            || self.bests.is_unsaved()
            || self.workshop.is_unsaved()
    }

    /// Writes what changed. What fails is told, and tried again the next time.
    pub fn save(&mut self, store: &mut impl Store) -> Result<(), StoreError> {
        let result = self.write(store);
        if let Err(error) = result {
            self.tell(Banner::NotSaved(error));
        }
        result
    }

    fn write(&mut self, store: &mut impl Store) -> Result<(), StoreError> {
        if self.settings_unsaved {
            store.write(Key::Settings, &self.settings.encode())?;
            store.commit()?;
            self.settings_unsaved = false;
        }
        self.bests.save(store)?;
        if self.session_unsaved {
            if self.in_play {
                if let Some(kept) = self.play.kept() {
                    self.workshop.save_played(store, &kept)?;
                }
                let session = self.play.session(self.workshop.slot());
                let (level, history) = self.play.parts();
                self.autosave.save(store, session, level, history)?;
                self.workshop.position_saved();
            } else {
                self.autosave.clear(store)?;
            }
            self.session_unsaved = false;
        }
        self.workshop.save(store)
    }
}

/// The level of a session: where it stood, or wherever it stands now.
fn find_level<'p>(packs: &[Pack<'p>], session: &Session) -> Option<(Place, Entry<'p>)> {
    let is_it = |entry: &Entry<'_>| LevelId::of(&entry.level) == session.level;
    let there = packs
        .get(usize::from(session.place.pack))
        .and_then(|pack| pack.level(session.place.number))
        .filter(is_it);
    if let Some(entry) = there {
        return Some((session.place, entry));
    }
    packs.iter().zip(0..).find_map(|(pack, index)| {
        pack.levels().zip(1..).find_map(|(item, number)| {
            let place = Place {
                pack: index,
                number,
            };
            Some((place, item.ok().filter(is_it)?))
        })
    })
}
