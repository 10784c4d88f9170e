/**
 * A boot ROM without any code of the vendor: it has the function table that rp2040-hal uses, and each function is a
 * breakpoint at which the emulator does the work.
 */
const TABLE = 0x14;
const DATA_TABLE = 0x16;
const LOOKUP = 0x18;
const FIRST_STUB = 0x100;
const FUNCTIONS = 0x400;

const BREAKPOINT = 0xbe00;
const RETURN = 0x4770;

/** What a function costs, roughly, whose work is not counted here. */
const CALL_CYCLES = 10;
/** The functions in the order of the real ROM's table, which a look-up goes through from the start. */
const TABLE_ORDER = [
  'P3', 'R3', 'L3', 'T3', 'MS', 'S4', 'MC', 'C4', 'UB', 'DT', 'DE', 'WV', 'IF', 'EX', 'RE', 'RP', 'FC', 'CX',
];
const CYCLES_AN_ENTRY = 11;
/** Average cycles of the real ROM's bit functions. */
const BIT_CYCLES = { P3: 20, R3: 22, L3: 10, T3: 11 };
/** Shorter copies and fills go byte by byte; longer ones move 16 bytes at a time where the alignment allows it. */
const SHORT = 8;

export class Rom {
  /** @param machine has `memory`, `setXip`, `flushCache`, `flashOperation`, `usbBoot`, `problem` and `flash`, see `Pico` */
  constructor(machine) {
    this.machine = machine;
    const copy = (r) => this.#copy(r[0], r[1], r[2]);
    const fill = (r) => this.#fill(r[0], r[1], r[2]);
    const nothing = () => CALL_CYCLES;
    /** Codes of the RP2040 datasheet, section 2.8.3. Each takes and sets the registers, and returns its cycles. */
    this.services = {
      P3: (r) => { r[0] = ones(r[0]); return BIT_CYCLES.P3; },
      R3: (r) => { r[0] = reversed(r[0]); return BIT_CYCLES.R3; },
      L3: (r) => { r[0] = Math.clz32(r[0]); return BIT_CYCLES.L3; },
      T3: (r) => { r[0] = r[0] ? 31 - Math.clz32(r[0] & -r[0]) : 32; return BIT_CYCLES.T3; },
      MS: fill, S4: fill, MC: copy, C4: copy,
      IF: nothing, EX: () => this.#xip(false), FC: () => this.#flush(), CX: () => this.#xip(true),
      RE: (r) => this.#flash(machine.flash.erase(r[0], r[1], r[2])),
      RP: (r) => this.#flash(machine.flash.program(r[0], machine.memory(r[1], r[2]).slice())),
      UB: (r) => { machine.usbBoot(r[0], r[1]); return CALL_CYCLES; },
    };
    this.names = Object.keys(this.services);
    this.image = this.#build();
  }

  #build() {
    const bytes = new Uint8Array(0x4000);
    const view = new DataView(bytes.buffer);
    const stub = (number) => {
      const at = FIRST_STUB + 4 * number;
      view.setUint16(at, BREAKPOINT | number, true);
      view.setUint16(at + 2, RETURN, true);
      return at | 1;
    };
    bytes.set([0x4d, 0x75, 1, 2], 0x10); // "Mu", 1, version 2
    view.setUint16(TABLE, FUNCTIONS, true);
    view.setUint16(LOOKUP, stub(0), true);
    this.names.forEach((name, index) => {
      const at = FUNCTIONS + 4 * index;
      view.setUint8(at, name.charCodeAt(0));
      view.setUint8(at + 1, name.charCodeAt(1));
      view.setUint16(at + 2, stub(index + 1), true);
    });
    view.setUint16(DATA_TABLE, FUNCTIONS + 4 * this.names.length, true);
    this.view = view;
    return new Uint32Array(bytes.buffer);
  }

  /** Performs the function of breakpoint `number` on the core's registers; returns its cycles. */
  serve(number, registers) {
    if (number === 0) return this.#lookUp(registers);
    const name = this.names[number - 1];
    if (!name) return this.#refuse(`call function ${number}`);
    return this.services[name](registers);
  }

  #lookUp(registers) {
    let [at, wanted] = registers;
    while (at + 4 <= this.view.byteLength) {
      const code = this.view.getUint16(at, true);
      if (code === 0) { registers[0] = 0; return CYCLES_AN_ENTRY * TABLE_ORDER.length; }
      if (code === (wanted & 0xffff)) {
        registers[0] = this.view.getUint16(at + 2, true);
        return CYCLES_AN_ENTRY * (TABLE_ORDER.indexOf(nameOf(code)) + 1);
      }
      at += 4;
    }
    registers[0] = 0;
    return this.#refuse('look up a function outside its tables');
  }

  /** Notes what only a core with corrupted memory asks for. */
  #refuse(what) {
    this.machine.problem(`the ROM was told to ${what}`);
    return CALL_CYCLES;
  }

  #copy(to, from, length) {
    if (length > 0) this.machine.memory(to, length, true).set(this.machine.memory(from, length));
    if (length < SHORT) return 13 + 4 * length;
    return (to - from) % 4 === 0 ? 35 + (13 / 16) * length : 10 + 7 * length;
  }

  #fill(to, value, length) {
    if (length > 0) this.machine.memory(to, length, true).fill(value & 0xff);
    return length < SHORT ? 13 + 2 * length : 25 + length / 2;
  }

  /** Without XIP (execute in place), neither code nor data can be read from flash. */
  #xip(on) {
    this.machine.setXip(on);
    return CALL_CYCLES;
  }

  #flush() {
    this.machine.flushCache();
    return CALL_CYCLES;
  }

  #flash(operation) {
    this.machine.flashOperation(operation);
    return CALL_CYCLES;
  }
}

const nameOf = (code) => String.fromCharCode(code & 0xff, code >> 8);

function ones(word) {
  let count = 0;
  for (let rest = word >>> 0; rest; rest &= rest - 1) count++;
  return count;
}

function reversed(word) {
  let result = 0;
  for (let bit = 0; bit < 32; bit++) result = (result << 1) | ((word >>> bit) & 1);
  return result >>> 0;
}
