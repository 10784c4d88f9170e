// What the firmware does to each board's display, and what it leaves there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards, breadboardWithoutCs } from '../src/index.js';
import { golden } from '../play/golden.js';
import { player } from '../play/player.js';

for (const [name, board] of Object.entries(boards)) {
  test(`${name}: the display has the voltages and gamma curves of its maker`, () => {
    const { pico } = player(name);
    pico.run(500);
    assert.deepEqual(pico.panel.registers, board.registers);
  });

  test(`${name}: the display and its wires refuse nothing`, () => {
    const { pico, act } = player(name);
    pico.run(500);
    act('ok', 'back');
    pico.run(300);
    assert.deepEqual(pico.failures, []);
  });
}

test('every board is fed at its rate, and `fast-wires` raises that of the breadboard', () => {
  const rate = (name, board = boards[name]) => {
    const { pico } = player(name, { board });
    pico.run(500);
    assert.deepEqual(pico.failures, []);
    return pico.chip.spi[board.spi].clockFrequency;
  };
  for (const [name, { maxHertz }] of Object.entries(boards)) assert.equal(rate(name), maxHertz, name);
  assert.equal(rate('breadboard'), 31.25e6);
  assert.equal(rate('fast-wires', { ...boards.breadboard, maxHertz: 62.5e6 }), 62.5e6);
});

test('a module without a CS pin shows the same title', () => {
  const { pico } = player('breadboard', { board: breadboardWithoutCs });
  pico.run(500);
  golden('breadboard-title', pico.picture());
  assert.deepEqual(pico.failures, []);
});

for (const name of ['pico-display', 'breadboard']) {
  test(`${name}: after a restart with the display awake, it works again`, () => {
    const { pico, act } = player(name);
    pico.run(500);
    // In the middle of a picture, which comes when a key is pressed or, with four keys, released.
    const { pixels } = pico.panel;
    const draws = () => pico.panel.pixels > pixels;
    const down = 'down' in pico.board.buttons ? 'down' : 'b';
    pico.press(down);
    const atOnce = pico.runUntil(draws, 60);
    pico.release(down);
    assert.ok(atOnce || pico.runUntil(draws, 60));
    pico.call(pico.elf.address('HardFault'));
    pico.run(700);
    assert.deepEqual(pico.restarts.map(({ by }) => by), ['firmware']);
    act('up');
    pico.run(500);
    golden(`${name}-title`, pico.picture());
    assert.deepEqual(pico.failures, []);
  });
}

test('a key just after the display went to sleep wakes it in time', () => {
  const { pico } = player();
  pico.run(500);
  assert.ok(pico.runUntil(() => pico.panel.asleep, 400_000), 'it sleeps');
  pico.tap('b', 30);
  pico.run(500);
  assert.ok(!pico.panel.asleep);
  assert.deepEqual(pico.failures, []);
});
