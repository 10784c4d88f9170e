import { BasePeripheral } from 'rp2040js';

const SSI = 0x18000;
const STATUS = 0x28;
const DATA = 0x60;
const STATUS_IDLE = 0b110; // the transmit FIFO is empty, and so not full
const STATUS_RECEIVED = 0b1000;
const FIFO = 16;
/** Eight bits at the rate that the ROM sets: a sixth of 125 MHz. */
const BYTE_NANOS = (8 * 6 * 1e9) / 125e6;

const IO_QSPI = 0x40018;
const SELECT_CONTROL = 0x0c;
const OVERRIDE = { shift: 8, mask: 3, low: 2 };

const JEDEC_ID = 0x9f;

/**
 * Commands that the firmware itself sends to the flash chip, without the ROM: it pulls the select wire low by the
 * override of its pin, and writes and reads the SSI byte by byte. The only command known here is that for the chip's
 * identity. Otherwise the SSI is rp2040js's.
 */
export class FlashCommands {
  /** @param id the chip's three bytes: manufacturer, type, capacity; of ones if no chip is there */
  constructor(chip, id = [0xff, 0xff, 0xff]) {
    this.chip = chip;
    this.id = id;
    this.isSelected = false;
    this.sent = 0;
    /** Bytes from the chip, with the times from which they can be read. */
    this.received = [];
    chip.peripherals[IO_QSPI] = new SelectPin(chip, this);
    const ssi = chip.peripherals[SSI];
    const [read, write] = [ssi.readUint32.bind(ssi), ssi.writeUint32.bind(ssi)];
    ssi.readUint32 = (offset) => {
      if (!this.isSelected) return read(offset);
      if (offset === STATUS) return STATUS_IDLE | (this.#hasReceived() ? STATUS_RECEIVED : 0);
      return offset === DATA ? this.#take() : read(offset);
    };
    ssi.writeUint32 = (offset, value) => {
      if (this.isSelected && offset === DATA) this.#send(value & 0xff);
      else write(offset, value);
    };
  }

  select(isSelected) {
    if (isSelected && this.chip.xip) this.#refuse('it is selected while code may run from it');
    if (!isSelected && this.received.length > 0) this.#refuse('not all that it sent was read');
    this.isSelected = isSelected;
    this.sent = 0;
    this.received = [];
  }

  #send(byte) {
    if (this.sent === 0 && byte !== JEDEC_ID) this.#refuse(`command 0x${byte.toString(16)} is not modelled`);
    if (this.received.length === FIFO) this.#refuse('the FIFO overflows');
    const answer = this.sent === 0 ? 0xff : this.id[(this.sent - 1) % this.id.length];
    const { nanos } = this.chip.clock;
    const begin = Math.max(nanos, this.received.at(-1)?.at ?? 0);
    this.received.push({ byte: answer, at: begin + BYTE_NANOS });
    this.sent++;
  }

  #hasReceived() {
    return this.received.length > 0 && this.received[0].at <= this.chip.clock.nanos;
  }

  #take() {
    if (this.#hasReceived()) return this.received.shift().byte;
    this.#refuse('a byte is read before it was received');
    return 0;
  }

  #refuse(what) {
    this.chip.onBadAccess(`flash: ${what}`);
  }
}

/** The control register of the pin that selects the flash chip. */
class SelectPin extends BasePeripheral {
  constructor(chip, commands) {
    super(chip, 'IO_QSPI_BASE');
    this.commands = commands;
    this.control = 0;
  }

  readUint32(offset) {
    return offset === SELECT_CONTROL ? this.control : super.readUint32(offset);
  }

  writeUint32(offset, value) {
    if (offset !== SELECT_CONTROL) {
      super.writeUint32(offset, value);
      return;
    }
    this.control = value;
    this.commands.select(((value >> OVERRIDE.shift) & OVERRIDE.mask) === OVERRIDE.low);
  }
}
