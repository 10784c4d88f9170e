// What a player sees first after each kind of start, and what the firmware finds then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards, uf2 } from '../src/index.js';
import { Chip } from '../src/chip.js';
import { Resets } from '../src/resets.js';
import { writeUf2 } from '../src/uf2.js';
import { golden } from '../play/golden.js';
import { player } from '../play/player.js';

const NAME = 'waveshare-lcd-1-3';
const FIRMWARE_BYTES = 1024 * 1024;

function started(options) {
  const it = player(NAME, options);
  it.pico.run(500);
  return it;
}

/** Asleep, with nothing left to wake it, until the watchdog bites. */
function hang(pico) {
  pico.chip.core.enabledInterrupts = 0;
  pico.chip.core.waiting = true;
  const { length } = pico.restarts;
  assert.ok(pico.runUntil(() => pico.restarts.length > length, 10_000), 'the watchdog restarts it');
  pico.run(500);
}

const reports = (pico) => pico.logs.filter(({ text }) => text.startsWith('restarted after')).length;

function showsTitle(pico) {
  pico.run(500);
  assert.equal(reports(pico), 0, pico.log);
  golden(`${NAME}-title`, pico.picture());
}

test('after a firmware was copied, the first screen is the title', () => {
  const { pico } = started();
  pico.copyUf2(uf2(NAME));
  showsTitle(pico);
  assert.deepEqual(pico.failures, []);
});

test('after "USB drive" and a copied firmware, the first screen is the title', () => {
  const { pico, act } = started();
  act('down', 'down', 'down', 'down', 'ok');
  assert.equal(pico.stopped, 'usb boot');
  pico.copyUf2(uf2(NAME));
  showsTitle(pico);
  assert.deepEqual(pico.failures, []);
});

test('a hang is reported, also after a firmware was copied, and then not again', () => {
  const { pico, act } = started();
  hang(pico);
  assert.equal(reports(pico), 1);
  act('ok');
  pico.copyUf2(uf2(NAME));
  pico.run(500);
  assert.equal(reports(pico), 1, 'the copy is no crash');
  hang(pico);
  assert.equal(reports(pico), 2);
  assert.match(pico.logs.findLast(({ text }) => text.startsWith('restarted')).text, /The game stopped answering/);
  // The report is still on the display.
  pico.copyUf2(uf2(NAME));
  pico.run(500);
  assert.equal(reports(pico), 2);
  golden(`${NAME}-title`, pico.picture());
});

test('a hang before the drive was entered is not reported after it', () => {
  const { pico, act } = started();
  hang(pico);
  act('ok');
  pico.run(300);
  act('down', 'down', 'down', 'down', 'ok');
  assert.equal(pico.stopped, 'usb boot');
  pico.copyUf2(uf2(NAME));
  pico.run(500);
  assert.equal(reports(pico), 1);
});

for (const name of Object.keys(boards)) {
  test(`${name}: a firmware that is copied over another one is complete`, () => {
    const { pico } = player(name);
    pico.chip.flash.fill(0, 0, FIRMWARE_BYTES);
    pico.copyUf2(uf2(name));
    for (const { address, data } of pico.elf.segments) {
      const at = address - 0x10000000;
      if (at < 0 || at >= FIRMWARE_BYTES) continue;
      assert.ok(data.equals(pico.chip.flash.subarray(at, at + data.length)), `at ${address.toString(16)}`);
    }
  });
}

test('a file whose block numbers do not follow its addresses leaves a mixture of old and new bytes', () => {
  const block = (number, page) => {
    const bytes = new Uint8Array(512);
    const view = new DataView(bytes.buffer);
    const head = [0x0a324655, 0x9e5d5157, 0x2000, 0x10000000 + 256 * page, 256, number, 2, 0xe48bff56];
    head.forEach((word, at) => view.setUint32(4 * at, word, true));
    view.setUint32(508, 0x0ab16f30, true);
    return [...bytes.fill(0xf0, 32, 32 + 256)];
  };
  const written = (...blocks) => {
    const flash = new Uint8Array(8192).fill(0x0f);
    assert.ok(writeUf2(Uint8Array.from(blocks.flat()), flash));
    return [flash[4096 - 256], flash[4096]];
  };
  assert.deepEqual(written(block(15, 15), block(16, 16)), [0xf0, 0xf0]);
  assert.deepEqual(written(block(0, 15), block(1, 16)), [0xf0, 0]);
});

test('the LED of the Pico Display is off', () => {
  const { pico } = player('pico-display');
  pico.run(500);
  // Red, green and blue shine unless their pin is driven high.
  for (const pin of [6, 7, 8]) {
    const { outputEnable, outputValue } = pico.chip.gpio[pin];
    assert.ok(outputEnable && outputValue, `GP${pin}`);
  }
});

test('without a valid second stage of booting, the ROM offers its drive', () => {
  const { pico } = started();
  pico.chip.flash[17] ^= 1;
  hang(pico);
  assert.equal(pico.stopped, 'usb boot');
});

test('the ROM leaves its stack and the second stage at the end of RAM', () => {
  const { pico } = started();
  const { sram } = pico.chip;
  const [rom, boot2] = [sram.length - 768, sram.length - 256];
  const before = sram.slice();
  sram.fill(0x5b, rom);
  sram[rom - 1] = 0x77;
  pico.chip.core.enabledInterrupts = 0;
  assert.ok(pico.runUntil(() => pico.restarts.length > 0, 10_000));
  const after = pico.chip.sram;
  assert.notEqual(before[rom], after[rom]);
  assert.equal(after[rom - 1], 0x77);
  assert.ok(after.subarray(rom, boot2).every((byte) => byte !== 0x5b && byte !== 0));
  assert.deepEqual(after.subarray(boot2), pico.chip.flash.subarray(0, 256));
});

test('a peripheral is used only after the end of its reset was seen', () => {
  const use = (...steps) => {
    const chip = new Chip(() => 0);
    const refused = [];
    new Resets(chip, (what) => refused.push(what));
    const [RESETS, PWM] = [0x4000c000, 0x40050000];
    const PWM_BIT = 1 << 14;
    for (const step of steps) {
      if (step === 'release') chip.writeUint32(RESETS + 0x3000, PWM_BIT);
      else if (step === 'hold') chip.writeUint32(RESETS + 0x2000, PWM_BIT);
      else if (step === 'wait') while (!(chip.readUint32(RESETS + 8) & PWM_BIT)) chip.clock.tick(8);
      else chip.writeUint32(PWM, 1);
    }
    return refused;
  };
  assert.deepEqual(use('release', 'wait', 'use'), []);
  assert.deepEqual(use('use'), ['pwm is used while it is in reset']);
  assert.deepEqual(use('release', 'use'), ['pwm is used, and nobody waited for the end of its reset']);
  assert.deepEqual(use('release', 'wait', 'hold', 'use'), ['pwm is used while it is in reset']);
});
