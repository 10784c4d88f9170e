// Every screen, and both directions of every transition, with all that may go on in the background.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards } from '../src/index.js';
import { SPARE_STACK } from '../play/player.js';
import { walk } from '../play/walk.js';

for (const name of Object.keys(boards)) {
  // All of it on one board; the others differ in their display and their keys.
  const short = name !== 'picosystem';
  test(`${name}: ${short ? 'a short walk' : 'a walk'} through every screen leaves 6 KB of stack`, () => {
    const free = walk({ name, short });
    assert.ok(free >= SPARE_STACK, `${free} bytes are left`);
  });
}
