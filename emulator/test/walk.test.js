// Every screen, and both directions of every transition, with all that may go on in the background.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPARE_STACK } from '../play/player.js';
import { walk } from '../play/walk.js';

test('picosystem: a walk through every screen and transition leaves 6 KB of stack', () => {
  const free = walk({ name: 'picosystem' });
  assert.ok(free >= SPARE_STACK, `${free} bytes are left`);
});
