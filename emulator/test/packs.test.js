// Level packs that were copied to the boot drive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { golden } from '../play/golden.js';
import { flashWith, PACKS } from '../play/pack.js';
import { awaitDisplay, blankFlash, player } from '../play/player.js';

const LEVELS = '######\n#@$ .#\n######\nTitle: From a pack\n';

test('the levels of a pack can be chosen', () => {
  const { pico, act } = player('waveshare-lcd-1-3', { flash: flashWith(LEVELS, 1) });
  awaitDisplay(pico);
  assert.match(pico.log, /a pack of 1 levels/);
  act('ok', 'ok');
  pico.run(200);
  golden('packs-list', pico.picture());
  act('ok');
  pico.run(200);
  golden('packs-levels', pico.picture());
  assert.deepEqual(pico.failures, []);
});

test('a damaged pack is refused with a message, and the rest can be played', () => {
  const flash = flashWith(LEVELS, 1);
  flash[PACKS + 20] ^= 1;
  const { pico, act } = player('waveshare-lcd-1-3', { flash });
  awaitDisplay(pico);
  golden('packs-damaged', pico.picture());
  act('ok');
  pico.run(300);
  golden('waveshare-lcd-1-3-title', pico.picture());
});

/** What other programs leave in the place of packs. CircuitPython's drive, a FAT file system, begins there. */
const FOREIGN = {
  'a FAT file system': (flash) => {
    flash.fill(0, PACKS, PACKS + 4096);
    flash.set([0xeb, 0xfe, 0x90, ...new TextEncoder().encode('MSDOS5.0')], PACKS);
    flash.set([0x55, 0xaa], PACKS + 510);
  },
  zeros: (flash) => flash.fill(0, PACKS, PACKS + 512 * 1024),
  text: (flash) => flash.set(new TextEncoder().encode('#######\n#@$ .#\n'.repeat(500)), PACKS),
};

for (const [what, leave] of Object.entries(FOREIGN)) {
  test(`${what} in the place of packs: no reason for a message`, () => {
    const flash = blankFlash();
    leave(flash);
    const { pico } = player('waveshare-lcd-1-3', { flash });
    awaitDisplay(pico);
    golden('waveshare-lcd-1-3-title', pico.picture());
    assert.deepEqual(pico.failures, []);
  });
}
