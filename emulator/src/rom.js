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

/** What the ROM's functions cost, roughly. */
const CALL_CYCLES = 10;
const BYTES_A_CYCLE = 2;

export class Rom {
  /** @param machine has `memory(address, length)`, `flashOperation(operation)`, `usbBoot()`, `problem(text)` and `flash` */
  constructor(machine) {
    this.machine = machine;
    const copy = (r) => this.#copy(r[0], r[1], r[2]);
    const fill = (r) => this.#fill(r[0], r[1], r[2]);
    const nothing = () => 0;
    /** Codes of the RP2040 datasheet, section 2.8.3. Each takes and sets the registers, and returns its cycles. */
    this.services = {
      P3: (r) => { r[0] = ones(r[0]); return 0; },
      R3: (r) => { r[0] = reversed(r[0]); return 0; },
      L3: (r) => { r[0] = Math.clz32(r[0]); return 0; },
      T3: (r) => { r[0] = r[0] ? 31 - Math.clz32(r[0] & -r[0]) : 32; return 0; },
      MS: fill, S4: fill, MC: copy, C4: copy,
      IF: nothing, EX: () => this.#xip(false), FC: nothing, CX: () => this.#xip(true),
      RE: (r) => this.#flash(machine.flash.erase(r[0], r[1])),
      RP: (r) => this.#flash(machine.flash.program(r[0], machine.memory(r[1], r[2]).slice())),
      UB: () => { machine.usbBoot(); return 0; },
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
    return CALL_CYCLES + this.services[name](registers);
  }

  #lookUp(registers) {
    let [at, wanted] = registers;
    while (at + 4 <= this.view.byteLength) {
      const code = this.view.getUint16(at, true);
      if (code === 0) { registers[0] = 0; return CALL_CYCLES; }
      if (code === (wanted & 0xffff)) { registers[0] = this.view.getUint16(at + 2, true); return CALL_CYCLES; }
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
    return length / BYTES_A_CYCLE;
  }

  #fill(to, value, length) {
    if (length > 0) this.machine.memory(to, length, true).fill(value & 0xff);
    return length / BYTES_A_CYCLE;
  }

  /** Without XIP (execute in place), neither code nor data can be read from flash. */
  #xip(on) {
    this.machine.setXip(on);
    return 0;
  }

  #flash(operation) {
    this.machine.flashOperation(operation);
    return 0;
  }
}

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
