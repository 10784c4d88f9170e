import assert from 'node:assert/strict';
import { boards, firmware, Pico } from '../src/index.js';

/** Milliseconds from power-on to a lit display, at most: with much in store it takes longer. */
const START_MS = 700;

/** Bytes of stack that no path touches, starting included. */
export const SPARE_STACK = 6 * 1024;

/** Which button does what a player wants, and whether it is tapped or held. */
const EIGHT = {
  up: ['up'], down: ['down'], left: ['left'], right: ['right'], ok: ['a'], back: ['b'],
  hint: ['a'], undo: ['b'], redo: ['x'], pause: ['y'],
};
const SIX = { ...EIGHT, redo: undefined, pause: ['centre'] };
const HOLD = true;
const FOUR = {
  up: ['a'], down: ['b'], left: ['x'], right: ['y'], ok: ['a', HOLD], back: ['b', HOLD],
  hint: ['a', HOLD], undo: ['b', HOLD], redo: ['x', HOLD], pause: ['y', HOLD],
};

/** Milliseconds of keys that are just not taken for bounce, or for a tap: emulating busy time takes long. */
export const SHORTEST_TIMES = { down: 16, hold: 530, up: 16 };

function keysOf({ buttons }) {
  if (!('up' in buttons)) return FOUR;
  return 'y' in buttons ? EIGHT : SIX;
}

/**
 * A Pico with the firmware for its board, and a function that presses the keys for what the player wants.
 * `times` are milliseconds: of a key that is tapped, of one that is held, and from its release to the next key.
 */
export function player(name = 'waveshare-lcd-1-3', { times = { down: 40, hold: 600, up: 60 }, ...options } = {}) {
  const { down, hold, up } = times;
  const pico = new Pico({ elf: firmware(name), board: boards[name], ...options });
  const keys = keysOf(pico.board);
  const act = (...actions) => {
    for (const it of actions) {
      if (!keys[it]) throw new Error(`${name} has no key for ${it}`);
      const [button, isHeld] = keys[it];
      pico.press(button);
      pico.run(isHeld ? hold : down);
      pico.release(button);
      pico.run(up);
    }
  };
  return { pico, act };
}

/** Waits until the display is lit after power-on, and a little longer. */
export function awaitDisplay(pico, limit = START_MS) {
  assert.ok(pico.runUntil(() => pico.panel.on && pico.backlight > 0, limit), `it is on within ${limit} ms`);
  return pico.run(50);
}

/** A player's Pico that was switched on and is at the first level of the first pack. */
export function inPlay(name, options) {
  const it = player(name, options);
  awaitDisplay(it.pico);
  it.act('ok', 'ok', 'ok', 'ok');
  it.pico.run(100);
  return it;
}

/** Erased flash. */
export function blankFlash() {
  return new Uint8Array(2 * 1024 * 1024).fill(0xff);
}
