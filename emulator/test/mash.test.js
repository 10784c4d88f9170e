// Random keys at random times do no harm, and what was played comes back.
import { test } from 'node:test';
import { boards } from '../src/index.js';
import { mash } from '../play/mashing.js';

for (const name of Object.keys(boards)) {
  test(`ten seconds of random keys on ${name}, at worst-case flash times`, () => mash({ seconds: 10, seed: 5, name }));
}
