// Flash cannot be read while a sector is erased, so nothing runs, and a tap may begin and end meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES } from '../src/index.js';
import { fullSaves } from '../play/cuts.js';
import { inPlay } from '../play/player.js';

/** By then, an erase at worst-case times and what follows are over. */
const AFTER_MS = 1500;

for (const flashTimes of FLASH_TIMES) {
  test(`a tap during the erase of a sector counts, at ${flashTimes} flash times`, () => {
    const { pico } = inPlay('waveshare-lcd-1-3', { flashTimes, flash: fullSaves() });
    let taps = 0;
    const moved = [];
    const image = () => pico.panel.pixels;
    pico.onFlashOperation = ({ kind }) => {
      if (kind !== 'erase' || moved.length > taps) return;
      // At the start of the erase, which the emulator does at once.
      pico.press(taps % 2 ? 'down' : 'up');
      pico.release(taps % 2 ? 'down' : 'up');
      moved.push(image());
    };
    for (; taps < 4; taps++) {
      // Pauses in which sectors are erased ahead of time, and what makes them necessary.
      for (let steps = 0; steps < 60 && moved.length === taps; steps++) {
        pico.tap(steps % 2 ? 'right' : 'left');
        pico.runUntil(() => moved.length > taps, 1300);
      }
      assert.ok(moved.length > taps, 'a sector was erased');
      pico.run(AFTER_MS);
      assert.ok(image() > moved[taps], `the tap number ${taps} moved the keeper`);
    }
    assert.deepEqual(pico.failures, []);
  });
}
