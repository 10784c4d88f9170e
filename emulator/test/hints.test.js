// How long a player waits for the first hint. README has the figures that are printed.
import { test } from 'node:test';
import { assertSoon, firstHints } from '../play/hints.js';

test('half of the first hints take at most 0.2 s, nine of ten at most 2 s', () => {
  assertSoon(firstHints({ every: 24 }));
});
