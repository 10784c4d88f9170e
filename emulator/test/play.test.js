// Every board from power-on to a solved level, with its own buttons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards, FLASH_TIMES, samePicture } from '../src/index.js';
import { golden } from '../play/golden.js';
import { awaitDisplay, inPlay, player, SPARE_STACK } from '../play/player.js';

/** Every board with usual flash, and one of them with the slowest. */
const RUNS = [...Object.keys(boards).map((name) => [name, 'typical']), ['waveshare-lcd-1-3', 'worst']];

for (const [name, flashTimes] of RUNS) {
  test(`${name} boots to its title and plays a level to the end, at ${flashTimes} flash times`, () => {
    const { pico, act } = player(name, { flashTimes });
    awaitDisplay(pico);
    golden(`${name}-title`, pico.picture());
    // Play, both modes or one, the first pack, its first level.
    act('ok', 'ok', 'ok', 'ok');
    pico.run(100);
    golden(`${name}-play`, pico.picture());
    act('right');
    pico.run(300);
    golden(`${name}-step`, pico.picture());
    act('down');
    pico.run(2000);
    golden(`${name}-solved`, pico.picture());
    assert.deepEqual(pico.failures, []);
    assert.deepEqual(pico.restarts, []);
    assert.ok(pico.stack().free >= SPARE_STACK, `${pico.stack().free} bytes of stack are left`);
  });
}

for (const flashTimes of FLASH_TIMES) {
  test(`after a restart, play continues from the same position, at ${flashTimes} flash times`, () => {
    const { pico, act } = inPlay('waveshare-lcd-1-3', { flashTimes });
    act('right');
    assert.ok(pico.runUntil(() => /saved in/.test(pico.log), 3000), 'it is saved after a second');
    assert.deepEqual(pico.failures, []);
    const again = player('waveshare-lcd-1-3', { flash: pico.flashImage(), flashTimes }).pico;
    again.run(6000);
    golden('waveshare-lcd-1-3-back', again.picture());
  });
}

test('a hint leads to a solution that the machine plays', () => {
  const { pico, act } = inPlay();
  const start = pico.panel.pixels;
  // Can it be won? Which box? Play a push. Solve it all.
  act('hint');
  pico.run(500);
  golden('hint-told', pico.picture());
  act('hint');
  pico.run(500);
  golden('hint-shown', pico.picture());
  act('hint');
  // So that the time that is shown at the end is not near a full second.
  pico.run(900);
  act('hint');
  pico.run(6000);
  golden('hint-solved', pico.picture());
  assert.ok(pico.panel.pixels > start);
  assert.deepEqual(pico.failures, []);
});

test('the display dims, sleeps, and wakes with any key', () => {
  const { pico, act } = inPlay();
  const bright = pico.backlight;
  const shown = pico.picture();
  pico.run(61_000);
  assert.ok(pico.backlight > 0 && pico.backlight < bright, `dimmed to ${pico.backlight}`);
  pico.run(121_000);
  assert.equal(pico.backlight, 0);
  assert.ok(pico.panel.asleep);
  assert.equal(pico.chip.clkSys, 12e6, 'in the dark, it runs from the crystal');
  act('right');
  pico.run(100);
  assert.equal(pico.chip.clkSys, 125e6);
  assert.equal(pico.backlight, bright);
  assert.ok(samePicture(pico.picture(), shown), 'the key that wakes does nothing else');
  assert.deepEqual(pico.failures, []);
});

test('"USB drive" restarts into the boot drive', () => {
  const { pico, act } = player();
  awaitDisplay(pico);
  act('down', 'down', 'down', 'down', 'ok');
  assert.equal(pico.stopped, 'usb boot');
});

test('a step makes a sound where there is a speaker', () => {
  const { pico } = inPlay('picosystem');
  const heard = (name) => {
    const tones = new Set();
    pico.press(name);
    pico.runUntil(() => { tones.add(pico.tone); return false; }, 60);
    pico.release(name);
    pico.run(100);
    tones.delete(0);
    return tones.size;
  };
  assert.ok(heard('up') > 0, 'a step');
  assert.equal(pico.tone, 0, 'and then it is silent');
});
