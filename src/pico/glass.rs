//! What differs from one ST7789 panel to another: voltages and gamma, as the makers of the
//! boards set them. With the controller's reset values contrast is flat, or the picture
//! flickers.

/// A register of the controller and its bytes.
pub type Register = (u8, &'static [u8]);

// Registers by the names of the ST7789V's data sheet.
const PORCTRL: u8 = 0xb2;
const GCTRL: u8 = 0xb7;
const VCOMS: u8 = 0xbb;
const LCMCTRL: u8 = 0xc0;
const VDVVRHEN: u8 = 0xc2;
const VRHS: u8 = 0xc3;
const VDVS: u8 = 0xc4;
const FRCTRL2: u8 = 0xc6;
const PWCTRL1: u8 = 0xd0;
const GMCTRP1: u8 = 0xe0;
const GMCTRN1: u8 = 0xe1;

/// What all of them have in common.
pub const ALL: &[Register] = &[
    (PORCTRL, &[0x0c, 0x0c, 0x00, 0x33, 0x33]),
    (LCMCTRL, &[0x2c]),
    (VDVVRHEN, &[0x01]),
    (VDVS, &[0x20]),
    // 60 pictures a second.
    (FRCTRL2, &[0x0f]),
    (PWCTRL1, &[0xa4, 0xa1]),
];

const SQUARE_GAMMA_UP: Register = (
    GMCTRP1,
    b"\xd0\x04\x0d\x11\x13\x2b\x3f\x54\x4c\x18\x0d\x0b\x1f\x23",
);
const SQUARE_GAMMA_DOWN: Register = (
    GMCTRN1,
    b"\xd0\x04\x0c\x11\x13\x2c\x3f\x44\x51\x2f\x1f\x1f\x20\x23",
);

/// Both of Waveshare's, and most square modules without a name.
pub const WAVESHARE: &[Register] = &[
    (GCTRL, &[0x35]),
    (VCOMS, &[0x19]),
    (VRHS, &[0x12]),
    SQUARE_GAMMA_UP,
    SQUARE_GAMMA_DOWN,
];

/// Pimoroni's PicoSystem.
pub const PICOSYSTEM: &[Register] = &[
    (GCTRL, &[0x14]),
    (VCOMS, &[0x25]),
    (VRHS, &[0x12]),
    SQUARE_GAMMA_UP,
    SQUARE_GAMMA_DOWN,
];

/// Pimoroni's Pico Display.
pub const PICO_DISPLAY: &[Register] = &[
    (GCTRL, &[0x75]),
    (VCOMS, &[0x3d]),
    (VRHS, &[0x00]),
    // Not in the data sheet; the maker's driver sets it.
    (0xd6, &[0xa1]),
    (
        GMCTRP1,
        b"\x70\x04\x08\x09\x09\x05\x2a\x33\x41\x07\x13\x13\x29\x2f",
    ),
    (
        GMCTRN1,
        b"\x70\x03\x09\x0a\x09\x06\x2b\x34\x41\x07\x12\x14\x28\x2e",
    ),
];
