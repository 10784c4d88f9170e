// How long a player waits. README has the figures that are printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, DEBOUNCED_MS } from '../play/answer.js';
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
