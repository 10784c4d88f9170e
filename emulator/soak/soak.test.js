// The long runs. What they found is printed.
import { test } from 'node:test';
import { boards } from '../src/index.js';
import { cutsWhileSaving, nearlyFullSaves } from '../play/cuts.js';
import { mash } from '../play/mashing.js';

test('500 power cuts while playing and saving', () => {
  let cuts = 0;
  for (let seed = 1; cuts < 500; seed++) {
    cuts += cutsWhileSaving({ saves: 20, atMost: 50, seed, flash: seed % 2 ? nearlyFullSaves() : null });
  }
  console.log(`${cuts} power cuts, nothing lost`);
});

for (const name of Object.keys(boards)) {
  test(`two minutes of random keys on ${name}`, () => {
    const { free, size } = mash({ seconds: 120, seed: 11, name }).stack();
    console.log(`${name}: ${free} of ${size} bytes of stack never used`);
  });
}
