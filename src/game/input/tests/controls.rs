//! What keys mean, on each layout.

use proptest::prelude::*;
use std::collections::BTreeSet;

use super::*;
use crate::puzzle::Direction;

/// What the controls make of a script, in one context.
fn actions(layout: Layout, context: Context, script: &[(u32, &str)]) -> Vec<Action> {
    let mut controls = Controls::new(layout);
    each_ms(script)
        .into_iter()
        .filter_map(|event| controls.action(event, context))
        .collect()
}

fn walk(direction: Direction, repeated: bool) -> Action {
    Action::Walk {
        direction,
        repeated,
    }
}

#[test]
fn eight_and_six_buttons_act_at_once() {
    use Action::*;
    use Context::{Menu, Play};
    let tap = |letter| [(0, letter), (50, ""), (70, "")];
    let cases: &[(&str, Context, &[Action], &[Action])] = &[
        (
            "L",
            Play,
            &[walk(Direction::Left, false)],
            &[walk(Direction::Left, false)],
        ),
        (
            "D",
            Menu,
            &[walk(Direction::Down, false)],
            &[walk(Direction::Down, false)],
        ),
        ("A", Play, &[Hint], &[Hint]),
        ("A", Menu, &[Ok], &[Ok]),
        ("B", Play, &[Undo], &[Undo]),
        ("B", Menu, &[Back], &[Back]),
        ("X", Play, &[Redo], &[]),
        ("X", Menu, &[], &[]),
        ("Y", Play, &[Pause], &[]),
        ("Y", Menu, &[Back], &[]),
        ("C", Play, &[Pause], &[Pause]),
        ("C", Menu, &[Ok], &[Ok]),
    ];
    for (letter, context, eight, six) in cases {
        let script = tap(letter);
        assert_eq!(
            actions(Layout::Eight, *context, &script),
            *eight,
            "{letter}"
        );
        assert_eq!(actions(Layout::Six, *context, &script), *six, "{letter}");
    }
}

#[test]
fn holding_walks_on_rewinds_and_restarts() {
    let hold = |letter| [(0, letter), (650, ""), (670, "")];
    let walked = [false, true, true, true].map(|repeated| walk(Direction::Up, repeated));
    let rewind = |held_for| Action::Rewind { held_for };
    for layout in [Layout::Eight, Layout::Six] {
        assert_eq!(actions(layout, Context::Play, &hold("U")), walked);
        assert_eq!(actions(layout, Context::Menu, &hold("U")), walked);
        assert_eq!(
            actions(layout, Context::Play, &hold("B")),
            [Action::Undo, rewind(400), rewind(510), rewind(620)]
        );
        assert_eq!(actions(layout, Context::Menu, &hold("B")), [Action::Back]);
    }
    assert_eq!(
        actions(Layout::Eight, Context::Play, &hold("X")),
        [Action::Restart],
        "no redo on the way"
    );
}

#[test]
fn pages_are_turned_and_left_alike_on_all_layouts() {
    use Action::*;
    let run = |layout, letter, until| {
        let script = [(0, letter), (until, ""), (until + 20, "")];
        actions(layout, Context::Pages, &script)
    };
    let tap = |layout, letter| run(layout, letter, 50);
    let hold = |layout, letter| run(layout, letter, 600);
    for layout in Layout::ALL {
        assert_eq!(tap(layout, "A"), [Ok], "{layout:?}");
        assert_eq!(hold(layout, "A"), [Ok], "{layout:?}");
        assert_eq!(tap(layout, "B"), [Back], "{layout:?}");
        assert_eq!(hold(layout, "B"), [Leave], "{layout:?}");
    }
    for layout in [Layout::Eight, Layout::Six] {
        assert_eq!(tap(layout, "C"), [Ok]);
        assert_eq!(tap(layout, "R"), [walk(Direction::Right, false)]);
        assert_eq!(tap(layout, "L"), [walk(Direction::Left, false)]);
        assert_eq!(tap(layout, "X"), []);
    }
    assert_eq!(tap(Layout::Eight, "Y"), [Back]);
    assert_eq!(hold(Layout::Eight, "Y"), [Leave]);
    assert_eq!(tap(Layout::Four, "X"), [walk(Direction::Left, false)]);
    assert_eq!(tap(Layout::Four, "Y"), [walk(Direction::Right, false)]);
    assert_eq!(hold(Layout::Four, "Y"), [Leave]);
}

#[test]
fn with_four_buttons_a_tap_walks_and_a_hold_does_not() {
    use Action::*;
    use Context::{Menu, Play};
    let cases = [
        ("A", Direction::Up, Some(Hint), Some(Ok)),
        ("B", Direction::Down, Some(Undo), Some(Back)),
        ("X", Direction::Left, Some(Redo), None),
        ("Y", Direction::Right, Some(Pause), Some(Back)),
    ];
    for (letter, direction, in_play, in_menu) in cases {
        for (context, held) in [(Play, in_play), (Menu, in_menu)] {
            let run = |until| {
                actions(
                    Layout::Four,
                    context,
                    &[(0, letter), (until, ""), (until + 20, "")],
                )
            };
            let tapped = [walk(direction, false)];
            assert_eq!(run(50), tapped);
            assert_eq!(
                run(DEBOUNCE_MS + HOLD_MS),
                tapped,
                "last seen down 1 ms before"
            );
            let held: Vec<_> = held.into_iter().collect();
            assert_eq!(run(DEBOUNCE_MS + HOLD_MS + 1), held);
            assert_eq!(run(800), held, "one only, at first");
        }
    }
    let two_seconds = |letter| actions(Layout::Four, Play, &[(0, letter), (1200, "")]);
    assert_eq!(
        two_seconds("B"),
        [
            Undo,
            Rewind { held_for: 950 },
            Rewind { held_for: 1060 },
            Rewind { held_for: 1170 }
        ]
    );
    assert_eq!(two_seconds("X"), [Redo; 4]);
    assert_eq!(two_seconds("A"), [Hint]);
    assert_eq!(two_seconds("UC"), [], "a board of four has no such buttons");
}

#[test]
fn a_press_belongs_to_where_it_began() {
    use Context::{Menu, Play};
    let b = |gesture, held_for| Event {
        at: held_for,
        button: Button::B,
        gesture,
        held_for,
    };
    let press = b(Gesture::Press, 0);
    let repeat = b(Gesture::Repeat, 400);
    let release = b(Gesture::Release, 450);
    let rewind = Some(Action::Rewind { held_for: 400 });
    let mut controls = Controls::new(Layout::Eight);
    let script = [
        (repeat, Play, None, "its press was not handed in"),
        (press, Menu, Some(Action::Back), "it leaves the menu"),
        (repeat, Play, None, "it does not rewind the level behind it"),
        (release, Play, None, "it comes up"),
        (
            press,
            Play,
            Some(Action::Undo),
            "now it is a key of the level",
        ),
        (repeat, Menu, None, "a menu came in between"),
        (repeat, Play, rewind, "and went"),
    ];
    for (event, context, action, what) in script {
        assert_eq!(controls.action(event, context), action, "{what}");
    }
    controls.ignore_held();
    assert_eq!(controls.action(repeat, Play), None);
    assert_eq!(controls.action(press, Play), Some(Action::Undo));
}

#[test]
fn the_whole_game_is_within_reach_of_every_layout() {
    let reach = |layout, context| -> BTreeSet<String> {
        Button::ALL
            .map(|button| name(button).to_string())
            .iter()
            .flat_map(|letter| {
                let script = [
                    (0, &letter[..]),
                    (50, ""),
                    (100, letter),
                    (1200, ""),
                    (1300, ""),
                ];
                actions(layout, context, &script)
            })
            .map(|action| match action {
                Action::Walk { direction, .. } => format!("{direction:?}"),
                Action::Rewind { .. } => "Rewind".into(),
                action => format!("{action:?}"),
            })
            .collect()
    };
    let set = |words: &str| words.split(' ').map(String::from).collect::<BTreeSet<_>>();
    let in_play = [
        "Up Right Down Left Hint Undo Rewind Pause Redo Restart",
        "Up Right Down Left Hint Undo Rewind Pause",
        "Up Right Down Left Hint Undo Rewind Pause Redo",
    ];
    for (layout, in_play) in Layout::ALL.into_iter().zip(in_play) {
        assert_eq!(reach(layout, Context::Play), set(in_play), "{layout:?}");
        assert_eq!(
            reach(layout, Context::Menu),
            set("Up Right Down Left Ok Back"),
            "{layout:?}"
        );
    }
}

proptest! {
    #[test]
    fn no_clock_and_no_change_of_context_makes_a_panic(
        samples in prop::collection::vec(
            (any::<u32>(), any::<u16>(), any::<bool>(), any::<bool>()), 0..200),
        layout in prop::sample::select(&Layout::ALL[..]),
    ) {
        let mut keypad = Keypad::new();
        let mut controls = Controls::new(layout);
        for (now, bits, in_menu, ignore) in samples {
            let closed = Button::ALL
                .into_iter()
                .filter(|button| bits >> button.index() & 1 != 0)
                .collect();
            keypad.update(now, closed);
            if ignore {
                controls.ignore_held();
            }
            let context = if in_menu { Context::Menu } else { Context::Play };
            for event in drain(&mut keypad) {
                controls.action(event, context);
            }
        }
    }
}
