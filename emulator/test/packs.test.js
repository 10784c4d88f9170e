// Levels that were dragged onto the boot drive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { golden } from '../play/golden.js';
import { blankFlash, player } from '../play/player.js';

const PACKS = 1024 * 1024;
const LEVELS = '######\n#@$ .#\n######\nTitle: From a pack\n';

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Flash with a pack in its place. */
function flashWith(text, levels) {
  const bytes = new TextEncoder().encode(text);
  const head = new Uint8Array(8);
  const view = new DataView(head.buffer);
  view.setUint16(0, 1, true);
  view.setUint16(2, levels, true);
  view.setUint32(4, bytes.length, true);
  const flash = blankFlash();
  flash.set(new TextEncoder().encode('SOKP'), PACKS);
  flash.set(head, PACKS + 4);
  new DataView(flash.buffer).setUint32(PACKS + 12, crc32([...head, ...bytes]), true);
  flash.set(bytes, PACKS + 16);
  return flash;
}

test('the levels of a pack can be chosen', () => {
  const { pico, wish } = player('waveshare-lcd-1-3', { flash: flashWith(LEVELS, 1) });
  pico.run(250);
  assert.match(pico.log, /a pack of 1 levels/);
  wish('ok', 'ok');
  pico.run(200);
  golden('packs-list', pico.picture());
  wish('ok');
  pico.run(200);
  golden('packs-levels', pico.picture());
  assert.deepEqual(pico.failures, []);
});

test('a damaged pack is refused with a message, and the rest can be played', () => {
  const flash = flashWith(LEVELS, 1);
  flash[PACKS + 20] ^= 1;
  const { pico, wish } = player('waveshare-lcd-1-3', { flash });
  pico.run(400);
  golden('packs-damaged', pico.picture());
  wish('ok');
  pico.run(300);
  golden('waveshare-lcd-1-3-title', pico.picture());
});
