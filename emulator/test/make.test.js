// Levels that are made on the Pico are those that the host makes of the same codes.
import { test } from 'node:test';
import { madeAlike } from '../play/making.js';

test('three levels made on the Pico are the same on the host', () => {
  madeAlike({ count: 3, seed: 5 });
});
