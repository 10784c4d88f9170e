/**
 * The boards as their makers wire them. The firmware has a list of its own: a wrong pin or rotation in it shows as a
 * dark or rotated picture here.
 *
 * `glass` is the visible part of the display controller's memory and how it is turned, see `Panel`. `maxHertz` is
 * the fastest clock that the wires to it are good for: the controller's limit where the maker uses it, else half of it.
 * `registers` are the values that the maker's own driver sets. `flashId` is what the flash chip answers to the
 * question who it is: a W25Q16JV of 2 MB on a Pico.
 */
const square = { width: 240, height: 240, x: 0, y: 0 };
// 135 x 240 pixels of memory, rotated by a quarter.
const wide = { width: 240, height: 135, x: 52, y: 40 };

const PICO_FLASH = [0xef, 0x40, 0x15];

const FASTEST = 62.5e6;
const JUMPER_WIRES = FASTEST / 2;

/** Waveshare's C and MicroPython examples have the same values for the 1.3 and the 1.14 inch display. */
const WAVESHARE = {
  PORCTRL: [0x0c, 0x0c, 0x00, 0x33, 0x33],
  GCTRL: [0x35],
  VCOMS: [0x19],
  LCMCTRL: [0x2c],
  VDVVRHEN: [0x01],
  VRHS: [0x12],
  VDVS: [0x20],
  FRCTRL2: [0x0f],
  PWCTRL1: [0xa4, 0xa1],
  GMCTRP1: [0xd0, 0x04, 0x0d, 0x11, 0x13, 0x2b, 0x3f, 0x54, 0x4c, 0x18, 0x0d, 0x0b, 0x1f, 0x23],
  GMCTRN1: [0xd0, 0x04, 0x0c, 0x11, 0x13, 0x2c, 0x3f, 0x44, 0x51, 0x2f, 0x1f, 0x1f, 0x20, 0x23],
};
/** From hardware.cpp of Pimoroni's library for the PicoSystem. */
const PICOSYSTEM = { ...WAVESHARE, GCTRL: [0x14], VCOMS: [0x25] };
/** From st7789.cpp of Pimoroni's library for the Pico, the branch for 240 x 135. */
const PICO_DISPLAY = {
  ...WAVESHARE,
  GCTRL: [0x75],
  VCOMS: [0x3d],
  VRHS: [0x00],
  GMCTRP1: [0x70, 0x04, 0x08, 0x09, 0x09, 0x05, 0x2a, 0x33, 0x41, 0x07, 0x13, 0x13, 0x29, 0x2f],
  GMCTRN1: [0x70, 0x03, 0x09, 0x0a, 0x09, 0x06, 0x2b, 0x34, 0x41, 0x07, 0x12, 0x14, 0x28, 0x2e],
};

export const boards = {
  'waveshare-lcd-1-3': {
    spi: 1, sck: 10, mosi: 11, cs: 9, dc: 8, reset: 12, backlight: 13,
    glass: { ...square, turned: 3 }, maxHertz: FASTEST, registers: WAVESHARE, flashId: PICO_FLASH,
    buttons: { up: 2, down: 18, left: 16, right: 20, centre: 3, a: 15, b: 17, x: 19, y: 21 },
  },
  'waveshare-lcd-1-14': {
    spi: 1, sck: 10, mosi: 11, cs: 9, dc: 8, reset: 12, backlight: 13,
    glass: { ...wide, turned: 3 }, maxHertz: JUMPER_WIRES, registers: WAVESHARE, flashId: PICO_FLASH,
    buttons: { up: 2, down: 18, left: 16, right: 20, centre: 3, a: 15, b: 17 },
  },
  picosystem: {
    spi: 0, sck: 6, mosi: 7, cs: 5, dc: 9, reset: 4, backlight: 12, speaker: 11, battery: 26,
    glass: { ...square, turned: 0 }, maxHertz: FASTEST, registers: PICOSYSTEM, flashId: [0xef, 0x40, 0x18],
    buttons: { up: 23, down: 20, left: 22, right: 21, a: 18, b: 19, x: 17, y: 16 },
  },
  'pico-display': {
    spi: 0, sck: 18, mosi: 19, cs: 17, dc: 16, reset: null, backlight: 20,
    glass: { ...wide, turned: 3 }, maxHertz: FASTEST, registers: PICO_DISPLAY, flashId: PICO_FLASH,
    buttons: { a: 12, b: 13, x: 14, y: 15 },
  },
  breadboard: {
    spi: 0, sck: 18, mosi: 19, cs: 17, dc: 20, reset: 21, backlight: 22,
    // The common module of 1.3 inches has the glass of Waveshare's.
    glass: { ...square, turned: 0 }, maxHertz: JUMPER_WIRES, registers: WAVESHARE, flashId: PICO_FLASH,
    buttons: { up: 2, down: 3, left: 4, right: 5, a: 6, b: 7, x: 8, y: 9 },
  },
};

/** The breadboard with a module that has no CS pin: its display takes every edge of the clock for a bit. */
export const breadboardWithoutCs = { ...boards.breadboard, cs: null };
