// How long a player waits. README has the figures that are printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, DEBOUNCED_MS } from '../play/answer.js';
import { flashWith } from '../play/pack.js';
import { inPlay, player } from '../play/player.js';

test('power on to title takes at most half a second', () => {
  const { pico } = player();
  assert.ok(pico.runUntil(() => pico.panel.on && pico.backlight > 0, 500));
  console.log(`power on to title: ${pico.ms.toFixed(0)} ms`);
});

test('a step is on the glass within 5 ms of the debounced press', () => {
  const { pico } = inPlay();
  pico.run(1000);
  const answers = ['up', 'down', 'right', 'up', 'down', 'left'].map((button) => answer(pico, button));
  const worst = Math.max(...answers.map(({ took }) => took));
  console.log(`a step: at most ${(worst - DEBOUNCED_MS).toFixed(2)} ms after the debounced press`);
  assert.ok(worst - DEBOUNCED_MS <= 5, `${worst} ms after the press`);
});

test('a full redraw takes at most 20 ms', () => {
  const { pico } = inPlay();
  pico.run(1000);
  const before = pico.panel.pixels;
  pico.press('y');
  pico.runUntil(() => pico.panel.pixels > before, 100);
  const start = pico.panel.lastPixel;
  pico.run(60);
  const took = (pico.panel.lastPixel - start) / 1e6;
  console.log(`opening the pause menu: ${took.toFixed(1)} ms, ${pico.panel.pixels - before} pixels`);
  assert.ok(took <= 20, `${took} ms`);
});

const EDGE = '#'.repeat(32);
const row = (left) => `#${left.padEnd(30)}#\n`;
/** The largest levels: the keys are walked or pushed in turn. */
const LARGEST = {
  '842 boxes': `${EDGE}\n${row('*'.repeat(30)).repeat(28)}${row('@ $  .  $ .')}${row('')}${EDGE}\n`,
  '26 pairs': `${EDGE}\n${row('').repeat(2)}${[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    .map((letter, place) => row(`${place ? '  ' : '@ '}${letter}${' '.repeat(20)}${letter.toLowerCase()}`))
    .join('')}${row('').repeat(2)}${EDGE}\n`,
};

/** Takes the census seconds to read: a level to play, and large ones in both modes. */
const CROWDED = `#######\n#@    #\n#   $.#\n#######\nTitle: First\n\n${Object.values(LARGEST).join('\n').repeat(110)}`;

test('while large levels are read in the background, a step is on the glass within 6 ms of the debounced press', () => {
  const { pico } = inPlay('waveshare-lcd-1-3', { flash: flashWith(CROWDED, 221) });
  pico.run(200);
  const slept = pico.nanos * 0.125 - pico.busyCycles;
  const took = [];
  const restore = pico.snapshot();
  // From one moment of a piece to the next; the level is soon read that is read now.
  for (let wait = 0; wait < 24; wait += 0.7) {
    restore();
    pico.run(wait);
    took.push(answer(pico, wait % 1.4 < 0.7 ? 'down' : 'right').took - DEBOUNCED_MS);
  }
  assert.ok(pico.nanos * 0.125 - pico.busyCycles - slept < 1e6, 'levels were read all the time');
  console.log(`a step while large levels are read: at most ${Math.max(...took).toFixed(2)} ms after the debounced press`);
  assert.ok(Math.max(...took) <= 6, `${took}`);
  assert.deepEqual(pico.failures, []);
});

for (const [what, level] of Object.entries(LARGEST)) {
  test(`a push among ${what} is on the glass within 8 ms of the debounced press`, () => {
    const { pico } = inPlay('waveshare-lcd-1-3', { flash: flashWith(level, 1) });
    pico.run(1000);
    const answers = ['right', 'right', 'right', 'b', 'b'].map((button) => answer(pico, button));
    const worst = Math.max(...answers.map(({ took }) => took)) - DEBOUNCED_MS;
    console.log(`a push or its undo among ${what}: at most ${worst.toFixed(2)} ms after the debounced press`);
    assert.ok(answers.every(({ sent }) => sent < 2000), 'only some squares are painted');
    assert.ok(worst <= 8, `${worst} ms`);
    assert.deepEqual(pico.failures, []);
  });
}
