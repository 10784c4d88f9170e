import assert from 'node:assert/strict';
import { randomNumbers } from '../src/index.js';
import { comesBack, screenOf } from './comeback.js';
import { fullSaves } from './cuts.js';
import { awaitDisplay, inPlay, player, SPARE_STACK } from './player.js';

/** How long it goes on after its time, until a level is in play, in milliseconds. */
const MOST_EXTRA_MS = 120_000;

/**
 * Presses random buttons for random times, several at once, and checks that nothing goes wrong and that the position
 * comes back. The saves soon fill a sector, so that one has to be erased. After "USB drive" it is switched off and on.
 */
export function mash({ seconds, seed, name = 'waveshare-lcd-1-3', flashTimes = 'worst' }) {
  const random = randomNumbers(seed);
  let it = inPlay(name, { seed, flashTimes, flash: fullSaves() });
  const buttons = Object.keys(it.pico.board.buttons);
  let [passed, least, erases] = [0, Infinity, 0];
  // At the end, a level is in play.
  const isEnough = () => passed >= seconds * 1000 && screenOf(it.pico) === 'Play';
  while (!isEnough()) {
    assert.ok(passed < seconds * 1000 + MOST_EXTRA_MS, 'no level is in play');
    const { pico } = it;
    const start = pico.ms;
    const button = buttons[random(buttons.length)];
    if (random(2)) pico.press(button);
    else pico.release(button);
    pico.run(5 + random(150));
    passed += pico.ms - start;
    assert.deepEqual(pico.failures, []);
    assert.deepEqual(pico.restarts, []);
    if (!pico.stopped) continue;
    assert.equal(pico.stopped, 'usb boot');
    least = Math.min(least, pico.stack().free);
    erases += pico.flash.erases;
    it = player(name, { seed, flashTimes, flash: pico.flashImage() });
    awaitDisplay(it.pico);
  }
  const { pico } = it;
  for (const button of buttons) pico.release(button);
  pico.run(1000);
  comesBack(it, name, { seed, flashTimes });
  least = Math.min(least, pico.stack().free);
  assert.ok(least >= SPARE_STACK, `${least} bytes of stack are left`);
  return { free: least, size: pico.stack().size, erases: erases + pico.flash.erases };
}
