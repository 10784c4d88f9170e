// After a power cut, everything that was saved is back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutsWhileSaving, nearlyFullSaves } from '../play/cuts.js';

test('power cuts while saving lose nothing that was confirmed', () => {
  const cuts = cutsWhileSaving({ saves: 6, atMost: 15, seed: 7 });
  assert.ok(cuts >= 10, `${cuts} cuts`);
});

test('power cuts in every flash operation of a change of sectors lose nothing, either', () => {
  const cuts = cutsWhileSaving({ saves: 4, atMost: 40, seed: 9, flash: nearlyFullSaves(), everyOperation: true });
  assert.ok(cuts >= 10, `${cuts} cuts`);
});
