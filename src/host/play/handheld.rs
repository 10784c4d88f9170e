//! The terminal as the machine around the game: keys in; picture, bell and store out.

use std::io;
use std::time::{Duration, Instant};

use crate::game::clock::is_due;
use crate::game::input::Event;
use crate::game::progress::Store;
use crate::game::{Game, Sound};
use crate::host::frame::Frame;
use crate::host::terminal::{Help, Input, Terminal};
use crate::view::View;

/// From one look at keys and picture to the next.
const FRAME: Duration = Duration::from_millis(16);
/// The same while the solver works: it gets most of the time, and nobody notices.
const SLICE: Duration = Duration::from_millis(8);
/// Keys taken in one turn, so that a flood of them does not stop the picture.
const INPUTS: usize = 32;
/// Changes are saved after so many milliseconds, so that a row of moves is saved once.
const SAVE_AFTER_MS: u32 = 1_000;
/// What could not be saved is tried again after so many.
const RETRY_AFTER_MS: u32 = 30_000;

/// Whether a turn was the last.
pub(super) enum Then {
    GoOn,
    Leave,
}

/// The machine.
pub(super) struct Handheld<'s, S> {
    terminal: Terminal,
    view: View,
    frame: Frame,
    /// Where the terminal says the player is.
    help: Option<Help>,
    store: &'s mut S,
    save_at: Option<u32>,
    turned: Instant,
}

impl<'s, S: Store> Handheld<'s, S> {
    pub(super) fn new(terminal: Terminal, store: &'s mut S) -> Self {
        let size = terminal.size();
        Self {
            terminal,
            view: View::new(size),
            frame: Frame::new(size),
            help: None,
            store,
            save_at: None,
            turned: Instant::now(),
        }
    }

    /// One turn of the machine: keys, game, picture, store.
    pub(super) fn turn(&mut self, game: &mut Game<'_>, thinking: bool) -> io::Result<Then> {
        if thinking && self.turned.elapsed() < SLICE {
            return Ok(Then::GoOn);
        }
        let mut patience = if thinking { Duration::ZERO } else { FRAME };
        for _ in 0..INPUTS {
            let Some(input) = self.terminal.wait(patience)? else {
                break;
            };
            patience = Duration::ZERO;
            match input {
                Input::Quit => return Ok(Then::Leave),
                Input::Resized => self.resize(),
                Input::Event(event) => {
                    if let Then::Leave = self.update(game, Some(event))? {
                        return Ok(Then::Leave);
                    }
                }
            }
        }
        let then = self.update(game, None)?;
        self.show(game)?;
        self.save(game);
        self.turned = Instant::now();
        Ok(then)
    }

    fn update(&mut self, game: &mut Game<'_>, event: Option<Event>) -> io::Result<Then> {
        let effects = game.update(event, self.terminal.now());
        if effects.sound == Some(Sound::Solved) {
            self.terminal.ring()?;
        }
        Ok(if effects.quit {
            Then::Leave
        } else {
            Then::GoOn
        })
    }

    fn resize(&mut self) {
        let size = self.terminal.size();
        self.view = View::new(size);
        self.frame = Frame::new(size);
        self.help = None;
    }

    fn show(&mut self, game: &mut Game<'_>) -> io::Result<()> {
        let now = self.terminal.now();
        let help = Help::of(game.screen());
        let changes = self.view.refresh(game, now);
        if changes.is_empty() && self.help == Some(help) {
            return Ok(());
        }
        for &area in &changes {
            let Ok(()) = self.view.paint(game, now, area, &mut self.frame);
        }
        game.set_turned(self.view.is_turned(game));
        self.help = Some(help);
        self.terminal.show(&self.frame, help)
    }

    /// Saves what has been unsaved for a moment.
    fn save(&mut self, game: &mut Game<'_>) {
        if !game.is_unsaved() {
            self.save_at = None;
            return;
        }
        let now = self.terminal.now();
        let due = *self.save_at.get_or_insert(now.wrapping_add(SAVE_AFTER_MS));
        if is_due(due, now) {
            // The game tells on the screen what fails.
            let saved = game.save(self.store);
            self.save_at = saved.is_err().then(|| now.wrapping_add(RETRY_AFTER_MS));
        }
    }
}
