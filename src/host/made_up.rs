//! A made-up board for pictures and tests: its hardware, and what it measures.

use crate::game::hardware::{
    ClockReport, FlashReport, Hardware, Inspection, Measurable, Measurement,
};
use crate::game::input::{Button, Layout};

const BUTTONS: [(Button, u8); 9] = [
    (Button::Up, 2),
    (Button::Down, 18),
    (Button::Left, 16),
    (Button::Right, 20),
    (Button::Centre, 3),
    (Button::A, 15),
    (Button::B, 17),
    (Button::X, 19),
    (Button::Y, 21),
];

const EIGHT: Hardware = Hardware {
    name: "A made-up board",
    buttons: &BUTTONS,
    backlight: 13,
    speaker: Some(11),
    battery: Some(26),
    ram_kb: 264,
};

const SIX: Hardware = Hardware {
    buttons: BUTTONS.split_at(7).0,
    speaker: None,
    battery: None,
    ..EIGHT
};

const FOUR: Hardware = Hardware {
    buttons: &[
        (Button::A, 12),
        (Button::B, 13),
        (Button::X, 14),
        (Button::Y, 15),
    ],
    ..SIX
};

/// The hardware of a board with these buttons.
pub const fn hardware(layout: Layout) -> &'static Hardware {
    match layout {
        Layout::Eight => &EIGHT,
        Layout::Six => &SIX,
        Layout::Four => &FOUR,
    }
}

/// What a good board measures.
pub fn answer(inspection: Inspection) -> Option<Measurement<'static>> {
    let Inspection::Measure(what) = inspection else {
        return None;
    };
    Some(match what {
        Measurable::Battery => Measurement::Battery(3_900),
        Measurable::Flash => Measurement::Flash(FlashReport {
            id: [0xef, 0x40, 0x15],
            erase_us: 45_120,
            program_us: 430,
            kept: true,
        }),
        Measurable::Clock => Measurement::Clock(ClockReport {
            system_khz: 125_000,
            expected_khz: 125_000,
            ring_khz: 6_500,
        }),
        Measurable::Restart => Measurement::Restart(None),
    })
}
