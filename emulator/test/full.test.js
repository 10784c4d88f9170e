// Somebody who has played a lot: sixteen games with a full history, 500 results, four packs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullSaves } from '../play/cuts.js';
import { flashWithPacks, packOfSectors } from '../play/pack.js';
import { player } from '../play/player.js';

/** How much longer a start may take than with blank flash, in milliseconds. */
const LONGER_MS = 200;

function started(flash) {
  const { pico } = player('waveshare-lcd-1-3', { flash });
  pico.run(1500);
  assert.deepEqual(pico.failures, []);
  return { pico, ms: Number(/on after (\d+) us/.exec(pico.log)[1]) / 1000 };
}

test('a start with much in store takes hardly longer', () => {
  const packs = ['One', 'Two', 'Three', 'Four'].map((name) => packOfSectors(name, 2));
  const empty = started(null);
  const full = started(fullSaves('Two cellars', packs.length, flashWithPacks(packs)));
  console.log(`on after ${empty.ms.toFixed(0)} ms, with much in store ${full.ms.toFixed(0)} ms`);
  for (const what of ['opened in', 'loaded in']) {
    console.log(`  ${new RegExp(`${what}.*`).exec(full.pico.log)[0]}`);
  }
  assert.match(full.pico.log, /screen Play/);
  assert.ok(full.ms - empty.ms <= LONGER_MS, `${(full.ms - empty.ms).toFixed(0)} ms longer`);
});
