// How long a player waits. Figures are printed; README has them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPlay, player } from '../play/player.js';

/** Contacts have to be still for so long. That a sample comes up to 2 ms late counts as part of the answer. */
const DEBOUNCED_MS = 8;

/** Milliseconds from pressing a button until the picture that follows is on the glass. */
function answer(pico, button) {
  const before = pico.panel.pixels;
  const start = pico.ms;
  pico.press(button);
  assert.ok(pico.runUntil(() => pico.panel.pixels > before, 100), 'there is an answer');
  let pixels;
  do {
    pixels = pico.panel.pixels;
    pico.run(0.5);
  } while (pico.panel.pixels > pixels);
  const took = pico.panel.lastPixel / 1e6 - start;
  pico.release(button);
  pico.run(300);
  return { took, sent: pico.panel.pixels - before };
}

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
