// The same state gives the same picture on the chip as on the host, whose pictures are in tests/golden.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readPng, samePicture, writePng } from '../src/index.js';
import { awaitDisplay, player } from '../play/player.js';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const SCREENS = { instructions: ['down', 'down', 'ok'], settings: ['down', 'down', 'down', 'ok', 'down', 'down'] };

for (const [board, size] of [['waveshare-lcd-1-3', '240x240'], ['waveshare-lcd-1-14', '240x135']]) {
  for (const [screen, actions] of Object.entries(SCREENS)) {
    test(`${screen} at ${size} looks as on the host`, () => {
      const { pico, act } = player(board);
      awaitDisplay(pico);
      act(...actions);
      pico.run(300);
      const same = samePicture(pico.picture(), readPng(path.join(HERE, '../../tests/golden', `${screen}-${size}.png`)));
      if (!same) writePng(path.join(HERE, '../out', `${screen}-${size}.png`), pico.picture());
      assert.ok(same, `out/${screen}-${size}.png is another picture`);
    });
  }
}
