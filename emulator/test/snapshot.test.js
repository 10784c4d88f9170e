// One run of the machine can branch into many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samePicture } from '../src/index.js';
import { awaitDisplay, player } from '../play/player.js';

test('a machine that is put back does the same again', () => {
  const { pico, act } = player();
  awaitDisplay(pico);
  const before = pico.picture();
  const putBack = pico.snapshot();
  const run = () => {
    act('ok', 'down');
    const { ms, busyCycles, log } = pico;
    return { picture: pico.picture(), state: { ms, busyCycles, log, stack: pico.stack() } };
  };
  const first = run();
  assert.ok(!samePicture(first.picture, before), 'the keys do something');
  putBack();
  assert.ok(samePicture(pico.picture(), before), 'the picture is back');
  const second = run();
  assert.deepEqual(second.state, first.state);
  assert.ok(samePicture(second.picture, first.picture));
});

test('an overflow of the stack shows as less than nothing left', () => {
  const { pico } = player();
  awaitDisplay(pico);
  const { free, size } = pico.stack();
  assert.ok(free > 0 && free < size, `${free} of ${size}`);
  const [RAM, code] = [0x20000000, 32 * 1024];
  pico.chip.core.SP = RAM;
  // sub sp, #64; b .
  pico.chip.sramView.setUint32(code, 0xe7feb090, true);
  pico.call(RAM + code);
  pico.run(0.01);
  assert.equal(pico.stack().free, -64);
});
