//! When to save, what is written, and how a game is restored.

use core::task::Poll;

use super::banner::Banner;
use super::clock::elapsed;
use super::device::Save;
use super::game::Game;
use super::library::packs::Pack;
use super::library::{Census, FindLevel, Reading};
use super::play::Source;
use super::progress::result_item::Solution;
use super::progress::{
    Autosave, BadRecord, ITEM_BYTES, Key, LoadError, Settings, Store, StoreError, Worth,
};
use super::screens::{How, Opening, Playing, Screen};

/// After this time without a key, the player counts as pausing. In milliseconds.
const CALM_MS: u32 = 1_000;
/// Time between saves while the player does not pause, up to the next key. In milliseconds.
const BUSY_MS: u32 = 10_000;
/// Time until the next attempt after a save has failed, in milliseconds.
const RETRY_MS: u32 = 30_000;
const CURRENT_VERSION: u8 = 1;

/// Boards that are skipped, and pieces of boards that are read, in search of the level in play
/// before the first screen: enough for it to be found where it was, or nearby. If packs have
/// changed more, the search goes on at the title.
const PIECES_AT_START: usize = 200;
/// The same to find out what a level is called: it is where it was, or near that.
const PIECES_FOR_A_NAME: usize = 120;
/// The rules for saving.
#[derive(Clone, Debug)]
pub(super) struct Saving {
    autosave: Autosave,
    /// The last time when nothing was unsaved, or a save was attempted.
    since: u32,
    failed: bool,
    /// Whether to save at the next turn.
    hurries: bool,
    /// The slot of the game that the store has as the one in play.
    current: Option<u32>,
}

impl Saving {
    pub(super) const NEW: Self = Self {
        autosave: Autosave::new(),
        since: 0,
        failed: false,
        hurries: false,
        current: None,
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
        } else if waited >= BUSY_MS && idle == 0 {
            // Right after a key, when the next one is least likely.
            self.since = now;
            // The retry is due, and stays so until there is time for it.
            self.failed = false;
            Some(Save::IfQuick)
        } else {
            None
        }
    }

    /// Loads everything, and continues the game that was played last. Returns the first error.
    #[inline(never)]
    pub(super) fn load<'p>(
        &mut self,
        game: &mut Game<'p>,
        store: &mut impl Store,
    ) -> Result<(), LoadError> {
        let rest = load_rest(game, store);
        let current = current(store).and_then(|slot| resume(game, store, slot, How::Resume));
        for _ in 0..PIECES_AT_START {
            match &game.screen {
                Screen::Opening(opening) if !opening.is_ready() => {
                    game.shared.has_read = false;
                    game.pass_screen(0);
                }
                _ => break,
            }
        }
        self.open(game, store);
        self.current = slot_in_play(game);
        if let Screen::Opening(opening) = &game.screen {
            let title = opening.search_from_title();
            game.show(title);
        }
        let result = rest.and(current);
        if let Err(error) = result {
            game.shared.tell(Banner::NotLoaded(error));
        }
        result
    }

    /// Opens the level that the screen wants to open, if there is one.
    #[inline(never)]
    fn open(&mut self, game: &mut Game<'_>, store: &mut impl Store) {
        if let Screen::Opening(opening) = &game.screen
            && opening.is_ready()
        {
            let next = opening.finish(store, &mut self.autosave, &mut game.shared);
            game.show(next);
        }
    }

    pub(super) fn is_unsaved(&self, game: &Game<'_>) -> bool {
        let shared = &game.shared;
        shared.settings_unsaved
            || shared.play.is_unsaved()
            || shared.bests.is_unsaved()
            || shared.games_erased
            || self.current != slot_in_play(game)
            || shared.workshop.is_unsaved()
    }

    /// Saves what changed; then opens the level that is about to open, and continues a game if
    /// that was asked for.
    #[inline(never)]
    pub(super) fn save(
        &mut self,
        game: &mut Game<'_>,
        store: &mut impl Store,
    ) -> Result<(), StoreError> {
        let had_failed = self.failed;
        let result = self.write(game, store);
        self.since = game.shared.now;
        self.failed = result.is_err();
        if let Err(error) = result {
            game.shared.tell(Banner::NotSaved(error));
            // The game stays in play, until the player insists.
            if matches!(game.screen, Screen::Opening(_)) && !had_failed {
                game.show(Some(Screen::Play(Playing::default())));
            }
        }
        self.open(game, store);
        if core::mem::take(&mut game.shared.requests.resume)
            && let Err(error) = resume(game, store, game.shared.games.latest(), How::Continue)
        {
            game.shared.tell(Banner::NotLoaded(error));
        }
        result
    }

    /// Writes what changed. If there is no room, saved games are given up.
    fn write(&mut self, game: &mut Game<'_>, store: &mut impl Store) -> Result<(), StoreError> {
        loop {
            match self.try_to_write(game, store) {
                Err(StoreError::Full) if self.drop_game(game, store, Worth::Much)? => {}
                Ok(()) => return self.write_solution(game, store),
                result => return result,
            }
        }
    }

    /// Writes the solution of a result that was written without it. If there is no room, games
    /// that are worth less are given up, or else the solution is.
    fn write_solution(
        &mut self,
        game: &mut Game<'_>,
        store: &mut impl Store,
    ) -> Result<(), StoreError> {
        while game.shared.bests.is_unsaved() {
            match save_bests(game, store) {
                Err(StoreError::Full) if !self.drop_game(game, store, Worth::Little)? => {
                    game.shared.bests.save(store, None)?;
                    game.shared.losses.add(Banner::SolutionDropped);
                }
                Err(StoreError::Full) => {}
                result => return result,
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn try_to_write(
        &mut self,
        game: &mut Game<'_>,
        store: &mut impl Store,
    ) -> Result<(), StoreError> {
        let is_leaving = matches!(game.screen, Screen::Opening(_));
        let shared = &mut game.shared;
        if shared.settings_unsaved {
            store.write(Key::Settings, &shared.settings.encode())?;
            store.commit()?;
            shared.settings_unsaved = false;
        }
        if shared.games_erased {
            shared.games.erase(store, &mut self.autosave)?;
            shared.games_erased = false;
        }
        let results = match save_bests(game, store) {
            // Better without its solution than not at all.
            Err(StoreError::Full) => game.shared.bests.save_alone(store),
            result => result,
        };
        let play = &game.shared.play;
        if play.is_on() && is_leaving && play.is_untouched() {
            self.remove_game(game, store)?;
        } else if play.is_unsaved() {
            match play.is_on() {
                true => self.save_game(game, store)?,
                false => self.remove_game(game, store)?,
            }
        }
        let current = slot_in_play(game);
        if self.current != current {
            match current {
                Some(slot) => store.write(Key::Current, &current_bytes(slot))?,
                None => store.remove(Key::Current)?,
            }
            store.commit()?;
            self.current = current;
        }
        match game.shared.workshop.save(store) {
            // A level in stock is worth no saved game: another can be made.
            Err(StoreError::Full) => game.shared.workshop.give_up_saving(),
            result => result?,
        }
        match results {
            // The game of the solved level is gone by now.
            Err(StoreError::Full) => game.shared.bests.save_alone(store),
            result => result,
        }
    }

    /// Saves the game in play.
    #[inline(never)]
    fn save_game(&mut self, game: &mut Game<'_>, store: &mut impl Store) -> Result<(), StoreError> {
        let shared = &mut game.shared;
        let id = shared.play.id();
        let known = shared.games.slot(id);
        let slot = known.or_else(|| shared.games.free());
        let slot = slot.ok_or(StoreError::Full)?;
        // The game that was played last keeps its stamp.
        let stamp = match shared.games.latest() == known {
            true => shared.games.next_stamp().saturating_sub(1).max(1),
            false => shared.games.next_stamp(),
        };
        let session = shared.play.session();
        let made = shared.play.kept();
        let (level, history) = shared.play.parts();
        let place = (slot, stamp);
        let level = (level, made.as_ref());
        let saved = self.autosave.save(store, place, session, level, history)?;
        store.commit()?;
        self.autosave.saved(saved);
        let pushes = shared.play.tally().pushes;
        shared.games.saved(slot, id, stamp, pushes);
        shared.play.saved();
        Ok(())
    }

    /// Removes the saved game of the level that was played last.
    fn remove_game(
        &mut self,
        game: &mut Game<'_>,
        store: &mut impl Store,
    ) -> Result<(), StoreError> {
        let shared = &mut game.shared;
        if let Some(slot) = shared.games.slot(shared.play.id()) {
            self.autosave.remove(store, slot)?;
            store.commit()?;
            shared.games.removed(slot);
        }
        shared.play.saved();
        Ok(())
    }

    /// Gives up a saved game that is worth at most `most`, and says which. Returns whether there
    /// was one.
    #[inline(never)]
    fn drop_game(
        &mut self,
        game: &mut Game<'_>,
        store: &mut impl Store,
        most: Worth,
    ) -> Result<bool, StoreError> {
        let shared = &mut game.shared;
        let best = |level| shared.bests.get(level);
        let first = shared.games.first_to_go(shared.play.id(), best);
        let Some((slot, _)) = first.filter(|&(_, worth)| worth <= most) else {
            return Ok(false);
        };
        let source = source_of(store, slot, (shared.packs, &mut shared.reading));
        self.autosave.remove(store, slot)?;
        store.commit()?;
        shared.games.removed(slot);
        shared.losses.add(Banner::GameDropped(source));
        Ok(true)
    }
}

/// Writes results, with the solution in play if it belongs to one.
fn save_bests(game: &mut Game<'_>, store: &mut impl Store) -> Result<(), StoreError> {
    let shared = &mut game.shared;
    let play = &shared.play;
    let solution = Solution::of((play.id(), play.level()), play.history());
    shared.bests.save(store, solution)
}

/// What the level of a saved game is called, if it is still where it was or nearby.
#[inline(never)]
fn source_of<'p>(
    store: &mut impl Store,
    slot: u32,
    (packs, reading): (&'p [Pack<'p>], &mut Reading<'p>),
) -> Option<Source<'p>> {
    let session = Autosave::find(store, slot).ok()??;
    if session.place.is_made() {
        let made = Autosave::level(store, slot).ok()??;
        return Some(Source::Made(made.code, made.grade));
    }
    let mut search = FindLevel::new(packs, session.level, session.place);
    for _ in 0..PIECES_FOR_A_NAME {
        if let Poll::Ready(found) = search.advance(reading) {
            return found.map(|(place, entry)| Source::Pack(place, entry.title));
        }
    }
    None
}

/// The number of the game in play as it is stored: in two bytes, or four if that is not enough.
fn current_bytes(slot: u32) -> heapless::Vec<u8, 5> {
    let used = if slot >> 16 == 0 { 2 } else { 4 };
    let number = slot.to_le_bytes().into_iter().take(used);
    [CURRENT_VERSION].into_iter().chain(number).collect()
}

/// The slot of the game in play, if it is saved.
fn slot_in_play(game: &Game<'_>) -> Option<u32> {
    let play = &game.shared.play;
    play.is_on().then(|| game.shared.games.slot(play.id()))?
}

/// The slot of the game that was in play.
#[inline(never)]
fn current(store: &mut impl Store) -> Result<Option<u32>, LoadError> {
    let mut buffer = [0; ITEM_BYTES];
    match store.read(Key::Current, &mut buffer)? {
        None => Ok(None),
        Some(&[CURRENT_VERSION, b0, b1]) => Ok(Some(u32::from_le_bytes([b0, b1, 0, 0]))),
        Some(&[CURRENT_VERSION, b0, b1, b2, b3]) => Ok(Some(u32::from_le_bytes([b0, b1, b2, b3]))),
        Some(&[version, ..]) if version > CURRENT_VERSION => Err(BadRecord::Future(version).into()),
        Some(_) => Err(BadRecord::Corrupt.into()),
    }
}

/// Begins to continue the game in a slot.
fn resume(
    game: &mut Game<'_>,
    store: &mut impl Store,
    slot: Option<u32>,
    how: How,
) -> Result<(), LoadError> {
    if let Some(slot) = slot {
        let screen = Opening::resume(store, slot, how, &game.shared)?;
        game.show(screen);
    }
    Ok(())
}

/// Loads everything but the level in play; returns the first error.
#[inline(never)]
fn load_rest(game: &mut Game<'_>, store: &mut impl Store) -> Result<(), LoadError> {
    let shared = &mut game.shared;
    let settings = Settings::load(store).map(|settings| shared.settings = settings);
    let bests = shared.bests.load(store);
    let games = shared.games.load(store);
    shared.census = Census::new(shared.packs);
    settings
        .and(bests)
        .and(games)
        .and(shared.workshop.load(store))
}
