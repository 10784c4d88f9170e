// A key never needs more stack than there is, whatever goes on in the background.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards } from '../src/index.js';
import { SPARE_STACK } from '../play/player.js';
import { rhythms } from '../play/rhythms.js';

// Every rhythm on one board, and a few on each of the others, where only the display and the layout differ; a few with
// the slowest flash, too.
const RUNS = [
  ['picosystem', 'typical', 75],
  ['picosystem', 'worst', 400],
  ...Object.keys(boards).filter((name) => name !== 'picosystem').map((name) => [name, 'typical', 300]),
];

for (const [name, flashTimes, step] of RUNS) {
  test(`${name}: a key in the list of levels leaves 6 KB of stack, whenever it comes, at ${flashTimes} flash times`, () => {
    const free = rhythms({ name, flashTimes, from: 3000, to: 5000, step });
    assert.ok(free >= SPARE_STACK, `${free} bytes are left`);
  });
}
