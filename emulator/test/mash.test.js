// Random keys at random times do no harm, and what was played comes back.
import { test } from 'node:test';
import { boards } from '../src/index.js';
import { mash } from '../play/mashing.js';

/** Every board with the slowest flash, and one of them with usual flash. */
const RUNS = [...Object.keys(boards).map((name) => [name, 'worst']), ['waveshare-lcd-1-3', 'typical']];

for (const [name, flashTimes] of RUNS) {
  test(`ten seconds of random keys on ${name}, at ${flashTimes} flash times`, () => {
    mash({ seconds: 10, seed: 5, name, flashTimes });
  });
}
