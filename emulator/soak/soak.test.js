// Long runs, which print their figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards, FLASH_TIMES } from '../src/index.js';
import { cutsWhileTakingIn } from '../play/arrivals.js';
import { cutsWhilePlaying, fullSaves } from '../play/cuts.js';
import { assertSoon, firstHints } from '../play/hints.js';
import { madeAlike } from '../play/making.js';
import { mash } from '../play/mashing.js';

test('600 power cuts at random cycles of play, 100 of them within the same save as another', () => {
  let [cuts, followed] = [0, 0];
  for (let seed = 1; cuts < 600 || followed < 100; seed++) {
    const flash = fullSaves(undefined, 0, undefined, seed % 2 ? ['--no-hints'] : ['--no-hints', '--fresh']);
    const flashTimes = FLASH_TIMES[(seed >> 1) % 2];
    const more = cutsWhilePlaying({ steps: 13, anywhere: 4, again: 1, seed, flash, flashTimes });
    cuts += more.cuts;
    followed += more.followed;
    console.log(`round ${seed}: ${cuts} power cuts, ${followed} of them within the same save as another`);
  }
  console.log(`${cuts} power cuts, ${followed} of them within the same save as another: nothing lost`);
});

test('50 power cuts while packs are taken in', () => {
  let cuts = 0;
  for (const flashTimes of FLASH_TIMES) cuts += cutsWhileTakingIn({ cuts: 25, seed: 3, flashTimes });
  console.log(`${cuts} power cuts, no pack lost`);
});

for (const name of Object.keys(boards)) {
  test(`two minutes of random keys on ${name}, at worst-case flash times`, () => {
    const { free, size, erases, steps } = mash({ seconds: 120, seed: 11, name });
    console.log(`${name}: ${free} of ${size} bytes of stack never used, ${erases} sectors erased, ${steps} steps undone after it`);
  });
}

test('first hints on all levels: half within 0.2 s, nine of ten within 2 s', () => {
  assertSoon(firstHints({ every: 1 }));
});

test('twenty levels made on the Pico are the same on the host', () => {
  const times = madeAlike({ count: 20, seed: 9 });
  for (const [grade, most] of [[2, 3000], [4, 20_000]]) {
    const took = times.filter((time) => time.grade === grade).map(({ took }) => took).sort((a, b) => a - b);
    const middle = took[Math.floor((took.length - 1) / 2)];
    console.log(`grade ${grade}: median ${(middle / 1000).toFixed(1)} s, at most ${(took.at(-1) / 1000).toFixed(1)} s`);
    assert.ok(middle <= most);
  }
});
