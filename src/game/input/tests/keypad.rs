//! What samples become: presses, repeats, holds, releases.

use proptest::prelude::*;

use super::*;

#[test]
fn samples_at_any_rate_become_presses_and_releases() {
    type Script = &'static [(u32, &'static str)];
    let cases: &[(&str, Script, &[&str])] = &[
        (
            "a clean press and release",
            &[(0, ""), (10, "R"), (60, ""), (100, "")],
            &["18 Press R", "68 Release R"],
        ),
        (
            "bounce on press delays it until the last bounce has settled",
            &[(0, "A"), (3, ""), (4, "A"), (7, ""), (9, "A"), (40, "A")],
            &["17 Press A"],
        ),
        (
            "bounce on release is one release",
            &[
                (0, "A"),
                (50, ""),
                (52, "A"),
                (55, ""),
                (56, "A"),
                (58, ""),
                (90, ""),
            ],
            &["8 Press A", "66 Release A"],
        ),
        (
            "chatter that never settles is nothing",
            &[
                (0, ""),
                (5, "B"),
                (12, ""),
                (19, "B"),
                (26, ""),
                (33, "B"),
                (40, ""),
                (80, ""),
            ],
            &[],
        ),
        (
            "a break shorter than the bounce does not end a press",
            &[(0, "U"), (100, ""), (107, "U"), (150, ""), (170, "")],
            &["8 Press U", "158 Release U"],
        ),
        (
            "two buttons at once keep their own time",
            &[(0, "UA"), (20, "A"), (25, "AB"), (50, ""), (70, "")],
            &[
                "8 Press U",
                "8 Press A",
                "28 Release U",
                "33 Press B",
                "58 Release A",
                "58 Release B",
            ],
        ),
        (
            "a hold is reported once, and a button other than the last one pressed does not repeat",
            &[(0, "A"), (100, "AL"), (120, "A"), (1200, ""), (1210, "")],
            &[
                "8 Press A",
                "108 Press L",
                "128 Release L",
                "508 Hold A",
                "1208 Release A",
            ],
        ),
        (
            "repeats come after the delay, then in their rhythm",
            &[(0, "R"), (700, ""), (720, "")],
            &[
                "8 Press R",
                "408 Repeat R",
                "508 Hold R",
                "518 Repeat R",
                "628 Repeat R",
                "708 Release R",
            ],
        ),
        (
            "of two directions the newer repeats",
            &[(0, "R"), (300, "RU"), (730, ""), (740, "")],
            &[
                "8 Press R",
                "308 Press U",
                "508 Hold R",
                "708 Repeat U",
                "738 Release U",
                "738 Release R",
            ],
        ),
    ];
    for (what, script, expected) in cases {
        assert_eq!(told(&each_ms(script)), *expected, "{what}");
    }
}

#[test]
fn gaps_between_samples_invent_nothing() {
    assert_eq!(
        told(&sampled(&[
            (0, "R"),
            (16, "R"),
            (5000, "R"),
            (5016, "R"),
            (5110, "R")
        ])),
        [
            "16 Press R",
            "5000 Hold R",
            "5000 Repeat R",
            "5110 Repeat R"
        ],
        "one repeat after a gap, not forty-two"
    );
    let events = sampled(&[(0, "A"), (16, "A"), (5000, ""), (5016, "")]);
    assert_eq!(told(&events), ["16 Press A", "5016 Release A"]);
    assert!(events[1].is_tap(), "nobody saw it down after 16 ms");
    assert_eq!(
        told(&sampled(&[(0, "A"), (0, ""), (0, "A"), (0, "A")])),
        [] as [&str; 0],
        "no time passes"
    );
}

#[test]
fn a_tap_within_a_gap_counts_once_unless_the_contact_only_bounced() {
    // Samples up to a gap from 30 to 430, what the gap shows, and samples after it.
    type Case<'c> = (&'c str, &'c str, (&'c str, &'c str), &'c str, &'c [&'c str]);
    let cases: &[Case<'_>] = &[
        (
            "a tap",
            "",
            ("", "A"),
            "",
            &["438 Press A", "438 Release A"],
        ),
        (
            "two at once",
            "",
            ("", "RA"),
            "",
            &[
                "438 Press R",
                "438 Release R",
                "438 Press A",
                "438 Release A",
            ],
        ),
        ("still down", "", ("A", "A"), "A", &["438 Press A"]),
        ("up only for a moment", "", ("", "A"), "A", &["439 Press A"]),
        (
            "a release that bounces",
            "A",
            ("", "A"),
            "",
            &["8 Press A", "438 Release A"],
        ),
        ("nothing", "", ("", ""), "", &[]),
    ];
    for (what, before, (closed, pressed), after, expected) in cases {
        let mut keypad = Keypad::new();
        (0..30).for_each(|now| keypad.update(now, buttons(before)));
        keypad.update_after_gap(430, buttons(closed), buttons(pressed));
        (431..450).for_each(|now| keypad.update(now, buttons(after)));
        assert_eq!(told(&drain(&mut keypad)), *expected, "{what}");
    }
}

#[test]
fn a_tap_within_a_gap_waits_for_room_in_the_queue() {
    let mut keypad = Keypad::new();
    let mut now = 0;
    while keypad.queue_room() > 1 {
        keypad.update(now, buttons(["A", ""][now as usize / 10 % 2]));
        now += 1;
    }
    keypad.update_after_gap(now + 400, Buttons::NONE, buttons("U"));
    (401..420).for_each(|more| keypad.update(now + more, Buttons::NONE));
    let early = told(&drain(&mut keypad));
    keypad.update(now + 420, Buttons::NONE);
    let late = told(&drain(&mut keypad));
    assert!(early.iter().all(|event| !event.ends_with('U')), "{early:?}");
    let expected = ["Press", "Release"].map(|what| format!("{} {what} U", now + 420));
    assert_eq!(late, expected);
}

#[test]
fn clean_keys_act_with_their_first_sample() {
    let script = [
        (0, ""),
        (10, "R"),
        (11, ""),
        (11, "RA"),
        (11, "A"),
        (420, "A"),
        (512, "A"),
        (513, ""),
    ];
    let events = sampled_by(Keypad::clean(), &script);
    assert_eq!(
        told(&events),
        [
            "10 Press R",
            "11 Release R",
            "11 Press R",
            "11 Press A",
            "11 Release R",
            "420 Repeat A",
            "512 Hold A",
            "513 Release A",
        ]
    );
    assert_eq!(events.last().map(|event| event.held_for), Some(501));
}

#[test]
fn slow_sampling_keeps_the_rhythm() {
    let samples: Vec<_> = (0..200).map(|frame| (frame * 33, "L")).collect();
    let repeats: Vec<u32> = sampled(&samples)
        .into_iter()
        .filter(|event| event.gesture == Gesture::Repeat)
        .map(|event| event.at)
        .collect();
    let whole = repeats.last().unwrap() - repeats[0];
    let beats = (repeats.len() - 1) as u32;
    assert!(
        whole.abs_diff(beats * REPEAT_MS) <= 33,
        "{beats} in {whole}"
    );
}

#[test]
fn a_clock_that_wraps_around_changes_nothing() {
    let script = [
        (0, ""),
        (10, "R"),
        (14, ""),
        (15, "R"),
        (900, ""),
        (930, ""),
    ];
    let plain = each_ms(&script);
    for shift in (0..940).map(|shift| u32::MAX - shift) {
        let shifted = script.map(|(at, letters)| (at.wrapping_add(shift), letters));
        let mut events = each_ms(&shifted);
        for event in &mut events {
            event.at = event.at.wrapping_sub(shift);
        }
        assert_eq!(events, plain);
    }
}

#[test]
fn a_clock_set_back_only_costs_the_step() {
    let script = [
        (90_000, "A"),
        (90_008, "A"),
        (5, "A"),
        (505, "A"),
        (506, ""),
        (520, ""),
    ];
    assert_eq!(
        told(&sampled(&script)),
        [
            "90008 Press A",
            "505 Hold A",
            "505 Repeat A",
            "520 Release A"
        ]
    );
}

#[test]
fn idle_time_counts_from_the_last_button_that_was_down() {
    let mut keypad = Keypad::new();
    let script = [
        (u32::MAX - 49, "", 0),
        (0, "", 50),
        (100, "A", 150),
        (104, "", 154),
        (200, "A", 250),
        (210, "A", 0),
        (60_000, "A", 0),
        (60_100, "", 0),
        (60_200, "", 100),
        (60_300, "", 200),
    ];
    for (now, letters, idle) in script {
        keypad.update(now, buttons(letters));
        assert_eq!(keypad.idle_for(), idle, "at {now}");
        drain(&mut keypad);
    }
    for now in (0..8).map(|turn: u32| turn.wrapping_mul(1 << 30)) {
        keypad.update(now, Buttons::NONE);
    }
    assert_eq!(keypad.idle_for(), u32::MAX, "it does not start again");
}

#[test]
fn a_full_queue_keeps_the_oldest_and_delays_the_rest() {
    let mut keypad = Keypad::new();
    let everything = buttons("URDLCABXY");
    let mut now = 0;
    for turn in 0..20 {
        let closed = if turn % 2 == 0 {
            everything
        } else {
            Buttons::NONE
        };
        for _ in 0..=DEBOUNCE_MS {
            keypad.update(now, closed);
            now += 1;
        }
    }
    let held = keypad.held();
    let waiting = drain(&mut keypad);
    assert_eq!(waiting.len(), EVENTS);
    assert!(waiting[..9].iter().all(|event| event.at == DEBOUNCE_MS));
    assert!(!held.is_empty(), "their release could not be told");
    for _ in 0..=DEBOUNCE_MS {
        keypad.update(now, Buttons::NONE);
        now += 1;
    }
    let rest = drain(&mut keypad);
    assert!(rest.iter().all(|event| event.gesture == Gesture::Release));
    assert_eq!(
        rest.iter().map(|event| event.button).collect::<Buttons>(),
        held
    );
}

/// Samples with the time since the one before. Most come twice or more, because otherwise
/// everything would be bounce.
fn any_samples() -> impl Strategy<Value = Vec<(u32, Buttons)>> {
    let elapsed = prop_oneof![8 => 0u32..20, 2 => 20u32..700, 1 => 0u32..=u32::MAX / 2];
    let closed = prop::collection::vec(prop::sample::select(&Button::ALL[..]), 0..6)
        .prop_map(|buttons| buttons.into_iter().collect());
    prop::collection::vec((elapsed, closed, 1usize..5), 0..150).prop_map(|states| {
        let same = |(elapsed, closed, times)| std::iter::repeat_n((elapsed, closed), times);
        states.into_iter().flat_map(same).collect()
    })
}

proptest! {
    #[test]
    fn any_samples_bring_events_in_order_and_presses_with_their_releases(
        start in any::<u32>(),
        samples in any_samples(),
        clean: bool,
        taken_at_once in prop_oneof![Just(EVENTS), Just(1), Just(0)],
    ) {
        let mut keypad = if clean { Keypad::clean() } else { Keypad::new() };
        let mut clock = u64::from(start);
        let mut times = vec![clock];
        let mut events = Vec::new();
        for (elapsed, closed) in samples {
            clock += u64::from(elapsed);
            times.push(clock);
            keypad.update(clock as u32, closed);
            events.extend(std::iter::from_fn(|| keypad.next_event()).take(taken_at_once));
        }
        events.extend(drain(&mut keypad));
        for _ in 0..=DEBOUNCE_MS {
            clock += 1;
            times.push(clock);
            keypad.update(clock as u32, Buttons::NONE);
            events.extend(drain(&mut keypad));
        }

        let mut times = times.into_iter().peekable();
        let mut down = Buttons::NONE;
        let mut held = Buttons::NONE;
        for event in events {
            while times.peek().is_some_and(|&time| time as u32 != event.at) {
                times.next();
            }
            prop_assert!(times.peek().is_some(), "{event:?} is out of order");
            let button = event.button;
            prop_assert_eq!(down.contains(button), event.gesture != Gesture::Press);
            match event.gesture {
                Gesture::Press => {
                    prop_assert_eq!(event.held_for, 0);
                    down.insert(button);
                }
                Gesture::Repeat => prop_assert!(event.held_for >= REPEAT_DELAY_MS),
                Gesture::Hold => {
                    prop_assert!(!held.contains(button) && event.held_for >= HOLD_MS);
                    held.insert(button);
                }
                Gesture::Release => {
                    prop_assert!(!(event.is_tap() && held.contains(button)));
                    down.remove(button);
                    held.remove(button);
                }
            }
        }
        prop_assert!(down.is_empty() && keypad.held().is_empty());
    }

    #[test]
    fn a_sample_at_rest_is_like_any_other(
        start in any::<u32>(),
        samples in any_samples(),
        gaps in prop::collection::vec(any::<bool>(), 600),
        clean: bool,
    ) {
        let mut keypad = if clean { Keypad::clean() } else { Keypad::new() };
        let mut thorough = keypad.clone();
        let mut clock = start;
        for ((elapsed, closed), gap) in samples.into_iter().zip(gaps) {
            clock = clock.wrapping_add(elapsed);
            thorough.never_rest();
            for keypad in [&mut keypad, &mut thorough] {
                if gap {
                    keypad.update_after_gap(clock, Buttons::NONE, closed);
                } else {
                    keypad.update(clock, closed);
                }
            }
            prop_assert_eq!(drain(&mut keypad), drain(&mut thorough));
            prop_assert_eq!(keypad.idle_for(), thorough.idle_for());
            prop_assert_eq!(keypad.held(), thorough.held());
        }
    }
}
