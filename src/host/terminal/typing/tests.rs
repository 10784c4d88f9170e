//! Tests from timed keys to gestures.

use super::*;

/// The events from keys typed at given times, polled every 5 ms: time, gesture, button, and
/// for holds and releases how long the key was down.
fn events(layout: Layout, keys: &[(u32, Button, bool)], until: u32) -> Vec<String> {
    let mut typing = Typing::new(layout);
    events_of(&mut typing, keys, until)
}

fn events_of(typing: &mut Typing, keys: &[(u32, Button, bool)], until: u32) -> Vec<String> {
    let mut keys = keys.iter().peekable();
    let mut events = Vec::new();
    for now in (0..until).step_by(5) {
        while let Some((_, button, shift)) = keys.next_if(|(at, ..)| *at <= now) {
            typing.key(*button, *shift, now);
        }
        typing.advance(now);
        while let Some(event) = typing.next_event() {
            let Event {
                at,
                button,
                gesture,
                held_for,
            } = event;
            events.push(format!("{at} {gesture:?} {button:?} {held_for}"));
        }
    }
    events
}

fn plain(button: Button, times: impl IntoIterator<Item = u32>) -> Vec<(u32, Button, bool)> {
    times.into_iter().map(|at| (at, button, false)).collect()
}

/// A held key: it arrives once, then after the delay at a fixed interval.
fn held(button: Button, delay: u32, rhythm: u32, until: u32) -> Vec<(u32, Button, bool)> {
    let stream = (delay..until).step_by(rhythm as usize);
    plain(button, std::iter::once(0).chain(stream))
}

fn count(events: &[String], gesture: &str) -> usize {
    events.iter().filter(|line| line.contains(gesture)).count()
}

#[test]
fn taps_are_presses_at_any_speed() {
    for gap in [90, 120, 190, 800] {
        let taps = plain(Button::Right, (0..5).map(|tap| tap * gap));
        let events = events(Layout::Eight, &taps, 6000);
        assert_eq!(count(&events, "Press"), 5, "{gap}: {events:?}");
        assert_eq!(count(&events, "Release"), 5, "{gap}: {events:?}");
        assert_eq!(count(&events, "Repeat"), 0, "{gap}: {events:?}");
    }
}

#[test]
fn each_key_typed_by_a_script_is_a_tap() {
    let events = events(
        Layout::Eight,
        &plain(Button::Right, [0, 0, 0, 300, 300]),
        2000,
    );
    assert_eq!(count(&events, "Press"), 5, "{events:?}");
}

#[test]
fn a_tap_after_a_repeat_delay_waits_until_no_repeat_can_follow() {
    let events = events(Layout::Eight, &plain(Button::Right, [0, 400]), 2000);
    assert_eq!(
        events,
        [
            "0 Press Right 0",
            "515 Release Right 400",
            "515 Press Right 0",
            "1155 Release Right 0"
        ]
    );
}

#[test]
fn a_held_key_is_pressed_once_and_then_repeats() {
    for (delay, rhythm) in [(250, 15), (500, 30), (660, 40), (600, 90), (225, 90)] {
        let keys = held(Button::Right, delay, rhythm, 2000);
        let events = events(Layout::Eight, &keys, 3000);
        assert_eq!(count(&events, "Press"), 1, "{delay} {rhythm}: {events:?}");
        assert_eq!(count(&events, "Release"), 1, "{delay} {rhythm}: {events:?}");
        assert_eq!(count(&events, "Hold"), 1, "{delay} {rhythm}: {events:?}");
        let most = (2000 - delay) / REPEAT_MS + 1;
        let repeats = count(&events, "Repeat") as u32;
        assert!((most / 2..=most).contains(&repeats), "{events:?}");
    }
}

#[test]
fn a_very_short_delay_causes_only_one_extra_press() {
    let events = events(Layout::Eight, &held(Button::Left, 150, 20, 1500), 2000);
    assert_eq!(count(&events, "Press"), 2, "{events:?}");
    assert!(count(&events, "Repeat") > 5, "{events:?}");
}

#[test]
fn once_the_delay_is_known_other_taps_do_not_wait() {
    let mut typing = Typing::new(Layout::Eight);
    events_of(&mut typing, &held(Button::Right, 500, 30, 1000), 1500);
    let events = events_of(&mut typing, &plain(Button::Left, [2000, 2300, 2650]), 3000);
    assert!(
        events.contains(&"2300 Press Left 0".to_owned()),
        "{events:?}"
    );
    assert!(
        events.contains(&"2650 Press Left 0".to_owned()),
        "{events:?}"
    );
    let mut typing = Typing::new(Layout::Eight);
    events_of(&mut typing, &held(Button::Right, 150, 30, 1000), 1500);
    assert_eq!(typing.delay, Some(150));
    let keys: Vec<_> = held(Button::Up, 150, 30, 600)
        .into_iter()
        .map(|(at, button, shift)| (at + 2000, button, shift))
        .collect();
    let events = events_of(&mut typing, &keys, 3000);
    assert_eq!(count(&events, "Press"), 1, "{events:?}");
}

#[test]
fn another_key_settles_what_was_in_doubt() {
    let keys = [
        (0, Button::Right, false),
        (300, Button::Right, false),
        (340, Button::Up, false),
    ];
    assert_eq!(
        events(Layout::Eight, &keys, 400),
        [
            "0 Press Right 0",
            "340 Release Right 300",
            "340 Press Right 0",
            "340 Release Right 0",
            "340 Press Up 0",
        ]
    );
}

#[test]
fn undo_continues_as_rewind_while_its_key_is_held() {
    let events = events(Layout::Six, &held(Button::B, 500, 33, 1200), 1500);
    assert_eq!(events[0], "0 Press B 0");
    assert!(
        events.iter().any(|line| line.contains("Hold B")),
        "{events:?}"
    );
    let repeats: Vec<u32> = events
        .iter()
        .filter(|line| line.contains("Repeat"))
        .map(|line| line.rsplit(' ').next().unwrap().parse().unwrap())
        .collect();
    assert!(repeats.is_sorted() && repeats.len() > 4, "{repeats:?}");
}

#[test]
fn a_key_with_two_meanings_is_tapped_at_once_and_held_if_it_stays_down() {
    let events = events(Layout::Eight, &held(Button::X, 400, 30, 700), 1500);
    assert_eq!(
        events[..4],
        [
            "0 Press X 0",
            "0 Release X 0",
            "520 Press X 0",
            "520 Hold X 520",
        ]
    );
    assert!(
        events.last().unwrap().contains("Release X 670"),
        "{events:?}"
    );
}

#[test]
fn with_shift_a_key_is_held_at_once() {
    let shift = |button| [(0, button, true)];
    assert_eq!(
        events(Layout::Eight, &shift(Button::X), 2000),
        ["0 Press X 0", "0 Hold X 500", "755 Release X 500"]
    );
    assert_eq!(
        events(Layout::Eight, &shift(Button::B), 2000),
        [
            "0 Press B 0",
            "0 Hold B 500",
            "0 Repeat B 900",
            "755 Release B 500"
        ]
    );
}

#[test]
fn times_may_wrap_around() {
    let script = held(Button::Right, 500, 30, 1500);
    let run = |shift: u32| {
        let mut typing = Typing::new(Layout::Eight);
        let mut events = Vec::new();
        for (at, button, held) in &script {
            typing.key(*button, *held, at.wrapping_add(shift));
            while let Some(mut event) = typing.next_event() {
                event.at = event.at.wrapping_sub(shift);
                events.push(event);
            }
        }
        events
    };
    for shift in [u32::MAX, u32::MAX - 500, u32::MAX - 777] {
        assert_eq!(run(shift), run(0));
    }
}
