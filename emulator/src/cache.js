/**
 * The cache in front of flash: which reads hit it, and how long the core waits for the others.
 *
 * 16 KB in two ways, with lines of 8 bytes, and a hit costs nothing (RP2040 datasheet, 2.6.3). Each half of a line has
 * a valid bit of its own, because the SSI transfers 32 bits at a time: a miss fills 4 bytes, and code that runs straight
 * on misses again 4 bytes later. That is not in the datasheet; one of the chip's designers says so in issue 307 of
 * raspberrypi/pico-feedback. Nobody says which way is replaced: here it is the one used less recently.
 */
const BYTES = 16 * 1024;
const WAYS = 2;
const LINE_SHIFT = 3;
const SETS = BYTES / WAYS / (1 << LINE_SHIFT);
const SET_BITS = Math.log2(SETS);
/** Flash is there four times, and the bits above an address within it say how the cache is used. */
const FLASH_MASK = 0xffffff;
const NO_ALLOCATION = 0x01000000;
const NO_LOOK_UP = 0x02000000;

/**
 * A miss, in clocks of the flash chip: boot2 for the W25Q080 sets up quad I/O reads (EBh) in continuous read mode, so no
 * command is sent, with 4 bits a clock.
 */
const ADDRESS_AND_MODE_CLOCKS = (24 + 8) / 4;
const DUMMY_CLOCKS = 4;
const DATA_CLOCKS = 32 / 4;
/** Cycles of the core in one clock of the flash chip (BAUDR of the SSI). */
const DIVIDER = 2;
/**
 * Cycles from the core's request to its data besides the transfer: two bridges, selecting the chip, the delayed sample.
 * An estimate. The sum, 50 cycles, agrees with the 400 ns at 125 MHz that oberon-rtk.org measured for a load.
 */
const SSI_CYCLES = 10;
export const MISS_CYCLES = (ADDRESS_AND_MODE_CLOCKS + DUMMY_CLOCKS + DATA_CLOCKS) * DIVIDER + SSI_CYCLES;

/** A flush empties one set a cycle. */
const FLUSH_CYCLES = SETS;

const HALVES = 0b11;

export class Cache {
  /** Cycles that the core has to wait since the last `takeStall`. */
  stall = 0;
  /** Whether flash was written since the last flush, so that lines may hold what was there before. */
  isStale = false;
  /** Called with the address of each miss, for profiles. */
  onMiss = null;
  /** The two ways of each set: the upper bits of the address, then a valid bit for each half. 0 is empty. */
  lines = new Uint16Array(SETS * WAYS);
  /** The way of each set that is replaced next. */
  oldest = new Uint8Array(SETS);
  /** The word that was fetched last. */
  fetched = -1;

  /** @param missCycles 0 makes everything a hit as far as time is concerned */
  constructor(missCycles = MISS_CYCLES) {
    this.missCycles = missCycles;
  }

  /** A fetch of an instruction. The core fetches words, so every other instruction is there already. */
  fetch(address) {
    if (address >>> 2 === this.fetched) return;
    this.fetched = address >>> 2;
    this.read(address);
  }

  /** A read within one word at an address from 0x10000000 to 0x13ffffff. */
  read(address) {
    const set = (address >>> LINE_SHIFT) & (SETS - 1);
    const tag = ((address & FLASH_MASK) >>> (LINE_SHIFT + SET_BITS)) << 2;
    const half = 1 << ((address >>> 2) & 1);
    const first = set << 1;
    if ((address & NO_LOOK_UP) === 0) {
      const relevant = ~HALVES | half;
      if (((this.lines[first] ^ tag) & relevant) === half) {
        this.oldest[set] = 1;
        return;
      }
      if (((this.lines[first + 1] ^ tag) & relevant) === half) {
        this.oldest[set] = 0;
        return;
      }
    }
    this.stall += this.missCycles;
    this.onMiss?.(address);
    if ((address & NO_ALLOCATION) === 0) this.#fill(set, tag, half);
  }

  #fill(set, tag, half) {
    const isOfLine = (way) => {
      const line = this.lines[set * WAYS + way];
      return (line & HALVES) !== 0 && (line & ~HALVES) === tag;
    };
    const other = isOfLine(0) ? 0 : isOfLine(1) ? 1 : null;
    const way = other ?? this.oldest[set];
    this.lines[set * WAYS + way] = tag | half | (other === null ? 0 : this.lines[set * WAYS + way]);
    this.oldest[set] = way ^ 1;
  }

  /** Reads one word after another, as a copy does. */
  readAll(address, length) {
    for (let at = address & ~3; at < address + length; at += 4) this.read(at);
  }

  /** The cycles that the core has to wait; each is taken once. */
  takeStall() {
    const { stall } = this;
    this.stall = 0;
    return stall;
  }

  /** Empties the cache, as the ROM does after a write to flash. */
  flush() {
    this.lines.fill(0);
    this.fetched = -1;
    this.isStale = false;
    this.stall += FLUSH_CYCLES;
  }
}
