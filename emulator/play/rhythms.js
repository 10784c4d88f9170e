import assert from 'node:assert/strict';
import { awaitDisplay, player, SHORTEST_TIMES } from './player.js';

/** Failures after which there is no need to go on. */
const ENOUGH = 6;

/**
 * Opens the list of levels, waits, and presses a key, for every wait of a range and each of some keys.
 *
 * Levels are made while nobody presses a key for 3 s, so the key comes at another moment of that work every time.
 * Nothing may fail. Returns how many bytes of stack were never used, starting included.
 */
export function rhythms({ name, flashTimes, from, to, step, keys = ['down', 'ok', 'right'] }) {
  const { pico, act } = player(name, { flashTimes, times: SHORTEST_TIMES });
  awaitDisplay(pico);
  act('ok', 'ok', 'ok');
  const opened = pico.ms;
  const start = pico.stack();
  pico.repaintStack();
  let least = { free: Infinity };
  const failed = [];
  for (let wait = from; wait <= to && failed.length < ENOUGH; wait += step) {
    pico.run(opened + wait - pico.ms);
    const goBack = pico.snapshot();
    for (const key of keys) {
      act(key);
      const { free, size, deepest } = pico.stack();
      if (free < least.free) least = { free, size, wait, key, in: deepest.in };
      if (pico.failures.length > 0 || pico.restarts.length > 0) {
        failed.push(`${wait} ms, ${key}: ${free} bytes of stack left; ${pico.failures[0] ?? 'the watchdog restarted it'}`);
      }
      goBack();
    }
  }
  console.log(`${name}: ${least.free} of ${least.size} bytes of stack never used, after ${least.wait} ms and ${least.key}, ` +
    `in ${least.in}; ${start.free} after starting`);
  assert.deepEqual(failed, []);
  return Math.min(least.free, start.free);
}
