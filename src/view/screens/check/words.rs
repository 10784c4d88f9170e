//! What is right on each page, and what is wrong if it is not so.

use core::fmt::Write;

use heapless::String;

use crate::game::hardware::Hardware;
use crate::game::screens::{Check, CheckPage};

/// Two short texts.
pub(super) struct Words {
    pub(super) right: &'static str,
    pub(super) wrong: String<160>,
}

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// For displays of at least 128 x 64 pixels.
    Long,
    /// For smaller ones: each text takes at most two lines of 17 letters.
    Brief,
}

impl Words {
    /// The words for the page that is shown.
    pub(super) fn new(length: Length, check: &Check, hardware: &Hardware) -> Self {
        let page = check.page();
        let stuck = check.stuck().iter().next();
        let pin = match page {
            CheckPage::Light => Some(hardware.backlight),
            CheckPage::Speaker => hardware.speaker,
            CheckPage::Battery => hardware.battery,
            _ => None,
        };
        let (right, text) = match length {
            Length::Long => long(page, pin.is_some(), stuck.is_some()),
            Length::Brief => brief(page, pin.is_some(), stuck.is_some()),
        };
        let mut wrong = String::new();
        // There is room for all of it.
        let _ = match (pin, stuck) {
            (Some(pin), _) => write!(wrong, "{text} {pin}."),
            (None, Some(button)) if page == CheckPage::Buttons => {
                write!(wrong, "{text} {}.", button.name())
            }
            _ => wrong.write_str(text),
        };
        Self { right, wrong }
    }
}

/// What is right, and what is wrong. Where there is a pin or a stuck button, its number or
/// name follows.
type Pair = (&'static str, &'static str);

fn long(page: CheckPage, has_pin: bool, is_stuck: bool) -> Pair {
    match page {
        CheckPage::Board => (
            "This firmware is for this board.",
            "Not your board? Install the file of its name.",
        ),
        CheckPage::Colours => (
            "Each bar has the colour of its name.",
            "Red and blue swapped: bit 3 of MADCTL. Like a photo negative: INVON. Any other \
             colours: SCK or MOSI.",
        ),
        CheckPage::Edges => (
            "A line on each edge, and the arrow points up.",
            "A line is missing: offset. The arrow is turned: MADCTL. Letters are mirrored: bit 6 \
             or 7 of MADCTL.",
        ),
        CheckPage::Greys => (
            "Even steps from black to white, and no flicker.",
            "Steps run together: voltages or gamma of another panel. Flicker: VCOM, or a weak \
             supply.",
        ),
        CheckPage::Buttons if is_stuck => (
            "Press each button: it gets a tick.",
            "Stays down, jammed or shorted to GND:",
        ),
        CheckPage::Buttons => (
            "Press each button: it gets a tick.",
            "No tick: no wire to its GPIO or GND.",
        ),
        CheckPage::Light => (
            "It gets brighter in five steps.",
            "No change: wire BL to GPIO",
        ),
        CheckPage::Speaker if has_pin => (
            "You hear a scale of eight tones.",
            "Silence: no speaker on GPIO",
        ),
        CheckPage::Speaker => (
            "Nothing to hear on this board.",
            "If you have wired a speaker: this firmware does not use it.",
        ),
        CheckPage::Battery if has_pin => (
            "4.1 V is full, 3.2 V is empty.",
            "Not 3.0 to 4.4 V: check the wire to GPIO",
        ),
        CheckPage::Battery => (
            "This board does not measure its battery.",
            "The game cannot warn you before it is empty.",
        ),
        CheckPage::Flash => (
            "At least 2 MB; erasing takes 45 ms, writing 0.4 ms.",
            "Slow: saving takes longer. No answer, or data not kept: a damaged chip, which loses \
             saves.",
        ),
        CheckPage::Ram => (
            "No word is wrong. The rest is in use.",
            "Wrong words: a damaged chip, or a weak supply.",
        ),
        CheckPage::Clock => (
            "The system runs at 125 MHz, the ring at 2 to 12 MHz.",
            "Anything else: a bad crystal, or a weak supply.",
        ),
        CheckPage::Restart => (
            "It has not crashed since power-on.",
            "A message: please report it, with the version on page 1.",
        ),
        CheckPage::Summary => ("", ""),
    }
}

fn brief(page: CheckPage, has_pin: bool, is_stuck: bool) -> Pair {
    match page {
        CheckPage::Board => ("Your board?", "No? Install the file of its name."),
        CheckPage::Colours => ("Bars as named.", "Red is blue: BGR. Negative: INVON."),
        CheckPage::Edges => ("Lines, arrow up.", "No line: offset. Turned: MADCTL."),
        CheckPage::Greys => ("Even, no flicker.", "Else: gamma, VCOM or supply."),
        CheckPage::Buttons if is_stuck => ("Press each.", "Stuck:"),
        CheckPage::Buttons => ("Press each.", "No tick: no wire."),
        CheckPage::Light => ("Brighter by steps", "If not: BL is not on GPIO"),
        CheckPage::Speaker if has_pin => ("Eight tones.", "Silence: not on GPIO"),
        CheckPage::Speaker => ("Nothing to hear.", "Yours is not used."),
        CheckPage::Battery if has_pin => ("3.2 to 4.1 V.", "If not: the wire to GPIO"),
        CheckPage::Battery => ("Not measured.", "No warning when it is empty."),
        CheckPage::Flash => ("45 ms and 0.4 ms.", "Else: a slow or damaged chip."),
        CheckPage::Ram => ("No word is wrong.", "Else: bad chip or supply."),
        CheckPage::Clock => ("125, and 2 to 12.", "Else: crystal or supply."),
        CheckPage::Restart => ("No crash.", "Else: report it."),
        CheckPage::Summary => ("", ""),
    }
}
