import { boards, firmware, Pico } from '../src/index.js';

/** Bytes of stack that no path touches, starting included. */
export const SPARE_STACK = 6 * 1024;

/** Which button does what a player wants, and for how many milliseconds it is held. */
const EIGHT = {
  up: ['up'], down: ['down'], left: ['left'], right: ['right'], ok: ['a'], back: ['b'],
  hint: ['a'], undo: ['b'], redo: ['x'], pause: ['y'],
};
const SIX = { ...EIGHT, redo: undefined, pause: ['centre'] };
const HOLD_MS = 600;
const FOUR = {
  up: ['a'], down: ['b'], left: ['x'], right: ['y'], ok: ['a', HOLD_MS], back: ['b', HOLD_MS],
  hint: ['a', HOLD_MS], undo: ['b', HOLD_MS], redo: ['x', HOLD_MS], pause: ['y', HOLD_MS],
};

function keysOf({ buttons }) {
  if (!('up' in buttons)) return FOUR;
  return 'y' in buttons ? EIGHT : SIX;
}

/**
 * A Pico with the firmware for its board, and a function that presses the keys for what the player wants.
 * `tap` is for how many milliseconds a key is down, and then up before the next.
 */
export function player(name = 'waveshare-lcd-1-3', { tap = [40, 60], ...options } = {}) {
  const pico = new Pico({ elf: firmware(name), board: boards[name], ...options });
  const keys = keysOf(boards[name]);
  const act = (...actions) => {
    for (const it of actions) {
      if (!keys[it]) throw new Error(`${name} has no key for ${it}`);
      const [button, ms = tap[0]] = keys[it];
      pico.press(button);
      pico.run(ms);
      pico.release(button);
      pico.run(tap[1]);
    }
  };
  return { pico, act };
}

/** A player's Pico that was switched on and is at the first level of the first pack. */
export function inPlay(name, options) {
  const it = player(name, options);
  it.pico.run(250);
  it.act('ok', 'ok', 'ok', 'ok');
  it.pico.run(100);
  return it;
}

/** Erased flash. */
export function blankFlash() {
  return new Uint8Array(2 * 1024 * 1024).fill(0xff);
}
