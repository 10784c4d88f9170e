import assert from 'node:assert/strict';
import { randomNumbers } from '../src/index.js';
import { awaitDisplay, inPlay, player, SPARE_STACK } from './player.js';

/**
 * Presses random buttons for random times, several at once, and checks that nothing goes wrong. After "USB drive" it
 * is switched off and on.
 */
export function mash({ seconds, seed, name = 'waveshare-lcd-1-3' }) {
  const random = randomNumbers(seed);
  let { pico } = inPlay(name, { seed });
  const buttons = Object.keys(pico.board.buttons);
  let [left, least] = [seconds * 1000, Infinity];
  while (left > 0) {
    const start = pico.ms;
    while (pico.ms - start < left && !pico.stopped) {
      const button = buttons[random(buttons.length)];
      if (random(2)) pico.press(button);
      else pico.release(button);
      pico.run(5 + random(150));
    }
    left -= pico.ms - start;
    assert.deepEqual(pico.failures, []);
    assert.deepEqual(pico.restarts, []);
    least = Math.min(least, pico.stack().free);
    assert.ok(least >= SPARE_STACK, `${least} bytes of stack are left`);
    if (pico.stopped) {
      assert.equal(pico.stopped, 'usb boot');
      ({ pico } = player(name, { seed, flash: pico.flashImage() }));
      awaitDisplay(pico);
    }
  }
  return { free: least, size: pico.stack().size };
}
