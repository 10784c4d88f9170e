//! Nothing is drawn outside its part of the display, and no text is cut off, on any page and
//! on displays of many sizes.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::super::Show;
use crate::game::hardware::{
    ClockReport, FlashReport, Hardware, Inspection, Measurable, Measurement, MemoryReport,
};
use crate::game::input::{Button, Event, Gesture, Layout};
use crate::game::packs::BUILT_IN;
use crate::game::screens::{CHECK_PAGE_MS, CheckPage};
use crate::game::{Desk, Device, Midend, Screen};
use crate::view::View;
use crate::view::board::Scene;
use crate::view::palette::Ink;
use crate::view::surface::{Figure, Font, Surface};

const SIZES: [(u32, u32); 9] = [
    (240, 240),
    (240, 135),
    (320, 240),
    (135, 240),
    (160, 128),
    (160, 80),
    (128, 64),
    (80, 48),
    (80, 46),
];

/// The longest names and numbers that a board could have.
const ALL: Hardware = Hardware {
    name: "Waveshare Pico-LCD-1.14",
    buttons: &[
        (Button::Up, 22),
        (Button::Down, 18),
        (Button::Left, 16),
        (Button::Right, 20),
        (Button::Centre, 28),
        (Button::A, 15),
        (Button::B, 17),
        (Button::X, 19),
        (Button::Y, 21),
    ],
    backlight: 13,
    speaker: Some(11),
    battery: Some(26),
    ram_kb: 264,
};

const FEW: Hardware = Hardware {
    buttons: ALL.buttons.split_at(4).0,
    speaker: None,
    battery: None,
    ..ALL
};

/// Checks that everything is drawn within its part.
struct Bounds {
    what: String,
    display: Rectangle,
    part: Rectangle,
    texts: usize,
}

impl Bounds {
    fn check(&self, what: &str, area: Rectangle) {
        let inside = area.intersection(&self.part);
        assert_eq!(inside, area, "{} {what} in {:?}", self.what, self.part);
    }
}

impl Surface for Bounds {
    fn part(&mut self, area: Rectangle, _: Ink) -> bool {
        self.part = self.display;
        self.check("a part", area);
        self.part = area;
        true
    }

    fn fill(&mut self, area: Rectangle, _: Ink) {
        self.check("a rectangle", area);
    }

    fn text(&mut self, text: &str, at: Point, font: Font, _: Ink) {
        assert!(!text.ends_with(".."), "{} {text:?} is cut off", self.what);
        if text.is_empty() {
            return;
        }
        let size = Size::new(
            font.character_size.width * text.len() as u32,
            font.character_size.height,
        );
        self.check(text, Rectangle::new(at, size));
        self.texts += 1;
    }

    fn figure(&mut self, at: Point, figure: &impl Figure) {
        self.check("a figure", Rectangle::new(at, figure.size()));
    }

    fn board(&mut self, _: &Scene<'_>) {
        panic!("no page shows a board");
    }
}

fn good(what: Measurable) -> Measurement<'static> {
    match what {
        Measurable::Battery => Measurement::Battery(3_700),
        Measurable::Flash => Measurement::Flash(FlashReport {
            id: [0xef, 0x40, 0x18],
            erase_us: 45_000,
            program_us: 400,
            kept: true,
        }),
        Measurable::Clock => Measurement::Clock(ClockReport {
            system_khz: 125_000,
            expected_khz: 125_000,
            ring_khz: 11_900,
        }),
        Measurable::Restart => Measurement::Restart(None),
    }
}

fn bad(what: Measurable) -> Measurement<'static> {
    match what {
        Measurable::Battery => Measurement::Battery(u16::MAX - 5),
        Measurable::Flash => Measurement::Flash(FlashReport {
            id: [0xef, 0x40, 0x14],
            erase_us: 399_999,
            program_us: 2_999,
            kept: true,
        }),
        Measurable::Clock => Measurement::Clock(ClockReport {
            system_khz: 999_900,
            expected_khz: 125_000,
            ring_khz: 99_900,
        }),
        Measurable::Restart => Measurement::Restart(Some("The game stopped answering.")),
    }
}

/// Walks through all pages without a key, and looks at each before and after it is measured.
fn walk(hardware: &'static Hardware, layout: Layout, stuck: bool) {
    let answer = if stuck { bad } else { good };
    let device = Device {
        layout,
        display: View::display(Size::new(240, 240)),
        backlight: true,
        quit: false,
        usb_drive: true,
        hardware: Some(hardware),
        added: None,
    };
    let desk = Desk::new();
    let mut midend = Box::new(Midend::EMPTY);
    midend.start(BUILT_IN, device, 0).unwrap();
    midend.set_battery(100);
    midend.check_board();
    let (mut now, mut pages) = (0, Vec::new());
    while let Screen::Check(check) = midend.game().screen() {
        let page = check.page();
        pages.push(page);
        look(&midend, now);
        for _ in 0..3 {
            now += 500;
            let press = Event {
                at: now,
                button: Button::Right,
                gesture: Gesture::Press,
                held_for: 0,
            };
            let presses = page == CheckPage::Buttons && stuck && now % 1_000 == 0;
            let effects = midend.turn(presses.then_some(press), now, &desk);
            if let Some(Inspection::Measure(what)) = effects.inspect {
                midend.measured(answer(what));
            }
            if page == CheckPage::Ram {
                let wrong = if stuck { 39_936 } else { 0 };
                let words = 39_936;
                midend.measured(Measurement::Memory(MemoryReport { words, wrong }));
            }
            look(&midend, now);
        }
        now += CHECK_PAGE_MS - 500;
        let _ = midend.turn([], now, &desk);
    }
    assert_eq!(pages, CheckPage::ALL);
}

fn look(midend: &Midend<'_>, now: u32) {
    let Screen::Check(check) = midend.game().screen() else {
        panic!("it is over");
    };
    for (width, height) in SIZES {
        let size = Size::new(width, height);
        let mut bounds = Bounds {
            what: format!("{:?} at {width}x{height}:", check.page()),
            display: Rectangle::new(Point::zero(), size),
            part: Rectangle::zero(),
            texts: 0,
        };
        Show::new(midend.game(), now, size).draw(&mut bounds);
        assert!(bounds.texts >= 4, "{} hardly any text", bounds.what);
    }
}

#[test]
fn no_page_cuts_off_what_it_shows() {
    for layout in Layout::ALL {
        for hardware in [&ALL, &FEW] {
            for stuck in [false, true] {
                walk(hardware, layout, stuck);
            }
        }
    }
}
