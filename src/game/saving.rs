//! When to save, what is written, and how a game is restored.

use core::task::Poll;

use super::banner::Banner;
use super::clock::elapsed;
use super::device::Save;
use super::game::Game;
use super::library::packs::Place;
use super::library::{Census, FindLevel};
use super::progress::{
    Autosave, Kept, Key, LevelId, LoadError, Session, Settings, Store, StoreError,
};
use super::screens::Playing;

/// After this time without a key, the player counts as pausing. In milliseconds.
const CALM_MS: u32 = 1_000;
/// Time between saves while the player does not pause, in milliseconds.
const BUSY_MS: u32 = 10_000;
/// Time until the next attempt after a save has failed, in milliseconds.
const RETRY_MS: u32 = 30_000;
/// Boards read per call of [`Saving::load`] in search of the level in play.
const BOARDS_A_CALL: usize = 64;

/// The rules for saving, and the state of loading.
#[derive(Clone, Debug)]
pub(super) struct Saving<'p> {
    autosave: Autosave,
    /// The last time when nothing was unsaved, or a save was attempted.
    since: u32,
    failed: bool,
    /// Whether to save at the next turn.
    hurries: bool,
    /// Set while the packs are searched for the level of the saved game.
    resuming: Option<Resuming<'p>>,
}

/// A search for the level of the saved game.
#[derive(Clone, Debug)]
struct Resuming<'p> {
    search: FindLevel<'p>,
    /// The result of loading everything else, to be returned at the end.
    result: Result<(), LoadError>,
}

impl<'p> Saving<'p> {
    pub(super) const NEW: Self = Self {
        autosave: Autosave::new(),
        since: 0,
        failed: false,
        hurries: false,
        resuming: None,
    };

    /// Begins to count time.
    pub(super) fn start(&mut self, now: u32) {
        self.since = now;
    }

    /// From the next turn on, whatever is unsaved is saved at once, until everything is.
    pub(super) fn hurry(&mut self) {
        self.hurries = true;
        self.failed = false;
    }

    /// Whether to save in this turn; `idle` is the time since the last key, in milliseconds.
    pub(super) fn when(&mut self, unsaved: bool, idle: u32, now: u32) -> Option<Save> {
        if !unsaved {
            self.since = now;
            self.hurries = false;
            return None;
        }
        let waited = elapsed(self.since, now);
        if self.failed && waited < RETRY_MS {
            None
        } else if self.hurries || idle >= CALM_MS {
            Some(Save::Now)
        } else if waited >= BUSY_MS {
            self.since = now;
            // The retry is due, and stays so until there is time for it.
            self.failed = false;
            Some(Save::IfQuick)
        } else {
            None
        }
    }

    pub(super) fn load(
        &mut self,
        game: &mut Game<'p>,
        store: &mut impl Store,
    ) -> Poll<Result<(), LoadError>> {
        let result = match self.resuming.take() {
            None => {
                let result = load_rest(game, store);
                match self.resume(game, store, result) {
                    Ok(()) if self.resuming.is_some() => return Poll::Pending,
                    resumed => result.and(resumed),
                }
            }
            Some(mut resuming) => match resuming.search.advance(BOARDS_A_CALL) {
                Poll::Pending => {
                    self.resuming = Some(resuming);
                    return Poll::Pending;
                }
                // The saved game stays in the store until another level is played.
                Poll::Ready(None) => {
                    game.shared.tell(Banner::LevelGone);
                    resuming.result
                }
                Poll::Ready(Some((place, entry))) => {
                    game.shared.play.open(&entry, place);
                    resuming.result.and(self.restore(game, store))
                }
            },
        };
        if let Err(error) = result {
            game.shared.tell(Banner::NotLoaded(error));
        }
        Poll::Ready(result)
    }

    /// Restores the saved game if its level was generated, or starts to search the packs.
    fn resume(
        &mut self,
        game: &mut Game<'p>,
        store: &mut impl Store,
        result: Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        let Some(Session { level, place, .. }) = self.autosave.find(store)? else {
            return Ok(());
        };
        let shared = &mut game.shared;
        if place.pack != Place::MADE {
            let search = FindLevel::new(shared.packs, level, place);
            self.resuming = Some(Resuming { search, result });
            return Ok(());
        }
        let kept = shared.workshop.load_played(store, place.number)?;
        let is_it = |kept: &Kept| LevelId::of(&kept.level) == level;
        match kept.filter(is_it) {
            Some(kept) => {
                shared.play.open_made(&kept);
                self.restore(game, store)
            }
            None => {
                shared.tell(Banner::LevelGone);
                Ok(())
            }
        }
    }

    /// Restores the moves of the saved game, whose level is already in play.
    fn restore(&mut self, game: &mut Game<'p>, store: &mut impl Store) -> Result<(), LoadError> {
        let (level, history) = game.shared.play.parts();
        let restored = self.autosave.restore(store, level, history);
        match restored {
            Ok(Some(session)) => {
                game.shared.play.resume(session);
                let screen = Playing::begin(&mut game.shared);
                game.shared.tell(Banner::WelcomeBack);
                game.show(Some(screen));
                Ok(())
            }
            nothing => {
                game.shared.play.abandon();
                nothing.map(|_| ())
            }
        }
    }

    pub(super) fn is_unsaved(&self, game: &Game<'p>) -> bool {
        let shared = &game.shared;
        shared.settings_unsaved
            || shared.play.is_unsaved()
            || shared.bests.is_unsaved()
            || shared.workshop.is_unsaved()
    }

    pub(super) fn save(
        &mut self,
        game: &mut Game<'p>,
        store: &mut impl Store,
    ) -> Result<(), StoreError> {
        let result = self.write(game, store);
        self.since = game.shared.now;
        self.failed = result.is_err();
        if let Err(error) = result {
            game.shared.tell(Banner::NotSaved(error));
        }
        result
    }

    fn write(&mut self, game: &mut Game<'p>, store: &mut impl Store) -> Result<(), StoreError> {
        let shared = &mut game.shared;
        if shared.settings_unsaved {
            store.write(Key::Settings, &shared.settings.encode())?;
            store.commit()?;
            shared.settings_unsaved = false;
        }
        shared.bests.save(store)?;
        if shared.play.is_unsaved() {
            if shared.play.is_on() {
                if let Some(kept) = shared.play.kept() {
                    shared.workshop.save_played(store, &kept)?;
                }
                let session = shared.play.session(shared.workshop.slot());
                let (level, history) = shared.play.parts();
                self.autosave.save(store, session, level, history)?;
                shared.workshop.position_saved();
            } else {
                self.autosave.clear(store)?;
            }
            shared.play.saved();
        }
        shared.workshop.save(store)
    }
}

/// Loads everything but the level in play; returns the first error.
fn load_rest(game: &mut Game<'_>, store: &mut impl Store) -> Result<(), LoadError> {
    let shared = &mut game.shared;
    let settings = Settings::load(store).map(|settings| shared.settings = settings);
    let bests = shared.bests.load(store);
    shared.census = Census::new(shared.packs);
    settings.and(bests).and(shared.workshop.load(store))
}
