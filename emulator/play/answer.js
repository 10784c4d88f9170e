import assert from 'node:assert/strict';

/** Contacts have to be still for this long. The wait for the next sample counts as part of the answer. */
export const DEBOUNCED_MS = 8;

/** Presses a button; returns the milliseconds until the whole answer is on the glass, and the pixels sent. */
export function answer(pico, button) {
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
