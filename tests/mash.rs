//! A million random inputs over all screens: nothing panics, every screen can be left, and
//! history and board always agree.

#[path = "common/player.rs"]
mod player;

use std::collections::BTreeMap;
use std::pin::pin;

use sokopico::game::input::{Button, Buttons, Event, Gesture, Keypad, Layout};
use sokopico::game::packs::BUILT_IN;
use sokopico::game::progress::MemoryStore;
use sokopico::game::screens::{CHECK_PAGE_MS, CheckPage};
use sokopico::game::{Desk, Game, Midend, Save, Screen, poll, work};
use sokopico::solve::ARENA_WORDS;

/// Inputs per layout: a million in all.
const INPUTS: u32 = 333_334;
/// Inputs between two slices of the solver, which take far longer.
const INPUTS_A_SLICE: u32 = 40;

/// Marsaglia's xorshift, so that failures can be reproduced.
struct Random(u32);

impl Random {
    fn next(&mut self, below: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % below
    }
}

#[test]
fn a_million_random_inputs_break_nothing() {
    let mut seen = BTreeMap::new();
    for (layout, seed) in Layout::ALL
        .into_iter()
        .zip([1_234_567, 88_675_123, 521_288_629])
    {
        mash(layout, Random(seed), &mut seen);
    }
    for screen in [
        "Title",
        "Attract",
        "Mode",
        "Packs",
        "Levels",
        "Instructions",
        "Settings",
        "Added",
        "Remove",
        "Erase",
        "About",
        "Check",
        "Generate",
        "Generating",
        "Code",
        "Play",
        "Pause",
        "Playback",
        "Solving",
        "Solved",
        "Stuck",
    ] {
        let times = seen.get(screen).copied().unwrap_or(0);
        assert!(times >= 10, "{screen} was seen {times} times: {seen:?}");
    }
}

fn mash(layout: Layout, mut random: Random, seen: &mut BTreeMap<&'static str, u32>) {
    let mut now = u32::MAX - 1_000_000;
    let mut midend = player::midend(BUILT_IN, layout, now);
    let mut store = MemoryStore::default();
    let mut keypad = Keypad::new();
    let mut arena = vec![0; ARENA_WORDS];
    let desk = Desk::new();
    let mut worker = pin!(work(&desk, &mut arena));
    let mut held = Buttons::NONE;
    for input in 0..INPUTS {
        // While the player waits for it, the worker has its slice after each input.
        let waits = matches!(midend.game().screen(), Screen::Solving(_));
        if waits || input % INPUTS_A_SLICE == 0 {
            poll(worker.as_mut());
        }
        // Mostly taps, sometimes holds, rarely nothing for a long time.
        let button = Button::ALL[random.next(Button::COUNT as u32) as usize];
        held = match random.next(if waits { 200 } else { 16 }) {
            0..9 => Buttons::from(button),
            9 => held | Buttons::from(button),
            _ => Buttons::NONE,
        };
        let stays = match random.next(4_000) {
            0 => 12_000,
            1 => 200_000,
            2..300 => 700,
            _ => 9 + random.next(40),
        };
        for _ in 0..2 {
            now = now.wrapping_add(stays / 2);
            keypad.update(now, held);
            while let Some(event) = keypad.next_event() {
                turn(&mut midend, [event], now, &desk, &mut store);
                agree(midend.game());
            }
            turn(&mut midend, [], now, &desk, &mut store);
            agree(midend.game());
        }
        *seen.entry(midend.game().screen().name()).or_default() += 1;
        if random.next(1_000) == 0 {
            midend.save(&mut store).unwrap();
        }
        if random.next(2_000) == 0 {
            title_can_be_reached(midend.clone(), layout, now, store.clone());
        }
        if random.next(40_000) == 0 {
            let _ = midend.save(&mut store);
            midend = player::midend(BUILT_IN, layout, now);
            player::load(&mut midend, &mut store);
        }
    }
}

/// One turn, with a save if a level waits for it.
fn turn<const N: usize>(
    midend: &mut Midend<'_>,
    events: [Event; N],
    now: u32,
    desk: &Desk,
    store: &mut MemoryStore,
) {
    let effects = midend.turn(events, now, desk);
    if effects.save == Some(Save::ToOpen) {
        midend.save(store).unwrap();
    }
}

fn agree(game: &Game<'_>) {
    let play = game.play();
    let history = play.history();
    // Replaying takes as long as the history, so long ones are checked every 64th time only.
    if history.undoable() < 64 || history.undoable() % 64 == 0 {
        let (board, tally) = history.position_at(play.level(), history.undoable());
        assert_eq!((&board, tally), (play.board(), play.tally()));
    }
    let rows = game.rows();
    assert!(rows.is_empty() || game.cursor() < rows.len());
}

/// The title can be reached from any screen with the layout's keys.
fn title_can_be_reached(
    mut midend: Box<Midend<'_>>,
    layout: Layout,
    mut now: u32,
    mut store: MemoryStore,
) {
    let began = midend.game().screen().name();
    for _ in 0..60 {
        let game = midend.game();
        if let Screen::Title(_) = game.screen() {
            return;
        }
        if let Screen::Check(check) = game.screen()
            && check.page() == CheckPage::Buttons
        {
            // Here keys do nothing but count as pressed.
            now = now.wrapping_add(CHECK_PAGE_MS);
            turn(&mut midend, [], now, &Desk::new(), &mut store);
            continue;
        }
        let mut labels = game.rows().into_iter().map(|row| row.label);
        let leave = labels.position(|label| label == "Quit to title");
        let button = match (game.screen(), leave) {
            (Screen::Play(_), _) if layout == Layout::Six => (Button::Centre, false),
            (Screen::Play(_), _) => (Button::Y, layout == Layout::Four),
            (_, Some(place)) if place == game.cursor() => (Button::A, layout == Layout::Four),
            (_, Some(_)) if layout == Layout::Four => (Button::B, false),
            (_, Some(_)) => (Button::Down, false),
            _ => (Button::B, layout == Layout::Four),
        };
        now = press(&mut midend, button, now, &mut store);
    }
    panic!("{began} cannot be left on {layout:?}");
}

fn press(
    midend: &mut Midend<'_>,
    (button, long): (Button, bool),
    mut now: u32,
    store: &mut MemoryStore,
) -> u32 {
    let desk = Desk::new();
    let mut tell = |gesture, held_for| {
        now = now.wrapping_add(20);
        let event = Event {
            at: now,
            button,
            gesture,
            held_for,
        };
        turn(midend, [event], now, &desk, store);
    };
    tell(Gesture::Press, 0);
    if long {
        tell(Gesture::Hold, 500);
    }
    tell(Gesture::Release, if long { 520 } else { 50 });
    now
}
