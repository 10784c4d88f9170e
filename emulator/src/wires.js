/**
 * The wires from the chip to the display. They carry bits at the pace of the SPI's clock, and refuse what a display
 * could not follow: what is sent has to be slow enough, complete, and to a display that listens.
 */
const CR0 = 0x00;
const CR1 = 0x04;
const DR = 0x08;
const SPO = 1 << 6;
const SPH = 1 << 7;
/** Width, frame format, polarity and phase, but not the rate. */
const FORMAT = 0xff;
const SSE = 1 << 1;
const IO_BANK0 = 0x40014000;
const SPI_FUNCTION = 1;
const [LOW, HIGH] = [0, 1];

/** From the ST7789V data sheet: how long CS stays high between two transfers. */
const CS_HIGH_NANOS = 40;

export class Wires {
  /**
   * @param board one of `boards`; with `cs: null`, the module has no such pin and always listens
   * @param panel the display, whose `errors` tell what is wrong with the wires, too
   */
  constructor(board, panel) {
    this.board = board;
    this.panel = panel;
    /** The level of the clock while nothing is sent. */
    this.clock = LOW;
    /** Bits that the display has received of its next byte. */
    this.bits = { value: 0, count: 0 };
    this.csRoseAt = -Infinity;
  }

  /** Connects a chip that was just reset. */
  connect(chip) {
    const { board, panel } = this;
    this.chip = chip;
    this.spi = chip.spi[board.spi];
    // A property, so that a snapshot includes it.
    this.transmitted = chip.clock.createAlarm(() => this.spi.completeTransmit(0));
    this.spi.onTransmit = (value) => this.#send(value);
    afterWrite(this.spi, (offset, before) => this.#configured(offset, before), () => this.#format());
    afterWrite(chip.findPeripheral(IO_BANK0), () => this.#clockMoves());
    chip.gpio[board.sck].addListener(() => this.#clockMoves());
    chip.gpio[board.dc].addListener(() => this.#quiet('DC'));
    if (board.cs !== null) chip.gpio[board.cs].addListener((state) => this.#csMoves(state));
    if (board.reset !== null) {
      chip.gpio[board.reset].addListener((state) => {
        if (state === LOW) {
          panel.holdReset();
          this.bits.count = 0;
        } else panel.releaseReset();
      });
    }
    this.#clockMoves();
  }

  #send(value) {
    const { board, panel, spi } = this;
    const { dataBits, clockFrequency, control0, control1 } = spi;
    const refuse = (isWrong, what) => { if (isWrong) panel.error(what); };
    refuse(!(control1 & SSE), 'data for an SPI that is off');
    refuse(clockFrequency > board.maxHertz * 1.001, `a clock of ${clockFrequency / 1e6} MHz, faster than the wires are`);
    refuse(!(control0 & SPO) !== !(control0 & SPH), 'SPI mode 1 or 2: the display reads at rising edges');
    refuse(![board.sck, board.mosi].every((pin) => this.#isConnected(pin)), 'SCK or MOSI is not connected to the SPI');
    if (board.cs !== null && !this.#isDriven(board.cs, LOW)) panel.error('a byte with CS high');
    else if (board.reset !== null && !this.#isDriven(board.reset, HIGH)) panel.error('a byte while in reset');
    else this.#takeBits(value, dataBits);
    this.transmitted.schedule((dataBits * 1e9) / (clockFrequency || 1e9));
  }

  /** The display looks at DC with the last bit of a byte. */
  #takeBits(value, count) {
    const { bits, panel } = this;
    const isData = this.chip.gpio[this.board.dc].outputValue;
    bits.value = (bits.value << count) | value;
    for (bits.count += count; bits.count >= 8; bits.count -= 8) {
      panel.byte((bits.value >> (bits.count - 8)) & 0xff, isData);
    }
    bits.value &= 0xff;
  }

  #isConnected(pin) {
    return this.chip.gpio[pin].functionSelect === SPI_FUNCTION;
  }

  #isDriven(pin, level) {
    return this.chip.gpio[pin].value === level;
  }

  #format() {
    const { control0, control1 } = this.spi;
    return (control0 & FORMAT) | ((control1 & SSE) << 8);
  }

  #configured(offset, before) {
    if (offset === DR) return;
    const { cs } = this.board;
    if (this.#format() !== before) {
      if (this.#isSending()) this.panel.error('the SPI is configured while it sends');
      if (cs !== null && this.#isDriven(cs, LOW)) this.panel.error('the SPI is configured while CS is low');
    }
    this.#clockMoves();
  }

  /** A PL022 drives its clock low while it is off, whatever the polarity. */
  #clockLevel() {
    const { sck } = this.board;
    const { control0, control1 } = this.spi;
    if (this.#isConnected(sck)) return control1 & SSE && control0 & SPO ? HIGH : LOW;
    const pin = this.chip.gpio[sck];
    return pin.value === HIGH || (!pin.outputEnable && pin.pullupEnabled) ? HIGH : LOW;
  }

  /** Without CS, a display takes every rising edge for a bit. */
  #clockMoves() {
    const before = this.clock;
    this.clock = this.#clockLevel();
    const { cs, reset } = this.board;
    if (before === LOW && this.clock === HIGH && cs === null && (reset === null || this.#isDriven(reset, HIGH))) {
      this.#takeBits(0, 1);
    }
  }

  #csMoves(state) {
    this.#quiet('CS');
    const now = this.panel.now();
    if (state === HIGH) this.csRoseAt = now;
    else if (state === LOW && now - this.csRoseAt < CS_HIGH_NANOS) {
      this.panel.error(`CS is high for ${Math.round(now - this.csRoseAt)} ns`);
    }
    this.bits.count = 0;
  }

  #isSending() {
    const { chip, spi } = this;
    const byDma = chip.dma.channels.some(({ active, treq }) => active && treq === spi.dreq.tx);
    return byDma || spi.busy || !spi.txFIFO.empty;
  }

  #quiet(wire) {
    if (this.#isSending()) this.panel.error(`${wire} changes while the SPI sends`);
  }
}

/** Calls `then` after each write to a peripheral, with what `look` saw before. */
function afterWrite(peripheral, then, look = () => {}) {
  const write = peripheral.writeUint32.bind(peripheral);
  peripheral.writeUint32 = (offset, value) => {
    const before = look();
    write(offset, value);
    then(offset, before);
  };
}
