/** Registers of CLOCKS that measure a clock against clk_ref. */
const [REF_KHZ, MIN_KHZ, MAX_KHZ, DELAY] = [0x80, 0x84, 0x88, 0x8c];
const [INTERVAL, SRC, STATUS, RESULT] = [0x90, 0x94, 0x98, 0x9c];
const [PASS, DONE, RUNNING, SLOW, FAST] = [0, 4, 8, 20, 24].map((bit) => 1 << bit);
/** How long a measurement takes with an interval of 0; each step doubles it. */
const SHORTEST_NANOS = 980;
/** The result has five bits behind the point. */
const STEPS = 32;

/** The frequency counter FC0: a write to its source starts it, and the result is in kilohertz. */
export class FrequencyCounter {
  constructor(chip) {
    this.chip = chip;
    this.registers = { [REF_KHZ]: 0, [MIN_KHZ]: 0, [MAX_KHZ]: 0x1ffffff, [DELAY]: 1, [INTERVAL]: 8, [SRC]: 0 };
    this.doneAt = Infinity;
    this.kilohertz = 0;
    const { clocks } = chip;
    const [read, write] = [clocks.readUint32.bind(clocks), clocks.writeUint32.bind(clocks)];
    clocks.readUint32 = (offset) => {
      if (offset === STATUS) return this.#status();
      if (offset === RESULT) return this.#isDone() ? Math.round(this.kilohertz * STEPS) : 0;
      return this.registers[offset] ?? read(offset);
    };
    clocks.writeUint32 = (offset, value) => {
      if (!(offset in this.registers)) return write(offset, value);
      this.registers[offset] = value;
      if (offset === SRC) this.#start(value);
    };
  }

  #start(source) {
    const { registers, chip } = this;
    // The counter believes what it is told about clk_ref.
    this.kilohertz = (this.#hertz(source) * registers[REF_KHZ]) / chip.clocks.refFreq;
    this.doneAt = source === 0 ? Infinity : chip.clock.nanos + SHORTEST_NANOS * 2 ** registers[INTERVAL];
  }

  #hertz(source) {
    const { clocks, clkSys, clkPeri, pllSys, pllUsb, roscFreq, xoscFreq } = this.chip;
    return {
      1: pllSys.frequency, 2: pllUsb.frequency, 3: roscFreq, 5: xoscFreq, 8: clocks.refFreq, 9: clkSys, 10: clkPeri,
    }[source] ?? 0;
  }

  #isDone() {
    return this.chip.clock.nanos >= this.doneAt;
  }

  #status() {
    if (!this.#isDone()) return this.doneAt === Infinity ? 0 : RUNNING;
    const isSlow = this.kilohertz < this.registers[MIN_KHZ];
    const isFast = this.kilohertz > this.registers[MAX_KHZ];
    return DONE | (isSlow ? SLOW : 0) | (isFast ? FAST : 0) | (isSlow || isFast ? 0 : PASS);
  }
}
