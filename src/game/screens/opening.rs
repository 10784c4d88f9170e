//! A level is about to open: the game that it replaces is saved first, and its own saved game
//! is restored. Usually this lasts for one turn, in which the old picture stays.

use core::task::Poll;

use super::levels::Levels;
use super::play::Playing;
use super::playback::Playback;
use super::title::Title;
use super::{Next, Screen, ScreenState};
use crate::game::banner::Banner;
use crate::game::input::Action;
use crate::game::library::FindLevel;
use crate::game::library::packs::Place;
use crate::game::progress::result_item::{self, By};
use crate::game::progress::{Autosave, Kept, LevelId, LoadError, Session, Store};
use crate::game::shared::Shared;
use crate::puzzle::text::Entry;

/// What to do with a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum How {
    /// Play it where it was left, or else from its start.
    Continue,
    /// The same, after power-on.
    Resume,
    /// Play it from its start.
    Afresh,
    /// Watch the player's best solution.
    Watch(By),
}

/// Which level.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
pub(in crate::game) enum Wanted<'p> {
    /// One of a pack.
    Pack(Place, Entry<'p>),
    /// A generated one.
    Made(Kept),
    /// The last one that was played.
    Same,
    /// That of the saved game in a slot, which is still searched for.
    Searched(u32, FindLevel<'p>),
    /// That of the saved game in a slot, which was generated.
    Stored(u32),
}

/// The level, and what to do with it.
#[derive(Clone, Debug)]
pub struct Opening<'p> {
    wanted: Wanted<'p>,
    how: How,
}

impl<'p> Opening<'p> {
    /// Opens a level: at once, if nothing has to be saved or restored for that.
    pub(in crate::game) fn begin(
        wanted: Wanted<'p>,
        how: How,
        shared: &mut Shared<'p>,
    ) -> Screen<'p> {
        let has_game = match &wanted {
            Wanted::Pack(_, entry) => shared.games.has(LevelId::of(&entry.level)),
            Wanted::Made(kept) => shared.games.has(LevelId::of(&kept.level)),
            Wanted::Same => false,
            Wanted::Searched(..) | Wanted::Stored(_) => true,
        };
        let fresh = how == How::Afresh || how == How::Continue && !has_game;
        let opening = Self { wanted, how };
        match fresh && !shared.must_save_first() {
            true => {
                opening.put_into_play(shared);
                Playing::begin(shared)
            }
            false => Screen::Opening(opening),
        }
    }

    /// Continues the game in a slot, if there is one.
    pub(in crate::game) fn resume(
        store: &mut impl Store,
        slot: u32,
        how: How,
        shared: &Shared<'p>,
    ) -> Result<Option<Screen<'p>>, LoadError> {
        let Some(session) = Autosave::find(store, slot)? else {
            return Ok(None);
        };
        let wanted = match session.place.is_made() {
            true => Wanted::Stored(slot),
            false => {
                let search = FindLevel::new(shared.packs, session.level, session.place);
                Wanted::Searched(slot, search)
            }
        };
        Ok(Some(Screen::Opening(Self { wanted, how })))
    }

    /// Continues the game of a level that was searched for after power-on.
    pub(in crate::game) fn found((place, entry): (Place, Entry<'p>)) -> Screen<'p> {
        Screen::Opening(Self {
            wanted: Wanted::Pack(place, entry),
            how: How::Resume,
        })
    }

    /// The title, where the search for the level goes on, if it is searched for.
    pub(in crate::game) fn search_from_title(&self) -> Next<'p> {
        match &self.wanted {
            Wanted::Searched(slot, search) => {
                Some(Screen::Title(Title::searching(*slot, search.clone())))
            }
            _ => None,
        }
    }

    /// Whether it waits for the store.
    pub(in crate::game) fn is_ready(&self) -> bool {
        !matches!(self.wanted, Wanted::Searched(..))
    }

    /// Opens the level with what the store has of it.
    #[inline(never)]
    pub(in crate::game) fn finish(
        &self,
        store: &mut impl Store,
        autosave: &mut Autosave,
        shared: &mut Shared<'p>,
    ) -> Next<'p> {
        if let Wanted::Stored(slot) = self.wanted {
            match Autosave::level(store, slot) {
                Ok(Some(kept)) => shared.play.open_made(&kept),
                Ok(None) => return Some(gone(slot, shared)),
                Err(error) => return Some(not_loaded(error, shared)),
            }
        } else {
            self.put_into_play(shared);
        }
        let restored = match self.how {
            How::Afresh => Ok(None),
            How::Continue | How::Resume => restore(store, autosave, shared),
            How::Watch(by) => return Some(watch(store, by, shared)),
        };
        Some(match restored {
            Ok(session) => {
                if let Some(session) = session {
                    shared.play.resume(session);
                }
                let screen = Playing::begin(shared);
                if self.how == How::Resume && shared.banner().is_none() {
                    shared.tell(Banner::WelcomeBack);
                }
                screen
            }
            Err(error) => not_loaded(error, shared),
        })
    }

    fn put_into_play(&self, shared: &mut Shared<'p>) {
        match &self.wanted {
            Wanted::Pack(place, entry) => shared.play.open(entry, *place),
            Wanted::Made(kept) => shared.play.open_made(kept),
            Wanted::Same | Wanted::Searched(..) | Wanted::Stored(_) => shared.play.begin(),
        }
    }
}

/// Restores the game of the level in play, if it has one.
#[inline(never)]
fn restore(
    store: &mut impl Store,
    autosave: &mut Autosave,
    shared: &mut Shared<'_>,
) -> Result<Option<Session>, LoadError> {
    match shared.games.slot(shared.play.id()) {
        Some(slot) => {
            let (level, history) = shared.play.parts();
            autosave.restore(store, slot, level, history)
        }
        None => Ok(None),
    }
}

/// Plays the player's own solution of the level in play, or goes to the list.
fn watch<'p>(store: &mut impl Store, by: By, shared: &mut Shared<'p>) -> Screen<'p> {
    let slot = shared.bests.slot(shared.play.id());
    let (level, history) = shared.play.parts();
    let solution = slot.map(|slot| result_item::restore(store, slot, by, level, history));
    shared.play.abandon();
    shared.tell(match solution {
        Some(Ok(Some(tally))) => return Playback::own(tally, shared),
        Some(Err(error)) => Banner::NotLoaded(error),
        _ => Banner::NoSolution,
    });
    Levels::of_play(shared)
}

/// What cannot be read stays in the store, until the level is started again.
fn not_loaded<'p>(error: LoadError, shared: &mut Shared<'p>) -> Screen<'p> {
    shared.play.abandon();
    shared.tell(Banner::NotLoaded(error));
    Screen::Title(Title::default())
}

/// The level of a saved game is nowhere. The game stays in the store.
fn gone<'p>(slot: u32, shared: &mut Shared<'p>) -> Screen<'p> {
    shared.level_is_gone(slot);
    Screen::Title(Title::default())
}

impl<'p> ScreenState<'p> for Opening<'p> {
    fn act(&mut self, _: Action, _: &mut Shared<'p>) -> Next<'p> {
        None
    }

    fn is_reading(&self) -> bool {
        true
    }

    fn pass(&mut self, _: u32, shared: &mut Shared<'p>) -> Next<'p> {
        let Wanted::Searched(slot, search) = &mut self.wanted else {
            return None;
        };
        if !shared.takes_reading() {
            return None;
        }
        match search.advance(&mut shared.reading) {
            Poll::Pending => None,
            Poll::Ready(Some((place, entry))) => {
                self.wanted = Wanted::Pack(place, entry);
                None
            }
            Poll::Ready(None) => Some(gone(*slot, shared)),
        }
    }
}
