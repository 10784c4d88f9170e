import assert from 'node:assert/strict';
import { randomNumbers } from '../src/index.js';
import { inPlay } from './player.js';

/** Presses random buttons for random times, several at once, and checks that nothing goes wrong. */
export function mash({ seconds, seed, name = 'waveshare-lcd-1-3' }) {
  const random = randomNumbers(seed);
  const { pico } = inPlay(name, { seed });
  const buttons = Object.keys(pico.board.buttons);
  const end = pico.ms + seconds * 1000;
  while (pico.ms < end && !pico.stopped) {
    const button = buttons[random(buttons.length)];
    if (random(2)) pico.press(button);
    else pico.release(button);
    pico.run(5 + random(150));
  }
  assert.deepEqual(pico.failures, []);
  assert.deepEqual(pico.restarts, []);
  assert.ok(pico.stack().free >= 2048, `${pico.stack().free} bytes of stack are left`);
  return pico;
}
