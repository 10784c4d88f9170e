// How long a player waits for the first hint. README has the figures that are printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstHints, median } from '../play/hints.js';

test('a first hint takes at most a second on half of the levels', () => {
  const took = firstHints({ every: 24 });
  assert.ok(median(took) <= 1000);
});
