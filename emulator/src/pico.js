import { boot } from './boot.js';
import { MISS_CYCLES } from './cache.js';
import { Chip } from './chip.js';
import { Crystal } from './crystal.js';
import { Defmt } from './defmt.js';
import { Elf } from './elf.js';
import { Flash, randomNumbers } from './flash.js';
import { FrequencyCounter } from './frequency-counter.js';
import { Panel } from './panel.js';
import { watchPlls } from './plls.js';
import { Resets } from './resets.js';
import { Rom } from './rom.js';
import { Rtt } from './rtt.js';
import { SecondCore } from './second-core.js';
import { snapshot } from './snapshot.js';
import { writeUf2 } from './uf2.js';
import { Wires } from './wires.js';

const FLASH_BYTES = 2 * 1024 * 1024;
const FLASH = 0x10000000;
const VECTORS = 0x10000100;
const RAM = 0x20000000;
const ROM_END = 0x4000;
const HARD_FAULT = 3;
const SP = 13;
const PWM = 4;
/** What RAM holds at power-on here, to show later what was never written. */
const PAINT = 0xa5c3a5c3;
const WATCHDOG = 0x40058000;
/** Values of the watchdog's register REASON: its timer, or the firmware. */
const TIMER = 1;
const PSM = 0x40010000;
/** What WDSEL has to name for a reset of everything but the oscillators. */
const WHOLE_CHIP = 0x1fffc;
const CRYSTAL = 1 << 1;
/** Instructions between two looks at the log and at a condition that is waited for. */
const SLICE = 1000;
const MOST_PROBLEMS = 100;

/** A Raspberry Pi Pico on one of the boards, with a firmware in its flash. Times are in milliseconds. */
export class Pico {
  /**
   * @param elf bytes of the firmware's ELF file
   * @param board one of `boards`
   * @param flash contents of the flash besides the firmware, from `flashImage()` of another `Pico`
   * @param probe whether a debug probe reads the log; without one, nothing drains it
   * @param seed for the random bits of the chip, and of flash after a power cut
   * @param cache whether misses of the cache in front of flash cost time
   * @param flashTimes how long flash takes to be written and erased: `typical` or `worst`
   */
  constructor({ elf, board, flash = null, probe = true, seed = 1, cache = true, flashTimes = 'typical' }) {
    this.elf = elf instanceof Elf ? elf : new Elf(elf);
    this.board = board;
    this.probe = probe;
    this.random = randomNumbers(seed);
    this.missCycles = cache ? MISS_CYCLES : 0;
    this.flashTimes = flashTimes;
    this.logs = [];
    this.defmt = new Defmt(this.elf);
    /** Why it stopped: `usb boot`, `power cut`; `null` while it runs. */
    this.stopped = null;
    /** Times the watchdog restarted it, and whether its timer or the firmware did: `timer` or `firmware`. */
    this.restarts = [];
    this.problems = [];
    this.down = new Set();
    this.nanosBefore = 0;
    /** Cycles in which the core was not asleep. */
    this.busyCycles = 0;
    /** The lowest stack pointer since power-on, with the time and the instruction that set it. */
    this.deepest = { sp: 0xffffffff, ms: 0, pc: 0 };
    this.cuts = [];
    this.onFlashOperation = null;
    this.panel = new Panel(board.glass, () => this.nanos);
    this.wires = new Wires(board, this.panel);

    this.volts = 4.2;
    this.#powerOn();
    if (flash) this.chip.flash.set(flash);
    for (const { address, data } of this.elf.segments) {
      if (address >= FLASH && address < FLASH + FLASH_BYTES) this.chip.flash.set(data, address - FLASH);
    }
    this.#start();
  }

  // ---- time

  /** Nanoseconds since power-on. */
  get nanos() {
    return this.nanosBefore + (this.chip ? this.chip.clock.nanos : 0);
  }

  /** Milliseconds since power-on. */
  get ms() {
    return this.nanos / 1e6;
  }

  /** Runs for some milliseconds, or until it stops. */
  run(ms) {
    this.runUntil(null, ms);
    return this;
  }

  /** Runs until a condition holds, for at most `ms` milliseconds. Returns whether it holds. */
  runUntil(condition, ms) {
    const end = this.nanos + ms * 1e6;
    while (!this.stopped && this.nanos < end) {
      if (condition?.()) return true;
      this.#slice(end);
      this.#readLog();
    }
    return condition ? Boolean(condition()) : false;
  }

  #slice(end) {
    const { chip } = this;
    const { cache, core, clock } = chip;
    const { registers } = core;
    const before = this.nanosBefore;
    for (let n = 0; n < SLICE && !this.stopped && chip === this.chip; n++) {
      const left = end - (before + clock.nanos);
      if (left <= 0) break;
      if (core.waiting) {
        const next = clock.nextAlarm ? Math.max(clock.nanosToNextAlarm, 0) : left;
        clock.tick(Math.min(next, left));
        if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
      } else {
        const sound = this.problems.length === 0;
        const cycles = core.executeInstruction() + cache.takeStall() + this.extraCycles;
        this.extraCycles = 0;
        this.busyCycles += cycles;
        if (registers[SP] < this.deepest.sp && sound) this.deepest = { sp: registers[SP], ms: this.ms, pc: core.PC };
        clock.tick((cycles * 1e9) / chip.clkSys);
      }
      if (this.cuts.length > 0 && this.nanos >= this.cuts[0].nanos) this.#cut(this.cuts.shift(), this.chip.flash);
    }
  }

  // ---- what the player does and sees

  /** Holds a button down. */
  press(name) {
    this.#setButton(name, true);
  }

  /** Releases a button. */
  release(name) {
    this.#setButton(name, false);
  }

  /** Presses a button for some time, releases it, and waits as long again. */
  tap(name, ms = 40) {
    this.press(name);
    this.run(ms);
    this.release(name);
    this.run(ms);
    return this;
  }

  #setButton(name, down) {
    const pin = this.board.buttons[name];
    if (pin === undefined) throw new Error(`the board has no button ${name}`);
    if (down) this.down.add(pin);
    else this.down.delete(pin);
    this.chip.gpio[pin].setInputValue(!down);
  }

  /** The picture on the glass. */
  picture() {
    return this.panel.picture();
  }

  /** How bright the backlight is, from 0 to 1. */
  get backlight() {
    return this.#duty(this.board.backlight);
  }

  /** Sets the voltage of the battery, of which the board measures a third. */
  set battery(volts) {
    this.volts = volts;
    if (this.board.battery !== undefined) {
      this.chip.adc.channelValues[this.board.battery - 26] = Math.round((volts / 3 / 3.3) * 4096);
    }
  }

  /** The frequency on the speaker's pin in Hz, 0 when silent. */
  get tone() {
    const pin = this.board.speaker;
    if (pin === undefined || this.#duty(pin) === 0 || this.chip.gpio[pin].functionSelect !== PWM) return 0;
    const { div, top } = this.#slicePwm(pin);
    return this.chip.clkSys / (div / 16) / (top + 1);
  }

  #slicePwm(pin) {
    return this.chip.pwm.channels[(pin >> 1) & 7];
  }

  #duty(pin) {
    const gpio = this.chip.gpio[pin];
    if (gpio.functionSelect !== PWM) return gpio.outputEnable && gpio.outputValue ? 1 : 0;
    const { csr, cc, top } = this.#slicePwm(pin);
    const level = pin & 1 ? cc >>> 16 : cc & 0xffff;
    return csr & 1 ? Math.min(level / (top + 1), 1) : 0;
  }

  // ---- what a developer sees

  /** Everything at which a real chip would have faulted or misbehaved. */
  get failures() {
    return [...this.problems, ...this.panel.errors.map((e) => `display: ${e}`), ...this.flash.errors.map((e) => `flash: ${e}`)];
  }

  /** Notes a failure. A core that went astray makes no end of them: the first ones tell enough. */
  problem(what) {
    if (this.problems.length < MOST_PROBLEMS && !this.problems.includes(what)) this.problems.push(what);
  }

  /** The log as text. */
  get log() {
    return this.logs.map(({ level, text }) => `${level} ${text}`).join('\n');
  }

  /** A copy of the flash, for another `Pico`. */
  flashImage() {
    return this.chip.flash.slice(0, FLASH_BYTES);
  }

  /**
   * The stack since power-on: its size, how many of its bytes were never used, and the function that went deepest.
   *
   * RAM is painted before the first instruction, and the stack pointer is watched after every one: a frame that is
   * reserved counts in full, even where nothing was written to it. `free` is negative after an overflow; nothing is
   * measured after the first failure, when the core may be anywhere.
   */
  stack() {
    const { top, bottom } = this.#stackBounds();
    let unpainted = bottom;
    while (unpainted < top && this.chip.sramView.getUint32(unpainted - RAM, true) === PAINT) unpainted += 4;
    const { sp, ms, pc } = this.deepest;
    return { free: Math.min(unpainted, sp) - bottom, size: top - bottom, deepest: { ms, in: this.elf.functionAt(pc) } };
  }

  /** Paints the free part of the stack again, so that `stack()` measures from now on. */
  repaintStack() {
    const { core, sram } = this.chip;
    this.deepest = { sp: core.SP, ms: this.ms, pc: core.PC };
    const { bottom } = this.#stackBounds();
    new Uint32Array(sram.buffer, bottom - RAM, (core.SP - bottom) / 4).fill(PAINT);
  }

  #stackBounds() {
    const top = this.chip.flashView.getUint32(VECTORS - FLASH, true);
    const ramEnd = RAM + this.chip.sram.length;
    // flip-link puts the stack below everything else.
    return { top, bottom: top < ramEnd ? RAM : this.elf.address('__sheap') ?? RAM };
  }

  /** Saves the whole machine; returns a function that restores it, which may be called repeatedly. */
  snapshot() {
    return snapshot(this, [this.elf, this.board]);
  }

  /**
   * Calls `then` with the bytes that flash would hold if the power failed at some moment, which may be in the middle
   * of a write. The machine runs on.
   */
  imageAt(ms, then) {
    this.cuts.push({ nanos: ms * 1e6, then });
    this.cuts.sort((a, b) => a.nanos - b.nanos);
  }

  /** Cuts the power at some moment: the machine stops, with flash as the cut leaves it. */
  cutPowerAt(ms) {
    this.imageAt(ms, (image) => {
      this.chip.flash.set(image);
      this.stopped = 'power cut';
    });
  }

  #cut({ then }, bytes) {
    then(bytes.slice(0, FLASH_BYTES));
  }

  /** Makes the core jump to a function with some arguments, for tests of faults. */
  call(address, ...values) {
    const { core } = this.chip;
    core.waiting = false;
    values.forEach((value, index) => { core.registers[index] = value; });
    core.PC = address & ~1;
  }

  // ---- what the ROM needs

  /** A part of memory that the ROM copies from or to. */
  memory(address, length, write = false) {
    const { chip } = this;
    address >>>= 0;
    const within = (start, bytes) => address >= start && address + length <= start + bytes;
    if (within(RAM, chip.sram.length)) return chip.sram.subarray(address - RAM, address - RAM + length);
    if (!write && within(FLASH, FLASH_BYTES) && chip.xip) {
      chip.cache.readAll(address, length);
      return chip.flash.subarray(address - FLASH, address - FLASH + length);
    }
    this.problem(`the ROM was told to ${write ? 'write' : 'read'} ${length} bytes at 0x${address.toString(16)}`);
    return new Uint8Array(length);
  }

  setXip(on) {
    this.chip.xip = on;
  }

  flushCache() {
    this.chip.cache.flush();
  }

  /** Performs a flash operation: it takes its time, and the power may be cut in the middle. */
  flashOperation(operation) {
    const { chip } = this;
    if (chip.xip) this.problem(`flash ${operation.kind} in XIP mode`);
    if (!chip.core.PM) this.problem(`flash ${operation.kind} with interrupts on`);
    this.onFlashOperation?.(operation);
    const start = this.nanos;
    while (this.cuts.length > 0 && this.cuts[0].nanos < start + operation.nanos) {
      const cut = this.cuts.shift();
      const image = chip.flash.slice(0, FLASH_BYTES);
      operation.applyPart(image, Math.max(cut.nanos - start, 0) / operation.nanos, this.random);
      this.#cut(cut, image);
      if (this.stopped) return;
    }
    operation.apply(chip.flash);
    chip.cache.isStale = true;
    this.extraCycles += (operation.nanos * chip.clkSys) / 1e9;
  }

  /** The ROM gets to its drive by a reset with another entry point, which takes all scratch registers but two. */
  usbBoot(ledPins, interfaces) {
    const ENTRY = 0x2591;
    const scratch = this.chip.findPeripheral(WATCHDOG).scratchData;
    scratch.set([ledPins, interfaces], 0);
    scratch.set([0, ENTRY ^ -0xb007c0d3, RAM + this.chip.sram.length, ENTRY], 4);
    this.stopped = 'usb boot';
  }

  // ---- power and resets

  /**
   * Copies a UF2 file of this firmware, or of a pack, to the boot drive. If the firmware has not gone there, the power
   * is switched off, and on again with BOOTSEL held down. After the last block, the ROM restarts by the watchdog.
   */
  copyUf2(file) {
    this.#readLog();
    if (this.stopped !== 'usb boot') this.#powerOn();
    if (!writeUf2(file, this.chip.flash)) throw new Error('the ROM waits for more blocks of the UF2 file');
    this.stopped = null;
    const watchdog = this.chip.findPeripheral(WATCHDOG);
    watchdog.scratchData[4] = 0;
    watchdog.reason = TIMER;
    // The ROM's USB needs the crystal, and its reset leaves it running.
    this.#reset(watchdog, true);
  }

  #powerOn() {
    this.#replaceChip();
    new Uint32Array(this.chip.sram.buffer).fill(PAINT);
    this.panel.powerOn();
  }

  /** A new chip in the place of the old one, with the same flash. */
  #replaceChip() {
    const old = this.chip;
    this.chip = new Chip(this.random, this.missCycles, this.board.flashId);
    if (!old) return;
    this.nanosBefore += old.clock.nanos;
    this.chip.flash = old.flash;
    this.chip.flash16 = old.flash16;
    this.chip.flashView = old.flashView;
  }

  /** Restarts with everything that a reset by the watchdog leaves as it was; the crystal is one of its choices. */
  #reset({ reason, scratchData }, crystalRuns) {
    const { sram } = this.chip;
    this.#replaceChip();
    this.chip.sram.set(sram);
    const watchdog = this.chip.findPeripheral(WATCHDOG);
    watchdog.reason = reason;
    watchdog.scratchData.set(scratchData);
    this.#start(crystalRuns);
  }

  /** Connects a chip that was just reset, and boots it. */
  #start(crystalRuns = false) {
    const { chip, board } = this;
    const { core } = chip;
    this.extraCycles = 0;
    this.battery = this.volts;
    this.flash ??= new Flash(chip.flash, this.flashTimes);
    const note = (what) => this.problem(`${what} in ${this.elf.functionAt(core.PC)}`);
    chip.logger = { debug() {}, info() {}, warn: (name, text) => note(`${name}: ${text}`), error: (name, text) => note(`${name}: ${text}`) };
    chip.onBadAccess = note;
    // Properties, so that a snapshot includes them.
    this.crystal = new Crystal(chip, crystalRuns, note);
    this.frequencyCounter = new FrequencyCounter(chip);
    watchPlls(chip, note);
    this.resets = new Resets(chip, note);
    this.secondCore = new SecondCore(chip, () => note('code was started on the second core'));
    // From the ring oscillator, until the firmware sets up clocks.
    chip.updateClocks();
    this.rom = new Rom(this);
    chip.bootrom.set(this.rom.image);
    chip.onBreak = (number) => this.#breakpoint(number);
    this.wires.connect(chip);
    for (const pin of Object.values(board.buttons)) chip.gpio[pin].setInputValue(!this.down.has(pin));
    const watchdog = chip.findPeripheral(WATCHDOG);
    watchdog.onWatchdogTrigger = () => this.#watchdogReset(watchdog);
    if (!boot(chip)) this.stopped = 'usb boot';
    const rtt = this.elf.address('_SEGGER_RTT');
    this.rtt = rtt === undefined ? null : new Rtt(chip, rtt, this.probe);
  }

  #breakpoint(number) {
    const { core } = this.chip;
    if (core.PC < ROM_END) {
      const cycles = this.rom.serve(number, core.registers);
      this.extraCycles += cycles;
      return;
    }
    // Without a debugger, a breakpoint faults as an undefined instruction does.
    core.PC -= core.breakRewind;
    core.exceptionEntry(HARD_FAULT);
  }

  #watchdogReset(watchdog) {
    this.#readLog();
    // The timer of the old chip must not fire any more.
    watchdog.timer.enable = false;
    const { wdsel } = this.chip.findPeripheral(PSM);
    if ((wdsel & WHOLE_CHIP) !== WHOLE_CHIP) this.problem(`the watchdog resets a part of the chip: WDSEL is ${wdsel}`);
    this.restarts.push({ ms: this.ms, by: watchdog.reason === TIMER ? 'timer' : 'firmware' });
    this.#reset(watchdog, this.crystal.isStable && !(wdsel & CRYSTAL));
  }

  #readLog() {
    if (!this.rtt) return;
    for (const entry of this.defmt.take(this.rtt.read())) this.logs.push({ ms: this.ms, ...entry });
  }
}
