//! Connects the midend to the terminal: keys in; picture, bell and saves out.

use std::io;
use std::pin::pin;
use std::time::{Duration, Instant};

use crate::game::input::Event;
use crate::game::{Desk, Effects, Game, Midend, Sound, poll, work};
use crate::host::frame::Frame;
use crate::host::store::FileStore;
use crate::host::terminal::{Help, Input, Terminal};
use crate::solve::ARENA_WORDS;
use crate::view::View;

/// Time between frames while the worker has nothing to do.
const FRAME: Duration = Duration::from_millis(16);
/// How long turns and slices of work follow each other between two pictures.
const BUSY: Duration = Duration::from_millis(8);
/// The most keys handled in one turn, so that pasted text does not stop the display.
const INPUTS: usize = 32;

/// The terminal and the picture in it.
pub(super) struct Handheld {
    terminal: Terminal,
    view: View,
    frame: Frame,
    /// The line of keys that was shown last.
    help: Option<Help>,
    /// Shown instead of it until a key is pressed.
    notice: Option<String>,
}

/// Input from the terminal since the last turn.
#[derive(Default)]
struct Inputs {
    events: Vec<Event>,
    resized: bool,
    quit: bool,
}

impl Handheld {
    pub(super) fn new(terminal: Terminal, notice: Option<&str>) -> Self {
        let size = terminal.size();
        Self {
            terminal,
            view: View::new(size),
            frame: Frame::new(size),
            help: None,
            notice: notice.map(str::to_owned),
        }
    }

    /// Runs turns until the player quits.
    pub(super) fn run(mut self, midend: &mut Midend<'_>, store: &mut FileStore) -> io::Result<()> {
        let desk = Desk::new();
        let mut arena = vec![0; ARENA_WORDS];
        let mut worker = pin!(work(&desk, &mut arena));
        midend.set_display(View::display(self.view.size()));
        let mut patience = Duration::ZERO;
        loop {
            let inputs = self.take_inputs(patience)?;
            if inputs.resized {
                self.resize();
                midend.set_display(View::display(self.view.size()));
            }
            if !inputs.events.is_empty() && self.notice.take().is_some() {
                self.help = None;
            }
            let began = Instant::now();
            let mut events = inputs.events;
            let may_sleep = loop {
                let effects = midend.turn(events.drain(..), self.terminal.now(), &desk);
                self.carry_out(effects, midend, store)?;
                if inputs.quit || effects.quit {
                    return Ok(());
                }
                if effects.may_sleep || began.elapsed() >= BUSY {
                    break effects.may_sleep;
                }
                poll(worker.as_mut());
            };
            self.show(midend.game())?;
            patience = match may_sleep {
                true => FRAME,
                false => Duration::ZERO,
            };
        }
    }

    fn take_inputs(&mut self, mut patience: Duration) -> io::Result<Inputs> {
        let mut inputs = Inputs::default();
        for _ in 0..INPUTS {
            let Some(input) = self.terminal.wait(patience)? else {
                break;
            };
            patience = Duration::ZERO;
            match input {
                Input::Quit => {
                    inputs.quit = true;
                    break;
                }
                Input::Resized => inputs.resized = true,
                Input::Event(event) => inputs.events.push(event),
            }
        }
        Ok(inputs)
    }

    fn carry_out(
        &mut self,
        effects: Effects,
        midend: &mut Midend<'_>,
        store: &mut FileStore,
    ) -> io::Result<()> {
        // The screen says that it was not saved, and the line below says why.
        if effects.save.is_some()
            && midend.save(store).is_err()
            && let Some(error) = store.last_error()
        {
            let notice = || format!("Not saved: {error}");
            self.notice.get_or_insert_with(notice);
            self.help = None;
        }
        if effects.sound == Some(Sound::Solved) {
            self.terminal.ring()?;
        }
        Ok(())
    }

    fn resize(&mut self) {
        let size = self.terminal.size();
        self.view = View::new(size);
        self.frame = Frame::new(size);
        self.help = None;
    }

    fn show(&mut self, game: &Game<'_>) -> io::Result<()> {
        let now = self.terminal.now();
        let help = Help::of(game.screen());
        let mut picture = self.view.picture(game, now);
        let changes = picture.refresh();
        if changes.is_empty() && self.help == Some(help) {
            return Ok(());
        }
        for &area in &changes {
            let Ok(()) = picture.paint(area, &mut self.frame);
        }
        self.help = Some(help);
        let notice = self.notice.as_deref();
        self.terminal.show(&self.frame, help, notice)
    }
}
