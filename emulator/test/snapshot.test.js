// One run of the machine can branch into many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samePicture } from '../src/index.js';
import { player } from '../play/player.js';

test('a machine that is put back does the same again', () => {
  const { pico, act } = player();
  pico.run(250);
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
  pico.run(250);
  const { free, size } = pico.stack();
  assert.ok(free > 0 && free < size, `${free} of ${size}`);
  const RAM = 0x20000000;
  pico.chip.core.SP = RAM - 64;
  pico.run(0.01);
  assert.ok(pico.stack().free <= -64, `${pico.stack().free}`);
});
