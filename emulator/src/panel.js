/**
 * An ST7789 display on its serial interface: commands and data in, a picture out.
 *
 * The controller's memory is 240 x 320 pixels; the glass of a board shows a part of it, in some rotation. MADCTL maps
 * addresses within that memory, so a wrong value, offset or inversion shows in the picture as on a real board.
 */
const MEMORY = { width: 240, height: 320 };

const COMMAND = {
  NOP: 0x00, SWRESET: 0x01, SLPIN: 0x10, SLPOUT: 0x11, INVOFF: 0x20, INVON: 0x21, DISPOFF: 0x28, DISPON: 0x29,
  CASET: 0x2a, RASET: 0x2b, RAMWR: 0x2c, MADCTL: 0x36, COLMOD: 0x3a,
};
/** Voltages, timing and gamma, which depend on the glass: their names in the data sheet, and the bytes they take. */
export const REGISTERS = {
  PORCTRL: { command: 0xb2, bytes: 5 },
  GCTRL: { command: 0xb7, bytes: 1 },
  VCOMS: { command: 0xbb, bytes: 1 },
  LCMCTRL: { command: 0xc0, bytes: 1 },
  VDVVRHEN: { command: 0xc2, bytes: 1 },
  VRHS: { command: 0xc3, bytes: 1 },
  VDVS: { command: 0xc4, bytes: 1 },
  FRCTRL2: { command: 0xc6, bytes: 1 },
  PWCTRL1: { command: 0xd0, bytes: 2 },
  GMCTRP1: { command: 0xe0, bytes: 14 },
  GMCTRN1: { command: 0xe1, bytes: 14 },
};
const REGISTER_NAMES = new Map(Object.entries(REGISTERS).map(([name, { command }]) => [command, name]));
/** How many bytes of data follow each command: the least and the most. */
const DATA = new Map([
  ...Object.values(COMMAND).map((command) => [command, [0, 0]]),
  [COMMAND.CASET, [4, 4]], [COMMAND.RASET, [4, 4]], [COMMAND.RAMWR, [0, Infinity]],
  [COMMAND.MADCTL, [1, 1]], [COMMAND.COLMOD, [1, 1]],
  ...Object.values(REGISTERS).map(({ command, bytes }) => [command, [bytes, bytes]]),
  // The data sheet has a second byte, which is constant and which no maker sends.
  [REGISTERS.VDVVRHEN.command, [1, 2]],
  // Not in the data sheet; Pimoroni sends it to the Pico Display.
  [0xd6, [1, 1]],
]);
const MADCTL = { ROWS_UP: 0x80, COLUMNS_LEFT: 0x40, SWAP: 0x20, BGR: 0x08 };
const RGB565 = 5;

/** From the ST7789V data sheet: the shortest pulse on its reset pin. */
const RESET_PULSE_NANOS = 10e3;
/** After a reset, or a change between sleeping and waking, no command for this long. */
const READY_NANOS = 5e6;
/** From one change between sleeping and waking to the next; a reset while awake is one as well. */
const SLEEP_NANOS = 120e6;

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
    this.asleep = true;
    this.sleepChangedAt = -Infinity;
    this.resetHeldAt = null;
    this.#reset();
    this.readyAt = 0;
  }

  /** The reset pin goes low. */
  holdReset() {
    this.resetHeldAt = this.now();
    this.#reset();
  }

  /** The reset pin goes high: the times that a reset takes count from here. */
  releaseReset() {
    if (this.resetHeldAt === null) return;
    const nanos = this.now() - this.resetHeldAt;
    if (nanos < RESET_PULSE_NANOS) this.error(`a reset pulse of ${Math.round(nanos)} ns`);
    if (this.sleepChangedAt === this.resetHeldAt) this.sleepChangedAt = this.now();
    this.readyAt = this.now() + READY_NANOS;
    this.resetHeldAt = null;
  }

  #reset() {
    this.#sleep(true);
    this.on = false;
    this.inverted = false;
    this.madctl = 0;
    this.colmod = 6;
    this.columns = [0, MEMORY.width - 1];
    this.rows = [0, MEMORY.height - 1];
    /** The data of each of `REGISTERS` that was set since the last reset, by name. */
    this.registers = {};
    this.command = null;
    this.data = [];
    this.high = null;
  }

  #sleep(asleep) {
    if (this.asleep !== asleep) this.sleepChangedAt = this.now();
    this.asleep = asleep;
    this.readyAt = this.now() + READY_NANOS;
  }

  /** Notes misuse, and what repeats with every byte only once. */
  error(what) {
    if (!this.errors.includes(what)) this.errors.push(what);
  }

  /** Takes one byte; `isData` is the level of the D/C pin. */
  byte(value, isData) {
    if (isData) this.#takeData(value);
    else this.#takeCommand(value);
  }

  #takeCommand(command) {
    this.#checkTime(command);
    if (this.command !== null && this.data.length < DATA.get(this.command)?.[0]) {
      this.error(`only ${this.data.length} bytes of data for ${hex(this.command)}`);
    }
    // After a restart in the middle of a transfer, a display without a reset pin has half a pixel.
    const isCut = this.high !== null && command !== COMMAND.SWRESET;
    if (isCut) this.error(`command ${hex(command)} in the middle of a pixel`);
    if (!DATA.has(command)) this.error(`no command ${hex(command)}`);
    this.command = command;
    this.data = [];
    this.high = null;
    switch (command) {
      case COMMAND.SWRESET: this.#reset(); break;
      case COMMAND.SLPIN: this.#sleep(true); break;
      case COMMAND.SLPOUT: this.#sleep(false); break;
      case COMMAND.INVOFF: this.inverted = false; break;
      case COMMAND.INVON: this.inverted = true; break;
      case COMMAND.DISPOFF: this.on = false; break;
      case COMMAND.DISPON: this.on = true; break;
      case COMMAND.RAMWR: this.x = this.columns[0]; this.y = this.rows[0]; break;
    }
  }

  #checkTime(command) {
    const now = this.now();
    const changes = command === COMMAND.SLPIN ? !this.asleep : command === COMMAND.SLPOUT && this.asleep;
    if (now < this.readyAt) this.error(`command ${hex(command)} too early after a reset or a change of sleep`);
    else if (changes && now < this.sleepChangedAt + SLEEP_NANOS) {
      this.error(`command ${hex(command)} less than 120 ms after the last change of sleep, or a reset while awake`);
    }
  }

  #takeData(value) {
    const { command, data } = this;
    if (command === null) return this.error('data without a command');
    if (command === COMMAND.RAMWR) return this.#takeHalfPixel(value);
    data.push(value);
    if (data.length > DATA.get(command)?.[1]) this.error(`${data.length} bytes of data for ${hex(command)}`);
    const register = REGISTER_NAMES.get(command);
    if (register) this.registers[register] = [...data];
    switch (command) {
      case COMMAND.CASET: this.columns = this.#range(this.columns, this.width, 'CASET'); break;
      case COMMAND.RASET: this.rows = this.#range(this.rows, this.height, 'RASET'); break;
      case COMMAND.MADCTL: this.madctl = value; break;
      case COMMAND.COLMOD: this.colmod = value & 7; break;
    }
  }

  /** The range that four bytes of data give, or the range before. */
  #range(before, size, name) {
    if (this.data.length !== 4) return before;
    const [a, b, c, d] = this.data;
    const [first, last] = [(a << 8) | b, (c << 8) | d];
    if (first > last || last >= size) this.error(`${name} ${first}..${last} of ${size}`);
    return [first, last];
  }

  #takeHalfPixel(value) {
    if (this.high === null) {
      this.high = value;
      return;
    }
    if (this.colmod !== RGB565) this.error('pixels of 16 bits in another colour mode');
    if (this.y > this.rows[1]) {
      this.error('more pixels than the window holds');
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
