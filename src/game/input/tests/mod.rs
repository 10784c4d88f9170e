//! Scripts of samples with the events and actions they must bring.

mod controls;
mod keypad;

use super::*;

/// Buttons by their letters; `C` is the d-pad's centre.
fn buttons(letters: &str) -> Buttons {
    letters
        .chars()
        .map(|letter| Button::ALL["URDLCABXY".find(letter).unwrap()])
        .collect()
}

fn name(button: Button) -> char {
    "URDLCABXY".chars().nth(button.index()).unwrap()
}

fn drain(keypad: &mut Keypad) -> Vec<Event> {
    std::iter::from_fn(|| keypad.next_event()).collect()
}

/// The events of exactly these samples.
fn sampled(script: &[(u32, &str)]) -> Vec<Event> {
    sampled_by(Keypad::new(), script)
}

fn sampled_by(mut keypad: Keypad, script: &[(u32, &str)]) -> Vec<Event> {
    let mut events = Vec::new();
    for &(now, letters) in script {
        keypad.update(now, buttons(letters));
        events.extend(drain(&mut keypad));
    }
    events
}

/// The events of a script that is sampled every millisecond from its first time to its
/// last; each state lasts until the next. The clock may wrap around.
fn each_ms(script: &[(u32, &str)]) -> Vec<Event> {
    let mut samples = Vec::new();
    for pair in script.windows(2) {
        let (mut now, letters) = pair[0];
        while now != pair[1].0 {
            samples.push((now, letters));
            now = now.wrapping_add(1);
        }
    }
    samples.extend(script.last());
    sampled(&samples)
}

fn told(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| {
        let Event { at, gesture, .. } = event;
        format!("{at} {gesture:?} {}", name(event.button))
    };
    events.iter().map(line).collect()
}
