//! A player who presses buttons by a script, as slowly as a person and through the whole
//! path of input, while the solver works beside the game.
//!
//! A script is words: what to do, or what must be true then.
//!
//! | word | does or checks |
//! |---|---|
//! | `u` `d` `l` `r` | taps a direction |
//! | `ok` `back` `hint` `undo` `pause` `redo` `restart` | what the layout has for it, or its place in the pause menu |
//! | `hold:r:900` `rewind:900` | keeps a direction or undo for so many milliseconds |
//! | `menu:How_to_play` | goes to a line of a menu and takes it |
//! | `wait:500` | lets milliseconds pass |
//! | `think` | waits until the machine has nothing to think about |
//! | `=Play` | the screen is this one |
//! | `moves:3` `pushes:1` `bests:1` | the counts are these |
//! | `says:won` | the message on the screen has this in it |
//! | `box:2,4` `keeper:1,1` | a box, the keeper is on this row and column |

use std::collections::VecDeque;
use std::ops::ControlFlow;

use sokopico::game::input::{Button, Buttons, Keypad, Layout};
use sokopico::game::packs::Pack;
use sokopico::game::{Device, Effects, Game, Screen, run};
use sokopico::puzzle::Cell;
use sokopico::solve::ARENA_WORDS;

const TICK_MS: u32 = 5;
const TAP_MS: u32 = 60;
const HOLD_MS: u32 = 560;
const PATIENCE_MS: u32 = 600_000;

pub(crate) const fn device(layout: Layout) -> Device {
    Device {
        layout,
        backlight: true,
        quit: true,
        usb_drive: true,
    }
}

pub(crate) struct Player<'p> {
    pub(crate) game: Game<'p>,
    pub(crate) now: u32,
    /// Everything that the game asked for since the last script began.
    pub(crate) effects: Vec<Effects>,
    keypad: Keypad,
    arena: Vec<u32>,
    layout: Layout,
}

impl<'p> Player<'p> {
    pub(crate) fn new(packs: &'p [Pack<'p>], layout: Layout) -> Self {
        Self {
            game: Game::new(packs, device(layout), 0).unwrap(),
            now: 0,
            effects: Vec::new(),
            keypad: Keypad::new(),
            arena: vec![0; ARENA_WORDS],
            layout,
        }
    }

    /// Plays a script to its end.
    pub(crate) fn play(&mut self, script: &str) {
        let mut words: VecDeque<String> = script.split_whitespace().map(str::to_string).collect();
        let mut held: Option<(Buttons, u32)> = None;
        let mut left = PATIENCE_MS;
        let Self {
            game,
            now,
            effects,
            keypad,
            arena,
            layout,
        } = self;
        effects.clear();
        run(game, arena, |game, _| {
            *now += TICK_MS;
            keypad.update(*now, held.map_or(Buttons::NONE, |(buttons, _)| buttons));
            let mut event = keypad.next_event();
            loop {
                let effect = game.update(event, *now);
                if effect != Effects::default() {
                    effects.push(effect);
                }
                event = keypad.next_event();
                if event.is_none() {
                    break;
                }
            }
            left = left
                .checked_sub(TICK_MS)
                .unwrap_or_else(|| panic!("nothing came of {words:?} in {script}"));
            if let Some((buttons, time)) = &mut held {
                if *time > 0 {
                    *time = time.saturating_sub(TICK_MS);
                    if *time == 0 {
                        // Up again for long enough to be noticed.
                        *buttons = Buttons::NONE;
                        held = None;
                        words.push_front("wait:30".to_string());
                    }
                }
                return ControlFlow::Continue(());
            }
            let Some(word) = words.pop_front() else {
                return ControlFlow::Break(());
            };
            let (verb, rest) = word.split_once(':').unwrap_or((&word, ""));
            let context = || {
                let (play, banner) = (game.play(), game.banner());
                let picture = play.level().picture(play.board());
                format!(
                    "at {word:?} of {script:?} with {layout:?}: {:?}, {banner:?}\n{picture}",
                    game.screen()
                )
            };
            let number = || {
                rest.parse::<u32>()
                    .unwrap_or_else(|_| panic!("{}", context()))
            };
            let mut press = |button, time| held = Some((Buttons::from(button), time));
            match (verb, *layout) {
                ("u" | "d" | "l" | "r", _) => press(direction(verb, *layout), TAP_MS),
                ("hold", _) => {
                    let (way, time) = rest.split_once(':').unwrap();
                    press(direction(way, *layout), time.parse().unwrap());
                }
                ("rewind", _) => press(Button::B, number()),
                ("hint" | "ok", Layout::Four) => press(Button::A, HOLD_MS),
                ("undo" | "back", Layout::Four) => press(Button::B, HOLD_MS),
                ("redo", Layout::Four) => press(Button::X, HOLD_MS),
                ("pause", Layout::Four) => press(Button::Y, HOLD_MS),
                ("hint" | "ok", _) => press(Button::A, TAP_MS),
                ("undo" | "back", _) => press(Button::B, TAP_MS),
                ("redo", Layout::Eight) => press(Button::X, TAP_MS),
                ("restart", Layout::Eight) => press(Button::X, HOLD_MS),
                ("pause", Layout::Eight) => press(Button::Y, TAP_MS),
                ("pause", Layout::Six) => press(Button::Centre, TAP_MS),
                ("redo", Layout::Six) => {
                    for word in ["leave-pause", "menu:Redo", "pause"] {
                        words.push_front(word.to_string());
                    }
                }
                // Redo stays in its menu while there is more of it.
                ("leave-pause", _) => {
                    if game.screen() == Screen::Pause {
                        words.push_front("back".to_string());
                    }
                }
                ("restart", _) => {
                    words.push_front("menu:Restart".to_string());
                    words.push_front("pause".to_string());
                }
                ("menu", _) => {
                    let label = rest.replace('_', " ");
                    let items = game.items();
                    let wanted = items.iter().position(|&item| game.row(item).label == label);
                    let wanted = wanted.unwrap_or_else(|| panic!("{}", context()));
                    if wanted == game.cursor() {
                        words.push_front("ok".to_string());
                    } else {
                        words.push_front(word.clone());
                        let way = if wanted > game.cursor() { "d" } else { "u" };
                        words.push_front(way.to_string());
                    }
                }
                ("wait", _) => {
                    let time = number();
                    if time > TICK_MS {
                        words.push_front(format!("wait:{}", time - TICK_MS));
                    }
                }
                ("think", _) => {
                    if game.subject().is_some() {
                        words.push_front(word.clone());
                    }
                }
                ("moves", _) => assert_eq!(game.play().tally().moves, number(), "{}", context()),
                ("pushes", _) => assert_eq!(game.play().tally().pushes, number(), "{}", context()),
                ("bests", _) => assert_eq!(game.bests().len() as u32, number(), "{}", context()),
                ("says", _) => {
                    let said = game.banner().map(|banner| banner.to_string());
                    let rest = rest.replace('_', " ");
                    assert!(
                        said.is_some_and(|said| said.contains(&rest)),
                        "{}",
                        context()
                    );
                }
                ("box", _) => assert!(
                    game.play().board().boxes().contains(cell(rest)),
                    "{}",
                    context()
                ),
                ("keeper", _) => {
                    assert_eq!(game.play().board().keeper(), cell(rest), "{}", context())
                }
                _ => {
                    let name = word
                        .strip_prefix('=')
                        .unwrap_or_else(|| panic!("{}", context()));
                    let screen = format!("{:?}", game.screen());
                    assert!(screen.starts_with(name), "{}", context());
                }
            }
            ControlFlow::Continue(())
        });
    }
}

fn direction(word: &str, layout: Layout) -> Button {
    match (word, layout) {
        ("u", Layout::Four) => Button::A,
        ("d", Layout::Four) => Button::B,
        ("l", Layout::Four) => Button::X,
        ("r", Layout::Four) => Button::Y,
        ("u", _) => Button::Up,
        ("d", _) => Button::Down,
        ("l", _) => Button::Left,
        _ => Button::Right,
    }
}

fn cell(text: &str) -> Cell {
    let (row, column) = text.split_once(',').unwrap();
    Cell::new(row.parse().unwrap(), column.parse().unwrap()).unwrap()
}
