/**
 * The boards as their makers wire them. The firmware has a list of its own: a wrong pin or rotation in it shows as a
 * dark or rotated picture here.
 *
 * `glass` is the visible part of the display controller's memory and how it is turned, see `Panel`.
 */
const square = { width: 240, height: 240, x: 0, y: 0 };
// 135 x 240 pixels of memory, rotated by a quarter.
const wide = { width: 240, height: 135, x: 52, y: 40 };

export const boards = {
  'waveshare-lcd-1-3': {
    spi: 1, cs: 9, dc: 8, reset: 12, backlight: 13,
    glass: { ...square, turned: 3 },
    buttons: { up: 2, down: 18, left: 16, right: 20, centre: 3, a: 15, b: 17, x: 19, y: 21 },
  },
  'waveshare-lcd-1-14': {
    spi: 1, cs: 9, dc: 8, reset: 12, backlight: 13,
    glass: { ...wide, turned: 3 },
    buttons: { up: 2, down: 18, left: 16, right: 20, centre: 3, a: 15, b: 17 },
  },
  picosystem: {
    spi: 0, cs: 5, dc: 9, reset: 4, backlight: 12, speaker: 11, battery: 26,
    glass: { ...square, turned: 0 },
    buttons: { up: 23, down: 20, left: 22, right: 21, a: 18, b: 19, x: 17, y: 16 },
  },
  'pico-display': {
    spi: 0, cs: 17, dc: 16, reset: null, backlight: 20,
    glass: { ...wide, turned: 3 },
    buttons: { a: 12, b: 13, x: 14, y: 15 },
  },
  breadboard: {
    spi: 0, cs: 17, dc: 20, reset: 21, backlight: 22,
    glass: { ...square, turned: 0 },
    buttons: { up: 2, down: 3, left: 4, right: 5, a: 6, b: 7, x: 8, y: 9 },
  },
};
