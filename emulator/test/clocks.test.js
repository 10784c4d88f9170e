// The crystal takes its time, what runs from it has to wait, and clocks can be measured.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chip } from '../src/chip.js';
import { Crystal } from '../src/crystal.js';
import { FrequencyCounter } from '../src/frequency-counter.js';
import { watchPlls } from '../src/plls.js';
import { awaitDisplay, player } from '../play/player.js';

const [XOSC, CLOCKS, PLL_SYS] = [0x40024000, 0x40008000, 0x40028000];
const ENABLE = 0xfabaa0;

function withCrystal(isRunning = false) {
  const chip = new Chip(() => 0);
  const refused = [];
  const crystal = new Crystal(chip, isRunning, (what) => refused.push(what));
  return { chip, crystal, refused };
}

test('the crystal is stable after its startup delay', () => {
  const msTo = (startup) => {
    const { chip, crystal } = withCrystal();
    chip.writeUint32(XOSC + 0x0c, startup);
    chip.writeUint32(XOSC, ENABLE);
    let ms = 0;
    for (; !(chip.readUint32(XOSC + 4) >>> 31); ms++) chip.clock.tick(1e6);
    assert.ok(crystal.isStable);
    return ms;
  };
  assert.equal(msTo(46), 1, '256 periods a step: 0.98 ms');
  assert.equal(msTo(46 * 64), 63, 'what the hal sets: 62.8 ms');
  assert.equal(msTo(46 | (1 << 20)), 4, 'four times as long');
});

test('nothing runs from the crystal before it is stable', () => {
  const { chip, refused } = withCrystal();
  chip.writeUint32(CLOCKS + 0x30, 2);
  chip.writeUint32(PLL_SYS + 4, 4);
  const texts = ['clk_ref', 'pll_sys'].map((clock) => `${clock} runs from the crystal before it is stable`);
  assert.deepEqual(refused, texts);
  const through = withCrystal(true);
  through.chip.writeUint32(CLOCKS + 0x30, 2);
  assert.deepEqual(through.refused, [], 'a reset may leave it running');
});

test('the system clock does not come from a PLL that is off', () => {
  const { chip, refused } = withCrystal(true);
  watchPlls(chip, (what) => refused.push(what));
  chip.writeUint32(PLL_SYS + 4, 4);
  chip.writeUint32(CLOCKS + 0x3c, 1);
  assert.deepEqual(refused, []);
  chip.writeUint32(PLL_SYS + 4, 0x2d);
  assert.deepEqual(refused, ['clk_sys runs from a PLL that is off']);
});

test('the frequency counter measures clocks against clk_ref', () => {
  const { chip } = withCrystal(true);
  new FrequencyCounter(chip);
  // clk_ref from the crystal, and clk_sys from it.
  chip.writeUint32(CLOCKS + 0x30, 2);
  const measure = (source, refKhz = 12_000) => {
    chip.writeUint32(CLOCKS + 0x80, refKhz);
    chip.writeUint32(CLOCKS + 0x94, source);
    assert.equal(chip.readUint32(CLOCKS + 0x98) & 0x10, 0, 'it takes some time');
    while (!(chip.readUint32(CLOCKS + 0x98) & 0x10)) chip.clock.tick(10_000);
    return chip.readUint32(CLOCKS + 0x9c) / 32;
  };
  assert.equal(measure(3), 6_500, 'the ring oscillator');
  assert.equal(measure(5), 12_000, 'the crystal');
  assert.equal(measure(9), 12_000, 'clk_sys');
  assert.equal(measure(5, 6_000), 6_000, 'it believes what it is told about clk_ref');
});

test('the firmware starts from the ring oscillator, waits for the crystal, and runs at 125 MHz', () => {
  const { pico } = player();
  assert.equal(pico.chip.clkSys, 6.5e6);
  assert.ok(pico.runUntil(() => pico.crystal.isEnabled, 500));
  const enabled = pico.ms;
  assert.ok(pico.runUntil(() => pico.chip.clkSys === 125e6, 500));
  assert.ok(pico.ms - enabled > 60, `${pico.ms - enabled} ms`);
  awaitDisplay(pico);
  assert.deepEqual(pico.failures, []);
});
