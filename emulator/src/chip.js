import { RP2040 } from 'rp2040js';
import { Cache } from './cache.js';
import { FlashCommands } from './ssi.js';

const FLASH = 0x10000000;
const FLASH_END = 0x14000000;
const RAM = 0x20000000;
const RAM_END = RAM + 264 * 1024;
const SSI = 0x18000;
const SSI_ENABLE = 0x08;
const ROSC = 0x40060;
const ROSC_RANDOM_BIT = 0x1c;

/**
 * rp2040js's chip, which also checks for what faults on the real one: accesses that are not aligned, have no
 * memory behind them, write to flash or ROM, or read flash while it is being written.
 */
export class Chip extends RP2040 {
  /** Whether flash can be read: the ROM turns this off, and the next start of the SSI turns it on. */
  xip = true;
  onBadAccess = () => {};

  /**
   * @param random gives a number below a limit, for the bits of the ring oscillator
   * @param missCycles what a read of flash costs that is not in the cache
   * @param flashId what the flash chip answers to the question who it is
   */
  constructor(random, missCycles, flashId) {
    super();
    this.cache = new Cache(missCycles);
    const oscillator = this.peripherals[ROSC];
    const read = oscillator.readUint32.bind(oscillator);
    oscillator.readUint32 = (offset) => (offset === ROSC_RANDOM_BIT ? random(2) : read(offset));
    const ssi = this.peripherals[SSI];
    const write = ssi.writeUint32.bind(ssi);
    ssi.writeUint32 = (offset, value) => {
      if (offset === SSI_ENABLE && value & 1) this.#enableXip();
      write(offset, value);
    };
    this.flashCommands = new FlashCommands(this, flashId);
  }

  readUint32(address) {
    address >>>= 0;
    if (address & 3) this.#bad('read of 4 bytes not aligned', address);
    if (address >= RAM && address < RAM_END) return this.sramView.getUint32(address - RAM, true);
    if (address >= FLASH && address < FLASH_END) {
      this.#checkFlash(address);
      this.cache.read(address);
      return this.flashView.getUint32(address & 0xffffff, true);
    }
    return super.readUint32(address);
  }

  readUint16(address) {
    address >>>= 0;
    if (address & 1) this.#bad('read of 2 bytes not aligned', address);
    if (address >= RAM && address < RAM_END) return this.sramView.getUint16(address - RAM, true);
    if (address >= FLASH && address < FLASH_END) {
      this.#checkFlash(address);
      this.cache.fetch(address);
      return this.flash16[(address & 0xffffff) >> 1];
    }
    return super.readUint16(address);
  }

  readUint8(address) {
    address >>>= 0;
    if (address >= RAM && address < RAM_END) return this.sram[address - RAM];
    if (address >= FLASH && address < FLASH_END) {
      this.#checkFlash(address);
      this.cache.read(address);
      return this.flash[address & 0xffffff];
    }
    return super.readUint8(address);
  }

  writeUint32(address, value) {
    address >>>= 0;
    if (address & 3) this.#bad('write of 4 bytes not aligned', address);
    if (address >= RAM && address < RAM_END) this.sramView.setUint32(address - RAM, value, true);
    else if (this.#canWrite(address)) super.writeUint32(address, value);
  }

  writeUint16(address, value) {
    address >>>= 0;
    if (address & 1) this.#bad('write of 2 bytes not aligned', address);
    if (address >= RAM && address < RAM_END) this.sramView.setUint16(address - RAM, value, true);
    else if (this.#canWrite(address)) super.writeUint16(address, value);
  }

  writeUint8(address, value) {
    address >>>= 0;
    if (address >= RAM && address < RAM_END) this.sram[address - RAM] = value;
    else if (this.#canWrite(address)) super.writeUint8(address, value);
  }

  #canWrite(address) {
    const SSI_REGISTERS = 0x18000000;
    if (address >= SSI_REGISTERS) return true;
    this.#bad('write to ROM or flash', address);
    return false;
  }

  #enableXip() {
    this.xip = true;
    if (this.cache.isStale) this.onBadAccess('flash can be read again, but the cache was not flushed after a write');
  }

  #checkFlash(address) {
    if (!this.xip) this.#bad('read of flash while it cannot be read', address);
  }

  #bad(what, address) {
    this.onBadAccess(`${what}: 0x${address.toString(16)}`);
  }
}
