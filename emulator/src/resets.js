import { BasePeripheral } from 'rp2040js';

const RESET = 0x00;
const WDSEL = 0x04;
const RESET_DONE = 0x08;

/** The peripherals of each bit of RESETS, and their addresses without the last 12 bits; JTAG has no registers. */
const PERIPHERALS = [
  ['adc', 0x4004c], ['busctrl', 0x40030], ['dma', 0x50000], ['i2c0', 0x40044], ['i2c1', 0x40048],
  ['io_bank0', 0x40014], ['io_qspi', 0x40018], ['jtag', null], ['pads_bank0', 0x4001c], ['pads_qspi', 0x40020],
  ['pio0', 0x50200], ['pio1', 0x50300], ['pll_sys', 0x40028], ['pll_usb', 0x4002c], ['pwm', 0x40050],
  ['rtc', 0x4005c], ['spi0', 0x4003c], ['spi1', 0x40040], ['syscfg', 0x40004], ['sysinfo', 0x40000],
  ['tbman', 0x4006c], ['timer', 0x40054], ['uart0', 0x40034], ['uart1', 0x40038], ['usbctrl', 0x50110],
];
const ALL = (1 << PERIPHERALS.length) - 1;
/** The ROM needs these, and leaves them running. */
const STARTED_BY_ROM = PERIPHERALS.reduce((bits, [name], bit) => (
  ['io_qspi', 'pads_qspi', 'timer'].includes(name) ? bits | (1 << bit) : bits
), 0);
/** From the release of a reset until it is done, in cycles of the system clock: a few on a real chip. */
const RELEASE_CYCLES = 10;

/**
 * The subsystem resets: every peripheral starts in reset, and can be used only after RESET_DONE said that its reset
 * has ended. Everything else is refused.
 */
export class Resets extends BasePeripheral {
  /** @param refuse called with a text for each wrong access */
  constructor(chip, refuse) {
    super(chip, 'RESETS_BASE');
    this.held = ALL & ~STARTED_BY_ROM;
    this.wdsel = 0;
    /** Peripherals that RESET_DONE has shown to be ready. */
    this.ready = STARTED_BY_ROM;
    this.releasedAt = PERIPHERALS.map(() => 0);
    chip.peripherals[0x4000c] = this;
    PERIPHERALS.forEach(([name, address], bit) => {
      if (address !== null) this.#guard(chip.peripherals[address], 1 << bit, name, refuse);
    });
  }

  #guard(peripheral, bit, name, refuse) {
    const check = () => {
      if (this.held & bit) refuse(`${name} is used while it is in reset`);
      else if (!(this.ready & bit)) refuse(`${name} is used, and nobody waited for the end of its reset`);
    };
    const [read, write] = [peripheral.readUint32.bind(peripheral), peripheral.writeUint32.bind(peripheral)];
    peripheral.readUint32 = (offset) => {
      if (!(this.ready & bit)) check();
      return read(offset);
    };
    peripheral.writeUint32 = (offset, value) => {
      if (!(this.ready & bit)) check();
      write(offset, value);
    };
  }

  readUint32(offset) {
    switch (offset) {
      case RESET: return this.held;
      case WDSEL: return this.wdsel;
      case RESET_DONE: {
        const done = this.#done();
        this.ready |= done;
        return done;
      }
    }
    return super.readUint32(offset);
  }

  #done() {
    const latest = this.rp2040.clock.nanos - (RELEASE_CYCLES * 1e9) / this.rp2040.clkSys;
    const released = this.releasedAt.reduce((bits, at, bit) => (at <= latest ? bits | (1 << bit) : bits), 0);
    return (released | this.ready) & ~this.held;
  }

  writeUint32(offset, value) {
    switch (offset) {
      case RESET: this.#hold(value & ALL); break;
      case WDSEL: this.wdsel = value & ALL; break;
      default: super.writeUint32(offset, value);
    }
  }

  #hold(held) {
    const released = this.held & ~held;
    this.releasedAt = this.releasedAt.map((at, bit) => (released & (1 << bit) ? this.rp2040.clock.nanos : at));
    this.held = held;
    this.ready &= ~held;
  }
}
