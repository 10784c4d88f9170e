// Keys: whatever is pressed, in any order and at any time, the game goes on and can be drawn.
// Two bytes of the input are a sample of the buttons and the time until the next.

use embedded_graphics::geometry::Size;
use sokopico::game::input::{Button, Buttons, Event, Gesture, Keypad, Layout};
use sokopico::game::packs::Pack;
use sokopico::game::{Desk, Device, Midend, Screen};
use sokopico::host::frame::Frame;
use sokopico::host::made_up;
use sokopico::view::View;

const PACKS: &[Pack<'static>] = &[
    Pack {
        name: "first",
        text: b"#######\n#@ $ .#\n#  $ .#\n#######\n\n#####\n#@$.#\n#####\n",
    },
    Pack {
        name: "second",
        text: b"########\n#@ A a #\n# B  b #\n########\n",
    },
];
/// The most samples, so that no input takes long.
const SAMPLES: usize = 400;

pub(crate) fn check(bytes: &[u8]) {
    let Some((&first, samples)) = bytes.split_first() else {
        return;
    };
    let layout = Layout::ALL[usize::from(first) % Layout::ALL.len()];
    let sizes = [(80, 46), (240, 135), (240, 240)];
    let (width, height) = sizes[usize::from(first / 8) % sizes.len()];
    let size = Size::new(width, height);
    let device = Device {
        layout,
        display: View::display(size),
        backlight: true,
        quit: true,
        usb_drive: true,
        hardware: Some(made_up::hardware(layout)),
        added: None,
    };
    let mut now = u32::from(first) << 24;
    let mut midend = Box::new(Midend::EMPTY);
    midend.start(PACKS, device, now).expect("three levels");
    let (desk, mut keypad) = (Desk::new(), Keypad::new());
    let (mut view, mut frame) = (View::new(size), Frame::new(size));
    for sample in samples.chunks(2).take(SAMPLES) {
        let (held, wait) = (sample[0], sample.get(1).copied().unwrap_or(0));
        now = now.wrapping_add(match wait {
            255 => 400_000,
            250.. => 12_000,
            _ => u32::from(wait) * 4,
        });
        let button = Button::ALL[usize::from(held) % Button::ALL.len()];
        let events = match held / 64 {
            // Events in an order that no keypad produces.
            0 => {
                let gestures = [Gesture::Press, Gesture::Repeat, Gesture::Hold, Gesture::Release];
                vec![Event {
                    at: now,
                    button,
                    gesture: gestures[usize::from(held / 16 % 4)],
                    held_for: u32::from(wait) * 10,
                }]
            }
            kind => {
                let down = match kind {
                    1 => Buttons::NONE,
                    2 => Buttons::from(button),
                    _ => Buttons::from(button) | Buttons::from(Button::A),
                };
                keypad.update(now, down);
                std::iter::from_fn(|| keypad.next_event()).collect()
            }
        };
        let effects = midend.turn(events, now, &desk);
        if effects.quit || effects.usb_drive {
            return;
        }
        if let Some(measured) = effects.inspect.and_then(made_up::answer) {
            midend.measured(measured);
        }
        let game = midend.game();
        let rows = game.rows();
        assert!(rows.is_empty() || game.cursor() < rows.len());
        if !matches!(game.screen(), Screen::Check(_)) || wait % 8 == 0 {
            let mut picture = view.picture(game, now);
            for &area in &picture.refresh() {
                let Ok(()) = picture.paint(area, &mut frame);
            }
        }
    }
    let play = midend.game().play();
    let (board, tally) = play.history().position_at(play.level(), play.history().undoable());
    assert_eq!((&board, tally), (play.board(), play.tally()));
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    // Presses and releases of each button in turn, on each layout.
    let taps = |first: u8| {
        let mut bytes = vec![first];
        for round in 0..3u8 {
            for button in 0..Button::ALL.len() as u8 {
                bytes.extend([128 + (button + round) % 9, 15, 64, 10]);
            }
        }
        bytes
    };
    vec![taps(0), taps(9), taps(18)]
}
