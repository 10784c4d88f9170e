/**
 * The second core in the boot ROM's holding pen, where a reset puts it: it echoes what the first core sends, until that
 * was the whole of 1, a vector table, a stack and an entry point. There it would run code, which nothing here does.
 */
const [FIFO_ST, FIFO_WR, FIFO_RD] = [0x50, 0x54, 0x58];
const [VALID, READY, READ_WHEN_EMPTY] = [1 << 0, 1 << 1, 1 << 3];
const FIFO_WORDS = 8;
const PSM = 0x40010000;
const FRCE_OFF = 0x04;
const PROC1 = 1 << 16;

export class SecondCore {
  /** @param onLaunch called with the entry point of code that was started */
  constructor(chip, onLaunch) {
    this.onLaunch = onLaunch;
    /** What the first core can read. */
    this.sent = [];
    /** What it was sent of the four words so far. */
    this.received = [];
    this.isInPen = false;
    this.status = 0;
    this.#enterPen();
    const { sio } = chip;
    const [read, write] = [sio.readUint32.bind(sio), sio.writeUint32.bind(sio)];
    sio.readUint32 = (offset) => {
      if (offset === FIFO_ST) return this.status | READY | (this.sent.length > 0 ? VALID : 0);
      return offset === FIFO_RD ? this.#read() : read(offset);
    };
    sio.writeUint32 = (offset, value) => {
      if (offset === FIFO_ST) this.status = 0;
      else if (offset === FIFO_WR) this.#receive(value >>> 0);
      else write(offset, value);
    };
    const psm = chip.findPeripheral(PSM);
    const force = psm.writeUint32.bind(psm);
    psm.writeUint32 = (offset, value) => {
      const wasOff = psm.frceOff & PROC1;
      force(offset, value);
      if (offset === FRCE_OFF && wasOff && !(psm.frceOff & PROC1)) this.#enterPen();
    };
  }

  #read() {
    if (this.sent.length === 0) this.status |= READ_WHEN_EMPTY;
    return this.sent.shift() ?? 0;
  }

  /** Says with a 0 that it is there. */
  #enterPen() {
    this.isInPen = true;
    this.received = [];
    this.#send(0);
  }

  #send(word) {
    if (this.sent.length < FIFO_WORDS) this.sent.push(word);
  }

  #receive(word) {
    if (!this.isInPen) return;
    const isFirst = this.received.length === 0;
    if (word === 0 || (isFirst && word !== 1)) return this.#enterPen();
    this.received.push(word);
    this.#send(word);
    if (this.received.length < 4) return;
    this.isInPen = false;
    this.onLaunch(word);
  }
}
