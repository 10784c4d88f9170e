/** Reads SEGGER RTT as `defmt-rtt` lays it out, the way a debug probe does: one ring buffer in RAM. */
const RAM = 0x20000000;
const MAGIC = 'SEGGER RTT';
const CHANNEL = 24;
const [BUFFER, SIZE, WRITE, READ, FLAGS] = [4, 8, 12, 16, 20].map((field) => CHANNEL + field);
const BLOCK_IF_FULL = 2;

export class Rtt {
  /** @param address of `_SEGGER_RTT` @param attached whether a probe reads the log */
  constructor(chip, address, attached = true) {
    this.chip = chip;
    this.block = address - RAM;
    this.attached = attached;
  }

  /** The bytes written since the last read. */
  read() {
    const { sram, sramView } = this.chip;
    const field = (offset) => sramView.getUint32(this.block + offset, true);
    for (let i = 0; i < MAGIC.length; i++) {
      if (sram[this.block + i] !== MAGIC.charCodeAt(i)) return [];
    }
    if (!this.attached) return [];
    const [buffer, size, write, read] = [field(BUFFER) - RAM, field(SIZE), field(WRITE), field(READ)];
    // During start-up the block may be copied in part, followed by what RAM held before.
    if (write >= size || read >= size || buffer < 0 || buffer + size > sram.length) return [];
    sramView.setUint32(this.block + FLAGS, BLOCK_IF_FULL, true);
    const bytes = [];
    let at = read;
    while (at !== write) {
      bytes.push(sram[buffer + at]);
      at = (at + 1) % size;
    }
    sramView.setUint32(this.block + READ, at, true);
    return bytes;
  }
}
