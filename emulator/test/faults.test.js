// Panics, faults and hangs, and what the player sees of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards, firmware, Pico, samePicture } from '../src/index.js';
import { panic } from '../play/panic.js';
import { awaitDisplay } from '../play/player.js';

const board = boards['waveshare-lcd-1-3'];
const elf = firmware('waveshare-lcd-1-3');
const RAM = 0x20000000;

function booted(options) {
  const pico = new Pico({ elf, board, ...options });
  return awaitDisplay(pico);
}

for (const probe of [true, false]) {
  test(`a panic is shown until a key is pressed, ${probe ? 'with' : 'without'} a probe`, () => {
    const pico = booted({ probe });
    const before = pico.picture();
    panic(pico);
    pico.run(600);
    assert.deepEqual(pico.restarts.map(({ by }) => by), ['firmware']);
    const shown = pico.picture();
    assert.ok(!samePicture(shown, before), 'it is shown');
    if (probe) {
      assert.match(pico.log, /error panicked at emulator\.rs:12:34:\nindex out of bounds: the len is 3 but the index is 7/);
      assert.match(pico.log, /restarted after: panicked at emulator\.rs:12:34/);
    }
    pico.run(10_000);
    assert.ok(samePicture(pico.picture(), shown), 'the watchdog does not hide it');
    assert.equal(pico.restarts.length, 1);
    pico.tap('b').run(300);
    assert.ok(!samePicture(pico.picture(), shown), 'a key goes on');
    assert.deepEqual(pico.failures, []);
  });
}

test('the longest message is shown to its last letter', () => {
  const LONGEST = 240;
  const message = (file, index) => (
    `panicked at ${file}:12:34:\nindex out of bounds: the len is 3 but the index is ${index}`
  );
  const file = `${'a/long/path/'.repeat(20).slice(0, LONGEST - message('.rs', 7).length)}.rs`;
  const [seven, eight] = [7, 8].map((index) => {
    const pico = booted();
    panic(pico, { file, index });
    pico.run(600);
    const text = message(file, index);
    assert.equal(text.length, LONGEST);
    assert.ok(pico.log.includes(`restarted after: ${text}`), pico.log);
    assert.deepEqual(pico.failures, []);
    return pico.picture();
  });
  assert.ok(!samePicture(seven, eight), 'the last letter is shown');
});

test('a fault without a panic tells its address', () => {
  const pico = booted();
  pico.call(RAM + 32);
  pico.chip.sramView.setUint16(32, 0xdeff, true); // an undefined instruction
  pico.run(600);
  assert.match(pico.log, /restarted after: fault at 20000020/);
});

test('a firmware that hangs is restarted, and says so', () => {
  const pico = booted();
  // Asleep, with nothing left to wake it.
  pico.chip.core.enabledInterrupts = 0;
  pico.run(5_000);
  assert.deepEqual(pico.restarts.map(({ by }) => by), ['timer']);
  assert.match(pico.log, /restarted after: The game stopped answering/);
});

test('a stack overflow is noticed', () => {
  const pico = booted();
  pico.chip.core.SP = RAM + 16;
  pico.call(RAM + 32 * 1024);
  // push {r0-r7}; b .-2
  pico.chip.sramView.setUint32(32 * 1024, 0xe7fdb4ff, true);
  pico.run(0.01);
  assert.ok(pico.failures.some((failure) => failure.includes('address')), pico.failures.join('\n'));
});
