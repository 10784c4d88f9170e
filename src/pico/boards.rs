//! Boards as data: what is wired to which pin.
//!
//! To add a board, add a [`Board`] here, a feature of its name in `Cargo.toml`, and a line to
//! the choice of [`BOARD`].

use super::glass::{self, Register};
use crate::game::input::{Button, Layout};

/// A board that carries a Pico, or is one.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Name for players and logs.
    pub name: &'static str,
    /// Its display.
    pub display: Wiring,
    /// What its buttons mean.
    pub layout: Layout,
    /// Its buttons and their pins. A pressed button pulls its pin low.
    pub buttons: &'static [(Button, u8)],
    /// The pin of a piezo speaker.
    pub speaker: Option<u8>,
    /// The pin that carries a third of the battery's voltage.
    pub battery: Option<u8>,
    /// Pins of LEDs that shine unless their pin is high.
    pub leds: &'static [u8],
}

/// How an ST7789 is wired: its size and the numbers of its pins.
#[derive(Clone, Copy, Debug)]
pub struct Wiring {
    /// Pixels from left to right.
    pub width: u16,
    /// Pixels from top to bottom.
    pub height: u16,
    /// Which of the two SPIs has these pins.
    pub spi: u8,
    /// Clock.
    pub sck: u8,
    /// Data to the display.
    pub mosi: u8,
    /// Chip select, active low.
    pub cs: u8,
    /// Low for commands, high for data.
    pub dc: u8,
    /// Reset, active low, if it is wired.
    pub reset: Option<u8>,
    /// Backlight, on when high.
    pub backlight: u8,
    /// The value of the controller's register MADCTL: the directions of rows and columns.
    pub madctl: u8,
    /// Where the visible area begins in the controller's memory, with that `madctl`.
    pub offset: (u16, u16),
    /// Voltages and gamma of this panel.
    pub glass: &'static [Register],
    /// Bits per second on the wires.
    pub rate: Rate,
}

/// How fast the display is fed, with the chip at 125 MHz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// 62.5 MHz, the most that the controller takes: for short traces on a board.
    Full,
    /// 31.25 MHz: for jumper wires, and where the maker is careful, too.
    Half,
}

impl Rate {
    /// By what the chip's clock is divided.
    pub const fn divider(self) -> u8 {
        match self {
            Self::Full => 2,
            Self::Half => 4,
        }
    }
}

/// Waveshare Pico-LCD-1.3.
pub const WAVESHARE_LCD_1_3: Board = Board {
    name: "Waveshare Pico-LCD-1.3",
    display: Wiring {
        width: 240,
        height: 240,
        spi: 1,
        sck: 10,
        mosi: 11,
        cs: 9,
        dc: 8,
        reset: Some(12),
        backlight: 13,
        madctl: 0x70,
        offset: (0, 0),
        glass: glass::WAVESHARE,
        rate: Rate::Full,
    },
    layout: Layout::Eight,
    buttons: &[
        (Button::Up, 2),
        (Button::Down, 18),
        (Button::Left, 16),
        (Button::Right, 20),
        (Button::Centre, 3),
        (Button::A, 15),
        (Button::B, 17),
        (Button::X, 19),
        (Button::Y, 21),
    ],
    speaker: None,
    battery: None,
    leds: &[],
};

/// Waveshare Pico-LCD-1.14.
pub const WAVESHARE_LCD_1_14: Board = Board {
    name: "Waveshare Pico-LCD-1.14",
    display: Wiring {
        height: 135,
        offset: (40, 53),
        // Waveshare's own examples use 10 MHz here, and 62.5 MHz on the larger one.
        rate: Rate::Half,
        ..WAVESHARE_LCD_1_3.display
    },
    layout: Layout::Six,
    buttons: &[
        (Button::Up, 2),
        (Button::Down, 18),
        (Button::Left, 16),
        (Button::Right, 20),
        (Button::Centre, 3),
        (Button::A, 15),
        (Button::B, 17),
    ],
    speaker: None,
    battery: None,
    leds: &[],
};

/// Pimoroni PicoSystem.
pub const PICOSYSTEM: Board = Board {
    name: "Pimoroni PicoSystem",
    display: Wiring {
        width: 240,
        height: 240,
        spi: 0,
        sck: 6,
        mosi: 7,
        cs: 5,
        dc: 9,
        reset: Some(4),
        backlight: 12,
        madctl: 0x04,
        offset: (0, 0),
        glass: glass::PICOSYSTEM,
        rate: Rate::Full,
    },
    layout: Layout::Eight,
    buttons: &[
        (Button::Up, 23),
        (Button::Down, 20),
        (Button::Left, 22),
        (Button::Right, 21),
        (Button::A, 18),
        (Button::B, 19),
        (Button::X, 17),
        (Button::Y, 16),
    ],
    speaker: Some(11),
    battery: Some(26),
    leds: &[],
};

/// Pimoroni Pico Display.
pub const PICO_DISPLAY: Board = Board {
    name: "Pimoroni Pico Display",
    display: Wiring {
        width: 240,
        height: 135,
        spi: 0,
        sck: 18,
        mosi: 19,
        cs: 17,
        dc: 16,
        reset: None,
        backlight: 20,
        madctl: 0x70,
        offset: (40, 53),
        glass: glass::PICO_DISPLAY,
        rate: Rate::Full,
    },
    layout: Layout::Four,
    buttons: &[
        (Button::A, 12),
        (Button::B, 13),
        (Button::X, 14),
        (Button::Y, 15),
    ],
    speaker: None,
    battery: None,
    leds: &[6, 7, 8],
};

/// A bare Pico with a square ST7789 and eight buttons to ground. Wire it like this, or
/// change the numbers.
pub const BREADBOARD: Board = Board {
    name: "Pico on a breadboard",
    display: Wiring {
        width: 240,
        height: 240,
        spi: 0,
        sck: 18,
        mosi: 19,
        cs: 17,
        dc: 20,
        reset: Some(21),
        backlight: 22,
        madctl: 0x00,
        offset: (0, 0),
        glass: glass::WAVESHARE,
        rate: match cfg!(feature = "fast-wires") {
            true => Rate::Full,
            false => Rate::Half,
        },
    },
    layout: Layout::Eight,
    buttons: &[
        (Button::Up, 2),
        (Button::Down, 3),
        (Button::Left, 4),
        (Button::Right, 5),
        (Button::A, 6),
        (Button::B, 7),
        (Button::X, 8),
        (Button::Y, 9),
    ],
    speaker: None,
    battery: None,
    leds: &[],
};

/// The board that this firmware is for. If several features are on, the first one wins.
pub const BOARD: Board = if cfg!(feature = "waveshare-lcd-1-14") {
    WAVESHARE_LCD_1_14
} else if cfg!(feature = "picosystem") {
    PICOSYSTEM
} else if cfg!(feature = "pico-display") {
    PICO_DISPLAY
} else if cfg!(feature = "breadboard") {
    BREADBOARD
} else {
    WAVESHARE_LCD_1_3
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const ALL: [Board; 5] = [
        WAVESHARE_LCD_1_3,
        WAVESHARE_LCD_1_14,
        PICOSYSTEM,
        PICO_DISPLAY,
        BREADBOARD,
    ];

    #[test]
    fn no_pin_has_two_uses() {
        for board in ALL {
            let display = board.display;
            let mut pins: Vec<u8> = board.buttons.iter().map(|&(_, pin)| pin).collect();
            pins.extend([
                display.sck,
                display.mosi,
                display.cs,
                display.dc,
                display.backlight,
            ]);
            pins.extend(board.leds);
            pins.extend(
                display
                    .reset
                    .into_iter()
                    .chain(board.speaker)
                    .chain(board.battery),
            );
            let different: BTreeSet<u8> = pins.iter().copied().collect();
            assert_eq!(different.len(), pins.len(), "{}", board.name);
            assert!(pins.iter().all(|&pin| pin < 30), "{}", board.name);
        }
    }

    /// Table 2 of the RP2040's data sheet: clocks of SPI0 are on pins 2, 6, 18 and 22, of
    /// SPI1 on 10, 14 and 26; data follows on the next pin.
    #[test]
    fn display_wires_are_on_the_pins_of_their_spi() {
        for board in ALL {
            let clocks: &[u8] = match board.display.spi {
                0 => &[2, 6, 18, 22],
                _ => &[10, 14, 26],
            };
            assert!(clocks.contains(&board.display.sck), "{}", board.name);
            assert_eq!(board.display.mosi, board.display.sck + 1, "{}", board.name);
        }
    }

    #[test]
    fn every_board_has_the_buttons_of_its_layout() {
        use Button::*;
        for board in ALL {
            let needed: &[Button] = match board.layout {
                Layout::Eight => &[Up, Right, Down, Left, A, B, X, Y],
                Layout::Six => &[Up, Right, Down, Left, Centre, A, B],
                Layout::Four => &[A, B, X, Y],
            };
            for button in needed {
                assert!(
                    board.buttons.iter().any(|(has, _)| has == button),
                    "{}: {button:?}",
                    board.name
                );
            }
        }
    }
}
