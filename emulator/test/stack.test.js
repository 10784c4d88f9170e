// A key never needs more stack than there is, whatever goes on in the background.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards } from '../src/index.js';
import { SPARE_STACK } from '../play/player.js';
import { rhythms } from '../play/rhythms.js';

for (const name of Object.keys(boards)) {
  // Every rhythm on one board, and a few on each of the others, where only the display and the layout differ.
  const step = name === 'picosystem' ? 75 : 300;
  test(`${name}: a key in the list of levels leaves 6 KB of stack, whenever it comes`, () => {
    const free = rhythms({ name, from: 3000, to: 5000, step });
    assert.ok(free >= SPARE_STACK, `${free} bytes are left`);
  });
}
