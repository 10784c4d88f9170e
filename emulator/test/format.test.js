// A store of progress that cannot be opened is erased if the player says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLASH_TIMES } from '../src/index.js';
import { laterSaves } from '../play/cuts.js';
import { golden } from '../play/golden.js';
import { player } from '../play/player.js';

/** All sectors at worst-case times, and what comes after. */
const SECTORS = 64;
const FORMAT_MS = SECTORS * 400 + 1000;
const ON_TITLE = /screen Title/;

for (const flashTimes of FLASH_TIMES) {
  test(`progress that cannot be read is erased, and saved again, at ${flashTimes} flash times`, () => {
    const { pico, act } = player('waveshare-lcd-1-3', { flash: laterSaves(), flashTimes });
    pico.run(500);
    golden('saves-later', pico.picture());
    pico.tap('a');
    pico.runUntil(() => ON_TITLE.test(pico.log) || pico.restarts.length > 0, FORMAT_MS);
    assert.deepEqual(pico.restarts, [], 'the watchdog does not bite');
    assert.match(pico.log, ON_TITLE);
    assert.ok(pico.flash.erases >= SECTORS);
    pico.run(100);
    act('ok', 'ok', 'ok', 'ok', 'right');
    assert.ok(pico.runUntil(() => /saved in/.test(pico.log), 3000), 'it is saved');
    assert.deepEqual(pico.failures, []);
    const again = player('waveshare-lcd-1-3', { flash: pico.flashImage(), flashTimes }).pico;
    again.run(6000);
    golden('waveshare-lcd-1-3-back', again.picture());
  });
}

test('any other key leaves it as it is, and nothing is saved', () => {
  const flash = laterSaves();
  const { pico, act } = player('waveshare-lcd-1-3', { flash });
  pico.run(500);
  act('back');
  assert.ok(pico.runUntil(() => ON_TITLE.test(pico.log), 500), 'it goes on to the title');
  act('ok', 'ok', 'ok', 'ok', 'right');
  pico.run(4000);
  assert.equal(pico.flash.erases + pico.flash.programs, 0);
  assert.deepEqual(pico.failures, []);
});
