// A code gives the same level on the Pico and on the host.
import { test } from 'node:test';
import { madeAlike } from '../play/making.js';

test('three levels made on the Pico are the same on the host', () => {
  madeAlike({ count: 3, seed: 5 });
});
