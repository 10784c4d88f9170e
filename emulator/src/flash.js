/**
 * The flash chip behind the ROM's functions: what programming and erasing do, how long they take,
 * and what is left when the power fails in the middle.
 */
export const PAGE = 256;
export const SECTOR = 4096;
const BLOCK = 65536;

/** Of the W25Q16JV on a Pico, in milliseconds: to program a page, to erase a sector, and to erase a block. */
const MS = {
  typical: { page: 0.4, sector: 45, block: 150 },
  worst: { page: 3, sector: 400, block: 2000 },
};
export const FLASH_TIMES = Object.keys(MS);

export class Flash {
  /**
   * @param bytes the chip's contents, changed in place
   * @param times one of `FLASH_TIMES`: how long the chip takes
   */
  constructor(bytes, times = 'typical') {
    this.bytes = bytes;
    this.ms = MS[times];
    this.programs = 0;
    this.erases = 0;
    /** What the caller did wrong. */
    this.errors = [];
  }

  /** An operation for the machine to perform: how long it takes, and what it does to the bytes. */
  program(offset, data) {
    if (offset % PAGE || data.length % PAGE) this.errors.push(`program of ${data.length} bytes at ${hex(offset)}: not whole pages`);
    this.programs += data.length / PAGE;
    return {
      kind: 'program', offset, length: data.length,
      nanos: (this.ms.page * 1e6 * data.length) / PAGE,
      /** Programming only clears bits. */
      apply: (bytes) => { for (let i = 0; i < data.length; i++) bytes[offset + i] &= data[i]; },
      /** Cut short: the bytes before a point are done, and some bits of the byte at that point. */
      applyPart: (bytes, fraction, random) => {
        const at = Math.floor(fraction * data.length);
        for (let i = 0; i < at; i++) bytes[offset + i] &= data[i];
        if (at < data.length) bytes[offset + at] &= data[at] | random(256);
      },
    };
  }

  /** Erases sectors; with `block`, whole blocks where there are some, as the ROM does if it is told their size. */
  erase(offset, length, block = 0) {
    if (offset % SECTOR || length % SECTOR) this.errors.push(`erase of ${length} bytes at ${hex(offset)}: not whole sectors`);
    this.erases += length / SECTOR;
    return {
      kind: 'erase', offset, length,
      nanos: this.#eraseMs(offset, length, block) * 1e6,
      apply: (bytes) => bytes.fill(0xff, offset, offset + length),
      /** Cut short: everything before a point is erased, and some bits of the byte at that point. */
      applyPart: (bytes, fraction, random) => {
        const at = offset + Math.floor(fraction * length);
        bytes.fill(0xff, offset, at);
        if (at < offset + length) bytes[at] |= random(256);
      },
    };
  }

  #eraseMs(offset, length, block) {
    let ms = 0;
    for (let at = offset; at < offset + length;) {
      const whole = block === BLOCK && at % BLOCK === 0 && at + BLOCK <= offset + length;
      ms += whole ? this.ms.block : this.ms.sector;
      at += whole ? BLOCK : SECTOR;
    }
    return ms;
  }
}

/** Random whole numbers below a limit, the same for the same seed (xorshift32). */
export function randomNumbers(seed) {
  let state = seed >>> 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
}

const hex = (number) => `0x${number.toString(16)}`;
