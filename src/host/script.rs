//! Plays the game from a script of button presses, at human speed and through the whole input
//! path, while the worker runs in the background.
//!
//! | word | does |
//! |---|---|
//! | `u` `d` `l` `r` | taps a direction |
//! | `ok` `back` `hint` `undo` `pause` `redo` `restart` | presses the layout's button for it, or chooses it in the pause menu |
//! | `key:X` | taps a button by its name |
//! | `hold:r:900` `rewind:900` | holds a direction or undo for 900 ms |
//! | `menu:How_to_play` | moves to a row of a menu and chooses it |
//! | `battery:70` | sets the battery's charge, in per cent |
//! | `wait:500` | waits, in milliseconds |
//! | `think` | waits until the solver has nothing to do |
//! | `found` | waits until there is a solution, perhaps not the best |
//! | `made` | waits until the new level is ready |
//! | `stock:2` | waits until two new levels are in stock |
//! | `solve` `solve:3` | plays a solution of the level, or its first three pushes |
//! | `lose` | plays to a position in which a box is stuck |

use std::collections::{HashSet, VecDeque};
use std::pin::Pin;
use std::rc::Rc;

use super::made_up;
use crate::game::hardware::{Inspection, Measurement};
use crate::game::input::{Button, Buttons, Event, Keypad, Layout};
use crate::game::progress::MemoryStore;
use crate::game::{Desk, Effects, Game, Midend, Play, Save, Screen, Wish, poll, work};
use crate::puzzle::{Direction, stuck_boxes};
use crate::solve::{ARENA_WORDS, Solver, Status};

/// Time between samples of the buttons.
const TICK_MS: u32 = 5;
/// Further turns in this time while there is something to do: the machines take more.
const TURNS_A_TICK: usize = 10;
const TAP_MS: u32 = 60;
const HOLD_MS: u32 = 560;
/// Time between two presses.
const GAP_MS: u32 = 30;
/// The most ticks to wait for the machine: more than any scripted level needs.
const PATIENCE: u32 = 200_000;

/// A game, and the keypad and worker to play it with.
pub struct Player<'p> {
    /// The game that is played.
    pub midend: Box<Midend<'p>>,
    /// The game's time, in milliseconds.
    pub now: u32,
    /// The effects of every turn that asked for a sound, to quit, for the USB drive, to remove
    /// a pack or to inspect the board.
    pub effects: Vec<Effects>,
    /// What the board measures; at first, what a good one does.
    pub answer: fn(Inspection) -> Option<Measurement<'static>>,
    /// Slices of the worker a turn.
    pub slices: u32,
    /// Where games are saved when another level is opened.
    pub store: MemoryStore,
    keypad: Keypad,
    desk: Rc<Desk>,
    worker: Pin<Box<dyn Future<Output = ()>>>,
}

/// A word of a script that is unknown, or that cannot be carried out here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotDo(pub String);

impl<'p> Player<'p> {
    /// A player for a game whose time is `now`. Scripts name directions of the level, so the
    /// game's display should turn no level.
    pub fn new(midend: Box<Midend<'p>>, now: u32) -> Self {
        let desk = Rc::new(Desk::new());
        let workers_desk = Rc::clone(&desk);
        let worker = async move {
            let mut arena = vec![0; ARENA_WORDS];
            work(&workers_desk, &mut arena).await;
        };
        Self {
            midend,
            now,
            effects: Vec::new(),
            answer: made_up::answer,
            slices: 1,
            store: MemoryStore::new(),
            keypad: Keypad::new(),
            desk,
            worker: Box::pin(worker),
        }
    }

    /// The game, to be inspected or drawn.
    pub fn game(&self) -> &Game<'p> {
        self.midend.game()
    }

    /// One turn with these events, without advancing the time.
    pub fn turn(&mut self, events: impl IntoIterator<Item = Event>) -> Effects {
        let effects = self.midend.turn(events, self.now, &self.desk);
        let leaves = effects.quit || effects.usb_drive || effects.remove.is_some();
        if effects.sound.is_some() || leaves || effects.inspect.is_some() {
            self.effects.push(effects);
        }
        if effects.save == Some(Save::ToOpen) {
            // It never fails.
            let _ = self.midend.save(&mut self.store);
        }
        if let Some(measurement) = effects.inspect.and_then(self.answer) {
            self.midend.measured(measurement);
        }
        effects
    }

    /// Carries out all words of a script, separated by white space.
    pub fn play(&mut self, script: &str) -> Result<(), CannotDo> {
        script
            .split_whitespace()
            .try_for_each(|word| self.act(word))
    }

    /// Carries out one word.
    pub fn act(&mut self, word: &str) -> Result<(), CannotDo> {
        let layout = self.game().device().layout;
        let cannot = || CannotDo(word.to_string());
        let (verb, rest) = word.split_once(':').unwrap_or((word, ""));
        let time = |text: &str| text.parse::<u32>().map_err(|_| cannot());
        match (verb, layout) {
            ("u" | "d" | "l" | "r", _) => self.press(direction(verb, layout), TAP_MS),
            ("hold", _) => {
                let (way, rest) = rest.split_once(':').ok_or_else(cannot)?;
                self.press(direction(way, layout), time(rest)?);
            }
            ("key", _) => {
                let named = |button: &Button| button.name() == rest;
                let button = Button::ALL.into_iter().find(named);
                self.press(button.ok_or_else(cannot)?, TAP_MS);
            }
            ("rewind", _) => self.press(Button::B, time(rest)?),
            ("hint" | "ok", Layout::Four) => self.press(Button::A, HOLD_MS),
            ("undo" | "back", Layout::Four) => self.press(Button::B, HOLD_MS),
            ("redo", Layout::Four) => self.press(Button::X, HOLD_MS),
            ("pause", Layout::Four) => self.press(Button::Y, HOLD_MS),
            ("hint" | "ok", _) => self.press(Button::A, TAP_MS),
            ("undo" | "back", _) => self.press(Button::B, TAP_MS),
            ("redo", Layout::Eight) => self.press(Button::X, TAP_MS),
            ("restart", Layout::Eight) => self.press(Button::X, HOLD_MS),
            ("pause", Layout::Eight) => self.press(Button::Y, TAP_MS),
            ("pause", Layout::Six) => self.press(Button::Centre, TAP_MS),
            ("redo", Layout::Six) => {
                self.play("pause menu:Redo")?;
                // The menu stays open while there is more to redo.
                if matches!(self.game().screen(), Screen::Pause(_)) {
                    self.act("back")?;
                }
            }
            ("restart", _) => self.play("pause menu:Restart")?,
            ("menu", _) => self.choose(&rest.replace('_', " ")).ok_or_else(cannot)?,
            ("battery", _) => self.midend.set_battery(time(rest)?.min(100) as u8),
            ("wait", _) => self.wait(time(rest)?, Buttons::NONE),
            ("think", _) => self.think(|_| false).ok_or_else(cannot)?,
            ("made", _) => self
                .until(|game| !matches!(game.screen(), Screen::Generating(_)))
                .ok_or_else(cannot)?,
            ("stock", _) => {
                let wanted = time(rest)? as usize;
                self.until(|game| game.stock() >= wanted)
                    .ok_or_else(cannot)?;
            }
            ("found", _) => {
                let found = |game: &Game<'_>| game.best_so_far().is_some();
                self.think(found).ok_or_else(cannot)?;
            }
            ("solve", _) => {
                let most = if rest.is_empty() {
                    u32::MAX
                } else {
                    time(rest)?
                };
                self.walk(solution(self.game().play(), most).ok_or_else(cannot)?);
            }
            ("lose", _) => self.walk(blunder(self.game().play()).ok_or_else(cannot)?),
            _ => return Err(cannot()),
        }
        Ok(())
    }

    fn press(&mut self, button: Button, time: u32) {
        self.wait(time, Buttons::from(button));
        self.wait(GAP_MS, Buttons::NONE);
    }

    fn walk(&mut self, steps: Vec<Direction>) {
        let layout = self.game().device().layout;
        for step in steps {
            let word = match step {
                Direction::Up => "u",
                Direction::Right => "r",
                Direction::Down => "d",
                Direction::Left => "l",
            };
            self.press(direction(word, layout), TAP_MS);
        }
    }

    fn choose(&mut self, label: &str) -> Option<()> {
        let rows = self.game().rows();
        let wanted = rows.iter().position(|row| row.label == label)?;
        while self.game().cursor() != wanted {
            let way = if wanted > self.game().cursor() {
                "d"
            } else {
                "u"
            };
            self.act(way).ok()?;
        }
        self.act("ok").ok()
    }

    fn wait(&mut self, time: u32, held: Buttons) {
        for _ in 0..time.div_ceil(TICK_MS) {
            self.tick(held);
        }
    }

    fn think(&mut self, is_enough: impl Fn(&Game<'_>) -> bool) -> Option<()> {
        let thinks = |game: &Game<'_>| matches!(game.wish(), Some(Wish::Solve(_)));
        self.until(|game| !thinks(game) || is_enough(game))
    }

    fn until(&mut self, is_enough: impl Fn(&Game<'_>) -> bool) -> Option<()> {
        let mut left = PATIENCE;
        while !is_enough(self.game()) {
            left = left.checked_sub(1)?;
            self.tick(Buttons::NONE);
        }
        Some(())
    }

    /// One sample of the buttons, some turns, and the worker's slices.
    fn tick(&mut self, held: Buttons) {
        self.now = self.now.wrapping_add(TICK_MS);
        self.keypad.update(self.now, held);
        let events: Vec<_> = std::iter::from_fn(|| self.keypad.next_event()).collect();
        let mut may_sleep = self.turn(events).may_sleep;
        for _ in 0..TURNS_A_TICK {
            if !may_sleep {
                may_sleep = self.turn(Vec::new()).may_sleep;
            }
        }
        if !may_sleep {
            for _ in 0..self.slices {
                poll(self.worker.as_mut());
            }
        }
    }
}

/// The steps of a solution up to its `pushes`-th push.
fn solution(play: &Play<'_>, pushes: u32) -> Option<Vec<Direction>> {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver = Solver::new(play.level(), play.board(), &mut arena);
    let Status::Solved(solution) = solver.step(u32::MAX) else {
        return None;
    };
    let mut left = pushes;
    let steps = solution.steps().take_while(|step| {
        let wanted = left > 0;
        left -= u32::from(wanted && step.is_push());
        wanted
    });
    Some(steps.map(|step| step.direction).collect())
}

/// The shortest sequence of steps after which a box is stuck.
fn blunder(play: &Play<'_>) -> Option<Vec<Direction>> {
    let mut seen = HashSet::from([play.board().clone()]);
    let mut queue = VecDeque::from([(play.board().clone(), Vec::new())]);
    while let Some((board, way)) = queue.pop_front() {
        if !stuck_boxes(play.level(), &board).is_empty() {
            return Some(way);
        }
        for direction in Direction::ALL {
            let mut next = board.clone();
            if play.level().step(&mut next, direction).is_some() && seen.insert(next.clone()) {
                let mut way = way.clone();
                way.push(direction);
                queue.push_back((next, way));
            }
        }
    }
    None
}

fn direction(word: &str, layout: Layout) -> Button {
    match (word, layout) {
        ("u", Layout::Four) => Button::A,
        ("d", Layout::Four) => Button::B,
        ("l", Layout::Four) => Button::X,
        (_, Layout::Four) => Button::Y,
        ("u", _) => Button::Up,
        ("d", _) => Button::Down,
        ("l", _) => Button::Left,
        _ => Button::Right,
    }
}
