import assert from 'node:assert/strict';
import { writePng } from '../src/index.js';
import { awaitDisplay, player } from './player.js';

/** Long enough for a save with worst-case flash times; then new levels are made, which the emulator takes long for. */
const PAUSE_MS = 2500;
/** Pixels of a tile, at most. */
const TILE = 32;

/** The name of the screen that is shown. */
export function screenOf(pico) {
  return pico.logs.findLast(({ text }) => text.startsWith('screen '))?.text.slice('screen '.length);
}

/** Checks that the position in play comes back when the power is cut after a pause. */
export function comesBack(it, name, options) {
  dropHint(it);
  it.pico.run(PAUSE_MS);
  const again = player(name, { ...options, flash: it.pico.flashImage() });
  awaitDisplay(again.pico);
  // And with it the banner that says that the level is resumed.
  dropHint(again);
  again.pico.run(PAUSE_MS);
  for (const { pico } of [it, again]) {
    assert.equal(screenOf(pico), 'Play');
    assert.deepEqual(pico.failures, []);
    assert.deepEqual(pico.restarts, []);
  }
  const [before, after] = [it, again].map(({ pico }) => pico.picture());
  if (differInOneTile(before, after)) return;
  writePng('out/before.png', before);
  writePng('out/after.png', after);
  assert.fail(`${name}: another position came back: out/before.png, out/after.png`);
}

/** Restarts the level and undoes that: it takes away a hint, which is not saved. */
function dropHint({ pico, act }) {
  act('pause');
  // If flash is being erased, the press is answered after that.
  assert.ok(pico.runUntil(() => screenOf(pico) === 'Pause', 1500), 'it pauses');
  // From the end of the menu, which goes round: at its beginning, boards differ.
  act(...Array(7).fill('up'), 'ok');
  pico.run(300);
  act('undo');
}

/** The keeper may look another way: its direction is not saved. */
function differInOneTile(one, other) {
  const different = [];
  for (let at = 0; at < one.rgba.length; at += 4) {
    const pixel = at / 4;
    if ([0, 1, 2].some((colour) => one.rgba[at + colour] !== other.rgba[at + colour])) different.push(pixel);
  }
  const span = (values) => Math.max(0, ...values) - Math.min(Infinity, ...values);
  return span(different.map((pixel) => pixel % one.width)) < TILE &&
    span(different.map((pixel) => Math.floor(pixel / one.width))) < TILE;
}
