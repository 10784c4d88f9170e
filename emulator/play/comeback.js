import assert from 'node:assert/strict';
import { samePicture, writePng } from '../src/index.js';
import { awaitDisplay, player } from './player.js';

/** Long enough for a save with worst-case flash times; then new levels are made, which the emulator takes long for. */
const PAUSE_MS = 2500;
/** Choices between levels of one mode, of the other, and of both. */
const MODES = 3;
/** Pixels of a tile, at most. */
const TILE = 32;

/** The name of the screen that is shown. */
export function screenOf(pico) {
  return pico.logs.findLast(({ text }) => text.startsWith('screen '))?.text.slice('screen '.length);
}

/**
 * Checks that nothing is lost when the power is cut after a pause: the position in play comes back with all of its
 * history, and the menus show the same results. Returns the number of steps in the history.
 */
export function comesBack(it, name, options) {
  dropHint(it);
  it.pico.run(PAUSE_MS);
  const again = player(name, { ...options, flash: it.pico.flashImage() });
  awaitDisplay(again.pico);
  // And with it the banner that says that the level is resumed.
  dropHint(again);
  again.pico.run(PAUSE_MS);
  const both = [it, again];
  const compare = (what, areSame = samePicture) => {
    const pictures = () => both.map(({ pico }) => pico.picture());
    if (areSame(...pictures())) return;
    // One of them may be late, with the list of a pack or with a verdict.
    for (const { pico } of both) pico.run(PAUSE_MS);
    const [before, after] = pictures();
    if (areSame(before, after)) return;
    writePng('out/before.png', before);
    writePng('out/after.png', after);
    assert.fail(`${name}: ${what} is not the same after a restart: out/before.png, out/after.png`);
  };
  for (const { pico } of both) assert.equal(screenOf(pico), 'Play');
  compare('the position', differInOneTile);
  let steps = 0;
  for (let before = null; before === null || !samePicture(before, it.pico.picture()); steps++) {
    before = it.pico.picture();
    for (const { act } of both) act('undo');
    compare(`the position ${steps + 1} steps back`, steps === 0 ? differInOneTile : samePicture);
  }
  // Undoing less than one step changes nothing.
  steps -= 1;
  for (const { act } of both) {
    act('pause');
    // "Quit to title" at the end of the menu, which goes round; then "Play".
    act('up', 'ok', 'down', 'ok');
  }
  // The mode that was chosen last is not saved.
  for (let at = 0; at < MODES && !samePicture(...both.map(({ pico }) => pico.run(PAUSE_MS).picture())); at++) it.act('down');
  for (const [menu, screen] of Object.entries({ 'the list of modes': 'Mode', 'the list of packs': 'Packs', 'the first pack': 'Levels' })) {
    for (const { pico } of both) assert.equal(screenOf(pico), screen);
    compare(menu);
    for (const { pico, act } of both) {
      act('ok');
      pico.run(PAUSE_MS);
    }
  }
  for (const { pico } of both) {
    assert.deepEqual(pico.failures, []);
    assert.deepEqual(pico.restarts, []);
  }
  return steps;
}

/** Restarts the level and undoes that: it takes away a hint, which is not saved. */
function dropHint({ pico, act }) {
  act('pause');
  // If flash is being erased, the press is answered after that.
  assert.ok(pico.runUntil(() => screenOf(pico) === 'Pause', 1500), 'it pauses');
  // From the end of the menu, which goes round: at its beginning, boards differ.
  act(...Array(8).fill('up'), 'ok');
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
