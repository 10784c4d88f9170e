// What the wires to the display refuse, without a firmware: registers are written as one would write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards, breadboardWithoutCs, Panel } from '../src/index.js';
import { Chip } from '../src/chip.js';
import { Wires } from '../src/wires.js';

const { sck, mosi, cs, dc, reset } = boards.breadboard;
const SPI0 = 0x4003c000;
const [CR0, CR1, DR, CPSR] = [0x00, 0x04, 0x08, 0x10].map((offset) => SPI0 + offset);
const [OUT_SET, OUT_CLR, OE_SET] = [0xd0000014, 0xd0000018, 0xd0000024];
const funcsel = (pin) => 0x40014004 + 8 * pin;
const MODE_3 = 0xc0;
const NOP = 0;

/** A display on the wires of a breadboard, in mode 3 with frames of 8 bits at a quarter of the chip's clock. */
function wired({ board = boards.breadboard, divider = 4, mode = MODE_3, early = true } = {}) {
  const chip = new Chip(() => 0);
  const panel = new Panel(board.glass, () => chip.clock.nanos);
  new Wires(board, panel).connect(chip);
  const write = (address, value) => chip.writeUint32(address, value);
  const it = {
    chip, panel, write,
    wait: (nanos) => chip.clock.tick(nanos),
    set: (pin, high) => write(high ? OUT_SET : OUT_CLR, 1 << pin),
    format: (bits) => write(CR0, mode | (bits - 1)),
    enable: (on) => write(CR1, on ? 2 : 0),
    send: (value) => { write(DR, value); it.wait(1000); },
  };
  for (const pin of [cs, dc, reset]) {
    it.set(pin, true);
    write(OE_SET, 1 << pin);
    write(funcsel(pin), 5);
  }
  write(funcsel(sck), 1);
  write(funcsel(mosi), 1);
  write(CPSR, divider);
  it.format(8);
  if (early) it.enable(true);
  it.set(reset, false);
  it.wait(20e3);
  it.set(reset, true);
  it.wait(130e6);
  if (!early) it.enable(true);
  it.set(cs, false);
  it.set(dc, false);
  return it;
}

/** What is refused of something that happens while the display is selected, between two commands. */
function refused(use, options) {
  const it = wired(options);
  it.send(NOP);
  use(it);
  it.send(NOP);
  return it.panel.errors;
}

test('commands and data pass', () => {
  assert.deepEqual(refused(({ send, set }) => {
    send(0x3a);
    set(dc, true);
    send(0x55);
    set(dc, false);
  }), []);
});

test('the format may change while CS is high, and at no other time', () => {
  const change = ({ format, enable }) => { enable(false); format(16); format(8); enable(true); };
  assert.deepEqual(refused((it) => {
    it.set(cs, true);
    it.wait(40);
    change(it);
    it.set(cs, false);
  }), []);
  assert.deepEqual(refused(change), ['the SPI is configured while CS is low']);
  assert.deepEqual(refused(({ format }) => { format(16); format(8); }), ['the SPI is configured while CS is low']);
});

test('CS stays high for at least 40 ns', () => {
  const highFor = (nanos) => refused(({ set, wait }) => {
    set(cs, true);
    wait(nanos);
    set(cs, false);
  });
  assert.deepEqual(highFor(40), []);
  assert.deepEqual(highFor(8), ['CS is high for 8 ns']);
});

test('neither CS nor DC changes while something is sent', () => {
  assert.deepEqual(refused(({ write, set, wait }) => { write(DR, NOP); set(dc, true); wait(1000); set(dc, false); }),
    ['DC changes while the SPI sends']);
  assert.deepEqual(refused(({ write, set, wait }) => { write(DR, NOP); set(cs, true); wait(1000); set(cs, false); }),
    ['CS changes while the SPI sends']);
});

test('nothing is sent to a display that does not listen', () => {
  assert.deepEqual(refused(({ send, set, wait }) => {
    set(cs, true);
    send(NOP);
    wait(40);
    set(cs, false);
  }), ['a byte with CS high']);
  assert.deepEqual(refused(({ send, set, wait }) => {
    set(reset, false);
    send(NOP);
    wait(20e3);
    set(reset, true);
    wait(130e6);
  }), ['a byte while in reset']);
  assert.deepEqual(refused(({ enable, set, wait }) => {
    set(cs, true);
    wait(40);
    enable(false);
    set(cs, false);
  }), ['data for an SPI that is off']);
});

test('the clock is no faster than the wires, and its mode is one that the display reads', () => {
  assert.deepEqual(refused(() => {}, { divider: 2 }), ['a clock of 62.5 MHz, faster than the wires are']);
  assert.deepEqual(refused(() => {}, { mode: 0x00 }), []);
  assert.deepEqual(refused(() => {}, { mode: 0x40 }), ['SPI mode 1 or 2: the display reads at rising edges']);
  assert.deepEqual(refused(({ write }) => write(funcsel(sck), 5)), ['SCK or MOSI is not connected to the SPI']);
});

test('a module without CS takes the first rise of the clock for a bit, unless it comes before the reset', () => {
  const sent = (options) => {
    const it = wired({ board: breadboardWithoutCs, ...options });
    it.send(0x29);
    return it.panel;
  };
  assert.ok(sent({}).on);
  assert.deepEqual(sent({ early: false }).errors, ['no command 0x14']);
  assert.ok(sent({ early: false, mode: 0 }).on, 'with the other polarity, it does not rise');
});

test('a module without CS counts the edges of every change of format, too', () => {
  const it = wired({ board: breadboardWithoutCs });
  it.send(NOP);
  it.enable(false);
  it.enable(true);
  it.send(0x29);
  assert.deepEqual(it.panel.errors, ['no command 0x14']);
});
