// The way to every screen and back, on the boards that do not get the whole walk: their displays and keys differ.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards } from '../src/index.js';
import { SPARE_STACK } from '../play/player.js';
import { walk } from '../play/walk.js';

for (const name of Object.keys(boards).filter((board) => board !== 'picosystem')) {
  test(`${name}: the way to every screen and back leaves 6 KB of stack`, () => {
    const free = walk({ name, short: ['thinking', 'making'] });
    assert.ok(free >= SPARE_STACK, `${free} bytes are left`);
  });
}

test('picosystem: the same while it saves, at worst-case flash times', () => {
  const free = walk({ name: 'picosystem', short: ['saving'], flashTimes: 'worst' });
  assert.ok(free >= SPARE_STACK, `${free} bytes are left`);
});
