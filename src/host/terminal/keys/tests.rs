//! Tests from keys of a keyboard to events.

use super::*;
use crate::game::input::{Action, Context, Controls, Gesture};
use crate::puzzle::Direction;

fn key(code: KeyCode, modifiers: KeyModifiers, kind: KeyEventKind) -> KeyEvent {
    KeyEvent::new_with_kind(code, modifiers, kind)
}

fn pressed(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn drain(keys: &mut Keys) -> Vec<Event> {
    std::iter::from_fn(|| keys.next_event()).collect()
}

#[test]
fn every_button_of_every_layout_has_a_key() {
    let codes: Vec<KeyCode> = ('!'..='~')
        .map(KeyCode::Char)
        .chain([KeyCode::Enter, KeyCode::Up, KeyCode::Down])
        .chain([KeyCode::Left, KeyCode::Right])
        .collect();
    for (layout, buttons) in [
        (Layout::Eight, &Button::ALL[..]),
        (Layout::Six, &Button::ALL[..7]),
        (Layout::Four, &Button::ALL[5..]),
    ] {
        for &wanted in buttons {
            let found = codes.iter().any(|&code| {
                let plain = Meaning::Button {
                    button: wanted,
                    held: false,
                };
                meaning(layout, &pressed(code)) == Some(plain)
            });
            assert!(found, "{wanted:?} on {layout:?}");
        }
    }
}

#[test]
fn capitals_and_shift_are_the_same() {
    let shift = KeyModifiers::SHIFT;
    let held = Some(Meaning::Button {
        button: Button::X,
        held: true,
    });
    for letter in ['x', 'X'] {
        let key = KeyEvent::new(KeyCode::Char(letter), shift);
        assert_eq!(meaning(Layout::Four, &key), held);
    }
}

#[test]
fn keys_with_control_or_alt_are_not_buttons() {
    let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    let means = |letter| meaning(Layout::Eight, &control(letter));
    assert_eq!(means('c'), Some(Meaning::Quit));
    assert_eq!(means('z'), Some(Meaning::Suspend));
    assert_eq!(means('l'), Some(Meaning::Redraw));
    for letter in "abhjkqxy".chars() {
        assert_eq!(means(letter), None, "{letter}");
    }
    let alt = KeyEvent::new(KeyCode::Char('a'), KeyModifiers::ALT);
    assert_eq!(meaning(Layout::Eight, &alt), None);
}

#[test]
fn keys_are_sampled_if_the_terminal_reports_releases() {
    let mut keys = Keys::new(Layout::Eight, 0);
    keys.expect_releases();
    let right = |kind| key(KeyCode::Right, KeyModifiers::NONE, kind);
    assert_eq!(keys.key(&right(KeyEventKind::Press), 100), None);
    let mut events = drain(&mut keys);
    assert_eq!(events.len(), 1, "a press must not wait for the next sample");
    for now in (110..1000).step_by(10) {
        keys.key(&right(KeyEventKind::Repeat), now);
        keys.advance(now);
        events.extend(drain(&mut keys));
    }
    keys.key(&right(KeyEventKind::Release), 1000);
    events.extend(drain(&mut keys));
    let gestures: Vec<Gesture> = events.iter().map(|event| event.gesture).collect();
    use Gesture::{Hold, Press, Release, Repeat};
    assert_eq!(
        gestures,
        [Press, Repeat, Hold, Repeat, Repeat, Repeat, Repeat, Release]
    );
    assert!(!keys.is_waiting());
}

#[test]
fn a_hold_by_shift_ends_when_its_key_is_released() {
    let mut keys = Keys::new(Layout::Eight, 0);
    keys.expect_releases();
    for kind in [KeyEventKind::Press, KeyEventKind::Release] {
        keys.key(&key(KeyCode::Char('x'), KeyModifiers::SHIFT, kind), 50);
    }
    use Gesture::{Hold, Press, Release};
    let gestures: Vec<_> = drain(&mut keys).iter().map(|event| event.gesture).collect();
    assert_eq!(gestures, [Press, Hold, Release]);
}

#[test]
fn a_tap_between_two_samples_counts() {
    let mut keys = Keys::new(Layout::Four, 0);
    keys.expect_releases();
    for _ in 0..3 {
        for kind in [KeyEventKind::Press, KeyEventKind::Release] {
            keys.key(&key(KeyCode::Char('a'), KeyModifiers::NONE, kind), 50);
        }
    }
    let taps = drain(&mut keys).into_iter().filter(|event| event.is_tap());
    assert_eq!(taps.count(), 3);
}

#[test]
fn the_first_release_switches_to_sampling() {
    let mut keys = Keys::new(Layout::Eight, 0);
    let b = |kind| key(KeyCode::Char('b'), KeyModifiers::NONE, kind);
    keys.key(&b(KeyEventKind::Press), 10);
    keys.key(&b(KeyEventKind::Release), 90);
    keys.key(&b(KeyEventKind::Press), 300);
    keys.key(&b(KeyEventKind::Release), 380);
    let gestures: Vec<_> = drain(&mut keys).iter().map(|event| event.gesture).collect();
    use Gesture::{Press, Release};
    assert_eq!(gestures, [Press, Release, Press, Release]);
}

#[test]
fn losing_focus_releases_all_keys() {
    let mut keys = Keys::new(Layout::Eight, 0);
    keys.expect_releases();
    keys.key(&pressed(KeyCode::Up), 10);
    keys.release_all(200);
    let events = drain(&mut keys);
    assert_eq!(events.last().unwrap().gesture, Gesture::Release);
    keys.advance(2000);
    assert_eq!(drain(&mut keys), []);
}

#[test]
fn a_key_that_was_already_down_does_nothing() {
    let mut keys = Keys::new(Layout::Eight, 0);
    keys.expect_releases();
    let enter = |kind| key(KeyCode::Enter, KeyModifiers::NONE, kind);
    keys.key(&enter(KeyEventKind::Repeat), 30);
    keys.key(&enter(KeyEventKind::Release), 60);
    assert_eq!(drain(&mut keys), []);
}

/// Every action is available without key releases.
#[test]
fn the_whole_game_can_be_typed_on_every_layout() {
    use Action::{Back, Hint, Ok, Pause, Redo, Restart, Undo};
    let walk = |direction| Action::Walk {
        direction,
        repeated: false,
    };
    let mut wanted = Direction::ALL.map(walk).to_vec();
    wanted.extend([Hint, Undo, Pause]);
    for layout in Layout::ALL {
        let of_layout: &[Action] = match layout {
            Layout::Eight => &[Redo, Restart],
            Layout::Six => &[],
            Layout::Four => &[Redo],
        };
        let actions = |context| -> Vec<Action> {
            let mut found = Vec::new();
            for modifiers in [KeyModifiers::NONE, KeyModifiers::SHIFT] {
                for code in ('a'..='z').map(KeyCode::Char).chain([KeyCode::Enter]) {
                    let mut keys = Keys::new(layout, 0);
                    let mut controls = Controls::new(layout);
                    keys.key(&KeyEvent::new(code, modifiers), 0);
                    let events = drain(&mut keys);
                    found.extend(
                        events
                            .into_iter()
                            .filter_map(|event| controls.action(event, context)),
                    );
                }
            }
            found
        };
        let in_play = actions(Context::Play);
        for action in wanted.iter().chain(of_layout) {
            assert!(in_play.contains(action), "{action:?} on {layout:?}");
        }
        let in_menu = actions(Context::Menu);
        for action in Direction::ALL.map(walk).iter().chain(&[Ok, Back]) {
            assert!(in_menu.contains(action), "{action:?} on {layout:?}");
        }
    }
}

mod any_keys {
    use super::super::*;
    use crate::game::input::Gesture;
    use crossterm::event::KeyEventState;
    use proptest::prelude::*;

    fn code() -> impl Strategy<Value = KeyCode> {
        prop_oneof![
            4 => prop::sample::select(b"abxyhjklq ABXYHJKL".to_vec())
                .prop_map(|letter| KeyCode::Char(letter.into())),
            2 => prop::sample::select(vec![
                KeyCode::Up,
                KeyCode::Down,
                KeyCode::Left,
                KeyCode::Right,
                KeyCode::Enter,
                KeyCode::Backspace,
                KeyCode::Esc,
                KeyCode::Null,
                KeyCode::F(12),
            ]),
            1 => any::<char>().prop_map(KeyCode::Char),
        ]
    }

    fn key() -> impl Strategy<Value = KeyEvent> {
        let kinds = [
            KeyEventKind::Press,
            KeyEventKind::Repeat,
            KeyEventKind::Release,
        ];
        (code(), any::<u8>(), prop::sample::select(kinds.to_vec())).prop_map(
            |(code, modifiers, kind)| KeyEvent {
                code,
                modifiers: KeyModifiers::from_bits_truncate(modifiers & modifiers >> 1),
                kind,
                state: KeyEventState::NONE,
            },
        )
    }

    proptest! {
        #[test]
        fn whatever_is_typed_no_button_stays_down(
            layout in prop::sample::select(Layout::ALL.to_vec()),
            start: u32,
            inputs in prop::collection::vec((key(), 0u32..1500, 0u8..20), 0..60),
        ) {
            let mut now = start;
            let mut keys = Keys::new(layout, now);
            let mut down = Buttons::NONE;
            let mut take = |keys: &mut Keys| {
                while let Some(event) = keys.next_event() {
                    match event.gesture {
                        Gesture::Release => down.remove(event.button),
                        _ => down.insert(event.button),
                    }
                }
                down
            };
            for (key, wait, other) in inputs {
                now = now.wrapping_add(wait);
                match other {
                    0 => keys.release_all(now),
                    1 => keys.advance(now),
                    _ => drop(keys.key(&key, now)),
                }
                take(&mut keys);
            }
            keys.release_all(now);
            for _ in 0..200 {
                now = now.wrapping_add(20);
                keys.advance(now);
                take(&mut keys);
            }
            prop_assert!(take(&mut keys).is_empty());
        }
    }
}
