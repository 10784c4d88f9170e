import { BasePeripheral } from 'rp2040js';

const CTRL = 0x00;
const STATUS = 0x04;
const STARTUP = 0x0c;
const X4 = 1 << 20;
const [ENABLE, DISABLE] = [0xfab, 0xd1e];
const STABLE = 1 << 31;
const ENABLED = 1 << 12;

const CLOCKS = 0x40008;
/** CLK_REF_CTRL and the field that selects its source. */
const [REF_CTRL, REF_SOURCE, REF_FROM_CRYSTAL] = [0x30, 3, 2];
const PLLS = { pll_sys: 0x40028, pll_usb: 0x4002c };
/** PWR of a PLL: power down. */
const [PLL_PWR, PLL_OFF] = [0x04, 1];

/**
 * The crystal oscillator. It counts 256 of its periods for each step of STARTUP before it calls itself stable, and
 * whatever runs from it sooner is refused.
 */
export class Crystal extends BasePeripheral {
  /**
   * @param isRunning whether it kept running through a reset
   * @param refuse called with a text for each wrong use
   */
  constructor(chip, isRunning, refuse) {
    super(chip, 'XOSC_BASE');
    this.ctrl = 0;
    this.startup = 0xc4;
    this.isEnabled = isRunning;
    this.stableAt = 0;
    chip.peripherals[0x40024] = this;
    const requireCrystal = (address, offset, uses, what) => {
      const peripheral = chip.peripherals[address];
      const write = peripheral.writeUint32.bind(peripheral);
      peripheral.writeUint32 = (at, value) => {
        if (at === offset && uses(value) && !this.isStable) refuse(`${what} runs from the crystal before it is stable`);
        write(at, value);
      };
    };
    requireCrystal(CLOCKS, REF_CTRL, (value) => (value & REF_SOURCE) === REF_FROM_CRYSTAL, 'clk_ref');
    for (const [name, address] of Object.entries(PLLS)) {
      requireCrystal(address, PLL_PWR, (value) => !(value & PLL_OFF), name);
    }
  }

  get isStable() {
    return this.isEnabled && this.rp2040.clock.nanos >= this.stableAt;
  }

  readUint32(offset) {
    switch (offset) {
      case CTRL: return this.ctrl;
      case STATUS: return ((this.isStable ? STABLE : 0) | (this.isEnabled ? ENABLED : 0)) >>> 0;
      case STARTUP: return this.startup;
    }
    return super.readUint32(offset);
  }

  writeUint32(offset, value) {
    switch (offset) {
      case CTRL: this.#control(value); break;
      case STARTUP: this.startup = value; break;
      default: super.writeUint32(offset, value);
    }
  }

  #control(value) {
    this.ctrl = value;
    const command = (value >>> 12) & 0xfff;
    if (command === DISABLE) this.isEnabled = false;
    if (command !== ENABLE || this.isEnabled) return;
    this.isEnabled = true;
    const periods = 256 * (this.startup & 0x3fff) * (this.startup & X4 ? 4 : 1);
    this.stableAt = this.rp2040.clock.nanos + (periods * 1e9) / this.rp2040.xoscFreq;
  }
}
