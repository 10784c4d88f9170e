//! A player who presses buttons by a script, as slowly as a person and through the whole
//! path of input, while the solver works beside the game.
//!
//! | word | does |
//! |---|---|
//! | `u` `d` `l` `r` | taps a direction |
//! | `ok` `back` `hint` `undo` `pause` `redo` `restart` | what the layout has for it, or its place in the pause menu |
//! | `hold:r:900` `rewind:900` | keeps a direction or undo down for so many milliseconds |
//! | `menu:How_to_play` | goes to a line of a menu and takes it |
//! | `battery:70` | lets the battery have so many per cent |
//! | `wait:500` | lets milliseconds pass |
//! | `think` | waits until the machine has nothing to think about |
//! | `found` | waits until it has a solution, though perhaps not the shortest |
//! | `made` | waits until the level is made that the player waits for |
//! | `stock:2` | waits until so many new levels are at hand |
//! | `solve` `solve:3` | solves the level by hand, or plays the first pushes of its solution |
//! | `lose` | plays to a position in which a box is stuck |

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use crate::game::input::{Button, Buttons, Keypad, Layout};
use crate::game::{Effects, Game, Play, Screen, run};
use crate::puzzle::{Direction, stuck_boxes};
use crate::solve::{ARENA_WORDS, Solver, Status};

/// From one sample of the buttons to the next.
const TICK_MS: u32 = 5;
const TAP_MS: u32 = 60;
const HOLD_MS: u32 = 560;
/// Between two presses.
const GAP_MS: u32 = 30;
/// Ticks that the machine may think for: more than any level of a script needs.
const PATIENCE: u32 = 200_000;

/// A game and someone to play it.
#[derive(Debug)]
pub struct Player<'p> {
    /// The game.
    pub game: Game<'p>,
    /// Its time.
    pub now: u32,
    /// Everything that the game has asked for.
    pub effects: Vec<Effects>,
    keypad: Keypad,
    arena: Vec<u32>,
}

/// A word that cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotDo(pub String);

impl<'p> Player<'p> {
    /// A player of a game whose time is this.
    pub fn new(game: Game<'p>, now: u32) -> Self {
        Self {
            game,
            now,
            effects: Vec::new(),
            keypad: Keypad::new(),
            arena: vec![0; ARENA_WORDS],
        }
    }

    /// Does all words of a script.
    pub fn play(&mut self, script: &str) -> Result<(), CannotDo> {
        script
            .split_whitespace()
            .try_for_each(|word| self.act(word))
    }

    /// Does one word.
    pub fn act(&mut self, word: &str) -> Result<(), CannotDo> {
        let layout = self.game.device().layout;
        let cannot = || CannotDo(word.to_string());
        let (verb, rest) = word.split_once(':').unwrap_or((word, ""));
        let time = |text: &str| text.parse::<u32>().map_err(|_| cannot());
        match (verb, layout) {
            ("u" | "d" | "l" | "r", _) => self.press(direction(verb, layout), TAP_MS),
            ("hold", _) => {
                let (way, rest) = rest.split_once(':').ok_or_else(cannot)?;
                self.press(direction(way, layout), time(rest)?);
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
                // It stays in its menu while there is more of it.
                if self.game.screen() == Screen::Pause {
                    self.act("back")?;
                }
            }
            ("restart", _) => self.play("pause menu:Restart")?,
            ("menu", _) => self.choose(&rest.replace('_', " ")).ok_or_else(cannot)?,
            ("battery", _) => self.game.set_battery(time(rest)?.min(100) as u8),
            ("wait", _) => self.wait(time(rest)?, Buttons::NONE),
            ("think", _) => self.think(|_| false).ok_or_else(cannot)?,
            ("made", _) => self
                .until(|game| game.screen() != Screen::Generating)
                .ok_or_else(cannot)?,
            ("stock", _) => {
                let wanted = time(rest)? as usize;
                self.until(|game| game.stock() >= wanted)
                    .ok_or_else(cannot)?;
            }
            ("found", _) => {
                let found = |game: &Game<'_>| game.pushes_so_far().is_some();
                self.think(found).ok_or_else(cannot)?;
            }
            ("solve", _) => {
                let most = if rest.is_empty() {
                    u32::MAX
                } else {
                    time(rest)?
                };
                self.walk(solution(self.game.play(), most).ok_or_else(cannot)?);
            }
            ("lose", _) => self.walk(blunder(self.game.play()).ok_or_else(cannot)?),
            _ => return Err(cannot()),
        }
        Ok(())
    }

    fn press(&mut self, button: Button, time: u32) {
        self.wait(time, Buttons::from(button));
        self.wait(GAP_MS, Buttons::NONE);
    }

    fn walk(&mut self, steps: Vec<Direction>) {
        let layout = self.game.device().layout;
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
        let is_it = |game: &Game<'_>, place: usize| {
            let item = game.items().get(place).copied();
            item.is_some_and(|item| game.row(item).label == label)
        };
        let wanted = (0..self.game.items().len()).find(|&place| is_it(&self.game, place))?;
        while self.game.cursor() != wanted {
            let way = if wanted > self.game.cursor() {
                "d"
            } else {
                "u"
            };
            self.act(way).ok()?;
        }
        self.act("ok").ok()
    }

    fn wait(&mut self, time: u32, held: Buttons) {
        let mut left = time.div_ceil(TICK_MS);
        self.run(|_| {
            let goes_on = left > 0;
            left = left.saturating_sub(1);
            goes_on.then_some(held)
        });
    }

    fn think(&mut self, is_enough: impl Fn(&Game<'_>) -> bool) -> Option<()> {
        self.until(|game| game.subject().is_none() || is_enough(game))
    }

    fn until(&mut self, is_enough: impl Fn(&Game<'_>) -> bool) -> Option<()> {
        let mut left = PATIENCE;
        self.run(|game| {
            left = left.saturating_sub(1);
            (left > 0 && !is_enough(game)).then_some(Buttons::NONE)
        });
        (left > 0).then_some(())
    }

    /// Ticks for as long as somebody says which buttons are down.
    fn run(&mut self, mut held: impl FnMut(&Game<'p>) -> Option<Buttons>) {
        let Self {
            game,
            now,
            effects,
            keypad,
            arena,
        } = self;
        run(game, arena, |game, _| {
            let Some(buttons) = held(game) else {
                return ControlFlow::Break(());
            };
            *now = now.wrapping_add(TICK_MS);
            keypad.update(*now, buttons);
            loop {
                let event = keypad.next_event();
                let wanted = game.update(event, *now);
                if wanted != Effects::default() {
                    effects.push(wanted);
                }
                if event.is_none() {
                    return ControlFlow::Continue(());
                }
            }
        });
    }
}

/// The steps of the first so many pushes of a solution.
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

/// The shortest way to a position in which a box is stuck.
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
