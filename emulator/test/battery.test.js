// A battery that runs down: the player hears of it once, and nothing is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES } from '../src/index.js';
import { awaitDisplay, player } from '../play/player.js';

const STEP_MS = 500;
/** Just enough, so that a few measurements are low when the voltage falls. */
const WARY_VOLTS = 3.4;
const LOW_VOLTS = 3.2;

/** A game on a board with a battery. Steps follow each other so fast that nothing is saved because of a pause. */
function game(options) {
  const { pico, act } = player('picosystem', options);
  pico.battery = WARY_VOLTS;
  awaitDisplay(pico);
  act('ok', 'ok', 'ok', 'ok');
  pico.run(2000);
  const saves = () => pico.logs.filter(({ text }) => text.startsWith('saved')).length;
  const isWarned = () => {
    const { rgba, width, height } = pico.picture();
    // The colour of the banner, left of its text.
    const [red, green, blue] = rgba.subarray(4 * (width * (height - 12) + 3));
    return red > 200 && green < 120 && blue < 120;
  };
  let steps = 0;
  /** Plays for some seconds: when a warning appeared, and whether there was a save at that time. */
  const play = (seconds) => {
    const warnings = [];
    for (const end = pico.ms + seconds * 1000; pico.ms < end;) {
      const [before, savesBefore] = [isWarned(), saves()];
      act(steps++ % 2 ? 'down' : 'up');
      pico.run(STEP_MS - 100);
      if (isWarned() && !before) warnings.push({ ms: pico.ms, saved: saves() > savesBefore });
    }
    return warnings;
  };
  return { pico, play };
}

for (const flashTimes of FLASH_TIMES) {
  test(`a low battery is reported once, and what is unsaved is saved at once, at ${flashTimes} flash times`, () => {
    const { pico, play } = game({ flashTimes });
    assert.deepEqual(play(3), [], 'it is not low yet');
    pico.battery = LOW_VOLTS;
    const [warning, ...more] = play(25);
    assert.ok(warning, 'it is reported within half a minute');
    assert.ok(warning.saved);
    assert.deepEqual(more, [], 'and not again');
    assert.deepEqual(pico.failures, []);
    assert.deepEqual(pico.restarts, []);
  });
}

test('a low battery is reported again after it was charged', () => {
  const { pico, play } = game();
  pico.battery = LOW_VOLTS;
  assert.equal(play(25).length, 1);
  pico.battery = 4.0;
  assert.deepEqual(play(7), []);
  pico.battery = LOW_VOLTS;
  assert.equal(play(40).length, 1);
});

test('a short dip of the voltage is no low battery', () => {
  const { pico, play } = game();
  pico.battery = LOW_VOLTS;
  pico.run(4000);
  pico.battery = WARY_VOLTS;
  assert.deepEqual(play(12), []);
});
