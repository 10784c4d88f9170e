//! A made-up board for pictures and tests: its hardware, and what it measures.

use std::sync::OnceLock;

use crate::game::hardware::{
    ClockReport, FlashReport, Hardware, Inspection, Measurable, Measurement,
};
use crate::game::input::{Button, Layout};
use crate::game::library::{AddedPack, AddedPacks, AddedState};

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

/// The packs that were added to it.
pub fn added() -> &'static AddedPacks {
    static ADDED: OnceLock<AddedPacks> = OnceLock::new();
    ADDED.get_or_init(|| {
        let packs = [
            (Some("My own rooms"), 8, AddedState::Good(12)),
            (Some("Sokoban for every day"), 72, AddedState::Good(365)),
            (Some("Winter evenings"), 24, AddedState::Damaged),
            (None, 4, AddedState::OtherVersion),
            (Some("The great warehouse"), 240, AddedState::Waiting(1)),
        ];
        let packs = packs.into_iter().zip(64..);
        let packs = packs.map(|((name, kb, state), place)| AddedPack {
            name,
            kb,
            state,
            place,
        });
        AddedPacks {
            list: packs.collect(),
            free_kb: 196,
        }
    })
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
