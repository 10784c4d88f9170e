/**
 * An ST7789 display on its serial interface: commands and data in, a picture out.
 *
 * The controller's memory is 240 x 320 pixels; the glass of a board shows a part of it, in some rotation. MADCTL maps
 * addresses within that memory, so a wrong value, offset or inversion shows in the picture as on a real board.
 */
const MEMORY = { width: 240, height: 320 };

const COMMAND = {
  SWRESET: 0x01, SLPIN: 0x10, SLPOUT: 0x11, INVOFF: 0x20, INVON: 0x21, DISPOFF: 0x28, DISPON: 0x29,
  CASET: 0x2a, RASET: 0x2b, RAMWR: 0x2c, MADCTL: 0x36, COLMOD: 0x3a,
};
const MADCTL = { ROWS_UP: 0x80, COLUMNS_LEFT: 0x40, SWAP: 0x20, BGR: 0x08 };
const RGB565 = 5;

/** From the ST7789V data sheet: after leaving sleep, 5 ms before the next command. */
const WAKE_NANOS = 5e6;
const RESET_NANOS = 5e6;

export class Panel {
  /**
   * @param glass `width` and `height` as the player sees it, `x` and `y` of its top left corner in the
   *   controller's memory, and `turned`: by how many quarters clockwise the player's view of that memory is rotated
   * @param now returns the time in nanoseconds
   */
  constructor(glass, now) {
    this.glass = glass;
    this.now = now;
    this.memory = new Uint16Array(MEMORY.width * MEMORY.height);
    /** Misuse of the controller, as sentences. */
    this.errors = [];
    /** Pixels written so far. */
    this.pixels = 0;
    /** The time of the last pixel in nanoseconds. */
    this.lastPixel = 0;
    this.powerOn();
  }

  powerOn() {
    // The memory is not defined at power-on; this pattern makes it visible.
    this.memory.forEach((_, index) => { this.memory[index] = (index * 0x9e37) & 0xffff; });
    this.reset();
    this.readyAt = 0;
  }

  reset() {
    this.asleep = true;
    this.on = false;
    this.inverted = false;
    this.madctl = 0;
    this.colmod = 6;
    this.columns = [0, MEMORY.width - 1];
    this.rows = [0, MEMORY.height - 1];
    this.command = null;
    this.data = [];
    this.high = null;
    this.readyAt = this.now() + RESET_NANOS;
  }

  /** Takes one byte; `isData` is the level of the D/C pin. */
  byte(value, isData) {
    if (isData) this.#takeData(value);
    else this.#takeCommand(value);
  }

  #takeCommand(command) {
    if (this.now() < this.readyAt) this.errors.push(`command ${hex(command)} too early after reset or sleep`);
    if (this.high !== null) this.errors.push(`command ${hex(command)} in the middle of a pixel`);
    this.command = command;
    this.data = [];
    this.high = null;
    switch (command) {
      case COMMAND.SWRESET: this.reset(); break;
      case COMMAND.SLPIN: this.asleep = true; this.readyAt = this.now() + WAKE_NANOS; break;
      case COMMAND.SLPOUT: this.asleep = false; this.readyAt = this.now() + WAKE_NANOS; break;
      case COMMAND.INVOFF: this.inverted = false; break;
      case COMMAND.INVON: this.inverted = true; break;
      case COMMAND.DISPOFF: this.on = false; break;
      case COMMAND.DISPON: this.on = true; break;
      case COMMAND.RAMWR: this.x = this.columns[0]; this.y = this.rows[0]; break;
    }
  }

  #takeData(value) {
    switch (this.command) {
      case COMMAND.RAMWR: this.#takeHalfPixel(value); break;
      case COMMAND.CASET: this.columns = this.#range(value, this.columns, this.width, 'CASET'); break;
      case COMMAND.RASET: this.rows = this.#range(value, this.rows, this.height, 'RASET'); break;
      case COMMAND.MADCTL: this.madctl = value; break;
      case COMMAND.COLMOD: this.colmod = value & 7; break;
      case null: this.errors.push('data without a command'); break;
    }
  }

  #range(value, before, size, name) {
    this.data.push(value);
    if (this.data.length < 4) return before;
    const [a, b, c, d] = this.data;
    const [first, last] = [(a << 8) | b, (c << 8) | d];
    if (first > last || last >= size) this.errors.push(`${name} ${first}..${last} of ${size}`);
    return [first, last];
  }

  #takeHalfPixel(value) {
    if (this.high === null) {
      this.high = value;
      return;
    }
    if (this.colmod !== RGB565) this.errors.push('pixels of 16 bits in another colour mode');
    if (this.y > this.rows[1]) {
      this.errors.push('more pixels than the window holds');
      this.y = this.rows[0];
    }
    const index = this.#address(this.x, this.y);
    if (index !== null) this.memory[index] = (this.high << 8) | value;
    this.high = null;
    this.pixels++;
    this.lastPixel = this.now();
    if (++this.x > this.columns[1]) {
      this.x = this.columns[0];
      this.y++;
    }
  }

  /** The size of the memory as the window commands see it. */
  get width() { return this.madctl & MADCTL.SWAP ? MEMORY.height : MEMORY.width; }
  get height() { return this.madctl & MADCTL.SWAP ? MEMORY.width : MEMORY.height; }

  #address(x, y) {
    if (this.madctl & MADCTL.SWAP) [x, y] = [y, x];
    if (this.madctl & MADCTL.COLUMNS_LEFT) x = MEMORY.width - 1 - x;
    if (this.madctl & MADCTL.ROWS_UP) y = MEMORY.height - 1 - y;
    return x >= 0 && x < MEMORY.width && y >= 0 && y < MEMORY.height ? y * MEMORY.width + x : null;
  }

  /** What the player sees: width, height, and RGBA bytes. Dark when asleep or off. */
  picture() {
    const { width, height, x: left, y: top, turned } = this.glass;
    const rgba = new Uint8Array(width * height * 4);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [column, row] = [
          [x, y], [y, width - 1 - x], [width - 1 - x, height - 1 - y], [height - 1 - y, x],
        ][turned];
        let colour = this.memory[(top + row) * MEMORY.width + left + column];
        // These panels show the inverse of their memory, unless told to invert.
        if (!this.inverted) colour = ~colour & 0xffff;
        if (this.asleep || !this.on) colour = 0;
        let [r, g, b] = [colour >> 11, (colour >> 5) & 63, colour & 31];
        if (this.madctl & MADCTL.BGR) [r, b] = [b, r];
        rgba.set([scaled(r, 31), scaled(g, 63), scaled(b, 31), 255], (y * width + x) * 4);
      }
    }
    return { width, height, rgba };
  }
}

const scaled = (value, most) => Math.round((value * 255) / most);
const hex = (number) => `0x${number.toString(16).padStart(2, '0')}`;
