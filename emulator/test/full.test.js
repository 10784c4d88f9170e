// Somebody who has played a lot: sixteen games with a full history, 500 results, four packs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES } from '../src/index.js';
import { screenOf } from '../play/comeback.js';
import { fullSaves } from '../play/cuts.js';
import { flashWithPacks, packOfSectors } from '../play/pack.js';
import { player } from '../play/player.js';

/** How much longer a start may take than with blank flash, in milliseconds: some pages are programmed again. */
const LONGER_MS = { typical: 100, worst: 115 };
const TITLE = 'Two cellars';

function started(flash, flashTimes) {
  const { pico } = player('waveshare-lcd-1-3', { flash, flashTimes });
  pico.run(1500);
  assert.deepEqual(pico.failures, []);
  return { pico, ms: Number(/on after (\d+) us/.exec(pico.log)[1]) / 1000 };
}

for (const flashTimes of FLASH_TIMES) {
  test(`a start with much in store takes hardly longer, even if packs have changed, at ${flashTimes} flash times`, () => {
    const packs = ['One', 'Two', 'Three', 'Four'].map((name) => packOfSectors(name, 2));
    const empty = started(null, flashTimes);
    console.log(`at ${flashTimes} flash times on after ${empty.ms.toFixed(0)} ms`);
    // The level in play is where it was; or a pack was removed since then, or one was added.
    for (const [what, before] of [['much in store', 4], ['a pack less', 5], ['a pack more', 3]]) {
      const full = started(fullSaves(TITLE, before, flashWithPacks(packs)), flashTimes);
      const steps = ['opened in', 'loaded in'].map((step) => new RegExp(`${step}.*`).exec(full.pico.log)[0]);
      console.log(`with ${what} ${(full.ms - empty.ms).toFixed(0)} ms later: ${steps.join(', ')}`);
      assert.equal(screenOf(full.pico), 'Play');
      assert.ok(full.ms - empty.ms <= LONGER_MS[flashTimes], `${(full.ms - empty.ms).toFixed(0)} ms longer`);
    }
  });
}
